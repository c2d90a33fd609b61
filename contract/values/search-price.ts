/**
 * Figures inside a search: what the shopper will pay ("dưới 2 triệu", "2tr5", "200万ドン以下") becomes a price filter and
 * leaves the terms to search for; measures ("5 lít") take the one form the index holds. rules/search#prices
 * Each word stands here with and without its marks, and in no other spelling: "từ" is "from", "tủ" a cabinet.
 */
import type { Dong } from "./money.ts";

export type PriceSearch = {
  min?: Dong;
  max?: Dong;
  /** The query without its price. */
  rest: string;
};

const ABOUT_SHARE = 0.2; // ASSUMED(0001): a bare price means 20 % either side
const MIN_PRICE = 10_000; // đồng, ASSUMED(0001): smaller figures are measures

const end = String.raw`(?!\p{Script=Latin}|\d)`;
const measure = String.raw`\s*(?:lít|lit|l|ml|kg|ký|kí|kw|w|watt|cm|mm|m2|người|nguoi|món|mon|cánh|lớp|lop|cấp|cap|tốc|toc|lõi|loi|tháng|thang|năm|nam|inch|btu|mah|pa|vòng|vong|rpm|%|cái|cai|chiếc|chiec|bar|phút|phut|giây|giay|hz|v|db|độ)${end}`;

const million = "triệu|trieu|tr|củ|cu|million|百万";
const METRE_OR_MILLION = "m"; // "2m" is a price only beside a word that compares
const thousand = "nghìn|nghin|ngàn|ngan|k|cành|canh|thousand|千";
const TEN_THOUSAND = "万";
const currency = "đồng|dong|vnđ|vnd|đ|d|₫|ドン";

/** One amount; its parts are the named groups with `id` appended. */
function amount(id: string): string {
  const number = String.raw`(?<number${id}>\d{1,3}(?:[.,]\d{3})+(?!\d)|\d+(?:[.,]\d+)?)`;
  const unit = String.raw`(?<unit${id}>${million}|${thousand}|${TEN_THOUSAND}|${METRE_OR_MILLION}(?!\d))(?!\p{Script=Latin})`;
  const half = String.raw`(?<half${id}>\s*(?:rưỡi|ruoi))${end}`;
  const thousands = String.raw`\s*(?<thousands${id}>\d{1,3})\s*(?:${thousand})${end}`;
  const decimals = String.raw`(?<decimals${id}>\d{1,3})(?!\d)|\s(?<tail${id}>\d{1,3})(?![\d.,]|\p{Script=Latin}|${measure})`;
  const money = String.raw`(?:\s*(?<currency${id}>${currency})${end})?`;
  return String.raw`${number}(?:\s*${unit}(?:${half}|${thousands}|${decimals})?)?${money}(?!\p{Script=Latin}|\d|${measure})`;
}

const one = amount("1");
const start = String.raw`(?<![\p{Script=Latin}\d.,]|\p{Script=Latin}[\-_\/])`; // the "100K" of a model RO-100K is no price
const from = String.raw`(?<!(?:bếp|bep|điện|dien)\s)(?:từ|tu|from|between)\s+`; // but "bếp từ" is a hob
const more = String.raw`(?:trên|tren|hơn|hon|tối thiểu|toi thieu|over|above|more than|>=?)\s*`;
const less = String.raw`(?:dưới|duoi|nhỏ hơn|nho hon|rẻ hơn|re hon|không quá|khong qua|tối đa|toi da|under|below|less than|<=?)\s*`;
const near = String.raw`(?:khoảng|khoang|tầm|tam|quanh|about|around)\s+`;
const to = String.raw`\s*(?:-|–|~|〜|đến|den|tới|toi|to|and|và|から)\s*`;

const range = pattern(`(?:${from}|${near})?${one}${to}${amount("2")}(?:まで)?`);
const at_least = pattern(
  `(?:${from}|${more})${one}(?:\\s*(?:trở lên|tro len))?`,
  String.raw`${one}\s*(?:trở lên|tro len|以上)`,
);
const atMost = pattern(
  `${less}${one}`,
  String.raw`(?:${from})?${one}\s*(?:trở xuống|tro xuong|đổ lại|do lai|以下|未満)`,
);
const nearly = pattern(`${near}${one}`);
const bare = pattern(one);

function pattern(...forms: string[]): RegExp[] {
  return forms.map((form) => new RegExp(start + form, "iu"));
}

/** What the query says about the price, and the words that are left. Without a price `rest` is the query itself. */
export function splitPriceWords(query: string): PriceSearch {
  const text = query.slice(0, 300).normalize("NFKC");
  for (const between of matches(range, text)) {
    const [low, high] = rangeOf(between);
    if (high >= MIN_PRICE) return { min: low, max: high, rest: without(text, between) };
  }
  // "nhỏ hơn" ends in "hơn": what is at most comes first.
  const highest = compared(atMost, text);
  const lowest = compared(at_least, highest?.rest ?? text);
  if (lowest && highest) {
    const [min, max] = inOrder(lowest.price, highest.price);
    return { min, max, rest: lowest.rest };
  }
  if (highest) return { max: highest.price, rest: highest.rest };
  if (lowest) return { min: lowest.price, rest: lowest.rest };
  const price = compared(nearly, text) ?? compared(bare, text, true);
  if (!price) return { rest: query };
  const margin = Math.round(price.price * ABOUT_SHARE);
  return { min: price.price - margin, max: price.price + margin, rest: price.rest };
}

