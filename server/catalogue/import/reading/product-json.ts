/**
 * A product in the JSON of the demo catalogue: what `npm run export` writes, `npm run import` reads and the seeder loads.
 * Only the SKU must be there: what is left out says nothing. `stock`, `category_l1` and `currency` of the demo data are
 * sums and look-ups, and not read.
 */
import { isDeepStrictEqual } from "node:util";
import { isReservedSlug } from "contract/reserved-slugs.ts";
import { businessDay, type Locale, locales } from "contract/values/locale.ts";
import { z } from "zod";
import { Words } from "../../../platform/settings.ts";
import { percentOf } from "../../products/vat.ts";
import { type Draft, type DraftVariant, emptyDraft } from "../draft.ts";
import type { ImportedProduct, ImportedVariant } from "../imported-product.ts";
import { cleanLine, cleanText } from "../values/clean-text.ts";
import { type Currencies, dongOnly, readPrice } from "../values/price-text.ts";

const line = z.string().transform(cleanLine);
const required = z
  .string({ error: (issue) => (issue.input === undefined ? "is missing" : undefined) })
  .transform(cleanLine);
const text = z.string().transform(cleanText);
const lines = z.array(line);
const money = z.union([z.number(), z.string()]);
const stock = z.record(z.string(), z.int().min(0));
const perLocale = <T extends z.ZodType>(value: T) => z.partialRecord(z.enum(locales), value);
const picture = z.union([
  z.string().transform((address) => ({ address, alt: "" })),
  z.object({ address: z.string(), alt: z.string().default("") }),
]);

const variant = {
  sku: required.pipe(z.string().min(1, "is missing")),
  barcode: z
    .string()
    .regex(/^\d{8,14}$/, "is not 8 to 14 digits")
    .nullable()
    .optional(),
  art: z
    .object({
      kind: z.string().optional(),
      body: z
        .string()
        .regex(/^#[0-9A-Fa-f]{6}$/)
        .optional(),
    })
    .optional(),
  price: money.optional(),
  sale_price: money.nullable().optional(),
  /** The sale price holds from the one moment until before the other. */
  sale_from: z.iso.datetime({ offset: true }).nullable().optional(),
  sale_until: z.iso.datetime({ offset: true }).nullable().optional(),
  /** Units in all: the sum of `stock_by_warehouse`, or in its place. */
  stock: z.int().min(0).optional(),
  stock_by_warehouse: stock.optional(),
  pictures: z.array(picture).max(50).optional(),
};

export const ProductJson = z.object({
  ...variant,
  id: z.int().positive().optional(),
  model: line.optional(),
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "is not an address")
    .max(120)
    .refine((slug) => !isReservedSlug(slug), "belongs to the shop's own pages")
    .optional(),
  category: z.string().optional(),
  category_path: lines.optional(),
  brand: line.optional(),
  name: perLocale(line).optional(),
  short_description: perLocale(text).optional(),
  description: perLocale(text).optional(),
  highlights: perLocale(lines).optional(),
  vat_rate: z.int().min(0).max(100).optional(),
  package: z
    .object({ weight_g: z.int(), length_mm: z.int(), width_mm: z.int(), height_mm: z.int() })
    .partial()
    .optional(),
  shipping_class: z.enum(["parcel", "bulky", "install"]).optional(),
  warranty_months: z.int().min(0).max(1200).optional(),
  warranty_parts: z.array(z.object({ part: Words, months: z.int().min(0) })).optional(),
  serial_prefix: line.optional(),
  attributes: z.record(z.string(), z.unknown()).optional(),
  commission_rate: z.number().min(0).max(100).optional(),
  tags: lines.optional(),
  variants: z
    .array(z.object({ ...variant, colour: line.optional(), default: z.boolean().optional() }))
    .min(1)
    .optional(),
  popularity: z.int().optional(),
  created_at: z.union([z.iso.date(), z.iso.datetime({ offset: true })]).optional(),
  status: z.enum(["active", "hidden"]).optional(),
  related_skus: lines.optional(),
  accessory_skus: lines.optional(),
});
export type ProductJson = z.input<typeof ProductJson>;
type Read = z.output<typeof ProductJson>;

