/**
 * Variants that are sold out and customers who asked to be told when they can be bought again: once, on their own request, which
 * they may take back. rules/catalogue#stock-notices
 */
import type { ProductCard } from "contract/catalogue/catalogue.ts";
import { ShopError } from "contract/errors.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import type { CatalogueEvents } from "../events.ts";
import { cardsWhere } from "../products/cards.ts";

const MAX_WAITING = 20; // ASSUMED(0328)
const MAX_A_DAY = 10; // ASSUMED(0328)
/** After it was sent, and where the product does not come back. */
const RETAINED_DAYS = { sent: 30, waiting: 180 }; // ASSUMED(0328)

const available = sql`(select coalesce(sum(s.on_hand - s.allocated), 0) from catalogue.stock s where s.variant_id = v.id)`;

/** Throws not_found, conflict for what is in stock, above_maximum. Locks the customer. Safe to repeat. */
export function askStockNotice(
  ctx: Ctx,
  customer_id: number,
  variant_id: number,
): Promise<{ product_id: number; name: string }> {
  return inTransaction(ctx, async (ctx) => {
    const { rows } = await sql<{ name: string; available: number }>`
      select ${available}::int as available, (select t.name from catalogue.product_texts t where t.product_id = p.id
        and t.locale in (${ctx.locale}, 'vi') order by t.locale = ${ctx.locale} desc limit 1) as name
      from catalogue.variants v join catalogue.products p on p.id = v.product_id
      where v.id = ${variant_id} and p.status = 'active'`.execute(ctx.sql);
    const [variant] = rows;
    if (!variant) throw new ShopError("not_found");
    if (variant.available > 0)
      throw new ShopError("conflict", { message_key: "already_in_stock", params: { name: variant.name } });
    await sql`select id from identity.customers where id = ${customer_id} for no key update`.execute(ctx.sql);
    const { rows: counts } = await sql<{ is_known: boolean; waiting: number; today: number }>`
      select count(*) filter (where sent_at is null)::int as waiting,
        coalesce(bool_or(variant_id = ${variant_id} and sent_at is null), false) as is_known,
        count(*) filter (where asked_at > ${ctx.now}::timestamptz - interval '1 day')::int as today
      from catalogue.stock_notices where customer_id = ${customer_id}`.execute(ctx.sql);
    const { is_known = false, waiting = 0, today = 0 } = counts[0] ?? {};
    if (!is_known) {
      if (waiting >= MAX_WAITING)
        throw new ShopError("above_maximum", { message_key: "stock_notices_full", params: { maximum: MAX_WAITING } });
      if (today >= MAX_A_DAY)
        throw new ShopError("above_maximum", { message_key: "stock_notices_today", params: { maximum: MAX_A_DAY } });
      await ctx.sql
        .insertInto("catalogue.stock_notices")
        .values({ customer_id, variant_id, asked_at: ctx.now })
        .execute();
    }
    return { product_id: variant_id, name: variant.name };
  });
}

/** Newest first. */
export async function listStockNotices(ctx: Ctx, customer_id: number): Promise<ProductCard[]> {
  const cards = await cardsWhere(
    ctx,
    sql`select null as row, row_number() over (order by n.asked_at desc, n.id desc) as place, n.variant_id
      from catalogue.stock_notices n where n.customer_id = ${customer_id} and n.sent_at is null`,
  );
  return cards.map(({ card }) => card);
}

export async function forgetStockNotice(ctx: Ctx, customer_id: number, variant_id: number): Promise<void> {
  await ctx.sql
    .deleteFrom("catalogue.stock_notices")
    .where("customer_id", "=", customer_id)
    .where("variant_id", "=", variant_id)
    .where("sent_at", "is", null)
    .execute();
}

const BATCH = 200;
const MAX_BATCHES = 20; // a job's turn; the next turn goes on

/** The job `send_stock_notices`: once each, by whatever the stock came back. Safe to repeat and to run twice at once. */
export async function sendStockNotices(ctx: Ctx): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    if ((await sendBatch(ctx)) < BATCH) break;
  }
}

type Sent = CatalogueEvents["back_in_stock"];

function sendBatch(ctx: Ctx): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    const { rows } = await sql<Sent>`
      with due as (
        select n.id from catalogue.stock_notices n join catalogue.variants v on v.id = n.variant_id
        join catalogue.products p on p.id = v.product_id
        where n.sent_at is null and p.status = 'active' and ${available} > 0
        order by n.id limit ${BATCH} for update of n skip locked)
      update catalogue.stock_notices n set sent_at = ${ctx.now}
      from due, catalogue.variants v, catalogue.products p, catalogue.categories c
      where n.id = due.id and v.id = n.variant_id and p.id = v.product_id and c.id = p.category_id
      returning n.customer_id, n.id as notice, p.slug, c.slug as category_slug, v.sku,
        (select jsonb_object_agg(t.locale, t.name) from catalogue.product_texts t where t.product_id = p.id) as names`.execute(
      ctx.sql,
    );
    for (const sent of rows) await ctx.announce(ctx, "back_in_stock", sent);
    return rows.length;
  });
}

/** Part of the job `sweep`. */
export async function sweepStockNotices(ctx: Ctx): Promise<void> {
  await sql`delete from catalogue.stock_notices
    where sent_at < ${ctx.now}::timestamptz - make_interval(days => ${RETAINED_DAYS.sent})
      or (sent_at is null and asked_at < ${ctx.now}::timestamptz - make_interval(days => ${RETAINED_DAYS.waiting}))`.execute(
    ctx.sql,
  );
}
