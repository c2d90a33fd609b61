/**
 * Listing index and pages follow the prices of flash sales and programmes: at every beginning and end, and where a quota runs
 * out or comes back. rules/promotions#public-price
 */
import { type RawBuilder, sql } from "kysely";
import { setDealPrices } from "../catalogue/index/prices.ts";
import { type Ctx, enqueue, inTransaction } from "../kernel/context.ts";

/** Rows in one transaction, and transactions in one turn of the job; the next turn goes on. */
const BATCH_PRODUCTS = 1_000;
const MAX_BATCHES = 40;

/** When a flash sale or a programme changes a price next by the clock. One statement. */
export async function nextPriceChange(ctx: Ctx): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`select at from promotions.price_changes(${ctx.now}::timestamptz, 1)`.execute(
    ctx.sql,
  );
  return rows[0]?.at ?? null;
}

/**
 * The job `flash_sale_turns`: rows of the listing index are at the prices of now, and pages that show them are renewed. Leaves
 * itself as a job for the next moment. Safe to repeat and to interrupt. Locks the listing rows that change, by product, one
 * batch at a time.
 */
export async function turnDealPrices(ctx: Ctx): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    if ((await turnBatch(ctx)) < BATCH_PRODUCTS) break;
  }
  const next = await nextPriceChange(ctx);
  if (next) await enqueue(ctx, "flash_sale_turns", {}, { run_at: next, key: "flash_sale_window" });
}

function turnBatch(ctx: Ctx): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    const { tags, changed } = await setDealPrices(ctx.sql, ctx.now, BATCH_PRODUCTS);
    if (changed > 0) await ctx.announce(ctx, "pages_changed", { tags: [...tags, "category:all", "flash_sales"] });
    return changed;
  });
}

/** The quota of programmes ran out or came back: pages with a product they name are renewed, the index follows. */
export async function turnProgrammes(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ tags: string[] }>`
    select array_agg(distinct 'product:' || p.slug) || array_agg(distinct 'category:' || c.slug)
      || coalesce(array_agg(distinct 'category:' || root.slug) filter (where root.slug is not null), '{}') as tags
    from promotions.promotions r, catalogue.shelf h
    join catalogue.products p on p.id = h.product_id
    join catalogue.prices pr on pr.variant_id = h.variant_id
    join catalogue.categories c on c.id = h.category_id
    left join catalogue.categories root on root.id = h.root_id
    where r.id = any(${[...ids]}::int[]) and r.action ->> 'type' in ('fixed_price', 'percent', 'tiers')
      and ${namesGoods(ctx, sql`r.conditions`)}
    having count(*) > 0`.execute(ctx.sql);
  for (const { tags } of rows) {
    await ctx.announce(ctx, "pages_changed", { tags: [...tags, "category:all"] });
    await enqueue(ctx, "flash_sale_turns", {}, { key: "flash_sale_quota" });
  }
}

/** Whether conditions name a product of `catalogue.shelf h`, with its `catalogue.products p` and `catalogue.prices pr`. */
export function namesGoods(ctx: Ctx, conditions: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`promotions.names_goods(${conditions}, p.id, array_remove(array[h.category_id, h.root_id], null),
    p.brand_id, p.shipping_class, catalogue.current_price(pr, ${ctx.now}::timestamptz))`;
}