/** What one element of a file says, `line` being where it begins. */
export function draftOfJson(element: unknown, line: number, currencies: Currencies = dongOnly): Draft {
  const draft = emptyDraft(line);
  const read = ProductJson.safeParse(element);
  if (!read.success) {
    for (const { path, message } of read.error.issues) {
      draft.problems.push({ line, field: path.join(".") || "product", reason: message });
    }
    return draft;
  }
  const product = read.data;
  const { colour, ...properties } = product.attributes ?? {};
  draft.problems.push(...stockProblems(product, line));
  return Object.assign(draft, {
    ...plainOf(product),
    texts: textsOf(product),
    properties: product.attributes && properties,
    variants: variantsOf(product, typeof colour === "string" ? colour : undefined, draft, currencies),
  });
}

function plainOf(product: Read): Partial<Draft> {
  const { package: parcel, commission_rate, created_at } = product;
  return {
    slug: product.slug,
    model: product.model,
    brand: product.brand,
    category: product.category,
    category_path: product.category_path,
    status: product.status,
    vat_rate: product.vat_rate,
    weight_grams: parcel?.weight_g,
    length_mm: parcel?.length_mm,
    width_mm: parcel?.width_mm,
    height_mm: parcel?.height_mm,
    shipping_class: product.shipping_class,
    warranty_months: product.warranty_months,
    warranty_parts: product.warranty_parts,
    serial_prefix: product.serial_prefix,
    art_kind: product.art?.kind,
    commission_rate_bp: commission_rate === undefined ? undefined : Math.round(commission_rate * 100),
    popularity: product.popularity,
    created_at: created_at?.length === 10 ? `${created_at}T00:00:00+07:00` : created_at,
    tags: product.tags,
    related: product.related_skus,
    accessories: product.accessory_skus,
    pictures: product.pictures,
  };
}

function textsOf(product: Read): Draft["texts"] {
  const texts: Draft["texts"] = {};
  for (const locale of locales) {
    const said = {
      name: product.name?.[locale],
      short_description: product.short_description?.[locale],
      description: product.description?.[locale],
      highlights: product.highlights?.[locale],
    };
    const known = Object.entries(said).filter(([, value]) => value !== undefined);
    if (known.length > 0) texts[locale] = Object.fromEntries(known);
  }
  return texts;
}

type Counted = Pick<NonNullable<Read["variants"]>[number], "stock" | "stock_by_warehouse">;

const piecesOf = ({ stock, stock_by_warehouse }: Counted): number | undefined =>
  stock_by_warehouse ? Object.values(stock_by_warehouse).reduce((sum, pieces) => sum + pieces, 0) : stock;

/** Stock figures that contradict each other are reported: none of them is dropped silently. */
function stockProblems(product: Read, line: number): Draft["problems"] {
  const { variants } = product;
  const defaultVariant = variants?.find((each) => each.default) ?? variants?.[0] ?? product;
  const said: [field: string, one: Counted, other: Counted][] = [
    ["stock", product, variants ? defaultVariant : product],
    ...(variants ?? []).map((each, at): [string, Counted, Counted] => [`variants.${at}.stock`, each, each]),
  ];
  return said.flatMap(([field, { stock }, other]) => {
    const pieces = piecesOf(other);
    if (stock === undefined || stock === pieces) return [];
    if (pieces === undefined) return [{ line, field, reason: "is not divided among variants: each says its own" }];
    return [{ line, field, reason: `${stock} is not ${pieces}, as it is said by warehouse or by variant` }];
  });
}

/** A product without variants has one variant: itself. A variant that names no price has the product's. */
function variantsOf(product: Read, colour: string | undefined, draft: Draft, currencies: Currencies): DraftVariant[] {
  const price = (field: string, written: string | number | null | undefined) => {
    if (written === undefined || written === null) return written;
    const read = readPrice(written, currencies);
    if (typeof read === "number") return read;
    draft.problems.push({ line: draft.line, field, reason: `"${written}" ${read}` });
    return undefined;
  };
  const own = {
    price: price("price", product.price),
    sale_price: price("sale_price", product.sale_price),
    ...windowOf(product),
  };
  const variantOf = (
    each: NonNullable<Read["variants"]>[number],
    prices: Pick<DraftVariant, "sale_price" | "sale_from" | "sale_until"> & { price?: number | null | undefined },
  ) => ({
    line: draft.line,
    sku: each.sku,
    barcode: each.barcode,
    colour: each.colour,
    art_body: each.art?.body,
    price: prices.price ?? undefined,
    sale_price: prices.sale_price,
    sale_from: prices.sale_from,
    sale_until: prices.sale_until,
    stock: each.stock_by_warehouse,
    pieces: each.stock_by_warehouse ? undefined : each.stock,
    pictures: each.pictures,
    is_shown: each.default,
  });
  if (!product.variants) return [variantOf({ ...product, pictures: undefined, colour, default: true }, own)];
  return product.variants.map((each, at) => {
    const priced = {
      price: price(`variants.${at}.price`, each.price),
      sale_price: price(`variants.${at}.sale_price`, each.sale_price),
      ...windowOf(each),
    };
    return variantOf(each, each.price === undefined ? own : { ...priced, sale_price: priced.sale_price ?? null });
  });
}

