/**
 * Related products and accessories, which files name by SKU. A file may name what comes later in it, so links that lead
 * nowhere yet wait for the end of the run.
 */
import { sql } from "kysely";
import type { Sql } from "../../../database/sql.ts";
import type { ImportedProduct } from "../imported-product.ts";
import { type Links, linkProducts } from "./new-products.ts";

/**
 * A product whose links could not all be set. Of the imported product only them: a file may have a hundred thousand
 * that wait.
 */
export type Waiting = { id: number; product: Links; unknown: readonly string[] };

/** By SKU of a variant: the SKU of its product's default variant. */
export type KnownLinks = ReadonlyMap<string, string>;

export async function knownLinks(db: Sql, products: readonly Links[]): Promise<KnownLinks> {
  const skus = [...new Set(products.flatMap(({ related, accessories }) => [...related, ...accessories]))];
  if (skus.length === 0) return new Map();
  const { rows } = await sql<{ sku: string; default_sku: string }>`
    select v.sku, d.sku as default_sku from catalogue.variants v
    join catalogue.variants d on d.product_id = v.product_id and d.is_default
    where v.sku = any(${skus}::text[])`.execute(db);
  return new Map(rows.map(({ sku, default_sku }) => [sku, default_sku]));
}

/** The imported product with links as the shop stores them: to existing products, each once, never to itself. */
export function withKnownLinks(product: ImportedProduct, known: KnownLinks): ImportedProduct {
  const own = new Set(product.variants.map(({ sku }) => sku));
  const existing = (skus: readonly string[]) =>
    [...new Set(skus.flatMap((sku) => known.get(sku) ?? []))].filter((sku) => !own.has(sku));
  return { ...product, related: existing(product.related), accessories: existing(product.accessories) };
}

export function unknownLinks({ related, accessories }: Links, known: KnownLinks): string[] {
  return [...related, ...accessories].filter((sku) => !known.has(sku));
}

/** Sets what has become known since. */
export async function settleLinks(db: Sql, waiting: readonly Waiting[]): Promise<void> {
  const most = 1_000;
  for (let start = 0; start < waiting.length; start += most) {
    const some = waiting.slice(start, start + most);
    const known = await knownLinks(
      db,
      some.map(({ product }) => product),
    );
    const settled = some.filter(({ unknown }) => unknown.some((sku) => known.has(sku)));
    if (settled.length > 0) await linkProducts(db, settled);
  }
}
