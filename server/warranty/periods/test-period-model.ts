/**
 * A second way to the end of a warranty, written beside the first to compare it with: a clock that is told events one after the
 * other, each day by itself, and counts the days of the term that are left.
 */
import type { Machine } from "./periods.ts";

export type Happened =
  | { kind: "extended"; months: number }
  | { kind: "repaired"; handed_in: number; handed_back: number | null; is_covered: boolean };

const EPOCH = Date.UTC(2020, 0, 1);
export const dayNumber = (day: string): number => Math.round((Date.parse(`${day}T00:00:00Z`) - EPOCH) / 86_400_000);
export const dayOf = (number: number): string => new Date(EPOCH + number * 86_400_000).toISOString().slice(0, 10);

/** One month at a time is wrong (31 January, 28 February, 28 March); the month is counted in the calendar, day by day. */
function monthsAfter(start: number, months: number): number {
  const from = new Date(EPOCH + start * 86_400_000);
  let [year, month] = [from.getUTCFullYear(), from.getUTCMonth()];
  for (let left = months; left > 0; left -= 1) {
    month += 1;
    if (month === 12) [year, month] = [year + 1, 0];
  }
  let day = from.getUTCDate();
  while (new Date(Date.UTC(year, month, day)).getUTCMonth() !== month) day -= 1;
  return Math.round((Date.UTC(year, month, day) - EPOCH) / 86_400_000);
}

/** Walks through every day: a day in a covered repair takes nothing from the term. */
export function modelEnd(machine: Pick<Machine, "start_on" | "term_months">, events: readonly Happened[]): string {
  const start = dayNumber(machine.start_on);
  const months = events.reduce((sum, each) => sum + (each.kind === "extended" ? each.months : 0), machine.term_months);
  let left = monthsAfter(start, months) - start;
  let day = start;
  const isIn = new Set<Happened>();
  for (;;) {
    for (const event of events)
      if (event.kind === "repaired" && event.is_covered && event.handed_in === day) isIn.add(event);
    for (const event of isIn) if (event.kind === "repaired" && event.handed_back === day) isIn.delete(event);
    const waits = [...isIn].some((event) => event.kind === "repaired" && event.handed_back !== null);
    if (!waits) {
      if (left === 0) return dayOf(day);
      left -= 1;
    }
    day += 1;
  }
}
