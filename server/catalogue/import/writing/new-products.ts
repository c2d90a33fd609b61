/**
 * Inserts imported products the shop does not have yet: one statement a table for a whole batch, and the listing index
 * from the same values, so nothing is read back. It runs in the caller's transaction; the lookups must have every name the
 * products use.
 */
import { locales } from "contract/values/locale.ts";
import { sql } from "kysely";
import type { Sql } from "../../../database/sql.ts";
import type { Actor } from "../../../kernel/actor.ts";
import { indexSources, type WordTally } from "../../index/listing-index.ts";
import type { Source } from "../../index/listing-row.ts";
import { type Price, setPrices } from "../../products/prices.ts";
import type { ImportedProduct, ImportedVariant } from "../imported-product.ts";
import type { ImportLookups } from "../lookups.ts";
import { insertRows } from "./insert-rows.ts";

/** An imported product with the ids of its product and its variants, in their order. */
export type ProductWithIds = { product: ImportedProduct; id: number; variant_ids: readonly number[] };

export const productColumns = [
  ...["id", "slug", "model", "brand_id", "category_id", "status", "vat_class", "serial_prefix"],
  ...["weight_grams", "length_mm", "width_mm", "height_mm", "shipping_class", "warranty_months", "warranty_parts"],
  ...["properties", "art_kind", "commission_rate_bp", "popularity", "created_at", "updated_at"],
];
export const TEXT_COLUMNS = ["product_id", "locale", "name", "short_description", "description", "highlights"];
const variantColumns = [...["id", "product_id", "sku", "barcode", "colour", "art_body", "is_default", "position"]];

/** Ids for new products, from the tables' own sequences. */
export async function numberProducts(db: Sql, products: readonly ImportedProduct[]): Promise<ProductWithIds[]> {
  const variants = products.reduce((sum, product) => sum + product.variants.length, 0);
  const { rows } = await sql<{ products: number[]; variants: number[] }>`select
    array(select nextval(pg_get_serial_sequence('catalogue.products', 'id'))::int
      from generate_series(1, ${products.length}::int)) as products,
    array(select nextval(pg_get_serial_sequence('catalogue.variants', 'id'))::int
      from generate_series(1, ${variants}::int)) as variants`.execute(db);
  const ids = rows[0] ?? { products: [], variants: [] };
  let next = 0;
  return products.map((product, at) => {
    const variantIds = ids.variants.slice(next, next + product.variants.length);
    next += product.variants.length;
    return { product, id: ids.products[at] ?? 0, variant_ids: variantIds };
  });
}

/** Inserts everything but the links between products: see `linkProducts`. `by` is the actor who sets their prices. */
export async function addProducts(
  db: Sql,
  products: readonly ProductWithIds[],
  lookups: ImportLookups,
  { now, by, tally }: { now: Date; by: Actor; tally?: WordTally },
): Promise<void> {
  if (products.length === 0) return;
  await insertRows(
    db,
    "catalogue.products",
    productColumns,
    products.map((each) => productRow(each, lookups, now)),
  );
  await insertRows(db, "catalogue.product_texts", TEXT_COLUMNS, products.flatMap(textRows));
  await insertRows(db, "catalogue.variants", variantColumns, products.flatMap(variantRows));
  await setPrices(db, products.flatMap(priceRows), { by, at: now });
  await insertRows(
    db,
    "catalogue.stock",
    ["variant_id", "warehouse", "on_hand", "allocated"],
    products.flatMap(stockRows),
  );
  const tags = products.flatMap((each) => tagRows(each, lookups));
  await insertRows(db, "catalogue.product_tags", ["product_id", "tag_id", "position"], tags);
  const on_sale = products.filter(({ product }) => product.status === "active");
  await indexSources(
    db,
    on_sale.map((each) => sourceOf(each, lookups)),
    lookups.reference,
    now,
    tally,
  );
}

export function productRow({ product, id }: ProductWithIds, lookups: ImportLookups, now: Date): object {
  const { texts, variants, tags, related, accessories, default_variant_index, brand, category, ...own } = product;
  return {
    ...own,
    id,
    brand_id: known(lookups.brands, brand).id,
    category_id: known(lookups.categories, category).id,
    updated_at: now,
  };
}

