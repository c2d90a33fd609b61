/**
 * Products the shop has that differ from the file: only what differs is written, except the listing row, which is
 * rebuilt. Variants are added and changed, never removed: orders and carts refer to them. Locks stock rows by variant
 * and warehouse (the caller has done it: `lockCounted`), then products, variants and prices, then the listing rows.
 */
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Sql } from "../../../database/sql.ts";
import type { Actor } from "../../../kernel/actor.ts";
import { index } from "../../index/listing-index.ts";
import { type Price, setPrices } from "../../products/prices.ts";
import type { ImportedProduct } from "../imported-product.ts";
import type { ImportLookups } from "../lookups.ts";
import type { Stored, StoredVariant } from "../stored.ts";
import {
  linkProducts,
  type ProductWithIds,
  priceOf,
  productColumns,
  productRow,
  TEXT_COLUMNS,
  tagRows,
  textRows,
} from "./new-products.ts";

export type Change = { product: ImportedProduct; stored: Stored; line: number };

/** Compares what counts; a moment written in another way is the same moment. */
export function isChanged({ product, stored }: Change): boolean {
  return !isDeepStrictEqual(comparable(product), comparable(stored));
}

function comparable(product: ImportedProduct | Stored): object {
  const { created_at, variants, texts, ...rest } = product;
  const own: Partial<Stored> = { ...rest };
  delete own.id;
  delete own.pictures; // they have their own way: pictures.ts
  return {
    ...own,
    created_at: Date.parse(created_at),
    texts: { ...texts },
    variants: variants.map((variant) => {
      const bare: Partial<StoredVariant> = { ...variant };
      delete bare.id;
      delete bare.allocated;
      delete bare.pictures;
      return bare;
    }),
  };
}

/** Variants whose counted units would change. */
export function recounted({ product, stored }: Change): number[] {
  return stored.variants.flatMap((variant) => {
    const next = product.variants.find(({ sku }) => sku === variant.sku);
    return next && !isDeepStrictEqual(next.stock, variant.stock) ? [variant.id] : [];
  });
}

/** Locks the stock of these variants and answers what is promised of it now. */
export async function lockCounted(
  db: Sql,
  variantIds: readonly number[],
): Promise<Map<number, Record<string, number>>> {
  const { rows } = await sql<{ variant_id: number; warehouse: string; allocated: number }>`
    select variant_id, warehouse, allocated from catalogue.stock
    where variant_id = any(${variantIds}::int[]) order by variant_id, warehouse for update`.execute(db);
  const promised = new Map<number, Record<string, number>>();
  for (const { variant_id, warehouse, allocated } of rows) {
    promised.set(variant_id, { ...promised.get(variant_id), [warehouse]: allocated });
  }
  return promised;
}

export async function writeChanges(
  db: Sql,
  changes: readonly Change[],
  lookups: ImportLookups,
  { now, by }: { now: Date; by: Actor },
): Promise<void> {
  const numbered = changes.map(({ product, stored }): ProductWithIds => ({ product, id: stored.id, variant_ids: [] }));
  await updateProducts(db, numbered, lookups, now);
  await writeSlugs(db, changes);
  await writeTexts(db, numbered);
  await writeVariants(db, changes, { now, by });
  const tagged = changes.filter(({ product, stored }) => !isDeepStrictEqual(product.tags, stored.tags));
  await writeTags(
    db,
    tagged.map(({ product, stored }) => ({ product, id: stored.id, variant_ids: [] })),
    lookups,
  );
  const linked = changes.filter(
    ({ product, stored }) =>
      !isDeepStrictEqual(product.related, stored.related) ||
      !isDeepStrictEqual(product.accessories, stored.accessories),
  );
  if (linked.length > 0)
    await linkProducts(
      db,
      linked.map(({ product, stored }) => ({ product, id: stored.id })),
    );
  await index(
    db,
    numbered.map(({ id }) => id),
    now,
  );
}

async function updateProducts(
  db: Sql,
  products: readonly ProductWithIds[],
  lookups: ImportLookups,
  now: Date,
): Promise<void> {
  const rows = products.map((each) => productRow(each, lookups, now));
  const columns = productColumns.filter((column) => column !== "id");
  const assignments = columns.map((column) => sql`${sql.ref(column)} = r.${sql.ref(column)}`);
  await sql`update catalogue.products p set ${sql.join(assignments)}
    from jsonb_populate_recordset(null::catalogue.products, ${JSON.stringify(rows)}::jsonb) r where p.id = r.id`.execute(
    db,
  );
}

