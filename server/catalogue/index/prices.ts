/**
 * Prices that change by the clock in the listing index, for sorting and filtering by the price a shopper sees. The price
 * itself is read from its table, flash sale or programme whenever it is shown or charged; this only follows, so being late
 * here mis-sorts a list and never mis-prices. rules/catalogue#prices
 */
import { sql } from "kysely";
import type { Sql } from "../../database/sql.ts";
import { type Ctx, enqueue, inTransaction } from "../../kernel/context.ts";
import { dealJoins } from "../products/public-prices.ts";

type Shown = { slug: string; category: string; root: string };

const tagsOf = ({ slug, category, root }: Shown) => [`product:${slug}`, `category:${category}`, `category:${root}`];

/**
 * Rows follow the flash and programme prices of `now`; at most `most` of them at once. Answers the tags of pages to renew and
 * how many rows there were. Safe to repeat; call it in a transaction. Locks the listing rows that change, by product.
 */
export async function setDealPrices(db: Sql, now: Date, most: number): Promise<{ tags: string[]; changed: number }> {
  const { rows: of } = await sql<{ programmes: boolean }>`select exists (
    select from promotions.promotions where kind = 'programme' and ends_at > ${now} and starts_at <= ${now}
      and action ->> 'type' in ('fixed_price', 'percent', 'tiers')) as programmes`.execute(db);
  // Without a programme only what a sale names, or had named, can be at another price.
  const which = of[0]?.programmes
    ? sql`true`
    : sql`h.product_id in (
        select v.product_id from promotions.flash_prices(${now}::timestamptz) f join catalogue.variants v on v.id = f.variant_id
        union select product_id from catalogue.shelf where deal_price is not null)`;
  const current = sql`catalogue.shelf h
    join catalogue.variants v on v.id = h.variant_id
    join catalogue.products p on p.id = h.product_id
    join catalogue.prices pr on pr.variant_id = h.variant_id
    ${dealJoins(now, sql`array[h.category_id, h.root_id]`)}`;
  const { rows: found } = await sql<{ product_id: number }>`
    select h.product_id from ${current} where h.deal_price is distinct from coalesce(g.price, f.price) and ${which}
    order by h.product_id limit ${most} for update of h`.execute(db);
  if (found.length === 0) return { tags: [], changed: 0 };
  const ids = found.map((row) => row.product_id);
  const { rows } = await sql<Shown>`
    update catalogue.shelf kept set deal_price = deal.price
    from (select h.product_id, coalesce(g.price, f.price) as price, p.slug from ${current}
        where h.product_id = any(${ids}::int[])) deal, catalogue.categories c, catalogue.categories r
    where kept.product_id = deal.product_id and c.id = kept.category_id and r.id = kept.root_id
    returning deal.slug, c.slug as category, r.slug as root`.execute(db);
  return { tags: [...new Set(rows.flatMap(tagsOf))], changed: found.length };
}

const BATCH_PRODUCTS = 500;
const MAX_BATCHES = 40; // a job's turn; the next turn goes on

/**
 * The job `sale_prices_turn`: rows and pages follow the sale prices that have begun or ended, and deals are
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
