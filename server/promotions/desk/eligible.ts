/** Goods on sale a rule is about, each with its prices and what is in stock. rules/promotions#publishing */
import type { Dong } from "contract/values/money.ts";
import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import type { Conditions } from "../engine/promotion.ts";

export type EligibleGoods = {
  variant_id: number;
  product_id: number;
  sku: string;
  list_price: Dong;
  /** What is asked without deals at that moment. */
  regular_price: Dong;
  available: number;
};

async function goodsWhere(ctx: Ctx, at: Date, which: RawBuilder<boolean>): Promise<EligibleGoods[]> {
  const { rows } = await sql<EligibleGoods>`
    select v.id as variant_id, v.product_id, v.sku, pr.list_price, catalogue.current_price(pr, ${at}::timestamptz) as regular_price,
      coalesce((select sum(s.on_hand - s.allocated) from catalogue.stock s where s.variant_id = v.id), 0)::int as available
    from catalogue.variants v join catalogue.products p on p.id = v.product_id and p.status = 'active'
    join catalogue.prices pr on pr.variant_id = v.id join catalogue.categories c on c.id = p.category_id
    where ${which} order by v.sku`.execute(ctx.sql);
  return rows;
}

export const eligibleGoods = (ctx: Ctx, conditions: Conditions, at: Date): Promise<EligibleGoods[]> =>
  goodsWhere(
    ctx,
    at,
    sql<boolean>`promotions.names_goods(${JSON.stringify(conditions)}::jsonb, p.id, array_remove(array[c.id, c.parent_id], null),
      p.brand_id, p.shipping_class, catalogue.current_price(pr, ${at}::timestamptz))`,
  );

export const goodsOf = (ctx: Ctx, variantIds: readonly number[], at: Date): Promise<EligibleGoods[]> =>
  goodsWhere(ctx, at, sql<boolean>`v.id = any (${[...variantIds]}::int[])`);

/** A gift is worth its current price. */
export async function giftValue(ctx: Ctx, variant_id: number, at: Date): Promise<Dong> {
  const [gift] = await goodsOf(ctx, [variant_id], at);
  return gift?.regular_price ?? 0;
}