function windowOf({ sale_from, sale_until }: Pick<Read, "sale_from" | "sale_until">) {
  const moment = (at: string | null | undefined) => (at ? new Date(at).toISOString() : null);
  return { sale_from: moment(sale_from), sale_until: moment(sale_until) };
}

type Pictured = { pictures: readonly string[] };

/** The other way round: what is written here is read as the same product. */
export function productJsonOf(product: ImportedProduct & Partial<Pictured>): ProductJson {
  const defaultVariant = product.variants[product.default_variant_index] ?? product.variants[0];
  if (!defaultVariant) throw new Error(`${product.slug} has no variant`);
  const languages = locales.filter((locale) => product.texts[locale] !== undefined);
  const said = <T>(of: (text: ImportedProduct["texts"]["vi"]) => T): { vi: T } & Partial<Record<Locale, T>> =>
    Object.fromEntries(languages.map((locale) => [locale, of(product.texts[locale] ?? product.texts.vi)])) as { vi: T };
  return {
    sku: defaultVariant.sku,
    model: product.model,
    barcode: defaultVariant.barcode,
    slug: product.slug,
    category: product.category,
    brand: product.brand,
    name: said(({ name }) => name),
    short_description: said(({ short_description }) => short_description),
    description: said(({ description }) => description),
    highlights: said(({ highlights }) => highlights),
    ...pricesOf(defaultVariant),
    vat_rate: percentOf(product.vat_class),
    package: {
      weight_g: product.weight_grams,
      length_mm: product.length_mm,
      width_mm: product.width_mm,
      height_mm: product.height_mm,
    },
    shipping_class: product.shipping_class,
    warranty_months: product.warranty_months,
    warranty_parts: product.warranty_parts,
    serial_prefix: product.serial_prefix,
    attributes: {
      ...mutable(product.properties),
      ...(defaultVariant.colour === null ? {} : { colour: defaultVariant.colour }),
    },
    stock_by_warehouse: defaultVariant.stock,
    commission_rate: product.commission_rate_bp / 100,
    tags: [...product.tags],
    art: { kind: product.art_kind, body: defaultVariant.art_body },
    ...(product.pictures?.length ? { pictures: [...product.pictures] } : {}),
    ...(product.variants.length > 1
      ? { variants: product.variants.map((variant) => variantJson(variant, defaultVariant)) }
      : {}),
    popularity: product.popularity,
    created_at: dayOrMoment(product.created_at),
    status: product.status,
    related_skus: [...product.related],
    accessory_skus: [...product.accessories],
  };
}

function variantJson(
  variant: ImportedVariant & Partial<Pictured>,
  defaultVariant: ImportedVariant,
): NonNullable<ProductJson["variants"]>[number] {
  const isPriced = !isDeepStrictEqual(pricesOf(variant), pricesOf(defaultVariant));
  return {
    sku: variant.sku,
    barcode: variant.barcode,
    ...(variant.colour === null ? {} : { colour: variant.colour }),
    art: { body: variant.art_body },
    stock_by_warehouse: variant.stock,
    default: variant === defaultVariant,
    ...(variant.pictures?.length ? { pictures: [...variant.pictures] } : {}),
    ...(isPriced ? pricesOf(variant) : {}),
  };
}

function pricesOf({ price, sale_price, sale_from, sale_until }: ImportedVariant) {
  return { price, sale_price, ...(sale_from && { sale_from }), ...(sale_until && { sale_until }) };
}

type Writable = Record<string, number | boolean | string | string[] | { min: number; max: number }>;
function mutable(properties: ImportedProduct["properties"]): Writable {
  return Object.fromEntries(
    Object.entries(properties).map(([code, value]) => [code, Array.isArray(value) ? [...value] : value]),
  ) as Writable;
}

/** A day where it began with that day on the shop's clock, else the moment. */
function dayOrMoment(created_at: string): string {
  const at = new Date(created_at);
  const day = businessDay(at);
  return at.getTime() === Date.parse(`${day}T00:00:00+07:00`) ? day : at.toISOString();
}
