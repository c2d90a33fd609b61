/**
 * Delivered orders and units, by day: the one source of "best-selling", which counts delivered orders of the last 30
 * days and nothing else. rules/catalogue#best-selling; no sold count is ever invented.
 */
import { businessDay } from "contract/values/locale.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import type { StockLine } from "./stock.ts";

export const BEST_SELLING_DAYS = 30; // rules/catalogue#best-selling
const DAY_MS = 24 * 60 * 60 * 1000;

/** Books delivered units on the day of `at`. Call once per order. Locks the sales of the day, then the listing rows. */
export function recordSales(ctx: Ctx, lines: readonly StockLine[], at: Date = ctx.now): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const { rows } = await sql<{ product_id: number }>`
      insert into catalogue.sales as booked (day, product_id, quantity)
      select ${businessDay(at)}::date, v.product_id, sum(l.quantity)
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (variant_id integer, quantity integer)
      join catalogue.variants v on v.id = l.variant_id
      group by v.product_id order by v.product_id
      on conflict (product_id, day) do update set quantity = booked.quantity + excluded.quantity
      returning product_id`.execute(ctx.sql);
    await showSales(
      ctx,
      rows.map((row) => row.product_id),
    );
  });
}

/** Drops from the listing index what was sold more than 30 days ago. For the nightly job; safe to repeat. */
export function recountSales(ctx: Ctx): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const { rows } = await sql<{ product_id: number }>`
      select product_id from catalogue.shelf where sold > 0 order by product_id`.execute(ctx.sql);
    await showSales(
      ctx,
      rows.map((row) => row.product_id),
    );
  });
}

async function showSales(ctx: Ctx, product_ids: readonly number[]): Promise<void> {
  const since = businessDay(ctx.now.getTime() - BEST_SELLING_DAYS * DAY_MS);
  await sql`select product_id from catalogue.shelf where product_id = any(${product_ids}::int[])
    order by product_id for update`.execute(ctx.sql);
  await sql`
    update catalogue.shelf h set sold = n.sold from (
      select id as product_id, coalesce((select sum(quantity) from catalogue.sales s
        where s.product_id = id and s.day > ${since}::date), 0)::int as sold
      from unnest(${product_ids}::int[]) as p (id)) n
    where h.product_id = n.product_id and h.sold <> n.sold`.execute(ctx.sql);
}
