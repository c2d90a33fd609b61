/**
 * Prices that change by the clock in the listing index, for sorting and filtering by the price a shopper sees. The price
 * itself is read from its table or its flash sale whenever it is shown or charged; this only follows, so being late here
 * mis-sorts a list and never mis-prices. rules/catalogue#prices
 */
import { sql } from "kysely";
import type { Sql } from "../../database/sql.ts";
import { type Ctx, enqueue, inTransaction } from "../../kernel/context.ts";

type Shown = { slug: string; category: string; root: string };

const tagsOf = ({ slug, category, root }: Shown) => [`product:${slug}`, `category:${category}`, `category:${root}`];

/**
 * These variants are at these prices, all others at their own. Answers the tags of pages to renew. Safe to repeat; call
 * it in a transaction. Locks the listing rows that change, by product.
 */
export async function setFlashPrices(
  db: Sql,
  prices: readonly { variant_id: number; price: number }[],
): Promise<string[]> {
  const running = sql`jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as f (variant_id integer, price dong)`;
  const { rows: found } = await sql<{ product_id: number }>`
    select h.product_id from catalogue.shelf h left join ${running} on f.variant_id = h.variant_id
    where h.flash_price is distinct from f.price and h.product_id in (
      select product_id from catalogue.variants where id = any(${prices.map((each) => each.variant_id)}::int[])
      union select product_id from catalogue.shelf where flash_price is not null)
    order by h.product_id for update of h`.execute(db);
  if (found.length === 0) return [];
  const { rows } = await sql<Shown>`
    update catalogue.shelf h set flash_price = (select f.price from ${running} where f.variant_id = h.variant_id)
    from catalogue.products p, catalogue.categories c, catalogue.categories r
    where h.product_id = any(${found.map((row) => row.product_id)}::int[])
      and p.id = h.product_id and c.id = h.category_id and r.id = h.root_id
    returning p.slug, c.slug as category, r.slug as root`.execute(db);
  return rows.flatMap(tagsOf);
}

const BATCH_PRODUCTS = 500;
const MAX_BATCHES = 40; // a job's turn; the next turn goes on

/**
 * The job `sale_prices_turn`: rows and pages follow the sale prices that have begun or ended, and flash prices are
 * compared anew. Leaves itself as a job for the next moment. Safe to repeat and to interrupt. Locks the listing rows that
 * change, by product, one batch at a time.
 */
export async function turnSalePrices(ctx: Ctx): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    if ((await turnBatch(ctx)) < BATCH_PRODUCTS) break;
  }
  const { rows } = await sql<{ next: Date | null }>`select min(price_until) as next from catalogue.shelf`.execute(
    ctx.sql,
  );
  const next = rows[0]?.next;
  if (next) await enqueue(ctx, "sale_prices_turn", {}, { run_at: next, key: "sale_prices_window" });
}

/** Locked first, read after: what another transaction has set meanwhile is what counts. */
function turnBatch(ctx: Ctx): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    const { rows: due } = await sql<{ product_id: number }>`
      select product_id from catalogue.shelf where product_id in (
        select product_id from catalogue.shelf where price_until <= ${ctx.now} order by price_until limit ${BATCH_PRODUCTS})
      order by product_id for update`.execute(ctx.sql);
    if (due.length === 0) return 0;
    const { rows } = await sql<Shown>`
      update catalogue.shelf h set regular_price = catalogue.current_price(pr, ${ctx.now}::timestamptz),
        price_until = catalogue.price_until(pr, ${ctx.now}::timestamptz)
      from catalogue.prices pr, catalogue.products p, catalogue.categories c, catalogue.categories r
      where h.product_id = any(${due.map((row) => row.product_id)}::int[]) and pr.variant_id = h.variant_id
        and p.id = h.product_id and c.id = h.category_id and r.id = h.root_id
      returning p.slug, c.slug as category, r.slug as root`.execute(ctx.sql);
    const tags = new Set([...rows.flatMap(tagsOf), "category:all", "prices"]);
    await ctx.announce(ctx, "pages_changed", { tags: [...tags] });
    await enqueue(ctx, "flash_sale_turns", {}, { key: "flash_sale_quota" });
    return due.length;
  });
}
