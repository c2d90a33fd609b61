/**
 * Fills the shop with an invented catalogue, for measuring and for trying out: repeatable by its seed, added to what is
 * there. What exists already (by SKU) is left as it is, so an interrupted run is finished by the same command.
 */
import { sql } from "kysely";
import { unhurried } from "../../server/catalogue/import/import.ts";
import type { ImportedProduct } from "../../server/catalogue/import/imported-product.ts";
import { addBrands, type ImportLookups, readImportLookups } from "../../server/catalogue/import/lookups.ts";
import { loadInBulk } from "../../server/catalogue/import/writing/bulk-load.ts";
import { addProducts, numberProducts } from "../../server/catalogue/import/writing/new-products.ts";
import { writeFacetValuesOf } from "../../server/catalogue/index/facet-ranges.ts";
import { countWords, openTally } from "../../server/catalogue/index/listing-index.ts";
import { readReference } from "../../server/catalogue/products/reference.ts";
import type { Sql } from "../../server/database/sql.ts";
import { inventProduct } from "./invent.ts";
import { inventedBrands } from "./invented-names.ts";
import { addNarrower } from "./long-tail.ts";
import type { Patterns } from "./patterns.ts";

export type Invention = {
  patterns: Patterns;
  seed: number;
  products: number;
  /** From how many products on the load is one transaction without indexes (bulk-load.ts). */
  bulk_from?: number;
};
export type Generated = { added: number; there: number };

const BATCH_PRODUCTS = 1000;
/** Enough to know how figures are spread in each category. */
const SAMPLE_PRODUCTS = 20_000;

const BULK_PRODUCTS = 20_000;

/** `told` is called after every batch with the number done. */
export async function generate(
  db: Sql,
  invention: Invention,
  now: Date,
  told: (done: number) => void,
): Promise<Generated> {
  const lookups = await prepare(db, invention);
  const tally = openTally();
  const generated: Generated = { added: 0, there: 0 };
  const add = async (transaction: Sql, products: ImportedProduct[]) => {
    const fresh = await absent(transaction, products);
    await addProducts(transaction, await numberProducts(transaction, fresh), lookups, {
      now,
      by: "system",
      tally,
    });
    generated.added += fresh.length;
    generated.there += products.length - fresh.length;
    told(generated.added + generated.there);
  };
  const inOne = (work: (transaction: Sql) => Promise<void>) =>
    db.transaction().execute(async (transaction) => {
      await unhurried(transaction);
      await work(transaction);
    });
  if (invention.products < (invention.bulk_from ?? BULK_PRODUCTS)) {
    for (const products of inventBatches(invention)) await inOne((transaction) => add(transaction, products));
  } else {
    await inOne((transaction) =>
      loadInBulk(transaction, async () => {
        for (const products of inventBatches(invention)) await add(transaction, products);
      }),
    );
  }
  await inOne((transaction) => countWords(transaction, tally));
  await sql`select pg_notify('pages_changed', '*')`.execute(db);
  return generated;
}

/** All of it, batch by batch. */
export function* inventBatches(invention: Invention): Generator<ImportedProduct[]> {
  for (let start = 0; start < invention.products; start += BATCH_PRODUCTS) {
    yield inventRange(invention, start, Math.min(start + BATCH_PRODUCTS, invention.products));
  }
}

export function inventRange({ patterns, seed }: Invention, start: number, end: number): ImportedProduct[] {
  return Array.from({ length: end - start }, (_each, at) => inventProduct(patterns, seed, start + at));
}

/** Brands, and the ranges of every filter, cut once from a sample of what comes beside what is there. */
async function prepare(db: Sql, invention: Invention): Promise<ImportLookups> {
  return db.transaction().execute(async (transaction) => {
    await unhurried(transaction);
    const { tail } = invention.patterns;
    await addNarrower(transaction, tail.narrower);
    const lookups = await readImportLookups(transaction);
    await addBrands(transaction, [...inventedBrands, ...tail.brands], lookups);
    const step = Math.max(1, Math.floor(invention.products / SAMPLE_PRODUCTS));
    const byCategory = new Map<string, ImportedProduct["properties"][]>();
    for (let number = 0; number < invention.products; number += step) {
      const { category, properties } = inventProduct(invention.patterns, invention.seed, number);
      const ofCategory = byCategory.get(category) ?? [];
      byCategory.set(category, ofCategory);
      ofCategory.push(properties);
    }
    const { rows } = await sql<{
      id: number;
      slug: string;
      filters: string[];
      products: ImportedProduct["properties"][];
    }>`
      select c.id, c.slug, c.filters, array(select p.properties from catalogue.products p
        where p.category_id = c.id order by p.id limit ${SAMPLE_PRODUCTS}) as products
      from catalogue.categories c where c.slug = any(${[...byCategory.keys()]}::text[]) order by c.id`.execute(
      transaction,
    );
    const categories = rows.map(({ id, slug, filters, products }) => {
      return { id, filters, products: [...products, ...(byCategory.get(slug) ?? [])] };
    });
    await writeFacetValuesOf(transaction, categories);
    lookups.reference = await readReference(transaction);
    return lookups;
  });
}

async function absent(db: Sql, products: readonly ImportedProduct[]): Promise<ImportedProduct[]> {
  const skus = products.flatMap((product) => product.variants.map((variant) => variant.sku));
  const { rows } = await sql<{
    sku: string;
  }>`select sku from catalogue.variants where sku = any(${skus}::text[])`.execute(db);
  const there = new Set(rows.map((row) => row.sku));
  return products.filter((product) => !product.variants.some((variant) => there.has(variant.sku)));
}
