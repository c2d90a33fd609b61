/** Ratings and questions of a product, and a person's own. Pages cost the same however many there are. rules/reviews#lists */
import type { CallInput, Meta } from "contract/call.ts";
import { ShopError } from "contract/errors.ts";
import { type Hashtag, hashtags } from "contract/reviews/review-words.ts";
import type { OwnComment, ProductComment, reviews, StarRate } from "contract/reviews/reviews.ts";
import type { Locale } from "contract/values/locale.ts";
import { type RawBuilder, sql } from "kysely";
import { reviews as en } from "messages/en/reviews/reviews.ts";
import { reviews as ja } from "messages/ja/reviews/reviews.ts";
import { reviews as vi } from "messages/vi/reviews/reviews.ts";
import type { z } from "zod";
import type { Ctx } from "../kernel/context.ts";
import { bought, type CommentRow, commentColumns, productComment, type SummaryRow, starRate } from "./shown.ts";

const words = { vi, en, ja } satisfies Record<Locale, unknown>;

/** The product a variant's id names. Throws not_found, also for what is not sold any more. */
export async function productOf(ctx: Ctx, variant_id: number): Promise<{ id: number; slug: string; category: string }> {
  const { rows } = await sql<{ id: number; slug: string; category: string }>`
    select p.id, p.slug, k.slug as category from catalogue.variants v join catalogue.products p on p.id = v.product_id
      join catalogue.categories k on k.id = p.category_id where v.id = ${variant_id} and p.status = 'active'`.execute(
    ctx.sql,
  );
  if (!rows[0]) throw new ShopError("not_found");
  return rows[0];
}

/** Who looks; null for a visitor. */
export const readerOf = async (ctx: Ctx): Promise<number | null> => (await ctx.session())?.customer_id ?? null;

async function summaryOf(ctx: Ctx, product_id: number): Promise<SummaryRow | undefined> {
  const { rows } = await sql<SummaryRow>`select average_x10, count, star_1, star_2, star_3, star_4, star_5, questions
    from reviews.summaries where product_id = ${product_id}`.execute(ctx.sql);
  return rows[0];
}

export async function starRateOf(ctx: Ctx, { id }: { id: number }): Promise<StarRate> {
  return starRate(await summaryOf(ctx, (await productOf(ctx, id)).id));
}

const orders = {
  helpful: sql`c.likes desc, c.id desc`,
  newest: sql`c.id desc`,
  stars: sql`c.stars desc nulls last, c.id desc`,
} as const;

type ListQuery = CallInput<typeof reviews.productComments>;
type Listed = { data: ProductComment[]; meta: Meta & { summary: StarRate; questions: number; with_pictures: number } };

/** Four statements. The reader's own that others do not see yet stands first on the first page. */
export async function productComments(ctx: Ctx, asked: ListQuery): Promise<Listed> {
  const { kind = "rating", stars, hashtag, pictures, sort = "helpful", page, limit } = asked;
  const { id: product_id } = await productOf(ctx, asked.id);
  const reader = await readerOf(ctx);
  const conditions: RawBuilder<unknown>[] = [sql`c.product_id = ${product_id}`, sql`c.kind = ${kind}`];
  if (stars !== undefined) conditions.push(sql`c.stars = ${stars}`);
  if (hashtag !== undefined) conditions.push(sql`c.hashtags @> ${[hashtag]}::text[]`);
  if (pictures) conditions.push(sql`c.pictures <> '{}'`);
  const where = sql.join(conditions, sql` and `);
  const [summary, counted, own, found] = await Promise.all([
    summaryOf(ctx, product_id),
    sql<{ total: number; with_pictures: number }>`select
      (select count(*)::int from reviews.comments c where ${where} and c.state = 'published') as total,
      (select count(*)::int from reviews.comments c where c.product_id = ${product_id} and c.kind = 'rating'
        and c.state = 'published' and c.pictures <> '{}') as with_pictures`.execute(ctx.sql),
    reader !== null && page === 1 ? waitingOf(ctx, reader, where) : [],
    sql<CommentRow>`select ${commentColumns(reader)} from (select * from reviews.comments c where ${where} and c.state = 'published'
      order by ${orders[sort]} limit ${limit} offset ${(page - 1) * limit}) c order by ${orders[sort]}`.execute(
      ctx.sql,
    ),
  ]);
  const { total = 0, with_pictures = 0 } = counted.rows[0] ?? {};
  return {
    data: [...own, ...found.rows].map((row) => productComment(row, ctx.locale)),
    meta: {
      ...{ current_page: page, last_page: Math.max(1, Math.ceil(total / limit)), per_page: limit, total },
      summary: starRate(summary),
      questions: summary?.questions ?? 0,
      with_pictures,
    },
  };
}

