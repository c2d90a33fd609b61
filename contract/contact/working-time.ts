/**
 * Working days and office hours of Việt Nam: Monday to Friday without the public holidays of the setting, 8:00 to 17:30. A day
 * that begins a period is not counted, the last one counts in full. rules/contact#clocks
 */
import { businessDay } from "../values/locale.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const OPENS_MS = 8 * HOUR_MS;
const CLOSES_MS = 17.5 * HOUR_MS;

/** Days as `2026-11-28`. */
export type Holidays = readonly string[];

/** 0:00 of a day of Việt Nam. */
const midnight = (day: string): number => Date.parse(`${day}T00:00:00+07:00`);

function isWorkingDay(start: number, holidays: Holidays): boolean {
  const weekday = new Date(start + 7 * HOUR_MS).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidays.includes(businessDay(new Date(start)));
}

/** 0:00 of the working day that is the `count`th after the one that begins at `start`. */
function workingDayAfter(start: number, count: number, holidays: Holidays): number {
  let day = start;
  for (let left = count; left > 0; ) {
    day += DAY_MS;
    if (isWorkingDay(day, holidays)) left -= 1;
  }
  return day;
}

/** 24:00 of the `count`th working day after the day of `from`. */
export function workingDaysAfter(from: Date, count: number, holidays: Holidays): Date {
  return new Date(workingDayAfter(midnight(businessDay(from)), count, holidays) + DAY_MS);
}

/** 24:00 of the day of `from`. */
export function endOfDay(from: Date): Date {
  return new Date(midnight(businessDay(from)) + DAY_MS);
}

/** The same time of the next working day; what comes outside office hours counts as come when the office opens next. */
export function nextWorkingDay(from: Date, holidays: Holidays): Date {
  const today = midnight(businessDay(from));
  const time = from.getTime() - today;
  const isOpenDay = isWorkingDay(today, holidays);
  if (isOpenDay && time >= OPENS_MS && time < CLOSES_MS) return new Date(workingDayAfter(today, 1, holidays) + time);
  const opening = isOpenDay && time < OPENS_MS ? today : workingDayAfter(today, 1, holidays);
  return new Date(workingDayAfter(opening, 1, holidays) + OPENS_MS);
}
