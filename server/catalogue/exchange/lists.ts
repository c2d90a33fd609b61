/**
 * The shop's own lists as an exchange knows them: categories by slug, brands by name, tags by slug. Read once a run and
 * kept true by whoever adds to them.
 */
import { slugify } from "contract/text.ts";
import { sql } from "kysely";
import type { Words } from "../../settings.ts";
import type { Sql } from "../../sql.ts";
import { type Reference, readReference } from "../reference.ts";

export type KnownCategory = { id: number; slug: string; root_id: number; path_names: string[] };

export type Lists = {
  /** Of level 2, where products stand. */
  categories: Map<string, KnownCategory>;
  brands: Map<string, { id: number; code: string }>;
  tags: Map<string, { id: number; label: Words }>;
  reference: Reference;
};

export async function readLists(db: Sql): Promise<Lists> {
  const [categories, brands, reference] = [
    await sql<KnownCategory>`
      select c.id, c.slug, c.parent_id as root_id,
        array(select t.name from catalogue.category_texts t where t.category_id in (c.id, c.parent_id)) as path_names
      from catalogue.categories c where c.parent_id is not null`.execute(db),
    await sql<{ id: number; code: string; name: string }>`select id, code, name from catalogue.brands`.execute(db),
    await readReference(db),
  ];
  return {
    categories: new Map(categories.rows.map((each) => [each.slug, each])),
    brands: new Map(brands.rows.map(({ name, ...each }) => [name, each])),
    tags: new Map([...reference.tags].map(([id, { slug, label }]) => [slug, { id, label }])),
    reference,
  };
}

/** Brands the shop does not know yet; `lists` knows them afterwards. Two brands that fold to one code are one brand's spellings. */
export async function addBrands(db: Sql, names: Iterable<string>, lists: Lists): Promise<void> {
  const missing = [...new Set(names)].filter((name) => !lists.brands.has(name)).sort();
  if (missing.length === 0) return;
  const rows = missing.map((name) => ({ name, code: slugify(name) }));
  const { rows: known } = await sql<{ id: number; code: string }>`
    with wanted as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (code text, name text)),
      added as (insert into catalogue.brands (code, name) select distinct on (code) code, name from wanted
        on conflict (code) do nothing returning id, code)
    select id, code from added
    union select b.id, b.code from catalogue.brands b join wanted w on w.code = b.code`.execute(db);
  const byCode = new Map(known.map((each) => [each.code, each]));
  for (const { name, code } of rows) {
    const found = byCode.get(code);
    if (found) lists.brands.set(name, found);
  }
}
