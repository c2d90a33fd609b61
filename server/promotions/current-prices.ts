/**
 * The current price of variants, step 1 of the order of calculation: the lowest of list price, sale price within its
 * window and flash price while its quota lasts. Everything a cart shows and an order charges begins here, so that another
 * kind of price is added in this file alone. rules/promotions#current-price
 */
import type { Dong } from "contract/values/money.ts";
import { sql } from "kysely";
import { plannedOnce } from "../database/prepared.ts";
import type { Ctx } from "../kernel/context.ts";

/** The flash sale a price is of. `per_customer`: the most one customer may have in the whole sale. */
export type FlashLimits = {
  item_id: number;
  minimum: number;
  /** What one order may take: the rest of the quota, at most what one customer may have. */
  maximum: number;
  per_customer: number | null;
  ends_at: Date;
};

export type CurrentPrice = {
  list_price: Dong;
  /** What is asked without deals: the sale price, else the list price. */
  regular_price: Dong;
  unit_price: Dong;
  /** Set where the unit price is that of a flash sale, which is then lower than any other. */
  flash: FlashLimits | null;
};

type Row = {
  variant_id: number;
  list_price: Dong;
  regular_price: Dong;
  item_id: number | null;
  price: Dong;
  minimum: number;
  maximum: number | null;
  left: number;
  ends_at: Date;
};

/** By variant, as of `ctx.now`. One statement. Locks nothing: `takeFlash` settles quota and limits at placement. */
export async function currentPrices(ctx: Ctx, variantIds: readonly number[]): Promise<Map<number, CurrentPrice>> {
  if (variantIds.length === 0) return new Map();
  const { rows } = await sql<Row>`
    ${plannedOnce} select pr.variant_id, pr.list_price, catalogue.current_price(pr, ${ctx.now}::timestamptz) as regular_price,
      f.item_id, f.price, f.minimum, f.maximum, f.quota - f.sold as left, f.ends_at
    from catalogue.prices pr
    left join promotions.flash_prices(${ctx.now}) f on f.variant_id = pr.variant_id
    where pr.variant_id = any(${[...variantIds]}::int[])`.execute(ctx.sql);
  return new Map(rows.map((row) => [row.variant_id, priceOf(row)]));
}

function priceOf({ list_price, regular_price, item_id, price, ...sale }: Row): CurrentPrice {
  // At an equal price the line is an ordinary one: codes apply to it, and no quota is used.
  if (item_id === null || price >= regular_price)
    return { list_price, regular_price, unit_price: regular_price, flash: null };
  const { minimum, maximum, left, ends_at } = sale;
  const flash = { item_id, minimum, maximum: Math.min(maximum ?? left, left), per_customer: maximum, ends_at };
  return { list_price, regular_price, unit_price: price, flash };
}
