/**
 * Periods as the Civil Code counts them (Articles 147 and 148), in Việt Nam's time: the day itself does not count, the last
 * day counts in full, and a day that a month does not have is its last. An end is the first moment that is no longer within.
 */
import { businessDay, type Instant, pad } from "contract/values/locale.ts";

const DAY_MS = 86_400_000;

/** The first moment of a day, `2026-11-05`. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00+07:00`);
}

/** The day so many days later, or earlier. */
export function addDays(day: string, days: number): string {
  return businessDay(startOfDay(day).getTime() + days * DAY_MS);
}

/** The same day so many months later, or earlier; the last of its month where that has no such day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return `${first.getUTCFullYear()}-${pad(first.getUTCMonth() + 1)}-${pad(Math.min(date, last))}`;
}

/** The end of a period of so many days, or months, that begins now. */
export const endOfDays = (from: Instant, days: number): Date => startOfDay(addDays(businessDay(from), days + 1));
export const endOfMonths = (from: Instant, months: number): Date =>
  startOfDay(addDays(addMonths(businessDay(from), months), 1));

/** The end of the month so many months after that of `from`. */
export function endOfMonth(from: Instant, months: number): Date {
  return startOfDay(addMonths(`${businessDay(from).slice(0, 7)}-01`, months + 1));
}

/** Whole years lived on a day. */
export function ageOn(birthday: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4));
  return addMonths(birthday, years * 12) <= day ? years : years - 1;
}
