/** Working days: Monday to Friday without the public holidays, on the shop's clock. rules/platform#working-days */
import { businessDay } from "contract/values/locale.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const SUNDAY = 0;
const SATURDAY = 6;

export function isWorkingDay(day: string, holidays: readonly string[]): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== SUNDAY && weekday !== SATURDAY && !holidays.includes(day);
}

/** The end (24:00) of the nth working day after the day of `from`, which is not counted. */
export function endOfWorkingDay(from: Date, days: number, holidays: readonly string[]): Date {
  let midnight = Date.parse(`${businessDay(from)}T00:00:00+07:00`);
  for (let left = days; left > 0; ) {
    midnight += DAY_MS;
    if (isWorkingDay(businessDay(midnight), holidays)) left -= 1;
  }
  return new Date(midnight + DAY_MS);
}
