/** What was bought in an old order, into the caller's cart at today's prices. Spec §7; rules/orders#buy-again */
import type { BoughtAgain } from "contract/orders/orders.ts";
import type { CartView } from "../cart/cart.ts";
import type { CartRef } from "../cart/carts.ts";
import { addMany } from "../cart/refill.ts";
import type { Ctx } from "../kernel/context.ts";
import type { StoredOrder } from "./view.ts";

/** Locks the cart. Not safe to repeat without an idempotency key: it adds again. */
export async function buyAgain(
  ctx: Ctx,
  order: StoredOrder,
  ref: CartRef,
): Promise<{ cart: CartView; lines: BoughtAgain[] }> {
  const bought = order.items.filter(({ kind }) => kind === "bought");
  const { cart, lines } = await addMany(ctx, ref, bought);
  const names = new Map(bought.map(({ product_id, name }) => [product_id, name]));
  return { cart, lines: lines.map((line) => ({ ...line, name: names.get(line.product_id) ?? "" })) };
}
