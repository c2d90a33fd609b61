/**
 * Flash sales: a price in a window, for a quota of units, with a minimum per order and a maximum per customer. The
 * price is joined wherever prices are read (promotions.flash_prices); quota and limits are settled here, at placement.
 * A customer is a phone number, stored only as a digest, and the signed-in account: all that account took counts too.
 * Spec §5 "Minimum and maximum purchase quantities"; rules/promotions#flash-sales
 */
import { createHash } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import type { Dong } from "contract/values/money.ts";
import { sql } from "kysely";
import { type Ctx, enqueue, inTransaction } from "../kernel/context.ts";
import { memo } from "../platform/memo.ts";
import type { Words } from "../platform/settings.ts";

export type FlashTake = { item_id: number; quantity: number };

/** Takes units of the quota for an order, or none at all. Throws out_of_stock, below_minimum, above_maximum, each naming
 * the product; price_changed when the sale is over. Locks the items by id. Once per order. */
export function takeFlash(
  ctx: Ctx,
  order: { order_ref: string; buyer: string; customer_id: number | null; items: readonly FlashTake[] },
): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const wanted = new Map<number, number>();
    for (const { item_id, quantity } of order.items) wanted.set(item_id, (wanted.get(item_id) ?? 0) + quantity);
    const takes = JSON.stringify([...wanted].map(([item_id, quantity]) => ({ item_id, quantity })));
    const buyer = buyerDigest(order.buyer);
    const items = await lockItems(ctx, [...wanted.keys()], { buyer, customer_id: order.customer_id });
    for (const [item_id, quantity] of wanted) assertTakes(ctx, items.get(item_id), quantity);
    await sql`
      with taken as (select * from jsonb_to_recordset(${takes}::jsonb) as t (item_id integer, quantity integer)),
        noted as (
          insert into promotions.flash_sale_takes (item_id, order_ref, buyer, quantity, taken_at)
          select item_id, ${order.order_ref}, ${buyer}::bytea, quantity, ${ctx.now}::timestamptz from taken)
      update promotions.flash_sale_items i set sold = i.sold + t.quantity from taken t where i.id = t.item_id`.execute(
      ctx.sql,
    );
    // With a minimum the stock that this order takes may end the price as well.
    const isTurning = [...items.values()].some(
      ({ id, sold, quota, minimum }) => minimum > 1 || quota - sold - (wanted.get(id) ?? 0) < minimum,
    );
    await showSold(ctx, [...items.values()], isTurning);
  });
}

type Item = {
  id: number;
  slug: string;
  name: string;
  sold: number;
  quota: number;
  minimum: number;
  maximum: number | null;
  starts_at: Date;
  ends_at: Date;
  /** Units this buyer has of it already. */
  had: number;
};

/** Locked first, read after: what another order took meanwhile is counted. */
async function lockItems(
  ctx: Ctx,
  itemIds: readonly number[],
  by: { buyer: Buffer; customer_id: number | null },
): Promise<Map<number, Item>> {
  await sql`select id from promotions.flash_sale_items where id = any(${itemIds}::int[]) order by id for update`.execute(
    ctx.sql,
  );
  const { rows } = await sql<Item>`
    select i.id, p.slug, i.sold, i.quota, i.minimum, i.maximum, s.starts_at, s.ends_at,
      (select t.name from catalogue.product_texts t where t.product_id = p.id and t.locale in (${ctx.locale}, 'vi')
       order by t.locale = ${ctx.locale} desc limit 1) as name,
      (select coalesce(sum(had.quantity), 0)::int from (
         select t.order_ref, t.quantity from promotions.flash_sale_takes t
         where t.item_id = i.id and t.buyer = ${by.buyer} and t.given_back_at is null
         union
         select t.order_ref, t.quantity from orders.orders o
         join promotions.flash_sale_takes t on t.order_ref = o.code and t.item_id = i.id and t.given_back_at is null
         where o.customer_id = ${by.customer_id} and o.placed_at >= s.starts_at) had) as had
    from promotions.flash_sale_items i
    join promotions.flash_sales s on s.id = i.sale_id
    join catalogue.variants v on v.id = i.variant_id
    join catalogue.products p on p.id = v.product_id
    where i.id = any(${itemIds}::int[])`.execute(ctx.sql);
  return new Map(rows.map((row) => [row.id, row]));
}

