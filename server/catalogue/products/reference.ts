/**
 * The lists everything in the catalogue refers to: attributes with their options, facet values, brands, tags.
 * Small, read in one statement, cached in the process (tag `catalogue`). Categories have their own file.
 */
import { sql } from "kysely";
import type { Sql } from "../../database/sql.ts";
import { memo } from "../../platform/memo.ts";
import type { Words } from "../../platform/settings.ts";
import { byFacet, type FacetValuesByFacet, type StoredFacetValue } from "./facet-values.ts";
import type { Attribute, AttributeType } from "./property-values.ts";

export type Reference = {
  attributes: ReadonlyMap<string, Attribute>;
  facetValues: FacetValuesByFacet;
  facetValueById: ReadonlyMap<number, StoredFacetValue>;
  tags: ReadonlyMap<number, { slug: string; label: Words }>;
  /** Names by code. */
  brands: ReadonlyMap<string, string>;
  /** When the oldest product in the index was added, in milliseconds; the present where there is none. */
  opened_at: number;
};

type Row = {
  attributes: (Omit<Attribute, "options"> & { type: AttributeType; options: [string, Words][] | null })[];
  facet_values: StoredFacetValue[];
  tags: { id: number; slug: string; label: Words }[];
  brands: { code: string; name: string }[];
  opened_at: Date | null;
};

export const reference = memo("catalogue", (ctx) => readReference(ctx.sql));

export async function readReference(db: Sql): Promise<Reference> {
  const { rows } = await sql<Row>`
    select
      (select coalesce(jsonb_agg(jsonb_build_object('code', a.code, 'type', a.type, 'unit', a.unit,
          'filterable', a.filterable, 'label', a.label, 'hint', a.hint, 'options',
          (select jsonb_agg(jsonb_build_array(o.code, o.label) order by o.position)
           from catalogue.attribute_options o where o.attribute_id = a.id)) order by a.id), '[]')
       from catalogue.attributes a) as attributes,
      (select coalesce(jsonb_agg(to_jsonb(v) order by v.position, v.id), '[]') from catalogue.facet_values v) as facet_values,
      (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]') from catalogue.tags t) as tags,
      (select coalesce(jsonb_agg(jsonb_build_object('code', b.code, 'name', b.name) order by b.name), '[]')
       from catalogue.brands b) as brands,
      (select created_at from catalogue.shelf order by created_at, product_id limit 1) as opened_at`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("the catalogue's reference lists gave no row");
  return {
    attributes: new Map(row.attributes.map((each) => [each.code, { ...each, options: new Map(each.options ?? []) }])),
    facetValues: byFacet(row.facet_values),
    facetValueById: new Map(row.facet_values.map((each) => [each.id, each])),
    tags: new Map(row.tags.map(({ id, ...tag }) => [id, tag])),
    brands: new Map(row.brands.map(({ code, name }) => [code, name])),
    opened_at: row.opened_at?.getTime() ?? Date.now(),
  };
}
