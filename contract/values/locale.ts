/**
 * The three languages and everything that depends on the language alone: addresses, dates, figures, "how long ago".
 * Dates and figures follow our own patterns, because the output of Intl changes with its version.
 * Spec §1, §9; rules/site#addresses, rules/content#figures
 */

export const locales = ["vi", "en", "ja"] as const;
export type Locale = (typeof locales)[number];

export const defaultLocale: Locale = "vi"; // Spec §9
export const localeTags = { vi: "vi-VN", en: "en-US", ja: "ja-JP" } as const satisfies Record<Locale, string>; // Spec §1
export const localeCookie = { name: "i18n_locale", days: 365 } as const; // Spec §1

export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value);
}

/** The locale of a language tag such as `en-GB`; undefined for a language we do not speak. */
export function localeOfTag(tag: string): Locale | undefined {
  const language = tag.trim().toLowerCase().split("-")[0];
  return locales.find((locale) => locale === language);
}

/** The best of ours in an `Accept-Language` header; Vietnamese when it names none. */
export function localeOfHeader(header: string | null | undefined): Locale {
  if (!header) return defaultLocale;
  let best: { locale: Locale; weight: number } | undefined;
  for (const entry of header.slice(0, 500).split(",")) {
    const [tag = "", ...parameters] = entry.split(";");
    const quality = parameters.map((each) => each.trim()).find((each) => each.startsWith("q="));
    const weight = quality ? Number(quality.slice(2)) : 1;
    const locale = tag.trim() === "*" ? defaultLocale : localeOfTag(tag);
    if (locale && weight > (best?.weight ?? 0)) best = { locale, weight };
  }
  return best?.locale ?? defaultLocale;
}

const prefixed = new RegExp(
  `^/(${locales.filter((locale) => locale !== defaultLocale).join("|")})(?=[/?#]|\\.data\\b|$)`,
);

/**
 * Language and language-less path of an address of ours (query and fragment stay). `/en` is `/` in English, and
 * `/en.data` the router's data of it. The path never starts with two slashes, so it cannot name another host.
 */
export function localeOfPath(address: string): { locale: Locale; path: string } {
  const prefix = prefixed.exec(address)?.[1];
  const rest = prefix ? address.slice(prefix.length + 1) : address;
  const path = rest.startsWith(".data") ? `/_root${rest}` : `/${rest.replace(/^[/\\]+/, "")}`;
  return { locale: isLocale(prefix) ? prefix : defaultLocale, path };
}

/** The same page in `locale`, whatever language the given address was in. */
export function localisedPath(address: string, locale: Locale): string {
  const { path } = localeOfPath(address);
  if (locale === defaultLocale) return path;
  return path === "/" ? `/${locale}` : `/${locale}${path.replace(/^\/(?=[?#])/, "")}`;
}

// ---- dates: always on the clock of Asia/Ho_Chi_Minh, which is UTC+7 without summer time

/** An RFC 3339 time, a plain date (`2026-11-05`, taken as it stands), a Date or milliseconds. */
export type Instant = string | number | Date;

const ZONE_MS = 7 * 60 * 60 * 1000;
const ENGLISH_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** vi `05/11/2026`, en `Nov 5, 2026`, ja `2026年11月5日`. Throws RangeError for what is not a time. */
export function formatDate(at: Instant, locale: Locale): string {
  const { year, month, day } = clock(at);
  switch (locale) {
    case "vi":
      return `${pad(day)}/${pad(month)}/${year}`;
    case "en":
      return `${ENGLISH_MONTHS[month - 1]} ${day}, ${year}`;
    case "ja":
      return `${year}年${month}月${day}日`;
  }
}

/** vi and ja `09:05`, en `9:05 AM`. */
export function formatTime(at: Instant, locale: Locale): string {
  const { hour, minute } = clock(at);
  if (locale !== "en") return `${pad(hour)}:${pad(minute)}`;
  return `${hour % 12 === 0 ? 12 : hour % 12}:${pad(minute)} ${hour < 12 ? "AM" : "PM"}`;
}

/** vi `05/11/2026 09:05`, en `Nov 5, 2026 9:05 AM`, ja `2026年11月5日 09:05`. */
export function formatDateTime(at: Instant, locale: Locale): string {
  return `${formatDate(at, locale)} ${formatTime(at, locale)}`;
}

/** `2026-11-05` on the shop's clock: the day a time belongs to. */
export function businessDay(at: Instant): string {
  const { year, month, day } = clock(at);
  return `${year}-${pad(month)}-${pad(day)}`;
}

function clock(at: Instant) {
  const shifted = new Date(new Date(at).getTime() + ZONE_MS);
  if (Number.isNaN(shifted.getTime())) throw new RangeError(`not a time: ${String(at)}`);
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
  };
}

/** At least two digits. Spec §9. */
export function pad(figure: number): string {
  return String(figure).padStart(2, "0");
}

// ---- figures that are not money (money reads alike in every language: money.ts)

/**
 * `1,234,567.5` in every language, as money is written; at most `decimals` places, no trailing zeros.
 * rules/content#figures
 */
export function formatNumber(value: number, decimals = 2): string {
  if (Number.isInteger(value) && value > -1000 && value < 1000) return String(value); // most figures; nothing to group
  const rounded = Number(value.toFixed(decimals));
  const [whole = "0", fraction] = Math.abs(rounded).toFixed(decimals).split(".");
  const places = fraction?.replace(/0+$/, "");
  return `${rounded < 0 ? "-" : ""}${whole.replace(/\B(?=(?:\d{3})+$)/g, ",")}${places ? `.${places}` : ""}`;
}

// ---- how long ago

const DAY_S = 24 * 60 * 60;
const spans = [
  { seconds: 365 * DAY_S, vi: "năm", en: "year", ja: "年" },
  { seconds: 30 * DAY_S, vi: "tháng", en: "month", ja: "か月" },
  { seconds: 7 * DAY_S, vi: "tuần", en: "week", ja: "週間" },
  { seconds: DAY_S, vi: "ngày", en: "day", ja: "日" },
  { seconds: 60 * 60, vi: "giờ", en: "hour", ja: "時間" },
  { seconds: 60, vi: "phút", en: "minute", ja: "分" },
  { seconds: 1, vi: "giây", en: "second", ja: "秒" },
] as const;
const JUST_NOW = { vi: "vừa xong", en: "just now", ja: "たった今" } as const satisfies Record<Locale, string>;

/** `5 phút trước`, `5 minutes ago`, `5分前`; seconds to years, rounded down. ASSUMED(0001): lengths, and "just now". */
export function relativeTime(then: Instant, now: Instant, locale: Locale): string {
  const seconds = Math.floor((new Date(now).getTime() - new Date(then).getTime()) / 1000);
  if (Number.isNaN(seconds)) throw new RangeError(`not a time: ${String(then)}`);
  const span = spans.find((each) => seconds >= each.seconds);
  if (!span) return JUST_NOW[locale];
  const count = Math.floor(seconds / span.seconds);
  switch (locale) {
    case "vi":
      return `${count} ${span.vi} trước`; // Spec §9
    case "en":
      return `${count} ${span.en}${count === 1 ? "" : "s"} ago`;
    case "ja":
      return `${count}${span.ja}前`;
  }
}