/** The amount a whole text names: "2tr5", "500k", "1 củ rưỡi"; undefined when it names none. */
export function parsePrice(text: string): Dong | undefined {
  const match = new RegExp(`^\\s*${one}\\s*$`, "iu").exec(text.slice(0, 60).normalize("NFKC"));
  return match && isPriced(match) ? dongOf(match, "1") : undefined;
}

function* matches(patterns: readonly RegExp[], text: string): Generator<RegExpExecArray> {
  for (const each of patterns) {
    const match = each.exec(text);
    if (match) yield match;
  }
}

/** The first amount of these patterns; standing alone it must carry a unit that nothing else uses. */
function compared(patterns: readonly RegExp[], text: string, alone = false) {
  for (const match of matches(patterns, text)) {
    const price = dongOf(match, "1");
    if (price >= MIN_PRICE && (!alone || isPriced(match))) return { price, rest: without(text, match) };
  }
  return undefined;
}

function isPriced(match: RegExpExecArray): boolean {
  const { unit1, currency1 } = match.groups ?? {};
  return currency1 !== undefined || (unit1 !== undefined && unit1.toLowerCase() !== METRE_OR_MILLION);
}

/** "3 đến 5 triệu" shares its unit; in "500 đến 1 triệu" the smaller figure can only mean thousands. */
function rangeOf(match: RegExpExecArray): [Dong, Dong] {
  const high = dongOf(match, "2");
  const own = match.groups?.unit1;
  let low = dongOf(match, "1", own ?? match.groups?.unit2);
  if (own === undefined && low > high && multiplier(match.groups?.unit2) > 1000) low /= 1000;
  return inOrder(low, high);
}

function inOrder(one: Dong, other: Dong): [Dong, Dong] {
  return one <= other ? [one, other] : [other, one];
}

function dongOf(match: RegExpExecArray, id: string, unit = match.groups?.[`unit${id}`]): Dong {
  const part = (name: string) => match.groups?.[name + id];
  const written = part("number") ?? "0";
  const times = multiplier(unit);
  // Three digits after a separator are a group ("2.000.000"), but no one writes 1,500 millions.
  const grouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(written) && (times < 1_000_000 || written.length > 7);
  let value = Number(grouped ? written.replace(/[.,]/g, "") : written.replace(",", ".")) * times;
  const decimals = part("decimals") ?? part("tail");
  if (part("half")) value += times / 2;
  else if (part("thousands")) value += Number(part("thousands")) * 1000;
  else if (decimals) value += Number(`0.${decimals}`) * times;
  return Number.isFinite(value) ? Math.min(Math.round(value), Number.MAX_SAFE_INTEGER) : 0;
}

function multiplier(unit: string | undefined): number {
  const word = unit?.toLowerCase();
  if (word === undefined) return 1;
  if (word === METRE_OR_MILLION || million.split("|").includes(word)) return 1_000_000;
  return word === TEN_THOUSAND ? 10_000 : 1_000;
}

function without(text: string, match: RegExpExecArray): string {
  const after = text.slice(match.index + match[0].length).replace(/^の/, "");
  return `${text.slice(0, match.index)} ${after}`.replace(/\s+/g, " ").trim();
}

// ---- measures

const UNIT_WORDS = {
  lpd: "lít/ngày|lit/ngay|l/ngày|l/ngay|l/day",
  ml: "mililít|mililit|ml",
  l: "lít|lit|litre|liter|リットル|l",
  kw: "kw",
  w: "watt|oát|oat|ワット|w",
  kg: "kg|ký|kí|ky|ki|kilo",
  m2: "m2|mét vuông|met vuong|平米",
  cm: "cm|phân|phan",
  bar: "bar",
} as const;
const anyUnit = Object.entries(UNIT_WORDS).map(([unit, words]) => `(?<${unit}>${words})`);
const measured = new RegExp(
  String.raw`(?<![\p{Script=Latin}\d.,])(\d+(?:[.,]\d+)*)\s*(?:${anyUnit.join("|")})${end}`,
  "giu",
);

/** "1l7", "2kg5": said as one says it, the unit in the place of the point. */
const splitMeasure = new RegExp(
  String.raw`(?<![\p{Script=Latin}\d.,\-])(\d{1,3})\s?(l|lít|lit|kg|ký)(\d{1,2})${end}`,
  "giu",
);

/** "5 lít" and "5 L" → `5l`, "5,5 lít" → `5.5l`, "1.500 W" → `1500w`, "30 m²" → `30m2`, "1l7" → `1.7l`; the rest stays. */
export function joinUnits(text: string): string {
  const spoken = text.normalize("NFKC").replace(splitMeasure, "$1.$3$2");
  return spoken.replace(measured, (...found) => {
    const [number, words] = [String(found[1]), found.at(-1) as Record<string, string | undefined>];
    const unit = Object.keys(UNIT_WORDS).find((each) => words[each] !== undefined) ?? "";
    const grouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(number);
    return (grouped ? number.replace(/[.,]/g, "") : number.replace(",", ".")) + unit;
  });
}
