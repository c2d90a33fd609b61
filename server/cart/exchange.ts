/**
 * The exchange cart: gifts for points, with the choices of the coming order stored like those of any cart. Points are
 * computed at each read, and so is the delivery fee, which nothing lowers. rules/loyalty#exchange-shop
 */
import type { ExchangeCart, ExchangeItem } from "contract/cart/exchange.ts";
import { isShopError, ShopError } from "contract/errors.ts";
import { AddressInput, type AddressOrId, PlaceInput, type ShippingQuote } from "contract/fulfilment/fulfilment.ts";
import { sum } from "contract/values/money.ts";
import type { Points } from "contract/values/points.ts";
import { sql } from "kysely";
import { addressFromBook } from "../fulfilment/address-book.ts";
import { type Destination, resolveAddress, resolveDestination } from "../fulfilment/addresses.ts";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { takesPart, usablePoints } from "../loyalty/accounts.ts";
import { assertReward, findRewards, rewardProblem, type StoredReward } from "../loyalty/rewards.ts";
import { assertMayPay } from "../payments/methods.ts";
import { type CartRef, findCart, leaveCart, lockOwnCart, newLineKey, openCart, type StoredCart } from "./carts.ts";
import { itemsOf } from "./items.ts";
import type { Amounts } from "./totals.ts";
import { amountsOf, type LineWithVariant, NOTHING_PREPAID, quotesFor } from "./view.ts";

export type ExchangeView = Omit<ExchangeCart, "session_id">;

type RewardLine = { key: string; reward_id: number; quantity: number; selected: boolean };
export type ChosenReward = { line: RewardLine; reward: StoredReward };

export const exchangeCartOf = (customer_id: number): CartRef => ({
  owner: { session_id: null, customer_id },
  kind: "exchange",
});

type Looked = Partial<PlaceInput> & { shipping_method?: string | undefined };

/** With a place, or a delivery method, that is not stored with the cart yet. Throws invalid at the field that is wrong. */
export async function readExchange(ctx: Ctx, customer_id: number, asked: Looked = {}): Promise<ExchangeView> {
  return view(ctx, customer_id, await findCart(ctx, exchangeCartOf(customer_id)), asked);
}

type Addition = { product_id: number; quantity: number; at_least?: boolean | undefined };

/**
 * Adds to what the cart holds of it; with `at_least` it holds the larger of both. Throws not_found, out_of_stock, above_maximum.
 * Locks the cart. Not safe to repeat without an idempotency key: it adds again.
 */
export function addReward(
  ctx: Ctx,
  customer_id: number,
  { product_id, quantity, at_least = false }: Addition,
): Promise<ExchangeView> {
  return inTransaction(ctx, async (ctx) => {
    const cart = await openCart(ctx, exchangeCartOf(customer_id));
    const [reward] = await findRewards(ctx, customer_id, [product_id]);
    if (!reward?.is_active) throw new ShopError("not_found");
    const held = (await linesOf(ctx, cart.id)).find((line) => line.reward_id === product_id)?.quantity ?? 0;
    const wanted = at_least ? Math.max(held, quantity) : held + quantity;
    if (wanted > held) assertReward(reward, wanted);
    await sql`insert into cart.reward_lines (cart, key, reward_id, quantity, added_at)
      values (${cart.id}, ${newLineKey()}, ${product_id}, ${wanted}, ${ctx.now})
      on conflict (cart, reward_id) do update set quantity = excluded.quantity, selected = true`.execute(ctx.sql);
    return view(ctx, customer_id, cart);
  });
}

/**
 * Sets quantity, selection or both. A line that cannot be exchanged as it stands may always be taken out of the order. Throws
 * not_found, out_of_stock, above_maximum. Locks the cart. Safe to repeat.
 */
export function updateReward(
  ctx: Ctx,
  customer_id: number,
  product_id: number,
  { quantity, selected }: { quantity?: number | undefined; selected?: boolean | undefined },
): Promise<ExchangeView> {
  return inTransaction(ctx, async (ctx) => {
    const cart = await lockOwnCart(ctx, exchangeCartOf(customer_id));
    const line = cart && (await linesOf(ctx, cart.id)).find((each) => each.reward_id === product_id);
    const [reward] = await findRewards(ctx, customer_id, [product_id]);
    if (!cart || !line || !reward) throw new ShopError("not_found");
    if (quantity !== undefined) assertReward(reward, quantity);
    await ctx.sql
      .updateTable("cart.reward_lines")
      .set({ quantity: quantity ?? line.quantity, selected: selected ?? line.selected })
      .where("cart", "=", cart.id)
      .where("key", "=", line.key)
      .execute();
    return view(ctx, customer_id, cart);
  });
}

