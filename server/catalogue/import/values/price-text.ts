/**
 * Prices as files write them: "1.990.000đ", "1,990,000 VND", "1990000.00", 79.99 USD. The shop counts in whole đồng with
 * VAT included; another currency needs a rate staff give. Pure. docs/decisions/0110-what-an-import-takes.md
 */
import type { Dong } from "contract/values/money.ts";
import { parsePrice } from "contract/values/search-price.ts";

export type Currencies = {
  /** Of prices without a sign. */
  currency: string;
  /** Đồng for one of each other currency. */
  rates: Readonly<Record<string, number>>;
};

export const dongOnly: Currencies = { currency: "VND", rates: {} };

const least: Dong = 1_000; // the smallest note in use
const most: Dong = 1_000_000_000; // the largest price a filter of the shop takes
const signs: Readonly<Record<string, string>> = {
  ...{ "₫": "VND", đ: "VND", d: "VND", vnd: "VND", vnđ: "VND", đồng: "VND", dong: "VND" },
  ...{ $: "USD", usd: "USD", us$: "USD", "€": "EUR", eur: "EUR", "£": "GBP", gbp: "GBP", "¥": "JPY", jpy: "JPY" },
};

/** Whole đồng, or why not. Other currencies are rounded to the next 1,000 đ. */
export function readPrice(written: string | number, { currency, rates }: Currencies = dongOnly): Dong | string {
  const text = String(written).normalize("NFKC").trim().toLowerCase();
  // "1290k", "1,29 triệu", "1tr290": as they are written, only in đồng.
  const spoken = currency === "VND" && /\d\s*(?:k|tr|triệu|trieu|nghìn|nghin|ngàn|ngan|củ|cu)(?![a-z])/u.test(text);
  const said = spoken ? parsePrice(text) : undefined;
  if (said !== undefined) return inRange(said);
  const parts = /^(?<before>[^\d.,+-]*)(?<figure>[+-]?[\d., ]*\d[.,]?)(?<after>[^\d]*)$/u.exec(
    text.replace(/\s+/g, " "),
  );
  if (!parts?.groups) return "is not a price";
  const { before = "", figure = "", after = "" } = parts.groups;
  const sign = `${before}${after}`.replace(/[\s.,:/-]+/g, "");
  const code = sign === "" ? currency : (signs[sign] ?? (/^[a-z]{3}$/.test(sign) ? sign.toUpperCase() : undefined));
  if (code === undefined) return "is not a price";
  const value = typeof written === "number" ? written : figureOf(figure, code);
  if (value === undefined) return "is not a price";
  if (value < 0) return "is below zero";
  if (value === 0) return "is 0: the shop sells nothing for nothing";
  return code === "VND" ? inRange(value) : exchanged(value, code, rates[code]);
}

function exchanged(value: number, code: string, rate: number | undefined): Dong | string {
  if (!rate) return `is in ${code}, and no rate is given for it`;
  return inRange(Math.round((value * rate) / 1_000) * 1_000);
}

function inRange(value: number): Dong | string {
  if (!Number.isInteger(value)) return "is not a whole number of đồng: say --currency if it is another";
  if (value < least) return `is below ${least} đ: say --currency if it is in another`;
  return value > most ? `is above ${most} đ` : value;
}

/** Points and commas part thousands or decimals: three digits after each sign are thousands in đồng, which has no cents. */
function figureOf(written: string, code: string): number | undefined {
  const text = written.replace(/ (?=\d{3}(?:\D|$))/g, "").replace(/[.,]$/, "");
  if (/^[+-]?\d+$/.test(text)) return Number(text);
  const grouped = /^[+-]?\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(text);
  if (grouped && (code === "VND" || (text.match(/[.,]/g)?.length ?? 0) > 1)) return Number(text.replace(/[.,]/g, ""));
  const decimal = /^([+-]?\d{1,3}(?:([.,])\d{3})*|[+-]?\d+)([.,])(\d{1,4})$/.exec(text);
  if (!decimal) return grouped ? Number(text.replace(/[.,]/g, "")) : undefined;
  const [, whole = "", thousands, point, cents = ""] = decimal;
  if (thousands === point) return undefined;
  return Number(`${whole.replace(/[.,]/g, "")}.${cents}`);
}
