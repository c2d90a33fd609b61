/**
 * Many products into a cart at once: as many of each as can be sold now, and a report of the rest. No line of the cart
 * becomes smaller. Spec §7 Cart; rules/cart#refill
 */
import type { CartItem } from "contract/cart/cart.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { type CartView, MAX_LINES } from "./cart.ts";
import { type CartRef, findCart, newLineKey, openCart } from "./carts.ts";
import { type Item, itemsOf, quantityLimits } from "./items.ts";
import { viewCart } from "./view.ts";

export type Wish = { product_id: number; quantity: number };
type Problem = NonNullable<CartItem["problem"]>["code"];
export type Fulfilled = { product_id: number; asked: number; added: number; problem: Problem | null };

/** Locks the cart. Not safe to repeat without an idempotency key: it adds again. Three statements and the view's. */
export async function addMany(
  ctx: Ctx,
  ref: CartRef,
  wishes: readonly Wish[],
): Promise<{ cart: CartView; lines: Fulfilled[] }> {
  return inTransaction(ctx, async (ctx) => {
    const cart = await openCart(ctx, ref);
    const items = await itemsOf(
      ctx,
      wishes.map(({ product_id }) => product_id),
    );
    const bought = cart.lines.filter((line) => line.kind === "bought");
    const held = new Map(bought.map((line) => [line.variant_id, line.quantity]));
    const most = MAX_LINES - (cart.lines.length - bought.length);
    const lines = wishes.map((wish) => fulfilled(wish, items.get(wish.product_id), held, most));
    const written = lines.filter(({ added }) => added > 0).map(({ product_id }) => product_id);
    if (written.length > 0) await writeLines(ctx, cart.id, written, items, held);
    return { cart: await viewCart(ctx, await findCart(ctx, ref), ref.kind), lines };
  });
}

/** Takes as much as there is room for in at most so many bought lines, and notes it in `held`. */
function fulfilled(
  { product_id, quantity: asked }: Wish,
  item: Item | undefined,
  held: Map<number, number>,
  most: number,
): Fulfilled {
  const before = held.get(product_id) ?? 0;
  const refused = (problem: Problem): Fulfilled => ({ product_id, asked, added: 0, problem });
  if (!item?.is_for_sale) return refused("not_sold");
  const { minimum, maximum } = quantityLimits(item);
  if (maximum === 0) return refused("out_of_stock");
  if (before === 0 && held.size >= most) return refused("above_maximum");
  const added = Math.min(asked, maximum - before);
  if (added <= 0) return refused("above_maximum");
  if (before + added < minimum) return refused("below_minimum");
  held.set(product_id, before + added);
  return { product_id, asked, added, problem: added < asked ? "above_maximum" : null };
}

async function writeLines(
  ctx: Ctx,
  cart_id: number,
  product_ids: readonly number[],
  items: ReadonlyMap<number, Item>,
  held: ReadonlyMap<number, number>,
): Promise<void> {
  const known = product_ids.flatMap((id) => items.get(id) ?? []);
  await sql`
    insert into cart.lines (cart, key, variant_id, quantity, price_seen, added_at)
    select ${cart_id}, key, variant_id, quantity, price, ${ctx.now}
    from unnest(${known.map(newLineKey)}::text[], ${known.map((each) => each.product_id)}::int[],
      ${known.map((each) => held.get(each.product_id) ?? 0)}::int[], ${known.map((each) => each.unit_price)}::bigint[])
      as line (key, variant_id, quantity, price)
    on conflict (cart, variant_id) where kind = 'bought' do update set quantity = excluded.quantity, selected = true,
      price_before = case when lines.price_seen <> excluded.price_seen then lines.price_seen end,
      price_seen = excluded.price_seen`.execute(ctx.sql);
}
