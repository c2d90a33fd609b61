/**
 * How many products there are and how many each choice leaves. Without a filter the database stores the counts
 * (catalogue.shelf_counts). With one, matches are counted: the total up to `deepest`. What each choice leaves is counted
 * in up to MAX_COUNTED matches; of more, in MAX_SAMPLED of them, so that no list reads the whole index to show a page.
 * decisions/0060, 0115
 */
import type { Dong } from "contract/values/money.ts";
import { type RawBuilder, sql } from "kysely";
import type { KnownCategory, PriceBucket } from "../products/categories.ts";
import type { FacetPlan } from "./facets.ts";
import { type Filters, inRange, whereOf } from "./filters.ts";

/** Of longer lists only the total is counted. ASSUMED(0115) */
export const MAX_COUNTED = 2_000;

/** How many products each choice leaves. */
export type Counts = {
  total: number;
  /** True where counting stopped early: each choice leaves at least its count. */
  sampled: boolean;
  /** By id of the facet value. */
  choices: Readonly<Record<string, number>>;
  /** By category id. */
  categories: Readonly<Record<string, number>>;
  in_stock: number;
  on_sale: number;
  cheapest: Dong | null;
  dearest: Dong | null;
  /** Of the category's price ranges, in their order. */
  ranges: readonly number[];
};

/** Everything, or all of a category: what the database stores counts of. */
export function isCached(filters: Filters): boolean {
  return !filters.is_empty && filters.tag_ids === null;
}

/** One object of counts without any filter but the category of the address. */
export function cachedCounts(filters: Filters, plan: FacetPlan): RawBuilder<unknown> {
  const { category } = filters;
  const where = whereOf({ ...filters, chosen: [] });
  const counted = category
    ? sql`category_id = any(${[category, ...category.children].map(({ id }) => id)}::int[])`
    : sql`true`;
  const stored = (id: number) => sql`(select coalesce(sum(products), 0)::int from catalogue.shelf_counts
    where ${counted} and value_id = ${sql.lit(id)})`;
  // In one category few facet values occur: to leave out what is not shown would cost more than it saves.
  const shown = category?.level === 2 ? sql`value_id > 0` : sql`value_id = any(${plan.value_ids}::int[])`;
  return sql`jsonb_build_object('total', ${stored(0)}, 'in_stock', ${stored(-1)}, 'on_sale', ${stored(-2)}, 'sampled', false,
    'choices', (select coalesce(jsonb_object_agg(value_id, products), '{}') from (select value_id, sum(products) as products
      from catalogue.shelf_counts where ${counted} and ${shown} group by value_id) k),
    'categories', (select coalesce(jsonb_object_agg(category_id, products), '{}') from catalogue.shelf_counts
      where ${counted} and value_id = 0),
    'cheapest', (select price from catalogue.shelf where ${where} order by price limit 1),
    'dearest', (select price from catalogue.shelf where ${where} order by price desc limit 1),
    'ranges', ${otherRanges(where, plan)})`;
}

/** Each range counted in the index, one further than is counted anywhere. */
function otherRanges(where: RawBuilder<unknown>, plan: FacetPlan): RawBuilder<unknown> {
  const ranges = bucketsOf(plan.category).map(
    (range) => sql`(select count(*) from (select from catalogue.shelf where ${where} and ${inRange(range)}
      limit ${MAX_COUNTED + 1}) r)`,
  );
  return sql`jsonb_build_array(${sql.join(ranges)})`;
}

/** Which counts a facet shows; every other facet shows `choices`. */
const shownBy: Readonly<Record<string, readonly (keyof Counts)[]>> = {
  category: ["categories"],
  price: ["cheapest", "dearest", "ranges"],
  in_stock: ["in_stock"],
  on_sale: ["on_sale"],
};

/** Where more match than are counted, choices are looked for among so many. */
const MAX_SAMPLED = 1_000;