async function waitingOf(ctx: Ctx, reader: number, where: RawBuilder<unknown>): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`select ${commentColumns(reader)} from reviews.comments c
    where ${where} and c.customer_id = ${reader} and c.state = 'pending' order by c.id desc limit 3`.execute(ctx.sql);
  return rows;
}

type Tag = { code: Hashtag; label: string; count: number };

/** Throws not_found. */
export async function listHashtags(ctx: Ctx, asked: CallInput<typeof reviews.hashtags>): Promise<Tag[]> {
  const labels = words[ctx.locale].hashtags;
  if (asked.product_id === undefined) {
    const known = ctx.sql
      .selectFrom("catalogue.categories")
      .select("id")
      .where("slug", "=", asked.category_slug ?? "");
    if (!(await known.executeTakeFirst())) throw new ShopError("not_found");
    return hashtags.map((code) => ({ code, label: labels[code], count: 0 }));
  }
  const { id } = await productOf(ctx, asked.product_id);
  const { rows } = await sql<{ code: Hashtag; count: number }>`
    select t.code, count(*)::int as count from reviews.comments c, unnest(c.hashtags) t (code)
    where c.product_id = ${id} and c.kind = 'rating' and c.state = 'published' group by 1 order by 2 desc, 1`.execute(
    ctx.sql,
  );
  return rows.flatMap(({ code, count }) => (code in labels ? [{ code, label: labels[code], count }] : []));
}

/** One with all its replies. Throws not_found for one that is not published, unless the reader wrote it. */
export async function findComment(ctx: Ctx, { id }: { id: number }) {
  const reader = await readerOf(ctx);
  const { rows } = await sql<CommentRow & Pick<OwnRow, "variant_id" | "state">>`
    select ${commentColumns(reader, true)}, c.state, ${shownVariant} as variant_id
    from reviews.comments c join catalogue.products p on p.id = c.product_id
    where c.id = ${id} and c.kind <> 'reply' and p.status = 'active'
      and (c.state = 'published' or (c.customer_id = ${reader}::bigint and c.state <> 'deleted'))`.execute(ctx.sql);
  const [row] = rows;
  if (!row) throw new ShopError("not_found");
  return { ...productComment(row, ctx.locale), product_id: row.variant_id, state: row.state };
}

/** The colour it is about, else the product's first. */
const shownVariant = sql`coalesce(c.variant_id, (select dv.id from catalogue.variants dv where dv.product_id = c.product_id
  order by dv.is_default desc, dv.position limit 1))`;

type OwnRow = CommentRow & {
  state: OwnComment["state"];
  hide_reason: OwnComment["hide_reason"];
  hide_note: string;
  objection: string | null;
  is_upheld: boolean | null;
  variant_id: number;
  name: string;
  slug: string;
  category_slug: string;
};

const ownColumns = (
  ctx: Ctx,
  customer_id: number,
) => sql`${commentColumns(customer_id, true)}, c.state, c.hide_reason, c.hide_note,
  c.objection, c.is_upheld, ${shownVariant} as variant_id, p.slug, k.slug as category_slug, ${productName(ctx.locale)} as name`;
const ownFrom = sql`reviews.comments c join catalogue.products p on p.id = c.product_id join catalogue.categories k on k.id = p.category_id`;
const productName = (locale: Locale) => sql`(select t.name from catalogue.product_texts t where t.product_id = p.id
  and t.locale in (${locale}, 'vi') order by t.locale = 'vi' limit 1)`;

function ownComment(row: OwnRow, locale: Locale): z.infer<typeof OwnComment> {
  const { state, hide_reason, hide_note, kind, name, slug, category_slug } = row;
  const decided = row.is_upheld ? "upheld" : "refused";
  return {
    ...productComment(row, locale),
    ...{
      kind,
      state,
      show_name: row.show_name,
      hide_reason,
      hide_note,
      product_id: row.variant_id,
      product: { name, slug, category_slug },
    },
    objection: row.objection === null ? null : row.is_upheld === null ? "waiting" : decided,
  };
}

