/**
 * Filters of a list as conditions on the listing index. Values of one facet combine with or, facets with and; each
 * facet has its own condition, because its counts are taken without it. Brand, price, stock and category may be named
 * by their own parameter or as `properties[...]`, like any other facet. rules/catalogue#facets
 */
import type { ProductFilter } from "contract/catalogue/catalogue.ts";
import type { Dong } from "contract/values/money.ts";
import { type RawBuilder, sql } from "kysely";
import { type Categories, type KnownCategory, knownCategory } from "../products/categories.ts";
import type { StoredFacetValue } from "../products/facet-values.ts";
import type { Reference } from "../products/reference.ts";

/** One facet in use: its condition, and which of its values are chosen. */
export type Chosen = { facet: string; where: RawBuilder<unknown>; values: ReadonlySet<string>; limits: Limits };

/** What a condition asks at least, in a form the search of a text can apply itself. */
export type Limits = {
  /** Ids of facet values, one of which a product has. */
  any_of?: readonly number[];
  category_ids?: readonly number[];
  price?: PriceRange;
  stocked?: true;
  reduced?: true;
};

export type Filters = {
  /** The category of the address, or the one a wider list was narrowed to. No facet, like the id of a tag. */
  category: KnownCategory | undefined;
  tag_ids: number[] | null;
  chosen: Chosen[];
  /** True when a condition can never hold (a category or tag that is not there). */
  is_empty: boolean;
};

export type PriceRange = { min: Dong | null; max: Dong | null };

export function filtersOf(input: ProductFilter, price: PriceRange, tree: Categories, lists: Reference): Filters {
  const slug = input.category ?? input.cat;
  const category = slug === undefined ? undefined : knownCategory(tree, slug);
  const tag = input.tag === undefined ? undefined : facetValueIds(lists, "tag", [input.tag]);
  return {
    category,
    tag_ids: tag ?? null,
    chosen: [...facetsOf(input, tree, lists), ...pricesOf(input, price), ...flagsOf(input), ...starsOf(input)],
    is_empty: (slug !== undefined && !category) || tag?.length === 0,
  };
}

export function inCategory(category: KnownCategory): RawBuilder<unknown> {
  return category.level === 1 ? sql`root_id = ${category.id}` : sql`category_id = ${category.id}`;
}

function facetValueIds(lists: Reference, facet: string, values: readonly string[]): number[] {
  return facetValuesNamed(lists, facet, values).map(({ id }) => id);
}

/** However they are capitalised: an address may be typed by hand. */
function facetValuesNamed(lists: Reference, facet: string, values: readonly string[]): StoredFacetValue[] {
  const wanted = new Set(values.map((value) => value.toLowerCase()));
  return (lists.facetValues.get(facet) ?? []).filter(({ value }) => wanted.has(value.toLowerCase()));
}

/** No facet value and no category has this id. */
const none = [0];

/** An unknown facet is ignored. A value no product has leaves nothing, unless another chosen value exists. */
function facetsOf(input: ProductFilter, tree: Categories, lists: Reference): Chosen[] {
  const asked = new Map(Object.entries(input.properties ?? {}));
  if (input.brand) asked.set("brand", [...(asked.get("brand") ?? []), ...input.brand]);
  return [...asked].flatMap(([facet, values]): Chosen[] => {
    if (facet === "category") return categoriesOf(values, tree);
    if (facet === "tag" || values.length === 0 || !(facet === "brand" || lists.facetValues.has(facet))) return [];
    const found = facetValuesNamed(lists, facet, values);
    const ids = found.length > 0 ? found.map(({ id }) => id) : none;
    const chosen = new Set(found.map(({ value }) => value));
    return [{ facet, where: sql`choices && ${ids}::int[]`, values: chosen, limits: { any_of: ids } }];
  });
}

function categoriesOf(slugs: readonly string[], tree: Categories): Chosen[] {
  if (slugs.length === 0) return [];
  const known = slugs.flatMap((slug) => tree.bySlug.get(slug.toLowerCase()) ?? []);
  const members = known.flatMap((category) => (category.level === 1 ? category.children : [category]));
  const ids = members.length > 0 ? members.map(({ id }) => id) : none;
  const values = new Set(known.map((category) => category.slug));
  return [{ facet: "category", where: sql`category_id = any(${ids}::int[])`, values, limits: { category_ids: ids } }];
}

