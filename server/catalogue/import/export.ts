/**
 * The catalogue as a file `npm run import` reads: JSON, a product a line, or CSV, a variant a row. Read a few hundred products
 * at a time by their numbers, so the size of the shop costs no memory and no transaction stays open.
 */
import { locales } from "contract/values/locale.ts";
import { stringify } from "csv-stringify/sync";
import { sql } from "kysely";
import type { Sql } from "../../database/sql.ts";
import { percentOf } from "../products/vat.ts";
import type { ImportedProduct, ImportedVariant } from "./imported-product.ts";
import { safeCell } from "./reading/cells.ts";
import { textFields } from "./reading/fields.ts";
import { productJsonOf } from "./reading/product-json.ts";
import { storedOf, storedQuery } from "./stored.ts";
import { propertyText } from "./values/property-text.ts";

export type Exported = { format: "json" | "csv"; category: string | undefined; warehouses: readonly string[] };

/** Every cell with a line end is quoted, whichever line end it is. */
const CSV_FORM = { record_delimiter: "\r\n", quoted_match: /[\r\n]/ };
const PAGE_PRODUCTS = 500;

/** The file in chunks; the first is its header. Throws SyntaxError for a category that is not there. */
export async function* exportCatalogue(db: Sql, { format, category, warehouses }: Exported): AsyncGenerator<string> {
  const paths = await categoryPaths(db);
  const ids = category === undefined ? null : await categoryIds(db, category);
  const writer = format === "json" ? jsonWriter(paths) : csvWriter(paths, warehouses, await propertyCodes(db));
  yield writer.head;
  for (let after = 0, isFirst = true; ; isFirst = false) {
    const { rows } = await storedQuery(sql`where p.id > ${after}
      and (${ids}::int[] is null or p.category_id = any(${ids}::int[])) order by p.id limit ${PAGE_PRODUCTS}`).execute(
      db,
    );
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
    const products = rows.map(storedOf).filter(({ variants }) => variants.length > 0);
    if (products.length > 0) yield writer.part(products, isFirst);
  }
  yield writer.foot;
}

/** Products that were never in the shop, as an export would write them. */
export async function* exportProducts(
  db: Sql,
  batches: Iterable<readonly ImportedProduct[]>,
  { format, warehouses }: Pick<Exported, "format" | "warehouses">,
): AsyncGenerator<string> {
  const paths = await categoryPaths(db);
  const writer = format === "json" ? jsonWriter(paths) : csvWriter(paths, warehouses, await propertyCodes(db));
  yield writer.head;
  let isFirst = true;
  for (const batch of batches) {
    yield writer.part(batch, isFirst);
    isFirst = false;
  }
  yield writer.foot;
}

type Pictured = { pictures?: readonly string[] };
type Written = Omit<ImportedProduct, "variants"> & Pictured & { variants: readonly (ImportedVariant & Pictured)[] };
type Writer = { head: string; part(products: readonly Written[], isFirst: boolean): string; foot: string };
type Paths = ReadonlyMap<string, string[]>;

function jsonWriter(paths: Paths): Writer {
  const element = (product: Written) =>
    JSON.stringify({ ...productJsonOf(product), category_path: paths.get(product.category) });
  const part: Writer["part"] = (products, isFirst) => `${isFirst ? "" : ",\n"}${products.map(element).join(",\n")}`;
  return { head: "[\n", part, foot: "\n]\n" };
}

function csvWriter(paths: Paths, warehouses: readonly string[], codes: readonly string[]): Writer {
  const columns = [
    ...["slug", "sku", "model", "brand", "category", "category_path", "status"],
    ...textFields.flatMap((field) => locales.map((locale) => `${field}.${locale}`)),
    ...[
      "barcode",
      "colour",
      "price",
      "sale_price",
      "sale_starts",
      "sale_ends",
      ...warehouses.map((code) => `stock.${code}`),
      "shown",
    ],
    ...["vat_rate", "weight_grams", "length_mm", "width_mm", "height_mm", "shipping_class", "warranty_months"],
    ...["warranty_parts", "serial_prefix", "commission_rate", "popularity", "created_at", "tags", "related_skus"],
    ...[
      "accessory_skus",
      "pictures",
      "form_pictures",
      "art_kind",
      "art_body",
      ...codes.map((code) => `property.${code}`),
    ],
  ];
  const rows = (cells: readonly Record<string, string>[]) =>
    stringify(
      cells.map((row) => columns.map((column) => safeCell(row[column] ?? ""))),
      CSV_FORM,
    );
  // The byte order mark marks UTF-8 for spreadsheets.
  const head = `\ufeff${stringify([columns], CSV_FORM)}`;
  return { head, part: (products) => rows(products.flatMap((product) => rowsOf(product, paths))), foot: "" };
}

