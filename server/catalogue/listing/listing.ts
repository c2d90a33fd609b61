/**
 * The statement behind every list: ids of one page, how many there are, and how many each facet's choices leave. Counts
 * of a facet in use are taken without that facet. What is counted and what is stored: counting.ts.
 */
import { type RawBuilder, sql } from "kysely";
import { plannedAnew, plannedOnce } from "../../database/prepared.ts";
import type { Ctx } from "../../kernel/context.ts";
import { type CardRows, cardRows, cardsWanted } from "../products/cards.ts";
import { type Counts, cachedCounts, countsIn, indexMatches, isCached, MAX_COUNTED } from "./counting.ts";
import type { FacetPlan } from "./facets.ts";
import { type Filters, whereOf } from "./filters.ts";
import { indexPage, type PageQuery, pageOfMatches } from "./list-page.ts";
import { deepest, type PageInput } from "./rows.ts";
import type { Sorting } from "./sorting.ts";
import { type Scope, setWithout, type TextMatch } from "./text-match.ts";

export type Found = {
  variant_ids: number[];
  /** Of these variants, where they were read with them. */
  cards: CardRows | null;
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
  const isPlain = filters.chosen.length === 0 && !text && isCached(filters);
  return isPlain ? listAll(ctx, wanted) : listSome(ctx, wanted);
}

/** Counts are stored, the page is a range of an index; its cards come with it. */
async function listAll(ctx: Ctx, { filters, sorting, page, plan }: Wanted): Promise<Found> {
  const ids = indexPage({ where: whereOf(filters), sorting, locale: ctx.locale, page });
  const { rows } = await sql<{ variant_ids: number[]; cards: CardRows; counts: Counts }>`
    ${plannedOnce} with page as materialized (select ${ids} as ids)
    select (select ids from page) as variant_ids, ${cardRows(ctx, cardsWanted(sql`(select ids from page)`))} as cards,
      ${cachedCounts(filters, plan)} as counts`.execute(ctx.sql);
  const [row] = rows;
  if (!row) throw new Error("a list without a row");
  return { ...row, more: false, others: {}, partial: false, is_other: false, has_other: false, exact_product: null };
}

async function listSome(ctx: Ctx, wanted: Wanted): Promise<Found> {
  const { filters, sorting, page, text, code, plan } = wanted;
  const asked = { where: whereOf(filters), sorting, locale: ctx.locale, page };
  const sets = text
    ? text.matches(textScope(filters), whereOf(withoutScope(filters), undefined, "matches"))
    : sql`matched as materialized (${indexMatches(asked.where, sorting.by === "name", deepest + 1)})`;
  const others = filters.chosen.map(({ facet }, at) => sql`${sql.lit(facet)}, ${countsWithout(facet, at, wanted)}`);
  const { rows } = await sql<Omit<Found, "more" | "cards">>`
    ${plannedAnew} with ${sets}
    select
      ${text ? text.page(asked) : pageOfFew(asked)} as variant_ids,
      ${countsIn({ set: sql`matched`, most: deepest, around: text ? null : around(filters) }, plan)} as counts,
      jsonb_build_object(${sql.join(others)}) as others,
      ${text ? text.isPartial : sql`false`} as partial,
      ${text ? text.isOther : sql`false`} as is_other,
      ${text ? text.hasOther : sql`false`} as has_other,
      ${code === null ? sql`null` : productOfCode(code)} as exact_product`.execute(ctx.sql);
  const [row] = rows;
  if (!row) throw new Error("a list without a row");
  const more = row.counts.total > deepest;
  return { ...row, cards: null, counts: { ...row.counts, total: Math.min(deepest, row.counts.total) }, more };
}

/** Few matches are sorted; many are read in the order of an index, which soon comes upon a page of them. */
function pageOfFew(asked: PageQuery): RawBuilder<unknown> {
  return sql`case when (select count(*) from matched) > ${deepest} then ${indexPage(asked)}
    else ${pageOfMatches(asked, sql`matched`)} end`;
}

/** A text is looked for within the scope, so its matches need not be asked again. */
function withoutScope(filters: Filters): Filters {
  return { ...filters, category: undefined, tag_ids: null };
}

/** The category of the address, or everything. */
function around(filters: Filters): RawBuilder<unknown> {
  return whereOf({ ...filters, tag_ids: null, chosen: [] });
}

/** Without its only facet a list is one whose counts are stored. */
function countsWithout(facet: string, at: number, { filters, text, plan }: Wanted): RawBuilder<unknown> {
  if (!text && filters.chosen.length === 1 && isCached(filters)) return cachedCounts(filters, plan);
  const where = whereOf(text ? withoutScope(filters) : filters, facet, text ? "matches" : "shelf");
  const most = MAX_COUNTED;
  const set = text
    ? sql`(select * from ${setWithout(at)} where ${where})`
    : sql`(${indexMatches(where, false, most + 1)})`;
  return sql`(with others as materialized (select * from ${set} o)
    select ${countsIn({ set: sql`others`, most, around: text ? null : around(filters) }, plan, facet)})`;
}

function textScope({ category, tag_ids, chosen }: Filters): Scope {
  const categoryIds = category ? [category, ...category.children].map(({ id }) => id) : null;
  return { category_ids: categoryIds, required: tag_ids, limits: chosen.map(({ limits }) => limits) };
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
