/** A store's hours in words: as the server computed them, on the store's own clock, which the times carry. rules/stores#open-now */
import type { Store } from "contract/stores/stores.ts";
import { formatDate, type Locale } from "contract/values/locale.ts";
import type { Messages } from "messages/messages.ts";

type Words = Messages["stores"];
type Interval = { open: string; close: string };

const DAY_MS = 24 * 60 * 60 * 1000;
/** Beyond these a weekday would be read as the nearer one. */
const DAYS_BY_NAME = 6;

/** "Đang mở · đóng 21:30", "Đã đóng · mở 07:30 thứ Hai". */
export function openingText({ open_now, opens_at, closes_at, today }: Store, words: Words, locale: Locale): string {
  const when = (at: string) => momentText(at, today, words, locale);
  if (open_now) return closes_at === null ? words.open_all_day : words.open_until({ at: when(closes_at) });
  return opens_at === null ? words.closed_for_now : words.closed_until({ at: when(opens_at) });
}

function momentText(at: string, today: string, words: Words, locale: Locale): string {
  const [day, time] = [at.slice(0, 10), at.slice(11, 16)];
  const ahead = (Date.parse(day) - Date.parse(today)) / DAY_MS;
  if (ahead === 0) return time;
  return words.moment({
    time,
    day: ahead <= DAYS_BY_NAME ? (words.day_within[weekday(day)] ?? "") : formatDate(day, locale),
  });
}

/** Monday is 1. */
export const weekday = (day: string): number => new Date(day).getUTCDay() || 7;

export const intervalsText = (hours: readonly Interval[], words: Words): string =>
  hours.length === 0 ? words.closed : hours.map(({ open, close }) => `${open}–${close}`).join(", ");

/** Days with the same hours in one line, a day without any as closed; `holds_today` where today is one of them. */
export function weekLines({ hours, today }: Store, words: Words) {
  const lines: { from: number; to: number; text: string }[] = [];
  for (let day = 1; day <= 7; day++) {
    const text = intervalsText(
      hours.filter((each) => each.day === day).toSorted((a, b) => a.open.localeCompare(b.open)),
      words,
    );
    const last = lines.at(-1);
    if (last?.text === text) last.to = day;
    else lines.push({ from: day, to: day, text });
  }
  const name = (day: number) => words.days[day] ?? "";
  return lines.map(({ from, to, text }) => ({
    days:
      from === 1 && to === 7
        ? words.every_day
        : from === to
          ? name(from)
          : words.day_range({ from: name(from), to: name(to) }),
    text,
    holds_today: from <= weekday(today) && weekday(today) <= to,
  }));
}

/** "05/02/2027–09/02/2027: nghỉ", with its name. */
export function specialLines({ special_days }: Store, words: Words, locale: Locale) {
  return special_days.map(({ from, to, hours, name }) => ({
    name,
    days:
      from === to
        ? formatDate(from, locale)
        : words.day_range({ from: formatDate(from, locale), to: formatDate(to, locale) }),
    text: intervalsText(hours, words),
    from,
  }));
}