function assertTakes(ctx: Ctx, item: Item | undefined, quantity: number): void {
  if (!item || ctx.now < item.starts_at || ctx.now >= item.ends_at) throw new ShopError("price_changed");
  const { name, minimum, maximum } = item;
  const rest = item.quota - item.sold;
  const left = rest < minimum ? 0 : rest;
  const allowed = allowance({ minimum, maximum }, item.had);
  if (allowed === 0) throw aboveFlash({ name, maximum: 0, ends_at: item.ends_at });
  if (quantity < minimum) throw new ShopError("below_minimum", { params: { name, minimum } });
  if (quantity > allowed) throw aboveFlash({ name, maximum: allowed, ends_at: item.ends_at });
  if (quantity > left) {
    throw new ShopError("out_of_stock", { params: { name, maximum: left, until: item.ends_at.toISOString() } });
  }
}

/** How many more of it a customer may have who had so many; none where that is less than one order takes. */
function allowance({ minimum, maximum }: Pick<Item, "minimum" | "maximum">, had: number): number {
  const allowed = maximum === null ? Number.POSITIVE_INFINITY : maximum - had;
  return allowed < minimum ? 0 : allowed;
}

/** More than there is at the flash price, while it runs: names how many, and until when. */
export function aboveFlash(
  limit: { name: string; maximum: number; ends_at: Date | string },
  field = "quantity",
): ShopError {
  const params = { name: limit.name, maximum: limit.maximum, until: new Date(limit.ends_at).toISOString() };
  const key = limit.maximum === 0 ? "flash_had" : "flash_maximum";
  return new ShopError("above_maximum", { message_key: key, params, fields: { [field]: [{ key, params }] } });
}

/** How many more of each item the customer of a phone number may have. One statement, none without items. */
export async function flashAllowances(
  ctx: Ctx,
  items: readonly { item_id: number; minimum: number; maximum: number }[],
  phone: string,
): Promise<Map<number, number>> {
  if (items.length === 0) return new Map();
  const rows = await ctx.sql
    .selectFrom("promotions.flash_sale_takes")
    .select(["item_id", sql<number>`sum(quantity)::int`.as("had")])
    .where("buyer", "=", buyerDigest(phone))
    .where("given_back_at", "is", null)
    .where(
      "item_id",
      "in",
      items.map(({ item_id }) => item_id),
    )
    .groupBy("item_id")
    .execute();
  const had = new Map(rows.map((row) => [row.item_id, row.had]));
  return new Map(items.map((item) => [item.item_id, allowance(item, had.get(item.item_id) ?? 0)]));
}

/**
 * With what this order took, has its session more of an item than one customer may have, or its IP address more than so
 * many customers? Asked while the locks of `takeFlash` are held. One statement.
 */
