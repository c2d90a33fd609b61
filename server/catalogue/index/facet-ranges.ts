/**
 * Writes the values of facets (catalogue.facet_values) for categories whose products have changed: after an import, or
 * when staff change filters. Products whose values change must be indexed again afterwards.
 */
import { sql } from "kysely";
import type { Sql } from "../../database/sql.ts";
import { type FacetValue, facetValuesOf } from "../products/facet-values.ts";
import type { Properties } from "../products/property-values.ts";
import { type Reference, readReference } from "../products/reference.ts";

/** Safe to repeat: a value that stays keeps its id, one without products is removed. */
export async function writeFacetValues(db: Sql, categoryIds: readonly number[]): Promise<void> {
  await writeFacetValuesOf(db, await read(db, categoryIds));
}

export type CategoryProducts = { id: number; filters: readonly string[]; products: readonly Properties[] };

/** The same for categories whose products' properties are at hand. */
export async function writeFacetValuesOf(db: Sql, categories: readonly CategoryProducts[]): Promise<void> {
  const lists = await readReference(db);
  const wanted = listValues(lists);
  for (const category of categories) wanted.push(...facetValuesOf(category, lists.attributes, category.products));
  const categoryIds = categories.map(({ id }) => id);
  await sql`
    with wanted as (
      select distinct on (facet, category_id, value) * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        as o (facet text, category_id integer, value text, low numeric, high numeric, position integer)
      order by facet, category_id, value),
    gone as (
      delete from catalogue.facet_values v where v.category_id = any(${categoryIds}) and not exists
        (select from wanted w where (w.facet, w.category_id, w.value) = (v.facet, v.category_id, v.value)))
    insert into catalogue.facet_values (facet, category_id, value, low, high, position)
    select facet, category_id, value, low, high, position from wanted order by facet, category_id, position
    on conflict (facet, category_id, value) do update
      set low = excluded.low, high = excluded.high, position = excluded.position`.execute(db);
}

/** Brands and tags are values like any other. */
function listValues(lists: Reference): FacetValue[] {
  const plain = { category_id: null, low: null, high: null };
  return [
    ...[...lists.brands.keys()].map((value, position) => ({ ...plain, facet: "brand", value, position })),
    ...[...lists.tags.values()].map(({ slug: value }, position) => ({ ...plain, facet: "tag", value, position })),
  ];
}

async function read(db: Sql, categoryIds: readonly number[]): Promise<CategoryProducts[]> {
  const { rows } = await sql<CategoryProducts>`
    select c.id, c.filters, coalesce((select jsonb_agg(p.properties) from catalogue.products p
      where p.category_id = c.id and p.status = 'active'), '[]') as products
    from catalogue.categories c where c.id = any(${categoryIds}) order by c.id`.execute(db);
  return rows;
}