/** An address that is given up still leads to the product. */
async function writeSlugs(db: Sql, changes: readonly Change[]): Promise<void> {
  const moved = changes.filter(({ product, stored }) => product.slug !== stored.slug);
  if (moved.length === 0) return;
  await sql`delete from catalogue.old_product_slugs where slug = any(${moved.map(({ product }) => product.slug)}::text[])`.execute(
    db,
  );
  await sql`insert into catalogue.old_product_slugs (slug, product_id)
    select slug, id from unnest(${moved.map(({ stored }) => stored.slug)}::text[], ${moved.map(({ stored }) => stored.id)}::int[])
      as m (slug, id) on conflict (slug) do update set product_id = excluded.product_id`.execute(db);
}

async function writeTexts(db: Sql, products: readonly ProductWithIds[]): Promise<void> {
  const columns = sql.join(TEXT_COLUMNS.map((column) => sql.ref(column)));
  await sql`insert into catalogue.product_texts as t (${columns})
    select ${columns} from jsonb_populate_recordset(null::catalogue.product_texts, ${JSON.stringify(products.flatMap(textRows))}::jsonb)
    on conflict (product_id, locale) do update set name = excluded.name, short_description = excluded.short_description,
      description = excluded.description, highlights = excluded.highlights
    where (t.name, t.short_description, t.description, t.highlights) is distinct from
      (excluded.name, excluded.short_description, excluded.description, excluded.highlights)`.execute(db);
}

async function writeVariants(
  db: Sql,
  changes: readonly Change[],
  { now, by }: { now: Date; by: Actor },
): Promise<void> {
  const variants: object[] = [];
  const prices = new Map<string, Price>();
  const stock: { sku: string; warehouse: string; on_hand: number }[] = [];
  for (const { product, stored } of changes) {
    const known = new Map(stored.variants.map((variant) => [variant.sku, variant]));
    for (const [at, { stock: pieces, ...variant }] of product.variants.entries()) {
      prices.set(variant.sku, priceOf(variant));
      variants.push({
        ...variant,
        product_id: stored.id,
        is_default: at === product.default_variant_index,
        position: at,
      });
      for (const [warehouse, on_hand] of Object.entries(pieces)) {
        // A figure the file does not change is not written: it may have moved since it was read.
        if (known.get(variant.sku)?.stock[warehouse] !== on_hand) stock.push({ sku: variant.sku, warehouse, on_hand });
      }
    }
  }
  // One product has one default: the old one steps back before the new one steps forward.
  const withNewDefault = changes.filter(
    ({ product, stored }) =>
      product.variants[product.default_variant_index]?.sku !== stored.variants[stored.default_variant_index]?.sku,
  );
  if (withNewDefault.length > 0) {
    await sql`update catalogue.variants set is_default = false
      where is_default and product_id = any(${withNewDefault.map(({ stored }) => stored.id)}::int[])`.execute(db);
  }
  await sql`insert into catalogue.variants as v (product_id, sku, barcode, colour, art_body, is_default, position)
    select product_id, sku, barcode, colour, art_body, is_default,
      position + (select max(n.position) + 1 from catalogue.variants n where n.product_id = r.product_id)
    from jsonb_populate_recordset(null::catalogue.variants, ${JSON.stringify(variants)}::jsonb) r
    on conflict (sku) do update set barcode = excluded.barcode, colour = excluded.colour, art_body = excluded.art_body,
      is_default = excluded.is_default
    where (v.barcode, v.colour, v.art_body, v.is_default) is distinct from
      (excluded.barcode, excluded.colour, excluded.art_body, excluded.is_default)`.execute(db);
  const { rows: numbered } = await sql<{ sku: string; variant_id: number }>`
    select sku, id as variant_id from catalogue.variants where sku = any(${[...prices.keys()]}::text[])`.execute(db);
  const priced = numbered.flatMap(({ sku, variant_id }) => {
    const price = prices.get(sku);
    return price ? [{ ...price, variant_id }] : [];
  });
  await setPrices(db, priced, { by, at: now });
  await sql`insert into catalogue.stock as s (variant_id, warehouse, on_hand)
    select v.id, r.warehouse, r.on_hand
    from jsonb_to_recordset(${JSON.stringify(stock)}::jsonb) as r (sku text, warehouse text, on_hand integer)
    join catalogue.variants v on v.sku = r.sku order by v.id, r.warehouse
    on conflict (variant_id, warehouse) do update set on_hand = excluded.on_hand where s.on_hand <> excluded.on_hand`.execute(
    db,
  );
}

async function writeTags(db: Sql, products: readonly ProductWithIds[], lookups: ImportLookups): Promise<void> {
  if (products.length === 0) return;
  await sql`delete from catalogue.product_tags where product_id = any(${products.map(({ id }) => id)}::int[])`.execute(
    db,
  );
  await sql`insert into catalogue.product_tags (product_id, tag_id, position)
    select product_id, tag_id, position from jsonb_populate_recordset(null::catalogue.product_tags,
      ${JSON.stringify(products.flatMap((each) => tagRows(each, lookups)))}::jsonb)`.execute(db);
}
