/**
 * The category tree, two levels deep: read in one statement, cached in the process (tag `catalogue`), answered in the
 * reader's language. Counts come from the listing index. Spec §7 categories; rules/catalogue#listing-index
 */
import type { Category, CategoryNode, Crumb } from "contract/catalogue/catalogue.ts";
import { ShopError } from "contract/errors.ts";
import { kindImageId } from "contract/values/images.ts";
import type { Locale } from "contract/values/locale.ts";
import type { Dong } from "contract/values/money.ts";
import { sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import { memo } from "../../platform/memo.ts";

/** The category of products whose file names none: it can be browsed and is no search phrase. */
export const unsorted = { slug: "chua-phan-loai", name: "Chưa phân loại" } as const;

export type PriceBucket = { min: Dong; max: Dong | null };

export type KnownCategory = {
  id: number;
  slug: string;
  parent_id: number | null;
  level: number;
  position: number;
  /** Attribute codes in their order: shown, filtered, on cards. */
  attributes: string[];
  filters: string[];
  key_specs: string[];
  price_buckets: PriceBucket[];
  texts: Partial<Record<Locale, { name: string; description: string }>>;
  products: number;
  /** Kind of drawing of its best liked product. */
  art_kind: string | null;
  children: KnownCategory[];
};

export type Categories = {
  roots: KnownCategory[];
  byId: ReadonlyMap<number, KnownCategory>;
  bySlug: ReadonlyMap<string, KnownCategory>;
};

type Row = Omit<KnownCategory, "children"> & { old_slugs: string[] };

export const categories = memo("catalogue", async (ctx): Promise<Categories> => {
  const { rows } = await sql<Row>`
    select c.id, c.slug, c.parent_id, c.level, c.position, c.attributes, c.filters, c.key_specs, c.price_buckets,
      (select jsonb_object_agg(t.locale, jsonb_build_object('name', t.name, 'description', t.description))
       from catalogue.category_texts t where t.category_id = c.id) as texts,
      coalesce((select n.products from catalogue.shelf_counts n where n.category_id = c.id and n.value_id = 0), 0) as products,
      (select p.art_kind from catalogue.shelf h join catalogue.products p on p.id = h.product_id
       where h.category_id = c.id order by h.in_stock desc, h.popularity desc, h.product_id limit 1) as art_kind,
      coalesce((select array_agg(o.slug) from catalogue.old_category_slugs o where o.category_id = c.id), '{}') as old_slugs
    from catalogue.categories c where c.active order by c.level, c.position, c.id`.execute(ctx.sql);
  return treeOf(rows);
});

function treeOf(rows: readonly Row[]): Categories {
  const byId = new Map<number, KnownCategory>();
  const bySlug = new Map<string, KnownCategory>();
  const roots: KnownCategory[] = [];
  for (const { old_slugs, ...row } of rows) {
    const category: KnownCategory = { ...row, children: [] };
    const parent = row.parent_id === null ? undefined : byId.get(row.parent_id);
    if (row.parent_id !== null && !parent) continue; // its parent is not shown, so neither is it
    byId.set(row.id, category);
    for (const slug of [...old_slugs, row.slug]) bySlug.set(slug, category);
    if (!parent) roots.push(category);
    else {
      parent.children.push(category);
      parent.products += category.products;
      parent.art_kind ??= category.art_kind;
    }
  }
  return { roots, byId, bySlug };
}

export function nameOf(category: KnownCategory, locale: Locale): { name: string; description: string; lang: Locale } {
  const text = category.texts[locale] ?? category.texts.vi;
  return { name: category.slug, description: "", ...text, lang: category.texts[locale] ? locale : "vi" };
}

/** From level 1 down to the category itself. */
export function pathOf({ byId }: Categories, category: KnownCategory): KnownCategory[] {
  const parent = category.parent_id === null ? undefined : byId.get(category.parent_id);
  return parent ? [parent, category] : [category];
}

export function crumb(category: KnownCategory, locale: Locale): Crumb {
  return { slug: category.slug, name: nameOf(category, locale).name };
}

function onWire(tree: Categories, category: KnownCategory, locale: Locale): Category {
  return {
    id: category.id,
    slug: category.slug,
    ...nameOf(category, locale),
    level: category.level,
    order: category.position,
    parent_slug: category.parent_id === null ? null : (tree.byId.get(category.parent_id)?.slug ?? null),
    product_count: category.products,
    image: category.art_kind ? { id: kindImageId(category.art_kind), alt: nameOf(category, locale).name } : null,
  };
}

function node(tree: Categories, category: KnownCategory, locale: Locale): CategoryNode {
  return {
    ...onWire(tree, category, locale),
    children: category.children.map((child) => onWire(tree, child, locale)),
  };
}

/** The answer made of a tree, frozen: it is reused as long as the tree is cached. */
const said = new WeakMap<Categories, Map<string, unknown>>();

function once<T>(tree: Categories, what: string, say: () => T): T {
  const known = said.get(tree) ?? new Map<string, unknown>();
  said.set(tree, known);
  if (!known.has(what)) known.set(what, Object.freeze(say()));
  return known.get(what) as T;
}

export async function categoryTree(ctx: Ctx): Promise<CategoryNode[]> {
  const tree = await categories(ctx);
  return once(tree, `tree ${ctx.locale}`, () => tree.roots.map((root) => node(tree, root, ctx.locale)));
}

type ListInput = { level?: number | undefined; sort?: Record<string, "asc" | "desc"> | undefined };

/** All of a level, or of both, in the tree's order; `sort[order]=desc` turns it round, `sort[name]` is by name. */
export async function listCategories(ctx: Ctx, input: ListInput): Promise<Category[]> {
  const tree = await categories(ctx);
  const found = [...tree.byId.values()].filter((each) => input.level === undefined || each.level === input.level);
  const list = found.map((category) => onWire(tree, category, ctx.locale));
  const [field, direction] = Object.entries(input.sort ?? {})[0] ?? ["order", "asc"];
  if (field === "name") {
    const collator = new Intl.Collator(ctx.locale);
    list.sort((one, other) => collator.compare(one.name, other.name));
  }
  return direction === "desc" ? list.reverse() : list;
}

/** By id, by slug or by a slug it once had. Throws not_found. */
export async function findCategory(ctx: Ctx, id: number | string): Promise<CategoryNode & { path: Crumb[] }> {
  const tree = await categories(ctx);
  const category = knownCategory(tree, id);
  if (!category) throw new ShopError("not_found");
  return once(tree, `${category.id} ${ctx.locale}`, () => {
    const path = pathOf(tree, category).map((each) => crumb(each, ctx.locale));
    return { ...node(tree, category, ctx.locale), path };
  });
}

export function knownCategory(tree: Categories, id: number | string): KnownCategory | undefined {
  return typeof id === "number" ? tree.byId.get(id) : tree.bySlug.get(id);
}
