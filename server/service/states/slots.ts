/** When a slot may be taken. Pure; days are `2026-11-28` in Việt Nam's time, which has no other. docs/rules/service.md#slots */
import { BOOK_AHEAD_DAYS, CLOSE_HOURS, type ServiceSlot, slotTimes } from "contract/service/service-words.ts";
import { businessDay } from "contract/values/locale.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export const startOf = (day: string, slot: ServiceSlot): Date => new Date(`${day}T${slotTimes[slot][0]}:00+07:00`);

/** Two hours before it starts it is nobody's to take, to move or to give up without a call. */
export const closesAt = (day: string, slot: ServiceSlot): Date =>
  new Date(startOf(day, slot).getTime() - CLOSE_HOURS * HOUR_MS);

/** From today to 14 days ahead. */
export function bookableDays(now: Date, holidays: readonly string[]): string[] {
  const today = Date.parse(`${businessDay(now)}T00:00:00Z`);
  return Array.from({ length: BOOK_AHEAD_DAYS + 1 }, (_, ahead) =>
    new Date(today + ahead * DAY_MS).toISOString().slice(0, 10),
  ).filter((day) => !holidays.includes(day));
}

export const isBookable = (day: string, slot: ServiceSlot, now: Date, holidays: readonly string[]): boolean =>
  bookableDays(now, holidays).includes(day) && now < closesAt(day, slot);
