/**
 * Which category a draft belongs to: one the shop has, found by slug or by a name of its path, from the last to the
 * first; else, where staff allow it, a new one. The shop's tree has two levels: of "A > B > C" the first names the
 * group and the last the category. docs/decisions/0111-categories-of-an-import.md
 */
import { isReservedSlug } from "contract/reserved-slugs.ts";
import { fold, freeSlug, slugify } from "contract/values/text.ts";
import { sql } from "kysely";
import type { Sql } from "../../database/sql.ts";
import { unsorted } from "../products/categories.ts";
import type { Draft } from "./draft.ts";
import type { ImportLookups } from "./lookups.ts";

export type Placing = {
  may_create: boolean;
  /** Nothing is written; the lookups learn names all the same, so that what follows is validated as it would be. */
  dryRun: boolean;
  /** Slugs of categories this run has made. */
  created: Set<string>;
};

/** More new categories than this mean that a column was read wrongly. */
const MAX_CREATED = 200;
/** ASSUMED(0111): where products go that name one level only, or none. */
const OTHER_GROUP = "Khác";
const noCategory = unsorted.name;
/** Names that say as much as none, folded. */
const nameless = new Set(["khac", "chua phan loai", "other", "others", "uncategorized", "uncategorised"]);

/** Gives each draft its category, or a problem that says why not. */
export async function assignCategories(
  db: Sql,
  drafts: readonly Draft[],
  lookups: ImportLookups,
  placing: Placing,
): Promise<void> {
  for (const draft of drafts) {
    if (draft.category !== undefined && lookups.categories.has(draft.category)) continue;
    const names = (draft.category_path ?? (draft.category ? [draft.category] : [])).filter((name) => name !== "");
    const path =
      names.every((name) => nameless.has(fold(name))) && knownAlong(names, lookups) === undefined ? [] : names;
    if (draft.category === undefined && draft.category_path === undefined) {
      draft.category_path = path; // said nothing: only a new product needs one
      continue;
    }
    draft.category = knownAlong(path, lookups);
    if (draft.category !== undefined) continue;
    draft.category = await createFor(db, draft, path, lookups, placing);
  }
}

/** For new products that name no category. */
export async function placeInDefaultCategory(
  db: Sql,
  draft: Draft,
  lookups: ImportLookups,
  placing: Placing,
): Promise<void> {
  if (draft.category === undefined) draft.category = await createFor(db, draft, [], lookups, placing);
}

function knownAlong(path: readonly string[], lookups: ImportLookups): string | undefined {
  for (const name of path.toReversed()) {
    const slug = slugify(name);
    const found = lookups.category_names.get(fold(name)) ?? (lookups.categories.has(slug) ? slug : undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function createFor(
  db: Sql,
  draft: Draft,
  path: readonly string[],
  lookups: ImportLookups,
  placing: Placing,
): Promise<string | undefined> {
  const written = path.join(" > ");
  const known = knownAlong(path.length === 0 ? [noCategory] : path, lookups);
  if (known !== undefined) return known;
  if (!placing.may_create || placing.created.size >= MAX_CREATED) {
    const why = placing.may_create
      ? `this run has made ${MAX_CREATED} categories already: import the file again for the next ${MAX_CREATED}`
      : "the shop has none like it";
    draft.problems = draft.problems.filter(({ field }) => field !== "category"); // of a first attempt
    draft.problems.push({
      line: draft.line,
      field: "category",
      reason: path.length === 0 ? "is missing" : `"${written}": ${why}`,
    });
    return undefined;
  }
  const [first = OTHER_GROUP] = path;
  const last = path.at(-1) ?? noCategory;
  const isSingle = path.length < 2 || fold(first) === fold(last);
  const singleRoot = isSingle && path.length > 0 ? rootNamed(first, lookups) : undefined;
  const group = isSingle && singleRoot === undefined ? OTHER_GROUP : first;
  const leaf = singleRoot === undefined ? last : `${last} khác`;
  return create(db, group, leaf, lookups, placing);
}

function rootNamed(name: string, lookups: ImportLookups): { id: number; slug: string; names: string[] } | undefined {
  const folded = fold(name);
  return [...lookups.roots.values()].find((root) => root.names.some((each) => fold(each) === folded));
}

async function create(db: Sql, group: string, name: string, lookups: ImportLookups, placing: Placing): Promise<string> {
  const known = lookups.category_names.get(fold(name));
  if (known !== undefined) return known;
  let root = rootNamed(group, lookups);
  if (!root) {
    const slug = newSlug(group, lookups);
    root = { id: await insert(db, { slug, name: group, parent_id: null }, placing), slug, names: [group] };
    lookups.roots.set(slug, root);
  }
  const slug = newSlug(name, lookups);
  const id = await insert(db, { slug, name, parent_id: root.id }, placing);
  lookups.categories.set(slug, { id, slug, root_id: root.id, path_names: [name, ...root.names] });
  lookups.category_names.set(fold(name), slug);
  placing.created.add(slug);
  return slug;
}

function newSlug(name: string, lookups: ImportLookups): string {
  return freeSlug(
    slugify(name) || "danh-muc",
    (slug) => lookups.categories.has(slug) || lookups.roots.has(slug) || isReservedSlug(slug),
  );
}

type NewCategory = { slug: string; name: string; parent_id: number | null };

/** Last of its level. Another import may have made it meanwhile: then it is that one. */
async function insert(db: Sql, { slug, name, parent_id }: NewCategory, { dryRun }: Placing): Promise<number> {
  if (dryRun) return 0;
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into catalogue.categories (code, slug, parent_id, level, position)
      values (${slug}, ${slug}, ${parent_id}, ${parent_id === null ? 1 : 2},
        (select coalesce(max(position), 0) + 1 from catalogue.categories where parent_id is not distinct from ${parent_id}))
      on conflict (slug) do nothing returning id),
    named as (insert into catalogue.category_texts (category_id, locale, name) select id, 'vi', ${name} from made)
    select id from made union all select id from catalogue.categories where slug = ${slug}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`the category ${slug} could not be made`);
  return row.id;
}
