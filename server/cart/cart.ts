/**
 * Lines of a cart: in, out, how many, selected or not. Every write locks the cart, keeps the quantity within what can be
 * sold at this moment, and answers the whole cart priced anew. Nothing of the old quantity is changed when it is refused.
 * Spec §5, §7 Cart; readings "Cart, checkout, orders".
 */
import type { Cart } from "contract/cart.ts";
import { ShopError } from "contract/errors.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../context.ts";
import { type CartRef, findCart, lockCart, newLineKey, openCart, type StoredCart } from "./carts.ts";
import { type Goods, goodsOf, problemOf } from "./goods.ts";
import { unitPrice } from "./totals.ts";
import { viewCart } from "./view.ts";

export type CartView = Omit<Cart, "session_id">;

export const most_lines = 100; // a bound for what one visitor can make us keep and price

/** Two statements; none without a session. */
export async function readCart(ctx: Ctx, ref: CartRef | null): Promise<CartView> {
  if (!ref) return viewCart(ctx, null, "normal");
  return viewCart(ctx, await findCart(ctx, ref), ref.kind);
}

/**
 * Adds to what the cart holds of it already. Throws not_found, out_of_stock, below_minimum, above_maximum. Locks the cart.
 * Not safe to repeat without an idempotency key: it adds again.
 */
export async function addItem(ctx: Ctx, ref: CartRef, product_id: number, quantity: number): Promise<CartView> {
  const goods = await soldGoods(ctx, product_id);
  return inTransaction(ctx, async (ctx) => {
    const cart = await openCart(ctx, ref);
    const line = cart.lines.find((each) => each.variant_id === product_id);
    const wanted = (line?.quantity ?? 0) + quantity;
    assertQuantity(goods, wanted);
    if (line) await writeLine(ctx, cart, goods, { quantity: wanted, selected: true });
    else {
      if (cart.lines.length >= most_lines) throw new ShopError("above_maximum", { params: { maximum: most_lines } });
      await ctx.sql
        .insertInto("cart.lines")
        .values({
          cart: cart.id,
          key: newLineKey(),
          variant_id: product_id,
          quantity,
          price_seen: priceOf(goods),
          added_at: ctx.now,
        })
        .execute();
    }
    return viewCart(ctx, await findCart(ctx, ref), ref.kind);
  });
}

/**
 * Sets quantity, selection or both. A line that is out of bounds may always be taken out of the order, or lowered to
 * what there is. Throws not_found, out_of_stock, below_minimum, above_maximum. Locks the cart. Safe to repeat.
 */
export async function updateItem(
  ctx: Ctx,
  ref: CartRef,
  product_id: number,
  change: { quantity?: number | undefined; selected?: boolean | undefined },
): Promise<CartView> {
  return inTransaction(ctx, async (ctx) => {
    const cart = await lockCart(ctx, ref);
    const line = cart?.lines.find((each) => each.variant_id === product_id);
    const goods = (await goodsOf(ctx, [product_id])).get(product_id);
    if (!cart || !line || !goods) throw new ShopError("not_found");
    if (change.quantity !== undefined) assertQuantity(goods, change.quantity);
    await writeLine(ctx, cart, goods, {
      quantity: change.quantity ?? line.quantity,
      selected: change.selected ?? line.selected,
    });
    return viewCart(ctx, await findCart(ctx, ref), ref.kind);
  });
}

/** Takes lines out, by key or product; answers how many were there. Locks the cart. Safe to repeat. */
export async function removeLines(
  ctx: Ctx,
  ref: CartRef,
  which: { keys: readonly string[] } | { product_id: number },
): Promise<{ removed: number; cart: CartView }> {
  return inTransaction(ctx, async (ctx) => {
    const cart = await lockCart(ctx, ref);
    if (!cart) return { removed: 0, cart: await viewCart(ctx, null, ref.kind) };
    const gone = await ctx.sql
      .deleteFrom("cart.lines")
      .where("cart", "=", cart.id)
      .where(
        "keys" in which
          ? sql<boolean>`key = any(${[...which.keys]}::text[])`
          : sql<boolean>`variant_id = ${which.product_id}`,
      )
      .returning("id")
      .execute();
    return { removed: gone.length, cart: await viewCart(ctx, await findCart(ctx, ref), ref.kind) };
  });
}

/**
 * ASSUMED(0013): price_seen follows the price; the one it replaces stays told as price_before until the line is written once more, so
 * that a change met by a write is not lost on the way back to the page.
 */
async function writeLine(
  ctx: Ctx,
  cart: StoredCart,
  goods: Goods,
  { quantity, selected }: { quantity: number; selected: boolean },
): Promise<void> {
  const price = priceOf(goods);
  await sql`
    update cart.lines set quantity = ${quantity}, selected = ${selected}, price_seen = ${price},
      price_before = case when price_seen <> ${price} then price_seen end
    where cart = ${cart.id} and variant_id = ${goods.product_id}`.execute(ctx.sql);
}

async function soldGoods(ctx: Ctx, product_id: number): Promise<Goods> {
  const goods = (await goodsOf(ctx, [product_id])).get(product_id);
  if (!goods?.is_sold) throw new ShopError("not_found");
  return goods;
}

/** Throws what is wrong with a quantity, in words a shopper can act on. */
export function assertQuantity(goods: Goods, quantity: number): void {
  const problem = problemOf(goods, quantity);
  if (!problem) return;
  const { code, minimum, maximum } = problem;
  if (code === "not_sold") throw new ShopError("not_found");
  throw new ShopError(code, {
    params: { name: goods.name, minimum, maximum },
    fields:
      code === "out_of_stock" ? {} : { quantity: [{ key: code, params: { name: goods.name, minimum, maximum } }] },
  });
}

/** What one piece costs now. */
export function priceOf(goods: Goods): number {
  return unitPrice({ ...goods, flash_price: goods.flash?.price ?? null }).unit_price;
}
