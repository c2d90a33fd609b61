/**
 * The fields of a table, one row a variant: the columns of our own CSV, and what a mapping file and the other formats are
 * translated into. Everything is text here and becomes a draft, each wrong cell with its line and its field. An empty
 * cell says nothing, except of a sale: where a price stands and no sale price, the sale is over. Pure. docs/import.md
 */

import { isReservedSlug } from "contract/reserved-slugs.ts";
import { type Locale, locales } from "contract/values/locale.ts";
import { fold } from "contract/values/text.ts";
import { z } from "zod";
import { Words } from "../../../platform/settings.ts";
import { slugOfHandle } from "../disambiguate.ts";
import type { Draft, DraftPicture, DraftVariant } from "../draft.ts";
import type { ImportedVariant } from "../imported-product.ts";
import { cleanDescription, cleanLine, cleanName, cleanText } from "../values/clean-text.ts";
import { type Currencies, readPrice } from "../values/price-text.ts";
import { warrantyIn } from "../values/warranty-text.ts";

/** Cells by field; what is not there or empty says nothing. */
export type Fields = Readonly<Record<string, string | undefined>>;

export const productFields = [
  ...["slug", "model", "brand", "category", "category_path", "status", "vat_rate", "shipping_class", "serial_prefix"],
  ...["weight_grams", "weight", "length_mm", "width_mm", "height_mm", "warranty_months", "warranty_parts", "art_kind"],
  ...["commission_rate", "popularity", "created_at", "tags", "related_skus", "accessory_skus", "pictures"],
] as const;
export const textFields = ["name", "short_description", "description", "highlights"] as const;
export const variantFields = [
  ...[
    "sku",
    "barcode",
    "colour",
    "art_body",
    "price",
    "sale_price",
    "selling_price",
    "compare_price",
    "stock",
    "shown",
  ],
  ...["form_pictures", "currency", "sale_starts", "sale_ends", "number"],
] as const;

/** True for what a mapping may name: a field, `name.en`, `stock.HN`, `property.power_w`. */
export function isField(name: string): boolean {
  const [head = "", ...rest] = name.split(".");
  const tail = rest.join(".");
  if (head === "property") return tail !== "";
  if (head === "stock" && tail !== "") return /^[A-Z]{2,10}$/.test(tail);
  if (textFields.some((field) => field === head)) return tail === "" || locales.some((locale) => locale === tail);
  return tail === "" && [...productFields, ...variantFields].some((field) => field === head);
}

type Say = (field: string, reason: string) => void;

/** What the row says of the product as a whole; the row's form is `variantOfFields`. Plain texts are never HTML. */
export function readProductFields(draft: Draft, fields: Fields, isPlain = false): void {
  const say: Say = (field, reason) => draft.problems.push({ line: draft.line, field, reason });
  const line = (field: string) => cleanLine(fields[field] ?? "") || undefined;
  const whole = (field: string) => wholeNumber(fields[field], (reason) => say(field, reason));
  const slug = slugOfHandle(fields.slug ?? "");
  draft.slug = slug === "" || isReservedSlug(slug) ? undefined : slug;
  draft.model = line("model");
  draft.brand = line("brand");
  draft.category = line("category");
  draft.category_path = pathOf(fields.category_path);
  draft.status = statusOf(line("status"), say);
  draft.vat_rate = whole("vat_rate");
  draft.weight_grams = whole("weight_grams") ?? gramsOf(fields.weight, say);
  draft.length_mm = whole("length_mm");
  draft.width_mm = whole("width_mm");
  draft.height_mm = whole("height_mm");
  draft.shipping_class = oneOf(line("shipping_class"), ["parcel", "bulky", "install"], "shipping_class", say);
  draft.warranty_months = whole("warranty_months");
  draft.warranty_parts = partsOf(line("warranty_parts"), say);
  draft.serial_prefix = line("serial_prefix");
  draft.art_kind = line("art_kind");
  const rate = Number(line("commission_rate") ?? Number.NaN);
  if (rate >= 0 && rate <= 100) draft.commission_rate_bp = Math.round(rate * 100);
  else if (line("commission_rate")) say("commission_rate", "is not a percentage");
  draft.popularity = whole("popularity");
  draft.created_at = momentOf(fields, "created_at", say);
  draft.tag_names = listOf(fields.tags);
  draft.related = listOf(fields.related_skus);
  draft.accessories = listOf(fields.accessory_skus);
  draft.pictures = picturesOf(fields.pictures);
  readTexts(draft, fields, isPlain);
  const properties = Object.entries(fields).flatMap(([field, value]) =>
    field.startsWith("property.") && value?.trim() ? [[field.slice(9), cleanLine(value)] as const] : [],
  );
  const { months, others } = warrantyIn(properties);
  draft.warranty_months ??= months;
  if (others.length > 0) draft.properties = Object.fromEntries(others);
}

