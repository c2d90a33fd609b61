/**
 * The statement behind every list: ids of one page, how many there are, and how many each facet's choices leave. An
 * unfiltered list reads counts the database keeps; a filtered one counts at most `deepest` matches, and the choices of a
 * longer one among its first few thousand, so no list, however it is filtered, reads the whole shelf to show a page.
 * Counts of a facet in use are taken without that facet.
 */
import type { Dong } from "contract/money.ts";
import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "../context.ts";
import type { KnownCategory, PriceBucket } from "./categories.ts";
import type { FacetPlan } from "./facets.ts";
import { type Filters, inRange, whereOf } from "./filters.ts";
import { deepest, type PageInput } from "./rows.ts";
import { orderBy, type Sorting } from "./sorting.ts";
import { most_sampled, type Scope, type TextMatch } from "./text-match.ts";

/** How many products each choice leaves. */
export type Counts = {
  total: number;
  /** True where counting stopped early: each choice leaves at least its count. */
  sampled: boolean;
  /** By number of the offer. */
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

export type Found = {
  variant_ids: number[];
  counts: Counts;
  more: boolean;
  /** Counts without the facet itself, for each facet in use: those that facet shows. */
  others: Readonly<Record<string, Partial<Counts>>>;
  partial: boolean;
  /** Of a text: nothing has it as first read, and these are of its other reading. */
  is_other: boolean;
  /** Of a text: the other reading has something. */
  has_other: boolean;
  exact_product: { slug: string; category_slug: string } | null;
};

export type Wanted = {
  filters: Filters;
  sorting: Sorting;
  page: PageInput;
  text: TextMatch | null;
  /** What was typed, where it may be the code of one product. */
  code: string | null;
  plan: FacetPlan;
};

/** One statement. */
export async function list(ctx: Ctx, wanted: Wanted): Promise<Found> {
  const { filters, text } = wanted;
  const isPlain = filters.chosen.length === 0 && !text && isKept(filters);
  return isPlain ? listAll(ctx, wanted) : listSome(ctx, wanted);
}

/** Everything, or all of a category: what the database keeps counts of. */
function isKept(filters: Filters): boolean {
  return !filters.is_empty && filters.scope.length === (filters.category ? 1 : 0);
}

function slice({ page, limit }: PageInput): RawBuilder<unknown> {
  const offset = (page - 1) * limit;
  return sql`limit ${offset < deepest ? Math.min(limit, deepest - offset) : 0} offset ${Math.min(offset, deepest)}`;
}

/** Counts are kept, the page is a piece of an index. */
async function listAll(ctx: Ctx, { filters, sorting, page, plan }: Wanted): Promise<Found> {
  const where = whereOf(filters);
  const order = orderBy(sorting, ctx.locale);
  const { rows } = await sql<{ variant_ids: number[]; counts: Counts }>`
    with page as materialized (select product_id, row_number() over (order by ${order}) as place
      from catalogue.shelf where ${where} order by ${order} ${slice(page)})
    select
      array(select h.variant_id from page join catalogue.shelf h using (product_id) order by page.place) as variant_ids,
      ${keptCounts(filters, plan)} as counts`.execute(ctx.sql);
  const [row] = rows;
  if (!row) throw new Error("a list without a row");
  return { ...row, more: false, others: {}, partial: false, is_other: false, has_other: false, exact_product: null };
}

/** One object of counts without any filter but the category of the address. */
function keptCounts(filters: Filters, plan: FacetPlan): RawBuilder<unknown> {
  const { category } = filters;
  const where = whereOf({ ...filters, chosen: [] });
  const counted = category
    ? sql`category_id = any(${[category, ...category.children].map(({ id }) => id)}::int[])`
    : sql`true`;
  const kept = (id: number) => sql`(select coalesce(sum(products), 0)::int from catalogue.shelf_counts
    where ${counted} and value_id = ${sql.lit(id)})`;
  return sql`jsonb_build_object('total', ${kept(0)}, 'in_stock', ${kept(-1)}, 'on_sale', ${kept(-2)}, 'sampled', false,
    'choices', (select coalesce(jsonb_object_agg(value_id, products), '{}') from (select value_id, sum(products) as products
      from catalogue.shelf_counts where ${counted} and value_id = any(${plan.offer_ids}::int[]) group by value_id) k),
    'categories', (select coalesce(jsonb_object_agg(category_id, products), '{}') from catalogue.shelf_counts
      where ${counted} and value_id = 0),
    'cheapest', (select price from catalogue.shelf where ${where} order by price limit 1),
    'dearest', (select price from catalogue.shelf where ${where} order by price desc limit 1),
    'ranges', (select ${rangesOf(plan)} from catalogue.shelf where ${where} and ${isRanged(plan)}))`;
}

async function listSome(ctx: Ctx, wanted: Wanted): Promise<Found> {
  const { filters, sorting, page, text, code, plan } = wanted;
  const source = text ? sql`found` : sql`catalogue.shelf`;
  const scope: Filters = text ? { ...filters, scope: [] } : filters; // a text is looked for within the scope
  const where = whereOf(scope);
  const order = orderBy(sorting, ctx.locale, text ? sql`rank` : undefined);
  const others = filters.chosen.map(({ facet }) => sql`${sql.lit(facet)}, ${countsWithout(facet, wanted, scope)}`);
  const { rows } = await sql<Omit<Found, "more">>`
    ${text ? sql`with ${text.found(textScope(filters), sorting.by === "name")}` : sql``}
    select
      array(select variant_id from ${source} where ${where} order by ${order} ${slice(page)}) as variant_ids,
      ${countsIn(text ? sql`matched` : source, where, plan)} as counts,
      jsonb_build_object(${sql.join(others)}) as others,
      ${text ? text.isPartial : sql`false`} as partial,
      ${text ? text.isOther : sql`false`} as is_other,
      ${text ? text.hasOther : sql`false`} as has_other,
      ${code === null ? sql`null` : productOfCode(code)} as exact_product`.execute(ctx.sql);
  const [row] = rows;
  if (!row) throw new Error("a list without a row");
  const more = row.counts.total > deepest;
  return { ...row, counts: { ...row.counts, total: Math.min(deepest, row.counts.total) }, more };
}

function textScope({ category, tag_ids, chosen }: Filters): Scope {
  const category_ids = category ? [category, ...category.children].map(({ id }) => id) : null;
  return { category_ids, required: tag_ids, limits: chosen.map(({ limits }) => limits) };
}

/** Which counts a facet shows; every other facet shows `choices`. */
const shownBy: Readonly<Record<string, readonly (keyof Counts)[]>> = {
  category: ["categories"],
  price: ["cheapest", "dearest", "ranges"],
  in_stock: ["in_stock"],
  on_sale: ["on_sale"],
};

/** Without its only facet a list is one whose counts are kept. */
function countsWithout(facet: string, { filters, text, plan }: Wanted, scope: Filters): RawBuilder<unknown> {
  if (!text && filters.chosen.length === 1 && isKept(filters)) return keptCounts(filters, plan);
  return countsIn(text ? sql`broad` : sql`catalogue.shelf`, whereOf(scope, facet), plan, facet);
}

/** One object of counts: of everything, or of what one facet shows. */
function countsIn(
  source: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  plan: FacetPlan,
  facet?: string,
): RawBuilder<unknown> {
  const most = facet === undefined ? deepest : most_sampled;
  const edge = (direction: "asc" | "desc", own: RawBuilder<unknown>) => sql`case when (select n from counted) > ${most}
    then (select price from ${source} where ${where} order by price ${sql.raw(direction)} limit 1) else ${own} end`;
  const counts: Record<keyof Counts, RawBuilder<unknown>> = {
    total: sql`(select n from counted)`,
    // Counting makes it one row whatever else is wanted.
    sampled: sql`count(*) > 0 and (select n from counted) > ${most}`,
    // All choices are counted and the shown ones taken: unnesting in the select list costs a tenth of doing so per row.
    choices: sql`(select coalesce(jsonb_object_agg(id, n), '{}') from
      (select id, count(*) as n from (select unnest(choices) as id from hits) c group by id) k
      where id = any(${plan.offer_ids}::int[]))`,
    categories: sql`(select coalesce(jsonb_object_agg(category_id, n), '{}') from
      (select category_id, count(*) as n from hits group by category_id) k)`,
    in_stock: sql`count(*) filter (where in_stock)`,
    on_sale: sql`count(*) filter (where saving > 0)`,
    cheapest: edge("asc", sql`min(price)`),
    dearest: edge("desc", sql`max(price)`),
    ranges: rangesOf(plan),
  };
  const wanted = facet === undefined ? Object.keys(counts) : ["sampled", ...(shownBy[facet] ?? ["choices"])];
  const pairs = wanted.map((name) => sql`${sql.lit(name)}, ${counts[name as keyof Counts]}`);
  return sql`(
    with counted as materialized (select count(*) as n from (select from ${source} where ${where} limit ${most + 1}) c),
    hits as materialized (select category_id, price, in_stock, saving, choices from ${source} where ${where}
      limit (select case when n > ${most} then ${most_sampled} else n end from counted))
    select jsonb_build_object(${sql.join(pairs)}) from hits)`;
}

function rangesOf(plan: FacetPlan): RawBuilder<unknown> {
  const ranges = bucketsOf(plan.category).map((range) => sql`count(*) filter (where ${inRange(range)})`);
  return sql`jsonb_build_array(${sql.join(ranges)})`;
}

/** Without ranges nothing need be read for them. */
function isRanged(plan: FacetPlan): RawBuilder<unknown> {
  return bucketsOf(plan.category).length > 0 ? sql`true` : sql`false`;
}

/** Ranges of prices fit one kind of goods; a group of categories has only its cheapest and dearest. */
export function bucketsOf(category: KnownCategory | undefined): readonly PriceBucket[] {
  return category?.level === 2 ? category.price_buckets : [];
}

/** The one product whose model, SKU or barcode this is. */
function productOfCode(code: string): RawBuilder<unknown> {
  return sql`(select case when count(*) = 1 then min(jsonb_build_object('slug', p.slug, 'category_slug', c.slug)::text)::jsonb end
    from catalogue.products p
    join catalogue.shelf h on h.product_id = p.id
    join catalogue.categories c on c.id = p.category_id
    where p.id in (select id from catalogue.products where model_key = ${code}
      union select product_id from catalogue.variants where sku_key = ${code}
      union select product_id from catalogue.variants where barcode = ${code}))`;
}