/** The product's own fields stand on its first row; the address on each. */
function rowsOf(product: Written, paths: Paths): Record<string, string>[] {
  return product.variants.map((variant, at) => ({
    slug: product.slug,
    ...(at === 0 ? productCells(product, paths) : {}),
    sku: variant.sku,
    barcode: variant.barcode ?? "",
    colour: variant.colour ?? "",
    price: String(variant.price),
    sale_price: variant.sale_price === null ? "" : String(variant.sale_price),
    sale_starts: variant.sale_from ?? "",
    sale_ends: variant.sale_until === null ? "" : new Date(Date.parse(variant.sale_until) - 1000).toISOString(), // its last second
    ...Object.fromEntries(Object.entries(variant.stock).map(([code, on_hand]) => [`stock.${code}`, String(on_hand)])),
    shown: at === product.default_variant_index && product.variants.length > 1 ? "true" : "",
    art_body: variant.art_body,
    form_pictures: (variant.pictures ?? []).join("\n"),
  }));
}

function productCells(product: Written, paths: Paths): Record<string, string> {
  const { warranty_parts, texts, properties } = product;
  const said = locales.flatMap((locale) => {
    const text = texts[locale];
    if (!text) return [];
    const cells = { ...text, highlights: text.highlights.join("\n") };
    return textFields.map((field) => [`${field}.${locale}`, cells[field]] as const);
  });
  return {
    ...Object.fromEntries(said),
    ...Object.fromEntries(Object.entries(properties).map(([code, value]) => [`property.${code}`, propertyText(value)])),
    model: product.model,
    brand: product.brand,
    category: product.category,
    category_path: (paths.get(product.category) ?? []).join(" > "),
    status: product.status,
    vat_rate: String(percentOf(product.vat_class)),
    weight_grams: String(product.weight_grams),
    length_mm: String(product.length_mm),
    width_mm: String(product.width_mm),
    height_mm: String(product.height_mm),
    shipping_class: product.shipping_class,
    warranty_months: String(product.warranty_months),
    warranty_parts: warranty_parts.length > 0 ? JSON.stringify(warranty_parts) : "",
    serial_prefix: product.serial_prefix,
    commission_rate: String(product.commission_rate_bp / 100),
    popularity: String(product.popularity),
    created_at: productJsonOf(product).created_at ?? "",
    tags: product.tags.join(","),
    related_skus: product.related.join("\n"),
    accessory_skus: product.accessories.join("\n"),
    pictures: (product.pictures ?? []).join("\n"),
    art_kind: product.art_kind,
  };
}

async function categoryPaths(db: Sql): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ slug: string; path: string[] }>`
    select c.slug, array(select t.name from catalogue.categories n
      join catalogue.category_texts t on t.category_id = n.id and t.locale = 'vi'
      where n.id in (c.id, c.parent_id) order by n.level) as path from catalogue.categories c`.execute(db);
  return new Map(rows.map(({ slug, path }) => [slug, path]));
}

/** A category of level 1 stands for those below it. */
async function categoryIds(db: Sql, slug: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select c.id from catalogue.categories c
    left join catalogue.categories r on r.id = c.parent_id where c.slug = ${slug} or r.slug = ${slug}`.execute(db);
  if (rows.length === 0) throw new SyntaxError(`There is no category "${slug}".`);
  return rows.map(({ id }) => id);
}

async function propertyCodes(db: Sql): Promise<string[]> {
  const { rows } = await sql<{
    code: string;
  }>`select code from catalogue.attributes where code <> 'colour' order by id`.execute(db);
  return rows.map(({ code }) => code);
}
