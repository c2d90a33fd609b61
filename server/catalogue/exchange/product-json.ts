/**
 * A product in the JSON of the demo catalogue: what `npm run export` writes, `npm run import` reads and the seeder loads.
 * Read leniently where the demo data repeats itself (`stock`, `category_l1` are sums and look-ups), strictly elsewhere.
 */
import { businessDay, type Locale, locales } from "contract/locale.ts";
import { z } from "zod";
import { Words } from "../../settings.ts";
import type { Ware, WareForm } from "./ware.ts";

const texts = z.partialRecord(z.enum(locales), z.string()).and(z.object({ vi: z.string() }));
const dong = z.int().min(0);
const stock = z.record(z.string(), z.int().min(0));
const range = z.strictObject({ min: z.number(), max: z.number() });
const property = z.union([z.number(), z.boolean(), z.string(), z.array(z.string()), range]);

export const ProductJson = z.object({
  id: z.int().positive().optional(),
  sku: z.string(),
  model: z.string(),
  barcode: z.string().nullable().default(null),
  slug: z.string(),
  category: z.string(),
  brand: z.string(),
  name: texts,
  short_description: texts.default({ vi: "" }),
  description: texts.default({ vi: "" }),
  highlights: z.partialRecord(z.enum(locales), z.array(z.string())).default({}),
  price: dong,
  sale_price: dong.nullable().default(null),
  vat_rate: z.int(),
  package: z.object({ weight_g: z.int(), length_mm: z.int(), width_mm: z.int(), height_mm: z.int() }),
  shipping_class: z.string(),
  warranty_months: z.int(),
  warranty_parts: z.array(z.object({ part: Words, months: z.int() })).default([]),
  serial_prefix: z.string(),
  attributes: z.record(z.string(), property).default({}),
  stock_by_warehouse: stock.default({}),
  commission_rate: z.number().default(0),
  tags: z.array(z.string()).default([]),
  art: z.object({ kind: z.string(), body: z.string() }),
  variants: z
    .array(
      z.object({
        sku: z.string(),
        barcode: z.string().nullable().default(null),
        colour: z.string().optional(),
        art: z.object({ body: z.string() }),
        stock_by_warehouse: stock.default({}),
        default: z.boolean(),
        price: dong.optional(),
        sale_price: dong.nullable().optional(),
      }),
    )
    .min(1)
    .optional(),
  popularity: z.int().default(0),
  created_at: z.string(),
  status: z.enum(["active", "hidden"]).default("active"),
  related_skus: z.array(z.string()).default([]),
  accessory_skus: z.array(z.string()).default([]),
});
export type ProductJson = z.input<typeof ProductJson>;

export function wareOf(product: z.output<typeof ProductJson>): Ware {
  const { colour, ...properties } = product.attributes;
  const { vi, ...others } = textsOf(product);
  const forms = formsOf(product, typeof colour === "string" ? colour : null);
  return {
    slug: product.slug,
    model: product.model,
    brand: product.brand,
    category: product.category,
    status: product.status,
    vat_rate: product.vat_rate,
    weight_grams: product.package.weight_g,
    length_mm: product.package.length_mm,
    width_mm: product.package.width_mm,
    height_mm: product.package.height_mm,
    shipping_class: product.shipping_class,
    warranty_months: product.warranty_months,
    warranty_parts: product.warranty_parts,
    serial_prefix: product.serial_prefix,
    properties,
    art_kind: product.art.kind,
    commission_rate_bp: Math.round(product.commission_rate * 100),
    popularity: product.popularity,
    created_at: product.created_at.length > 10 ? product.created_at : `${product.created_at}T00:00:00+07:00`,
    texts: { vi: vi ?? { name: "", short_description: "", description: "", highlights: [] }, ...others },
    tags: product.tags,
    related: product.related_skus,
    accessories: product.accessory_skus,
    forms,
    shown: Math.max(
      0,
      (product.variants ?? []).findIndex((form) => form.default),
    ),
  };
}