export function textRows({ product, id }: ProductWithIds): object[] {
  return Object.entries(product.texts).map(([locale, text]) => ({ product_id: id, locale, ...text }));
}

function variantRows({ product, id, variant_ids }: ProductWithIds): object[] {
  return product.variants.map(({ sku, barcode, colour, art_body }, position) => {
    const own = { sku, barcode, colour, art_body };
    return {
      ...own,
      id: variant_ids[position],
      product_id: id,
      is_default: position === product.default_variant_index,
      position,
    };
  });
}

function priceRows({ product, variant_ids }: ProductWithIds) {
  return product.variants.map((variant, position) => ({ ...priceOf(variant), variant_id: variant_ids[position] ?? 0 }));
}

export function priceOf({
  price: list_price,
  sale_price,
  sale_from,
  sale_until,
}: Omit<ImportedVariant, "stock">): Price {
  return { list_price, sale_price, sale_from, sale_until };
}

function stockRows({ product, variant_ids }: ProductWithIds): object[] {
  return product.variants.flatMap(({ stock }, position) =>
    Object.entries(stock).map(([warehouse, on_hand]) => {
      return { variant_id: variant_ids[position], warehouse, on_hand, allocated: 0 };
    }),
  );
}

export function tagRows({ product, id }: ProductWithIds, lookups: ImportLookups): object[] {
  return product.tags.map((slug, position) => ({ product_id: id, tag_id: known(lookups.tags, slug).id, position }));
}

/** What the listing index is made from, without reading back what has just been written. */
export function sourceOf({ product, id, variant_ids }: ProductWithIds, lookups: ImportLookups): Source {
  const category = known(lookups.categories, product.category);
  return {
    id,
    model: product.model,
    category_id: category.id,
    root_id: category.root_id,
    brand: known(lookups.brands, product.brand).code,
    brand_name: product.brand,
    properties: product.properties,
    popularity: product.popularity,
    created_at: new Date(product.created_at),
    texts: locales.flatMap((locale) => {
      const text = product.texts[locale];
      return text ? [{ locale, name: text.name, short_description: text.short_description }] : [];
    }),
    category_names: category.path_names,
    tags: product.tags.map((slug) => ({ slug, label: known(lookups.tags, slug).label })),
    variants: product.variants.map((variant, position) => ({
      id: variant_ids[position] ?? 0,
      sku: variant.sku,
      barcode: variant.barcode,
      colour: variant.colour,
      is_default: position === product.default_variant_index,
      available: Object.values(variant.stock).reduce((sum, on_hand) => sum + on_hand, 0),
    })),
  };
}

export type Links = Pick<ImportedProduct, "related" | "accessories">;

/** Links by SKU, of products whose targets are all written by now; SKUs the shop does not have are left out. */
export async function linkProducts(db: Sql, products: readonly { id: number; product: Links }[]): Promise<void> {
  const links = products.flatMap(({ id, product }) => [
    ...product.related.map((sku, position) => ({ product_id: id, kind: "related", position, sku })),
    ...product.accessories.map((sku, position) => ({ product_id: id, kind: "accessory", position, sku })),
  ]);
  await sql`delete from catalogue.product_links where product_id = any(${products.map(({ id }) => id)}::int[])`.execute(
    db,
  );
  await sql`insert into catalogue.product_links (product_id, kind, position, other_id)
    select distinct on (l.product_id, l.kind, v.product_id) l.product_id, l.kind, l.position, v.product_id
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
      as l (product_id integer, kind text, position smallint, sku text)
    join catalogue.variants v on v.sku = l.sku
    where v.product_id <> l.product_id
    order by l.product_id, l.kind, v.product_id, l.position`.execute(db);
}

function known<V>(list: ReadonlyMap<string, V>, name: string): V {
  const found = list.get(name);
  if (!found) throw new Error(`the import's lookups do not know "${name}"`);
  return found;
}
