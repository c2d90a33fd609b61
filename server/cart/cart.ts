/**
 * Lines of a cart: in, out, how many, selected or not. Every write locks the cart, keeps the quantity within what can
 * be sold at this moment, and answers the whole cart at current prices. Nothing of the old quantity is changed when it
 * is refused. Spec §5, §7 Cart; rules/cart#limits
 */
import type { Cart } from "contract/cart/cart.ts";
import { ShopError } from "contract/errors.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { aboveFlash } from "../promotions/flash-sales.ts";
import {
  beginCart,
  boughtLine,
  type CartRef,
  findCart,
  lineColumns,
  lockCart,
  newLineKey,
  openCart,
  type StoredCart,
  type StoredLine,
} from "./carts.ts";
import { type Item, itemsOf, problemOf } from "./items.ts";
import { viewCart } from "./view.ts";

export type CartView = Omit<Cart, "session_id">;

export const MAX_LINES = 100; // a bound for what one visitor can make the shop store and price

/** Two statements; none without a session. */
export async function readCart(ctx: Ctx, ref: CartRef | null): Promise<CartView> {
  if (!ref) return viewCart(ctx, null, "normal");
  return viewCart(ctx, await findCart(ctx, ref), ref.kind);
}

type Addition = { product_id: number; quantity: number; at_least?: boolean | undefined };

/**
 * Adds to what the cart holds of it already; with `at_least` it holds the larger of both. ASSUMED(0193). Throws not_found, out_of_stock, below_minimum, above_maximum. Locks the cart.
 * Not safe to repeat without an idempotency key: it adds again.
 */
export async function addItem(
  ctx: Ctx,
  ref: CartRef,
  { product_id, quantity, at_least = false }: Addition,
): Promise<CartView> {
  const item = await soldItem(ctx, product_id);
  if (ref.is_first) {
    assertQuantity(item, quantity);
    const cart = await beginCart(ctx, ref, { variant_id: product_id, quantity, price_seen: item.unit_price });
    if (cart) return viewCart(ctx, cart, ref.kind, undefined, item);
  }
  return inTransaction(ctx, async (ctx) => {
    const cart = await openCart(ctx, ref);
    const line = boughtLine(cart, product_id);
    const held = line?.quantity ?? 0;
    const wanted = at_least ? Math.max(held, quantity) : held + quantity;
    if (wanted > held) assertQuantity(item, wanted);
    if (!line && cart.lines.length >= MAX_LINES) {
      throw new ShopError("above_maximum", { params: { maximum: MAX_LINES } });
    }
    const choice = { quantity: wanted, selected: true };
    const written = line ? await writeLine(ctx, cart, line, item, choice) : await addLine(ctx, cart, item, wanted);
    return viewCart(ctx, withLine(cart, written), ref.kind, undefined, item);
  });
}

/**
 * Sets quantity, selection or both of what is bought of a product. A line that is out of bounds may always be taken out of the order, or lowered to
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
    const line = cart && boughtLine(cart, product_id);
    const item = (await itemsOf(ctx, [product_id])).get(product_id);
    if (!cart || !line || !item) throw new ShopError("not_found");
    if (change.quantity !== undefined && !item.is_for_sale) throw noLongerSold(item);
    if (change.quantity !== undefined) assertQuantity(item, change.quantity);
    const written = await writeLine(ctx, cart, line, item, {
      quantity: change.quantity ?? line.quantity,
      selected: change.selected ?? line.selected,
    });
    return viewCart(ctx, withLine(cart, written), ref.kind, undefined, item);
  });
}

/** Takes lines out, by key, or what was bought of a product; answers how many were there. Locks the cart. Safe to repeat. */
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
          : sql<boolean>`variant_id = ${which.product_id} and kind = 'bought'`,
      )
      .returning("id")
      .execute();
    return { removed: gone.length, cart: await viewCart(ctx, await findCart(ctx, ref), ref.kind) };
  });
}

/**
 * ASSUMED(0013): price_seen follows the price; the one it replaces stays shown as price_before until the line is
 * written once more, so that a change met by a write is not lost on the way back to the page.
 */
async function writeLine(
  ctx: Ctx,
  cart: StoredCart,
  { key }: StoredLine,
  item: Item,
  { quantity, selected }: { quantity: number; selected: boolean },
): Promise<StoredLine> {
  const price = item.unit_price;
  const { rows } = await sql<StoredLine>`
    update cart.lines set quantity = ${quantity}, selected = ${selected}, price_seen = ${price},
      price_before = case when price_seen <> ${price} then price_seen end
    where cart = ${cart.id} and key = ${key}
    returning ${lineColumns}`.execute(ctx.sql);
  return written(rows);
}

async function addLine(ctx: Ctx, cart: StoredCart, item: Item, quantity: number): Promise<StoredLine> {
  const { rows } = await sql<StoredLine>`
    insert into cart.lines (cart, key, variant_id, quantity, price_seen, added_at)
    values (${cart.id}, ${newLineKey()}, ${item.product_id}, ${quantity}, ${item.unit_price}, ${ctx.now})
    returning ${lineColumns}`.execute(ctx.sql);
  return written(rows);
}

function written([line]: readonly StoredLine[]): StoredLine {
  if (!line) throw new Error("a line that was written is there");
  return line;
}

/** The locked cart as it stands after a line was written: no other transaction can have changed it. */
function withLine(cart: StoredCart, line: StoredLine): StoredCart {
  const isThere = cart.lines.some((each) => each.key === line.key);
  const lines = isThere ? cart.lines.map((each) => (each.key === line.key ? line : each)) : [...cart.lines, line];
  return { ...cart, lines };
}

async function soldItem(ctx: Ctx, product_id: number): Promise<Item> {
  const item = (await itemsOf(ctx, [product_id])).get(product_id);
  if (!item?.is_for_sale) throw new ShopError("not_found");
  return item;
}

/** What a cart holds may not be sold any more: the shopper has seen it, so it is named. */
export const noLongerSold = (item: Item): ShopError =>
  new ShopError("out_of_stock", { message_key: "no_longer_sold", params: { name: item.name } });

/** Throws what is wrong with a quantity, in words a shopper can act on, at the field that names it. */
export function assertQuantity(item: Item, quantity: number, field = "quantity"): void {
  const problem = problemOf(item, quantity);
  if (!problem) return;
  const { code, minimum, maximum, flash_until } = problem;
  if (code === "not_sold") throw new ShopError("not_found");
  if (code === "above_maximum" && flash_until)
    throw aboveFlash({ name: item.name, maximum, ends_at: flash_until }, field);
  throw new ShopError(code, {
    params: { name: item.name, minimum, maximum },
    // A page says of a line of the cart that there is no more; of a list of items a client has to know which.
    fields:
      code === "out_of_stock" && field === "quantity"
        ? {}
        : { [field]: [{ key: code, params: { name: item.name, minimum, maximum } }] },
  });
}