/** One's own by its number. Throws not_found. */
export async function ownCommentOf(ctx: Ctx, customer_id: number, id: number): Promise<OwnComment> {
  const { rows } = await sql<OwnRow>`select ${ownColumns(ctx, customer_id)} from ${ownFrom}
    where c.id = ${id} and c.customer_id = ${customer_id}`.execute(ctx.sql);
  if (!rows[0]) throw new ShopError("not_found");
  return ownComment(rows[0], ctx.locale);
}

const MAX_TO_RATE = 50;

/** What a person wrote, newest first, and what they may rate. Deleted ones only where asked for. */
export async function ownComments(ctx: Ctx, customer_id: number, asked: CallInput<typeof reviews.own>) {
  const { state, page, limit } = asked;
  const where = sql`c.customer_id = ${customer_id} and ${state ? sql`c.state = ${state}` : sql`c.state <> 'deleted'`}`;
  const [counted, found, to_rate] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total from reviews.comments c where ${where}`.execute(ctx.sql),
    sql<OwnRow>`select ${ownColumns(ctx, customer_id)} from ${ownFrom} where ${where}
      order by c.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(ctx.sql),
    toRate(ctx, customer_id),
  ]);
  const total = counted.rows[0]?.total ?? 0;
  return {
    data: found.rows.map((row) => ownComment(row, ctx.locale)),
    meta: { current_page: page, last_page: Math.max(1, Math.ceil(total / limit)), per_page: limit, total },
    to_rate,
  };
}

/** Delivered products without a rating of this person, the newest first, each by the colour bought last. */
async function toRate(ctx: Ctx, customer_id: number): Promise<{ product_id: number; delivered_at: string }[]> {
  const { rows } = await sql<{ product_id: number; delivered_at: Date }>`
    select * from (
      select distinct on (v.product_id) l.variant_id as product_id, coalesce(o.delivered_at, o.placed_at) as delivered_at
      from orders.orders o join orders.lines l on l.order_id = o.id join catalogue.variants v on v.id = l.variant_id
        join catalogue.products p on p.id = v.product_id
      where o.customer_id = ${customer_id} and o.status in ('delivered', 'completed') and p.status = 'active'
        and not exists (select from reviews.comments c where c.customer_id = ${customer_id} and c.product_id = v.product_id
          and c.kind = 'rating' and c.state <> 'deleted')
      order by v.product_id, coalesce(o.delivered_at, o.placed_at) desc) newest
    order by delivered_at desc, product_id limit ${MAX_TO_RATE}`.execute(ctx.sql);
  return rows.map(({ product_id, delivered_at }) => ({ product_id, delivered_at: delivered_at.toISOString() }));
}

type Draft = { stars: number | null; text: string; hashtags: Hashtag[]; show_name: boolean; pictures: string[] };

/** Throws not_found. */
export async function writingForm(ctx: Ctx, customer_id: number, variant_id: number) {
  const { id, slug, category } = await productOf(ctx, variant_id);
  const { rows } = await sql<{
    is_bought: boolean;
    is_seller: boolean;
    rating: number | null;
    draft: Draft | null;
    name: string;
  }>`
    select ${bought(sql`${customer_id}::bigint`, sql`p.id`)} as is_bought, ${isSeller(customer_id)} as is_seller,
      (select c.id from reviews.comments c where c.customer_id = ${customer_id} and c.product_id = p.id and c.kind = 'rating'
        and c.state <> 'deleted') as rating,
      (select jsonb_build_object('stars', d.stars, 'text', d.text, 'hashtags', d.hashtags, 'show_name', d.show_name,
        'pictures', d.pictures) from reviews.drafts d where d.customer_id = ${customer_id} and d.product_id = p.id) as draft,
      ${productName(ctx.locale)} as name
    from catalogue.products p where p.id = ${id}`.execute(ctx.sql);
  const row = rows[0];
  if (!row) throw new ShopError("not_found");
  const rating = row.rating === null ? null : await ownCommentOf(ctx, customer_id, row.rating);
  const { is_bought, is_seller, draft, name } = row;
  return {
    product_id: variant_id,
    product: { name, slug, category_slug: category },
    is_bought,
    is_seller,
    rating,
    draft,
  };
}

/** Staff, by the e-mail address of their account, and people of a hub: they do not rate. */
export const isSeller = (customer_id: number): RawBuilder<boolean> => sql<boolean>`exists (
  select from identity.customers u where u.id = ${customer_id} and (
    exists (select from identity.roles r where r.customer_id = u.id and r.role = 'agent')
    or exists (select from staff.accounts s where s.email = u.email and u.email <> '' and s.state in ('active', 'locked'))))`;