/** Throws not_found. Locks the cart. */
export function removeReward(ctx: Ctx, customer_id: number, key: string): Promise<ExchangeView> {
  return inTransaction(ctx, async (ctx) => {
    const cart = await lockOwnCart(ctx, exchangeCartOf(customer_id));
    const gone =
      cart &&
      (await ctx.sql
        .deleteFrom("cart.reward_lines")
        .where("cart", "=", cart.id)
        .where("key", "=", key)
        .returning("id")
        .executeTakeFirst());
    if (!gone) throw new ShopError("not_found");
    return view(ctx, customer_id, cart);
  });
}

type Info = AddressOrId & {
  full_name?: string | undefined;
  phone?: string | undefined;
  email?: string | undefined;
  note?: string | undefined;
  shipping_method?: string | undefined;
  payment_method?: string | undefined;
};

/**
 * What is not named stays as it was; an address of the book brings its receiver along. Throws invalid with the field that is
 * wrong, not_found for an address that is not in the book, shipping_unavailable, payment_unavailable, cod_limit. Locks the cart.
 */
export function updateExchangeInfo(ctx: Ctx, customer_id: number, info: Info): Promise<ExchangeView> {
  return inTransaction(ctx, async (ctx) => {
    const ref = exchangeCartOf(customer_id);
    const cart = await openCart(ctx, ref);
    const saved = info.address_id === undefined ? null : await addressFromBook(ctx, customer_id, info.address_id);
    const typed = saved === null && info.city_code !== undefined ? resolveAddress(ctx, AddressInput.parse(info)) : null;
    const address = saved?.address ?? typed;
    const { shipping_method, payment_method } = info;
    const choices = {
      ...(saved && { receiver_name: saved.full_name, receiver_phone: saved.phone }),
      ...(address && { address: JSON.stringify(address) }),
      ...(info.full_name !== undefined && { receiver_name: info.full_name }),
      ...(info.phone !== undefined && { receiver_phone: info.phone }),
      ...(info.email !== undefined && { receiver_email: info.email }),
      ...(info.note !== undefined && { note: info.note }),
      ...(shipping_method !== undefined && { shipping_method }),
      ...(payment_method !== undefined && { payment_method }),
    };
    if (Object.keys(choices).length > 0)
      await ctx.sql.updateTable("cart.carts").set(choices).where("id", "=", cart.id).execute();
    const shown = await view(ctx, customer_id, await findCart(ctx, ref));
    if (shipping_method !== undefined && shown.quotes.length > 0 && shown.shipping === null)
      throw new ShopError("shipping_unavailable");
    if (payment_method !== undefined && shown.totals.total > 0)
      await assertMayPay(ctx, payment_method, { amount: shown.totals.total, minutes: null });
    return shown;
  });
}

/** The lines of a cart with their gifts, the oldest first. Two statements. A gift is never deleted, so each line has one. */
export async function rewardLines(ctx: Ctx, customer_id: number, cart_id: number): Promise<ChosenReward[]> {
  const lines = await linesOf(ctx, cart_id);
  const found = await findRewards(
    ctx,
    customer_id,
    lines.map(({ reward_id }) => reward_id),
  );
  const rewards = new Map(found.map((reward) => [reward.facts.product_id, reward]));
  return lines.flatMap((line) => {
    const reward = rewards.get(line.reward_id);
    return reward ? [{ line, reward }] : [];
  });
}

async function linesOf(ctx: Ctx, cart_id: number): Promise<RewardLine[]> {
  return ctx.sql
    .selectFrom("cart.reward_lines")
    .select(["key", "reward_id", "quantity", "selected"])
    .where("cart", "=", cart_id)
    .orderBy("id")
    .execute();
}

