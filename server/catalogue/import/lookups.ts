/**
 * What an import looks up by name: the shop's categories by slug, brands by name, tags by slug. They are read once per run
 * and updated by the code that adds to them.
 */
import { createHash } from "node:crypto";
import { fold, slugify } from "contract/values/text.ts";
import { sql } from "kysely";
import type { Sql } from "../../database/sql.ts";
import type { Words } from "../../platform/settings.ts";
import { type Reference, readReference } from "../products/reference.ts";

export type KnownCategory = { id: number; slug: string; root_id: number; path_names: string[] };
type CategoryRow = KnownCategory & { level: 1 | 2; names: string[] };

export type ImportLookups = {
  /** Categories of level 2, by slug: those that hold products. */
  categories: Map<string, KnownCategory>;
  /** Categories of level 1, by slug. */
  roots: Map<string, { id: number; slug: string; names: string[] }>;
  /** Slugs of level 2 by folded name, in every language. */
  category_names: Map<string, string>;
  /** Brands by every spelling met; `name` is the shop's spelling. */
  brands: Map<string, { id: number; code: string; name: string }>;
  /** The spelling under which a brand is in `brands`, by folded name. */
  brand_names: Map<string, string>;
  tags: Map<string, { id: number; label: Words }>;
  /** Attribute codes by folded label, in every language. */
  property_names: Map<string, string>;
  /** Codes of the shop's warehouses, the first one first. */
  warehouses: readonly string[];
  reference: Reference;
};

export async function readImportLookups(db: Sql, warehouses: readonly string[] = []): Promise<ImportLookups> {
  const { rows } = await sql<CategoryRow>`
    select c.id, c.slug, c.level, coalesce(c.parent_id, c.id) as root_id,
      array(select t.name from catalogue.category_texts t where t.category_id in (c.id, c.parent_id)) as path_names,
      array(select t.name from catalogue.category_texts t where t.category_id = c.id) as names
    from catalogue.categories c order by c.id`.execute(db);
  const brands = await sql<{ id: number; code: string; name: string }>`
    select id, code, name from catalogue.brands`.execute(db);
  const reference = await readReference(db);
  const leaves = rows.filter(({ level }) => level === 2);
  return {
    categories: new Map(leaves.map((each) => [each.slug, each])),
    roots: new Map(rows.filter(({ level }) => level === 1).map((each) => [each.slug, each])),
    category_names: new Map(leaves.flatMap(({ slug, names }) => names.map((name) => [fold(name), slug] as const))),
    brands: new Map(brands.rows.map((each) => [each.name, each])),
    brand_names: new Map(brands.rows.map(({ name }) => [fold(name), name])),
    tags: new Map([...reference.tags].map(([id, { slug, label }]) => [slug, { id, label }])),
    property_names: propertyNames(reference),
    warehouses,
    reference,
  };
}

function propertyNames({ attributes }: Reference): Map<string, string> {
  const names = new Map<string, string>();
  for (const { code, label } of attributes.values()) {
    for (const name of Object.values(label)) if (name && !names.has(fold(name))) names.set(fold(name), code);
  }
  return names;
}

/** The code of a brand; a name without a Latin letter gets one made from its hash. */
export function brandCode(name: string): string {
  return slugify(name) || `brand-${createHash("sha256").update(name).digest("hex").slice(0, 8)}`;
}

/** Inserts brands the shop does not have yet and adds them to `lookups`. Names with the same code are spellings of one brand. */
export async function addBrands(db: Sql, names: Iterable<string>, lookups: ImportLookups): Promise<void> {
  const missing = [...new Set(names)].filter((name) => !lookups.brands.has(name)).sort();
  if (missing.length === 0) return;
  const rows = missing.map((name) => ({ name, code: brandCode(name) }));
  const { rows: known } = await sql<{ id: number; code: string; name: string }>`
    with wanted as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (code text, name text)),
      added as (insert into catalogue.brands (code, name) select distinct on (code) code, name from wanted
        on conflict (code) do nothing returning id, code, name)
    select id, code, name from added
    union select b.id, b.code, b.name from catalogue.brands b join wanted w on w.code = b.code`.execute(db);
  const byCode = new Map(known.map((each) => [each.code, each]));
  for (const { name, code } of rows) {
    const found = byCode.get(code);
    if (found) lookups.brands.set(name, found);
  }
}