/** Chosen price ranges add up; the two figure fields narrow them. */
function pricesOf(input: ProductFilter, typed: PriceRange): Chosen[] {
  const conditions: RawBuilder<unknown>[] = [];
  const min = input.price_min ?? typed.min;
  const max = input.price_max ?? typed.max;
  if (min !== null) conditions.push(sql`price >= ${min}`);
  if (max !== null) conditions.push(sql`price <= ${max}`);
  const ranges = (input.properties?.price ?? []).flatMap((value) => priceRange(value) ?? []);
  if (ranges.length > 0) {
    const any = ranges.map(({ min, max }) => inRange({ min, max }));
    conditions.push(sql`(${sql.join(any, sql` or `)})`);
  }
  if (conditions.length === 0) return [];
  const values = new Set(input.properties?.price ?? []);
  const where = sql`(${sql.join(conditions, sql` and `)})`;
  return [{ facet: "price", where, values, limits: { price: { min, max } } }];
}

export function inRange({ min, max }: PriceRange): RawBuilder<unknown> {
  return max === null ? sql`price >= ${min ?? 0}` : sql`(price >= ${min ?? 0} and price < ${max})`;
}

/** "1000000-2000000", "5000000-". */
export function priceRange(value: string): { min: Dong; max: Dong | null } | undefined {
  const found = /^(\d{1,10})-(\d{1,10})?$/.exec(value);
  return found ? { min: Number(found[1]), max: found[2] === undefined ? null : Number(found[2]) } : undefined;
}

/** False is the same as absent: there is no filter for sold-out products. */
function flagsOf(input: ProductFilter): Chosen[] {
  const isOn = (facet: string, own: boolean | undefined) => own === true || input.properties?.[facet]?.includes("true");
  const values = new Set(["true"]);
  return [
    ...(isOn("in_stock", input.in_stock)
      ? [{ facet: "in_stock", where: sql`in_stock`, values, limits: { stocked: true } as const }]
      : []),
    ...(isOn("on_sale", input.on_sale)
      ? [{ facet: "on_sale", where: sql`saving > 0`, values, limits: { reduced: true } as const }]
      : []),
  ];
}

/** From so many stars on, by the average that is shown. */
function starsOf({ rating_min }: ProductFilter): Chosen[] {
  if (rating_min === undefined) return [];
  const values = new Set([String(rating_min)]);
  return [{ facet: "rating", where: sql`rating_x10 >= ${rating_min * 10}`, values, limits: {} }];
}

/** All conditions on rows of the listing index, or on matches taken from it (`choices`); or all but those of one facet. */
export function whereOf(
  filters: Filters,
  without?: string,
  source: "shelf" | "matches" = "shelf",
): RawBuilder<unknown> {
  const { category, tag_ids } = filters;
  const chosen = filters.chosen.filter(({ facet }) => facet !== without);
  const isFound = source === "shelf" && (tag_ids !== null || chosen.some(({ limits }) => limits.any_of));
  const choices = isFound ? finding : sql`choices`;
  const conditions: RawBuilder<unknown>[] = [];
  if (category && isFound) conditions.push(sql`${finding} @> ${placesOf([category.id])}::int[]`);
  // Said again where there is a price: its index begins with the category.
  if (category && (!isFound || chosen.some(({ limits }) => limits.price))) conditions.push(inCategory(category));
  if (tag_ids) conditions.push(sql`${choices} @> ${tag_ids}::int[]`);
  for (const { where, limits } of chosen) {
    if (limits.any_of) conditions.push(sql`${choices} && ${limits.any_of}::int[]`);
    else if (limits.category_ids && isFound)
      conditions.push(sql`${finding} && ${placesOf(limits.category_ids)}::int[]`);
    else conditions.push(where);
  }
  if (filters.is_empty) conditions.push(sql`false`);
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** The second part of the index `shelf_finding` (db/migrations/0021_search_index.sql): choices and places in one list. */
const finding = sql`(choices || array[1000000000 + category_id, 1000000000 + root_id])`;
const FIRST_PLACE = 1_000_000_000;

/** Categories, or groups of them, as they stand among the choices of that index. */
export function placesOf(categoryIds: readonly number[]): number[] {
  return categoryIds.map((id) => FIRST_PLACE + id);
}