/** Rows of the listing index as a list's page and its counts need them; at most `most`. */
export function indexMatches(where: RawBuilder<unknown>, withNames: boolean, most: number): RawBuilder<unknown> {
  return sql`select product_id, variant_id, category_id, price, in_stock, saving, choices, popularity, created_at, sold,
    discount_percent, rating_x10, rating_rank, rating_count ${withNames ? sql`, names` : sql``} from catalogue.shelf where ${where} limit ${most}`;
}

/**
 * `set` was read until there was one more than `most`. Of a set that was not read to its end the cheapest is unknown:
 * that of everything around it (`around`, a condition on the index) is shown then.
 */
type Matches = { set: RawBuilder<unknown>; most: number; around: RawBuilder<unknown> | null };

/** One object of counts: of everything, or of what one facet shows. */
export function countsIn({ set, most, around }: Matches, plan: FacetPlan, facet?: string): RawBuilder<unknown> {
  const edge = (name: "cheapest" | "dearest", direction: "asc" | "desc") => {
    const counted = sql`(select ${sql.ref(name)} from counted)`;
    return around === null
      ? counted
      : sql`case when (select n from counted) > ${sql.lit(most)}
      then (select price from catalogue.shelf where ${around} order by price ${sql.raw(direction)} limit 1) else ${counted} end`;
  };
  const counts: Record<keyof Counts, RawBuilder<unknown>> = {
    total: sql`(select n from counted)`,
    // Counting makes it one row whatever else is wanted.
    sampled: sql`count(*) > 0 and (select n from counted) > ${sql.lit(MAX_COUNTED)}`,
    choices: facet === undefined ? choicesIn(sql`choices`, plan.value_ids) : choicesAmong(plan.valueIdsOf(facet)),
    categories: sql`(select coalesce(jsonb_object_agg(category_id, n), '{}') from
      (select category_id, count(*) as n from hits group by category_id) k)`,
    in_stock: sql`count(*) filter (where in_stock)`,
    on_sale: sql`count(*) filter (where saving > 0)`,
    cheapest: edge("cheapest", "asc"),
    dearest: edge("dearest", "desc"),
    ranges: rangesOf(plan),
  };
  const wanted = facet === undefined ? Object.keys(counts) : ["sampled", ...(shownBy[facet] ?? ["choices"])];
  const pairs = wanted.map((name) => sql`${sql.lit(name)}, ${counts[name as keyof Counts]}`);
  return sql`(
    with counted as materialized (select count(*) as n, min(price) as cheapest, max(price) as dearest from ${set}),
    hits as materialized (select category_id, price, in_stock, saving, choices from ${set}
      limit (select case when n > ${sql.lit(MAX_COUNTED)} then ${sql.lit(MAX_SAMPLED)} else ${sql.lit(MAX_COUNTED)} end from counted))
    select jsonb_build_object(${sql.join(pairs)}) from hits)`;
}

/** All choices are counted and the shown ones taken: unnesting in the select list costs a tenth of doing so per row. */
function choicesIn(choices: RawBuilder<unknown>, valueIds: string): RawBuilder<unknown> {
  return sql`(select coalesce(jsonb_object_agg(id, n), '{}') from
    (select id, count(*) as n from (select unnest(${choices}) as id from hits) c group by id) k
    where id = any(${valueIds}::int[]))`;
}

/** Of the few values of one facet, which are most quickly taken out of each product's choices first. */
function choicesAmong(valueIds: string): RawBuilder<unknown> {
  return choicesIn(sql`choices operator(catalogue.&) ${valueIds}::int[]`, valueIds);
}

function rangesOf(plan: FacetPlan): RawBuilder<unknown> {
  const ranges = bucketsOf(plan.category).map((range) => sql`count(*) filter (where ${inRange(range)})`);
  return sql`jsonb_build_array(${sql.join(ranges)})`;
}

/** Ranges of prices fit one category of products; a group of categories has only its cheapest and dearest. */
export function bucketsOf(category: KnownCategory | undefined): readonly PriceBucket[] {
  return category?.level === 2 ? category.price_buckets : [];
}