function textsOf(product: z.output<typeof ProductJson>): Partial<Ware["texts"]> {
  const texts: Partial<Ware["texts"]> = {};
  for (const locale of locales) {
    const name = product.name[locale];
    if (name === undefined) continue;
    texts[locale] = {
      name,
      short_description: product.short_description[locale] ?? "",
      description: product.description[locale] ?? "",
      highlights: product.highlights[locale] ?? [],
    };
  }
  return texts;
}

/** A product without variants has one form: itself. A form that names no price has the product's. */
function formsOf(product: z.output<typeof ProductJson>, colour: string | null): WareForm[] {
  const { sku, barcode, price, sale_price } = product;
  const own = { sku, barcode, colour, art_body: product.art.body, price, sale_price };
  if (!product.variants) return [{ ...own, stock: product.stock_by_warehouse }];
  return product.variants.map((form) => ({
    sku: form.sku,
    barcode: form.barcode,
    colour: form.colour ?? null,
    art_body: form.art.body,
    price: form.price ?? price,
    sale_price: form.price === undefined ? sale_price : (form.sale_price ?? null),
    stock: form.stock_by_warehouse,
  }));
}

/** The other way round: `wareOf(productJsonOf(ware))` is the ware. */
export function productJsonOf(ware: Ware): ProductJson {
  const shown = ware.forms[ware.shown] ?? ware.forms[0];
  if (!shown) throw new Error(`${ware.slug} has no form`);
  const languages = locales.filter((locale) => ware.texts[locale] !== undefined);
  const said = <T>(of: (text: Ware["texts"]["vi"]) => T): { vi: T } & Partial<Record<Locale, T>> =>
    Object.fromEntries(languages.map((locale) => [locale, of(ware.texts[locale] ?? ware.texts.vi)])) as { vi: T };
  return {
    sku: shown.sku,
    model: ware.model,
    barcode: shown.barcode,
    slug: ware.slug,
    category: ware.category,
    brand: ware.brand,
    name: said(({ name }) => name),
    short_description: said(({ short_description }) => short_description),
    description: said(({ description }) => description),
    highlights: said(({ highlights }) => highlights),
    price: shown.price,
    sale_price: shown.sale_price,
    vat_rate: ware.vat_rate,
    package: {
      weight_g: ware.weight_grams,
      length_mm: ware.length_mm,
      width_mm: ware.width_mm,
      height_mm: ware.height_mm,
    },
    shipping_class: ware.shipping_class,
    warranty_months: ware.warranty_months,
    warranty_parts: ware.warranty_parts,
    serial_prefix: ware.serial_prefix,
    attributes: { ...mutable(ware.properties), ...(shown.colour === null ? {} : { colour: shown.colour }) },
    stock_by_warehouse: shown.stock,
    commission_rate: ware.commission_rate_bp / 100,
    tags: [...ware.tags],
    art: { kind: ware.art_kind, body: shown.art_body },
    ...(ware.forms.length > 1 ? { variants: ware.forms.map((form) => variantJson(form, shown)) } : {}),
    popularity: ware.popularity,
    created_at: dayOrMoment(ware.created_at),
    status: ware.status,
    related_skus: [...ware.related],
    accessory_skus: [...ware.accessories],
  };
}

function variantJson(form: WareForm, shown: WareForm): NonNullable<ProductJson["variants"]>[number] {
  const is_priced = form.price !== shown.price || form.sale_price !== shown.sale_price;
  return {
    sku: form.sku,
    barcode: form.barcode,
    ...(form.colour === null ? {} : { colour: form.colour }),
    art: { body: form.art_body },
    stock_by_warehouse: form.stock,
    default: form === shown,
    ...(is_priced ? { price: form.price, sale_price: form.sale_price } : {}),
  };
}

type Writable = Record<string, number | boolean | string | string[] | { min: number; max: number }>;
function mutable(properties: Ware["properties"]): Writable {
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
