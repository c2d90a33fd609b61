/** When the chat is open: hours by weekday of Việt Nam, without its holidays. Pure. rules/chat#hours */
import { businessDay } from "../values/locale.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** No shop is closed longer. */
const MAX_DAYS_AHEAD = 370;
/** A message left outside hours is answered within so long of the opening. rules/chat#hours */
const ANSWERED_AFTER_MS = 60 * MINUTE_MS;

/** `day` 1 is Monday; `open` and `close` as `08:00`. */
export type OpeningHours = {
  hours: readonly { day: number; open: string; close: string }[];
  /** Days as `2027-02-05`. */
  holidays: readonly string[];
};

type Span = { opens: number; closes: number };

const at = (day: string, time: string): number => Date.parse(`${day}T${time}:00+07:00`);

/** The hours of the day of `from`, `days` further. */
function spansOf({ hours, holidays }: OpeningHours, from: Date, days: number): Span[] {
  const moment = new Date(from.getTime() + days * DAY_MS);
  const day = businessDay(moment);
  if (holidays.includes(day)) return [];
  const weekday = new Date(Date.parse(`${day}T12:00:00Z`)).getUTCDay() || 7;
  return hours
    .filter((each) => each.day === weekday)
    .map(({ open, close }) => ({ opens: at(day, open), closes: at(day, close) }))
    .filter(({ opens, closes }) => opens < closes)
    .sort((one, other) => one.opens - other.opens);
}

export const isHoliday = ({ holidays }: OpeningHours, now: Date): boolean => holidays.includes(businessDay(now));

export function isOpen(opening: OpeningHours, now: Date): boolean {
  return spansOf(opening, now, 0).some(({ opens, closes }) => opens <= now.getTime() && now.getTime() < closes);
}

/** The next opening; null where there is none. */
export function opensAt(opening: OpeningHours, now: Date): Date | null {
  for (let days = 0; days <= MAX_DAYS_AHEAD; days += 1) {
    const next = spansOf(opening, now, days).find(({ opens }) => opens > now.getTime());
    if (next) return new Date(next.opens);
  }
  return null;
}

/** By when a message that is left now is answered: an hour into the hours, now or those that come next. */
export function answerBy(opening: OpeningHours, now: Date): Date {
  const current = spansOf(opening, now, 0).find(
    ({ opens, closes }) => opens <= now.getTime() && now.getTime() < closes,
  );
  if (current && now.getTime() + ANSWERED_AFTER_MS <= current.closes)
    return new Date(now.getTime() + ANSWERED_AFTER_MS);
  const next = opensAt(opening, now);
  return new Date((next?.getTime() ?? now.getTime() + DAY_MS) + ANSWERED_AFTER_MS);
}