function readTexts(draft: Draft, fields: Fields, isPlain: boolean): void {
  const nameIn = isPlain ? cleanLine : cleanName;
  const textIn = isPlain ? cleanText : cleanDescription;
  for (const locale of locales) {
    const said = (field: string) => fields[`${field}.${locale}`] ?? (locale === "vi" ? fields[field] : undefined);
    const [name, short, long, points] = textFields.map((field) => said(field)?.trim() || undefined);
    const text: Draft["texts"][Locale] = {
      ...(name && { name: nameIn(name) }),
      ...(short && { short_description: textIn(short) }),
      ...(long && { description: textIn(long) }),
      ...(points && { highlights: points.split("\n").map(cleanLine).filter(Boolean) }),
    };
    if (Object.keys(text).length > 0) draft.texts[locale] = text;
    for (const field of textFields) {
      if (said(field)?.includes("\ufffd")) {
        draft.problems.push({
          line: draft.line,
          field,
          reason:
            'has "\ufffd" in the place of letters: save the file as UTF-8 anew, or say --encoding if it is in another',
        });
      }
    }
  }
}

/** Undefined where the row names no variant: neither SKU nor price. */
export function variantOfFields(
  draft: Draft,
  fields: Fields,
  line: number,
  rules: Currencies,
): DraftVariant | undefined {
  const say: Say = (field, reason) => draft.problems.push({ line, field, reason });
  const sku = cleanLine(fields.sku ?? "").replace(/^'/, "");
  const given = { ...rules, currency: cleanLine(fields.currency ?? "").toUpperCase() || rules.currency };
  const prices = pricesOf(fields, given, say);
  if (sku === "" && prices.price === undefined && draft.problems.length === 0) return undefined;
  const art_body = cleanLine(fields.art_body ?? "");
  const stock = Object.entries(fields).flatMap(([field, value]) => {
    const pieces = field.startsWith("stock.") ? wholeNumber(value, (reason) => say(field, reason)) : undefined;
    return pieces === undefined ? [] : [[field.slice(6), pieces] as const];
  });
  return {
    line,
    sku: sku || undefined,
    number: /^\d{1,12}$/.exec(fields.number ?? "")?.[0],
    barcode: barcodeOf(fields.barcode),
    colour: cleanLine(fields.colour ?? "") || undefined,
    art_body: /^#[0-9A-Fa-f]{6}$/.test(art_body) ? art_body : undefined,
    ...prices,
    stock: stock.length > 0 ? Object.fromEntries(stock) : undefined,
    pieces: wholeNumber(fields.stock, (reason) => say("stock", reason)),
    pictures: picturesOf(fields.form_pictures),
    is_shown: /^(true|1|yes|có|x)$/i.test(cleanLine(fields.shown ?? "")) || undefined,
  };
}

function pricesOf(
  fields: Fields,
  rules: Currencies,
  say: Say,
): Pick<DraftVariant, keyof Window | "price" | "sale_price"> {
  const read = (field: string) => {
    const written = fields[field]?.trim();
    if (!written) return undefined;
    const value = readPrice(written, rules);
    if (typeof value === "number") return value;
    say(field, `"${written.slice(0, 40)}" ${value}`);
    return undefined;
  };
  const selling = read("selling_price");
  if (selling !== undefined) {
    const isZero = /^[0.,\s]*$/.test(fields.compare_price ?? "");
    const compare = isZero ? undefined : read("compare_price");
    return compare !== undefined && compare > selling
      ? { price: compare, sale_price: selling }
      : { price: selling, sale_price: null };
  }
  const price = read("price");
  const sale_price = read("sale_price") ?? (price === undefined ? undefined : null);
  return { price, sale_price, ...(sale_price ? windowOf(fields, say) : {}) };
}

type Window = Pick<ImportedVariant, "sale_from" | "sale_until">;

/** Without dates a sale price has no end. `sale_ends` is its last second or day. */
function windowOf(fields: Fields, say: Say): Window {
  const sale_from = momentOf(fields, "sale_starts", say) ?? null;
  const last = momentOf(fields, "sale_ends", say, "23:59:59");
  const sale_until = last === undefined ? null : new Date(Date.parse(last) + 1000).toISOString();
  return { sale_from, sale_until };
}

function wholeNumber(written: string | undefined, say: (reason: string) => void): number | undefined {
  const text = cleanLine(written ?? "");
  if (text === "") return undefined;
  const value = Number(/^\d{1,3}([.,]\d{3})+$/.test(text) ? text.replace(/[.,]/g, "") : text.replace(/\.0+$/, ""));
  if (Number.isSafeInteger(value) && value >= 0) return value;
  say(`"${text.slice(0, 40)}" is not a whole number`);
  return undefined;
}

/** "A > B > C"; some shops write "A / B" with spaces, or "A » B". */
export function pathOf(written: string | undefined): string[] | undefined {
  const names = (written ?? "")
    .split(/\s*(?:>|»|›|\|)\s*|\s\/\s/)
    .map(cleanName)
    .filter((name) => name !== "");
  return names.length > 0 ? names : undefined;
}

/** Of "Khác, Bếp, Bếp > Nồi cơm" the last; the first of those that are equally deep. A separator after a backslash is a sign like others. */
export function deepestPath(written: string, separator: string): string {
  const escaped = `\\${separator}`;
  const paths = written.replaceAll(escaped, "\u0001").split(separator);
  const depth = (path: string) => pathOf(path)?.length ?? 0;
  const deepest = paths.reduce((best, path) => (depth(path) > depth(best) ? path : best), "");
  return deepest.replaceAll("\u0001", separator).trim();
}

const shownWords = new Set(["active", "true", "published", "publish", "in stock", "1", "yes", "co", "hien thi"]);
const hiddenWords = new Set([
  ...["hidden", "draft", "archived", "unlisted", "false", "inactive", "private", "pending"],
  ...["0", "-1", "no", "khong", "an"],
]);

function statusOf(written: string | undefined, say: Say): Draft["status"] {
  if (written === undefined) return undefined;
  const status = written.toLowerCase();
  if (shownWords.has(fold(status))) return "active";
  if (hiddenWords.has(fold(status))) return "hidden";
  say("status", `"${written.slice(0, 40)}" is neither active nor hidden`);
  return undefined;
}

function oneOf<T extends string>(
  written: string | undefined,
  values: readonly T[],
  field: string,
  say: Say,
): T | undefined {
  const found = values.find((value) => value === written);
  if (written !== undefined && found === undefined) say(field, `is none of ${values.join(", ")}`);
  return found;
}

/** "1,2 kg", "800 g", "2.5 lb"; a figure alone is grams. */
function gramsOf(written: string | undefined, say: Say): number | undefined {
  const text = cleanLine(written ?? "").toLowerCase();
  if (text === "" || /^0(?:[.,]0+)?(?: |$)/.test(text)) return undefined; // nothing weighs nothing: it was not said
  const [, figure = "", unit = ""] = /^(\d+(?:[.,]\d+)?) ?(kg|g|gr|gram|lb|oz)?$/.exec(text) ?? [];
  const factor = { kg: 1000, lb: 453.592, oz: 28.3495 }[unit] ?? 1;
  const grams = Number(figure.replace(",", ".")) * factor;
  if (figure !== "" && grams > 0) return Math.max(1, Math.round(grams)); // an ear-ring of 0.4 g
  say("weight", `"${text.slice(0, 40)}" is not a weight`);
  return undefined;
}

const Parts = z.array(z.object({ part: Words, months: z.int().min(0) }));

function partsOf(written: string | undefined, say: Say): Draft["warranty_parts"] {
  if (written === undefined) return undefined;
  try {
    return Parts.parse(JSON.parse(written));
  } catch {
    say("warranty_parts", "is not a list of parts as an export writes it");
    return undefined;
  }
}

/** Without a zone it is Vietnam's time; a day alone is that day at `time`. */
function momentOf(fields: Fields, field: string, say: Say, time = "00:00:00"): string | undefined {
  const written = cleanLine(fields[field] ?? "");
  if (written === "") return undefined;
  const [, day, clock = time] = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{1,2}:\d{2}:\d{2}))?$/.exec(written) ?? [];
  const at = new Date(
    day === undefined
      ? written.replace(/^(\S+) (\d\d:\d\d:\d\d) ([+-]\d{4})$/, "$1T$2$3")
      : `${day}T${clock.padStart(8, "0")}+07:00`,
  );
  if (!Number.isNaN(at.getTime())) return at.toISOString();
  say(field, `"${written.slice(0, 40)}" is not a date`);
  return undefined;
}

function listOf(written: string | undefined): string[] | undefined {
  const names = (written ?? "")
    .split(/[,;\n]/)
    .map(cleanLine)
    .filter(Boolean);
  return names.length > 0 ? names : undefined;
}

/** Only digits make a barcode; what a spreadsheet has made of it ("8.93E+12") says nothing. */
function barcodeOf(written: string | undefined): string | undefined {
  const digits = cleanLine(written ?? "").replace(/[\s'-]/g, "");
  return /^\d{8,14}$/.test(digits) ? digits : undefined;
}

export function picturesOf(written: string | undefined, alt = ""): DraftPicture[] | undefined {
  const addresses = cleanText(written ?? "")
    .split(/[\s,;]+(?=https?:)|\s+/)
    .filter((each) => /^https?:\/\//i.test(each));
  return addresses.length > 0 ? addresses.map((address) => ({ address, alt })) : undefined;
}
