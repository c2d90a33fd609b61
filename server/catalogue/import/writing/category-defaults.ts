/**
 * A category an import has made is unconfigured: no facets, no price ranges, no order of properties. Once its products
 * are there it gets all three from them. What staff have set is never touched: only unconfigured categories get defaults.
 */
import { sql } from "kysely";
import type { Sql } from "../../../database/sql.ts";
import { writeFacetValues } from "../../index/facet-ranges.ts";
import { index } from "../../index/listing-index.ts";
import { type Reference, readReference } from "../../products/reference.ts";

/** A property that fewer of a category's products have does not describe it. */
const MIN_SHARE = 0.2;
const MAX_ATTRIBUTES = 20;
const MAX_FILTERS = 10;
/** Figures are cut into ranges by category, for which its products are indexed again: not more than this. */
const MAX_INDEXED = 20_000;

type Bare = {
  id: number;
  products: number;
  /** Products by property. */
  properties: Record<string, number>;
  coloured: boolean;
  prices: number[] | null;
};

/** Answers how many were unconfigured. Locks what `index` locks. */
export async function applyCategoryDefaults(db: Sql, now: Date): Promise<number> {
  const { attributes } = await readReference(db);
  const fitted = (await readBare(db))
    .map((bare) => fittingsOf(bare, attributes))
    .filter((each) => each.attributes.length + each.price_buckets.length > 0);
  if (fitted.length === 0) return 0;
  await sql`update catalogue.categories c set attributes = f.attributes, filters = f.filters, key_specs = f.key_specs,
      price_buckets = f.price_buckets
    from jsonb_to_recordset(${JSON.stringify(fitted)}::jsonb) as f (id integer, attributes text[], filters text[],
      key_specs text[], price_buckets jsonb) where f.id = c.id`.execute(db);
  await writeFacetValues(
    db,
    fitted.map(({ id }) => id),
  );
  const measured = fitted.filter(({ filters }) => filters.some((code) => isFigure(attributes.get(code)?.type)));
  if (measured.reduce((sum, { products }) => sum + products, 0) <= MAX_INDEXED) {
    const { rows } = await sql<{ id: number }>`select id from catalogue.products
      where category_id = any(${measured.map(({ id }) => id)}::int[]) order by id`.execute(db);
    await index(
      db,
      rows.map(({ id }) => id),
      now,
    );
  }
  return fitted.length;
}

function fittingsOf(bare: Bare, attributes: Reference["attributes"]) {
  const { id, products, coloured, prices } = bare;
  const codes = Object.entries(bare.properties)
    .filter(([code, count]) => attributes.has(code) && count >= products * MIN_SHARE)
    .sort(([one, more], [other, less]) => less - more || (one < other ? -1 : 1))
    .map(([code]) => code);
  const shown = [...codes, ...(coloured ? ["colour"] : [])].slice(0, MAX_ATTRIBUTES);
  const filters = shown.filter((code) => attributes.get(code)?.filterable).slice(0, MAX_FILTERS);
  const price_buckets = bucketsOf(prices ?? []);
  return { id, products, attributes: shown, filters, key_specs: filters.slice(0, 3), price_buckets };
}

function isFigure(type: string | undefined): boolean {
  return type === "number" || type === "integer";
}

/** Categories of level 2 with products and nothing set. */
async function readBare(db: Sql): Promise<Bare[]> {
  const { rows } = await sql<Bare>`
    select c.id, n.products, coalesce(k.properties, '{}') as properties,
      exists (select from catalogue.products p join catalogue.variants v on v.product_id = p.id
        where p.category_id = c.id and v.colour is not null) as coloured,
      (select percentile_disc(array[0.2, 0.4, 0.6, 0.8]) within group (order by h.price::bigint)
       from catalogue.shelf h where h.category_id = c.id) as prices
    from catalogue.categories c
    cross join lateral (select count(*)::int as products from catalogue.shelf h where h.category_id = c.id) n
    cross join lateral (select jsonb_object_agg(code, found) as properties from (
        select code, count(*) as found from catalogue.products p, jsonb_object_keys(p.properties) code
        where p.category_id = c.id and p.status = 'active' group by code) counted) k
    where c.level = 2 and c.attributes = '{}' and c.filters = '{}' and c.price_buckets = '[]' and n.products > 0
    order by c.id`.execute(db);
  return rows;
}

/** Ranges of about equally many products, between prices a shopper remembers. */
function bucketsOf(prices: readonly number[]): { min: number; max: number | null }[] {
  const cuts = [...new Set(prices.map((price) => Number(Number(price).toPrecision(1))))].filter((cut) => cut > 0);
  if (cuts.length < 2) return [];
  const sorted = cuts.sort((one, other) => one - other);
  return [0, ...sorted].map((min, at) => ({ min, max: sorted[at] ?? null }));
}
