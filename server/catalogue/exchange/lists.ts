/**
 * The shop's own lists as an exchange knows them: categories by slug, brands by name, tags by slug. Read once a run and
 * kept true by whoever adds to them.
 */
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