/** The selected gifts have become an order and leave. The cart is locked. */
export async function leaveExchange(
  ctx: Ctx,
  cart: StoredCart,
  placed: Parameters<typeof leaveCart>[2],
): Promise<void> {
  await ctx.sql.deleteFrom("cart.reward_lines").where("cart", "=", cart.id).where("selected", "=", true).execute();
  await leaveCart(ctx, cart, placed);
}

export const pointsNeeded = (chosen: readonly ChosenReward[]): Points =>
  sum(chosen.map(({ line, reward }) => line.quantity * reward.facts.points));

/** What of it is sent, as lines that cost no money. */
export async function sentLines(ctx: Ctx, chosen: readonly ChosenReward[]): Promise<LineWithVariant[]> {
  const items = await itemsOf(
    ctx,
    chosen.flatMap(({ reward }) => reward.variant_id ?? []),
  );
  return chosen.flatMap(({ line, reward }): LineWithVariant[] => {
    const item = items.get(reward.variant_id ?? 0);
    if (!item) return [];
    const { key, quantity, selected } = line;
    const variant_id = item.product_id;
    return [
      { line: { key, kind: "bought", variant_id, quantity, selected }, item: { ...item, unit_price: 0, flash: null } },
    ];
  });
}

/** Goods for 0 đ and the delivery; what the goods are worth is no saving. */
export async function exchangeAmounts(
  ctx: Ctx,
  lines: readonly LineWithVariant[],
  shipping: ShippingQuote | null,
  points: Points,
): Promise<Amounts> {
  const amounts = await amountsOf(ctx, lines, shipping, null, NOTHING_PREPAID);
  return { ...amounts, totals: { ...amounts.totals, points, saving: 0 } };
}

/** None where a ward is served no more: the address is asked for again. */
async function quotesTo(
  ctx: Ctx,
  lines: readonly LineWithVariant[],
  place: Destination | null,
): Promise<ShippingQuote[]> {
  if (!place || lines.length === 0) return [];
  try {
    return await quotesFor(ctx, lines, place, null);
  } catch (error) {
    if (isShopError(error) && error.code === "shipping_unavailable") return [];
    throw error;
  }
}

async function view(ctx: Ctx, customer_id: number, cart: StoredCart | null, asked: Looked = {}): Promise<ExchangeView> {
  const all = cart ? await rewardLines(ctx, customer_id, cart.id) : [];
  const chosen = all.filter(({ line }) => line.selected);
  const place = asked.city_code ? resolveDestination(ctx, PlaceInput.parse(asked)) : (cart?.address ?? null);
  const lines = await sentLines(ctx, chosen);
  const quotes = await quotesTo(ctx, lines, place);
  const able = quotes.filter((quote) => quote.available);
  const wanted = asked.shipping_method ?? cart?.shipping_method ?? null;
  const isAsking = asked.city_code !== undefined || cart?.shipping_method === null;
  const shipping =
    able.find(({ code }) => code === wanted) ?? (isAsking ? able.find(({ cheapest }) => cheapest) : undefined) ?? null;
  const needed = pointsNeeded(chosen);
  const balance = await usablePoints(ctx, customer_id);
  const { totals } = await exchangeAmounts(ctx, lines, shipping, needed);
  const { receiver_name: full_name = "", receiver_phone: phone = "", receiver_email: email = "" } = cart ?? {};
  return {
    cart_id: cart?.cart_id ?? "",
    kind: "exchange",
    items: all.map(itemOf),
    item_count: sum(all.map(({ line }) => line.quantity)),
    points: { balance, needed, missing: Math.max(0, needed - balance) },
    is_too_young: !(await takesPart(ctx, customer_id, ctx.now)),
    needs_delivery: lines.length > 0,
    quotes,
    shipping_method: shipping?.code ?? cart?.shipping_method ?? null,
    shipping,
    payment_method: cart?.payment_method ?? null,
    shipping_address: cart?.address ?? null,
    receiver: full_name || phone || email ? { full_name, phone, email } : null,
    note: cart?.note ?? "",
    totals,
  };
}

function itemOf({ line, reward }: ChosenReward): ExchangeItem {
  const { taken: _taken, ...facts } = reward.facts;
  const { key, quantity, selected } = line;
  return {
    ...facts,
    ...{ key, quantity, selected },
    line_points: quantity * facts.points,
    problem: rewardProblem(reward, quantity),
  };
}
