/** Wall clock of Việt Nam (GMT+7, no daylight saving), whatever the time zone of the process. */

const OFFSET_MS = 7 * 3_600_000;

/** `yyyyMMddHHmmss` */
export function compactTime(ms: number): string {
  return wallClock(ms).replace(/\D/g, "");
}

/** `yyyy-MM-dd HH:mm:ss` */
export function wallClock(ms: number): string {
  return new Date(ms + OFFSET_MS).toISOString().slice(0, 19).replace("T", " ");
}

/** Epoch milliseconds of `yyyyMMddHHmmss`; nothing where there is no such moment. */
export function momentOf(text: string): number | undefined {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) - OFFSET_MS;
  return Number.isNaN(ms) || compactTime(ms) !== text ? undefined : ms;
}