export async function takesTooMuch(
  ctx: Ctx,
  order: { order_ref: string; session_id: number | null; unproven_from: Buffer; buyers: number },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from promotions.flash_sale_takes mine
    join promotions.flash_sale_items i on i.id = mine.item_id
    join promotions.flash_sales s on s.id = i.sale_id
    where mine.order_ref = ${order.order_ref} and (
      (select sum(t.quantity) from orders.orders o
        join promotions.flash_sale_takes t on t.order_ref = o.code and t.item_id = i.id and t.given_back_at is null
        where o.session_id = ${order.session_id}) > i.maximum
      or (select sum(t.quantity) from orders.orders o
        join promotions.flash_sale_takes t on t.order_ref = o.code and t.item_id = i.id and t.given_back_at is null
        where o.unproven_from = ${order.unproven_from} and o.placed_at >= s.starts_at)
        > i.maximum::bigint * ${order.buyers}::bigint)
    limit 1`.execute(ctx.sql);
  return rows.length > 0;
}

/** What an order took goes back, once, however often this is called. Locks the items by id. */
export function giveBackFlash(ctx: Ctx, order_ref: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    await sql`select id from promotions.flash_sale_items where id in
      (select item_id from promotions.flash_sale_takes where order_ref = ${order_ref} and given_back_at is null)
      order by id for update`.execute(ctx.sql);
    const { rows } = await sql<{ slug: string; was_over: boolean }>`
      with back as (
        update promotions.flash_sale_takes set given_back_at = ${ctx.now}
        where order_ref = ${order_ref} and given_back_at is null returning item_id, quantity)
      update promotions.flash_sale_items i set sold = i.sold - b.quantity
      from back b, catalogue.variants v, catalogue.products p
      where i.id = b.item_id and v.id = i.variant_id and p.id = v.product_id
      returning p.slug, i.minimum > 1 or i.quota - i.sold - b.quantity < i.minimum as was_over`.execute(ctx.sql);
    await showSold(
      ctx,
      rows,
      rows.some((row) => row.was_over),
    );
  });
}

/** What an order gave back it takes again, by the rules of `takeFlash`; throws as that does. */
export function retakeFlash(ctx: Ctx, order_ref: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const back = await ctx.sql
      .deleteFrom("promotions.flash_sale_takes")
      .where("order_ref", "=", order_ref)
      .where("given_back_at", "is not", null)
      .returning(["item_id", "quantity"])
      .execute();
    if (back.length === 0) return;
    const { receiver_phone: buyer, customer_id } = await ctx.sql
      .selectFrom("orders.orders")
      .select(["receiver_phone", "customer_id"])
      .where("code", "=", order_ref)
      .executeTakeFirstOrThrow();
    await takeFlash(ctx, { order_ref, buyer, customer_id, items: back });
  });
}

/** "Sold 37 of 60" stands on cards; a quota that ran out or came back also turns the price. */
async function showSold(ctx: Ctx, items: readonly { slug: string }[], isTurning: boolean): Promise<void> {
  if (items.length === 0) return;
  await ctx.announce(ctx, "pages_changed", { tags: items.map(({ slug }) => `product:${slug}`) });
  if (isTurning) await enqueue(ctx, "flash_sale_turns", {}, { key: "flash_sale_quota" });
}

function buyerDigest(buyer: string): Buffer {
  return createHash("sha256").update(`flash-sale buyer\n${buyer}`).digest();
}

export type RunningFlash = {
  variant_id: number;
  item_id: number;
  code: string;
  price: Dong;
  starts_at: Date;
  ends_at: Date;
  quota: number;
  sold: number;
  minimum: number;
  maximum: number | null;
};

/** The flash prices that hold now, of these variants or of all, by variant. */
export async function flashPrices(ctx: Ctx, variantIds?: readonly number[]): Promise<Map<number, RunningFlash>> {
  const { rows } = await sql<RunningFlash>`select * from promotions.flash_prices(${ctx.now})
    where ${variantIds ? sql`variant_id = any(${variantIds}::int[])` : sql`true`}`.execute(ctx.sql);
  return new Map(rows.map((row) => [row.variant_id, row]));
}

// ---- windows

export type Window = { id: number; code: string; title: Words; starts_at: Date; ends_at: Date };

const windows = memo("flash_sales", async (ctx): Promise<Window[]> => {
  // A day of margin: a memo lives a minute, and a test may move the clock.
  const { rows } = await sql<Window>`select id, code, title, starts_at, ends_at from promotions.flash_sales
    where ends_at > ${ctx.now}::timestamptz - interval '1 day' order by starts_at, id`.execute(ctx.sql);
  return rows;
});

/** The sale that runs now and the one that comes next. No statement when warm. */
export async function sales(ctx: Ctx): Promise<{ running: Window | null; next: Window | null }> {
  const known = await windows(ctx);
  return {
    running: known.find((sale) => sale.starts_at <= ctx.now && sale.ends_at > ctx.now) ?? null,
    next: known.find((sale) => sale.starts_at > ctx.now) ?? null,
  };
}
