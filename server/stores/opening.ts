/**
 * When a store is open: on its own clock, [open, close), with what replaces a weekday on special days. An interval belongs to the
 * day it begins on; one whose `close` is not after its `open` runs past midnight. Intervals that touch are one. Pure.
 * rules/stores#open-now
 */

export type Interval = { open: string; close: string };
export type SpecialDays = { from: string; to: string; hours: readonly Interval[] };
export type Timetable = {
  time_zone: string;
  /** Monday is 1. */
  hours: readonly (Interval & { day: number })[];
  /** The first that has a day decides. */
  special_days: readonly SpecialDays[];
};
/** The times carry the offset of the store's clock. */
export type Opening = { today: string; open_now: boolean; opens_at: string | null; closes_at: string | null };

/** What is further ahead is not told. */
export const DAYS_AHEAD = 30;
const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

export function openingAt(timetable: Timetable, now: Date): Opening {
  const { time_zone } = timetable;
  const today = dayIn(time_zone, now);
  const end = instantOf(time_zone, dayAfter(today, DAYS_AHEAD + 1), "00:00");
  const run = runAt(timetable, today, now.getTime());
  if (!run || run.start >= end) return { today, open_now: false, opens_at: null, closes_at: null };
  const open_now = run.start <= now.getTime();
  return {
    today,
    open_now,
    opens_at: open_now ? null : textOf(time_zone, run.start),
    closes_at: open_now && run.end < end ? textOf(time_zone, run.end) : null,
  };
}

type Run = { start: number; end: number };

/** The first time it is open that is not over at `now`; one that goes on beyond the days ahead is cut there. */
function runAt(timetable: Timetable, today: string, now: number): Run | undefined {
  let run: Run | undefined;
  // A day of the past may reach into today.
  for (let ahead = -1; ahead <= DAYS_AHEAD + 1; ahead++) {
    for (const { start, end } of intervalsOf(timetable, dayAfter(today, ahead))) {
      if (end <= now && !run) continue;
      if (!run) run = { start, end };
      else if (start <= run.end) run.end = Math.max(run.end, end);
      else return run;
    }
  }
  return run;
}

function intervalsOf({ time_zone, hours, special_days }: Timetable, day: string): Run[] {
  const special = special_days.find(({ from, to }) => from <= day && day <= to);
  const intervals = special?.hours ?? hours.filter((each) => each.day === weekdayOf(day));
  return intervals
    .map(({ open, close }) => ({
      start: instantOf(time_zone, day, open),
      end: instantOf(time_zone, close > open ? day : dayAfter(day, 1), close),
    }))
    .toSorted((a, b) => a.start - b.start);
}

/** Monday is 1. */
export function weekdayOf(day: string): number {
  return new Date(day).getUTCDay() || 7;
}

export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the clock of a zone shows, as if it were UTC. */
function clockOf(time_zone: string, at: number): number {
  let format = formats.get(time_zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: time_zone,
      hourCycle: "h23",
      ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit" },
    });
    formats.set(time_zone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const { year, month, day, hour, minute, second } = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

export function dayIn(time_zone: string, at: Date): string {
  return new Date(clockOf(time_zone, at.getTime())).toISOString().slice(0, 10);
}

/** Stores of a shop have few different hours and one clock: 33 days of them. */
const MAX_INSTANTS = 2000;
const instants = new Map<string, number>();

/** When the clock of a zone shows this time; where it skips the time, the moment after the gap. */
export function instantOf(time_zone: string, day: string, time: string): number {
  const key = `${time_zone} ${day} ${time}`;
  const found = instants.get(key);
  if (found !== undefined) return found;
  const shown = Date.parse(`${day}T${time}:00Z`);
  const first = shown - offsetAt(time_zone, shown);
  const at = shown - offsetAt(time_zone, first);
  if (instants.size >= MAX_INSTANTS) instants.clear();
  instants.set(key, at);
  return at;
}

function offsetAt(time_zone: string, at: number): number {
  return clockOf(time_zone, at) - at;
}

/** `2026-11-30T07:30:00+07:00`. */
function textOf(time_zone: string, at: number): string {
  const offset = offsetAt(time_zone, at);
  const minutes = Math.abs(offset) / MINUTE_MS;
  const figures = [Math.floor(minutes / 60), minutes % 60].map((figure) => String(figure).padStart(2, "0"));
  return `${new Date(at + offset).toISOString().slice(0, 19)}${offset < 0 ? "-" : "+"}${figures.join(":")}`;
}
