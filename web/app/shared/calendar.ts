/** One entry for a calendar that lasts whole days, as a file. RFC 5545. Pure. */

export type CalendarEntry = {
  /** Names the entry in whatever calendar it is put into: the same one again replaces it. */
  uid: string;
  /** First and last day, `2026-11-24`. */
  from: string;
  to: string;
  written_at: string;
  title: string;
  text: string;
};

export function calendarFile({ uid, from, to, written_at, title, text }: CalendarEntry): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//shop//orders//EN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${new Date(written_at).toISOString().replace(/[-:]|\.\d+/g, "")}`,
    `DTSTART;VALUE=DATE:${dayOf(from, 0)}`,
    // The end is the day after the last.
    `DTEND;VALUE=DATE:${dayOf(to, 1)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

const DAY_MS = 24 * 60 * 60 * 1000;

function dayOf(date: string, later: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + later * DAY_MS).toISOString().slice(0, 10).replaceAll("-", "");
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");
}

const MAX_LINE_OCTETS = 75; // octets, RFC 5545 3.1
const encoder = new TextEncoder();

/** Long lines are folded, never within a character. */
function folded(line: string): string {
  const parts: string[] = [""];
  let room = MAX_LINE_OCTETS;
  for (const letter of line) {
    const size = encoder.encode(letter).length;
    if (size > room) {
      parts.push(" ");
      room = MAX_LINE_OCTETS - 1;
    }
    parts[parts.length - 1] += letter;
    room -= size;
  }
  return parts.join("\r\n");
}
