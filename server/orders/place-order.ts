/**
 * Placement: from what a shopper chose to an order, in one transaction. Nothing the form says sets an amount: goods,
 * fee and total are computed here again. Locks, in this order: the cart (or the request, for a quick order), promotions and codes, the accounts of points and gift cards by id, then what
 * unproven orders hold (unproven.ts), then flash-sale items, then stock; the rows of the new order and its payment are
 * visible to no other transaction yet, so they are written before the stock is locked and stock is held for as short as
 * possible; for the same reason the lock of its payable may come last, where an order that owes nothing is confirmed.
 * Spec §7; rules/orders#placement, rules/orders#one-submission
 */
import { createHash } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import type { Address, ShippingQuote } from "contract/fulfilment/fulfilment.ts";
import type { Placed, PlaceInput } from "contract/orders/orders.ts";
import { sql } from "kysely";
import { callerOf } from "../calls/idempotency.ts";
import { assertQuantity, noLongerSold } from "../cart/cart.ts";
import { type CartRef, isBought, leaveCart, lockCart, newLineKey, type StoredCart } from "../cart/carts.ts";
import { type CodeOutcome, codeOutcomes, type Deals, giftKey, programmeUses } from "../cart/deals.ts";
import { itemsOf } from "../cart/items.ts";
import type { Amounts, Prepaid } from "../cart/totals.ts";
import {
  amountsOf,
  giftLines,
  type LineWithVariant,
  type OrderedLine,
  quotesFor,
  withStockLimits,
} from "../cart/view.ts";
import { allocateStock } from "../catalogue/inventory/stock.ts";
import { deliveryAreaOf, resolveAddress } from "../fulfilment/addresses.ts";
import { warehousesFor } from "../fulfilment/rates.ts";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { type Terms, termsOf } from "../loyalty/accounts.ts";
import { type StoredCard, sharedOut } from "../loyalty/gift-cards/cards.ts";
import { holdCards, holdPoints } from "../loyalty/order-holds.ts";
import { NO_METHOD, providerOf } from "../payments/attempts.ts";
import { assertMayPay } from "../payments/methods.ts";
import { openPayment } from "../payments/payments.ts";
import { paymentOf } from "../payments/view.ts";
import { redeemCodes } from "../promotions/codes.ts";
import { aboveFlash, takeFlash } from "../promotions/flash-sales.ts";
import { redeemProgrammes } from "../promotions/running-programmes.ts";
import { meansToSpend } from "./means.ts";
import { markOrderPaid } from "./orders.ts";
import { assertFlashShare, assertMayHold } from "./ownership/unproven.ts";
import { assertTypedFit, dealsToPlace } from "./placed-codes.ts";
import { findOrder, type StoredOrder, totalsOf } from "./view.ts";
import { writeOrder } from "./write.ts";

/** Who places: a cart's owner or, for a quick order, any caller. */
export type Buyer = {
  cart: CartRef | null;
  session_id: number | null;
  customer_id: number | null;
  /** The IP address of a caller who has proved no phone; otherwise null. */
  unproven_from: Buffer | null;
  /** No idempotency key came with the request: a repeat is recognised by its content. */
  is_unkeyed: boolean;
};

/** What is bought, and the order it became if this very request was answered before. */
export type Basket = { lines: LineWithVariant[]; cart: StoredCart | null };

/**
 * Throws cart_empty, not_found, out_of_stock, below_minimum, above_maximum, price_changed, shipping_unavailable,
 * payment_unavailable, cod_limit, phone_unconfirmed, invalid. Safe to repeat: the same cart or the same unkeyed request is
 * one order. `prepaid` stands for what the cart and the form say. An order that owes nothing is confirmed at once.
 */
export async function placeOrder(ctx: Ctx, input: PlaceInput, buyer: Buyer, prepaid?: Prepaid): Promise<Placed> {
  const address = addressOf(ctx, input.address);
  assertMethod(input);
  const hash = requestHash(ctx, input, buyer);
  return inTransaction(ctx, async (ctx) => {
    const earlier = input.items ? await quickRepeat(ctx, input, buyer, hash) : null;
    if (earlier) return placed(ctx, earlier);
    const cart = input.items ? null : await cartToPlace(ctx, input, buyer, hash);
    if (cart && "code" in cart) return placed(ctx, cart);
    const basket = { lines: await linesToPlace(ctx, input, cart), cart };
    const { deals, typed } = await dealsToPlace(ctx, input, buyer, address, basket);
    basket.lines = [...basket.lines, ...(await giftLines(ctx, deals))];
    const quote = await quoteOf(ctx, input, address, basket.lines, deals);
    const means = prepaid ? { prepaid, cards: [] } : await meansToSpend(ctx, input, buyer, { basket, quote, deals });
    const amounts = await amountsOf(ctx, basket.lines, quote, deals, means.prepaid);
    const outcomes = codeOutcomes(deals, quote);
    assertTypedFit(ctx, typed, outcomes);
    const codes = outcomes.filter(({ taken }) => taken > 0);
    const { total } = amounts.totals;
    await assertGiftsShown(ctx, input, basket.lines);
    assertShown(input, total);
    const payment_method = total === 0 ? NO_METHOD : input.payment_method;
    if (total > 0) await assertMayPay(ctx, payment_method, { amount: total, minutes: null });
    await assertMayHold(ctx, buyer, unitsOf(basket));
    const terms = await termsOf(ctx, buyer.customer_id);
    const { cards } = means;
    return write(ctx, {
      input,
      buyer,
      hash,
      address,
      payment_method,
      basket,
      quote,
      amounts,
      codes,
      cards,
      deals,
      terms,
    });
  });
}

const unitsOf = ({ lines }: Basket) => lines.reduce((units, { line }) => units + line.quantity, 0);

type Order = {
  input: PlaceInput;
  buyer: Buyer;
  hash: Buffer;
  address: Address;
  payment_method: string;
  basket: Basket;
  quote: ShippingQuote;
  amounts: Amounts;
  /** Those that take something off. */
  codes: readonly CodeOutcome[];
  /** What gift cards pay comes from these, in this order. */
  cards: readonly StoredCard[];
  deals: Deals;
  terms: Terms;
};

async function write(ctx: Ctx, order: Order): Promise<Placed> {
  const { input, basket, amounts, address } = order;
  const { total, cash } = amounts.totals;
  const { id: order_id, code } = await writeOrder(ctx, { ...order, cart_id: basket.cart?.cart_id ?? null });
  const { uid_payment, ...payment } = await openPayment(ctx, {
    order_code: code,
    method: order.payment_method,
    ...{ total, cash }, // ASSUMED(0011)
  });
  const uses = order.codes.map(({ stored, taken }) => ({ code_id: stored.id, amount: taken }));
  await redeemCodes(ctx, { order_ref: code, buyer: input.phone, uses });
  await redeemProgrammes(ctx, { order_ref: code, buyer: input.phone, uses: programmeUses(order.deals) });
  const { points, gift_card } = amounts.totals;
  const { customer_id } = order.buyer;
  if (points > 0 && customer_id !== null) await holdPoints(ctx, { customer_id, order_code: code, points });
  await holdCards(ctx, { order_code: code, parts: sharedOut(order.cards, gift_card) });
  if (basket.cart) await leaveCart(ctx, basket.cart, { order_code: code, hash: order.hash });
  // A line that a programme makes cheaper than its flash sale takes nothing of the quota.
  const isCheaper = new Set(order.deals.lines.filter((line) => line.programme !== null).map(({ key }) => key));
  const flash = basket.lines.flatMap(({ line, item }) =>
    item.flash && line.kind === "bought" && !isCheaper.has(line.key)
      ? [{ item_id: item.flash.item_id, quantity: line.quantity }]
      : [],
  );
  if (flash.length > 0) {
    await takeFlashPieces(ctx, { order_ref: code, buyer: input.phone, customer_id, items: flash });
    await assertFlashShare(ctx, order.buyer, code);
  }
  const warehouses = await warehousesFor(ctx, deliveryAreaOf(address).region);
  const given = new Set(order.deals.gifts.map(giftKey));
  const taken = basket.lines.filter(({ line }) => !given.has(line.key));
  const allocations = await allocateStock(
    ctx,
    taken.map(({ line, item }) => ({ variant_id: item.product_id, quantity: line.quantity })),
    warehouses.map((warehouse) => warehouse.code),
    order.deals.gifts.map(({ variant_id, set_keys }) => ({
      variant_id,
      of: taken.filter(({ line }) => set_keys.includes(line.key)).map(({ item }) => item.product_id),
    })),
  );
  await ctx.sql
    .insertInto("orders.allocations")
    .values(allocations.map((each) => ({ order_id, ...each })))
    .execute();
  await ctx.announce(ctx, "order_placed", { order_code: code, total });
  const status = total === 0 ? "confirmed" : "waiting_approval";
  if (status === "confirmed") await markOrderPaid(ctx, code);
  return { order_code: code, uid_payment, status, totals: amounts.totals, payment };
}

/** Another order took the last units of the quota: the price has changed, the product is not out of stock. */
async function takeFlashPieces(ctx: Ctx, take: Parameters<typeof takeFlash>[1]): Promise<void> {
  try {
    await takeFlash(ctx, take);
  } catch (error) {
    if (!(error instanceof ShopError) || error.code !== "out_of_stock") throw error;
    const { name, maximum, until } = error.params;
    if (!maximum) throw new ShopError("price_changed");
    throw aboveFlash({ name: String(name), maximum: Number(maximum), ends_at: String(until) });
  }
}

const REPEAT_SECONDS = 60; // ASSUMED(0012): longer than the three tries of a client that retries twice, Spec §7

/**
 * The first order of a quick order sent again without a key. Others of the same content wait here for its answer. An order
 * of another total than the one shown is not the order of this request, which is then placed or refused by itself.
 */
export async function quickRepeat(
  ctx: Ctx,
  input: Pick<PlaceInput, "expected_total">,
  buyer: Pick<Buyer, "is_unkeyed">,
  hash: Buffer,
): Promise<StoredOrder | null> {
  if (!buyer.is_unkeyed) return null;
  await sql`select pg_advisory_xact_lock(${hash.readBigInt64BE(0).toString()}::bigint)`.execute(ctx.sql);
  const { expected_total: shown } = input;
  const first = await ctx.sql
    .selectFrom("orders.orders")
    .select("code")
    .where("request_hash", "=", hash)
    .$if(shown !== undefined, (orders) => orders.where("total", "=", shown ?? 0))
    .where("placed_at", ">", new Date(ctx.now.getTime() - REPEAT_SECONDS * 1000))
    .where("status", "<>", "cancelled")
    .orderBy("placed_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return first ? findOrder(ctx, first.code) : null;
}

/**
 * The caller's cart, locked; or the order it has become already: by its name where the form said it, else by the request
 * that emptied it. Throws cart_empty, not_found, price_changed.
 */
async function cartToPlace(ctx: Ctx, input: PlaceInput, buyer: Buyer, hash: Buffer): Promise<StoredCart | StoredOrder> {
  const cart = buyer.cart && (await lockCart(ctx, buyer.cart));
  if (!cart) throw new ShopError("cart_empty");
  if (input.cart_id && input.cart_id !== cart.cart_id) {
    const first = await orderOfCart(ctx, input.cart_id, buyer);
    if (!first) throw new ShopError("not_found");
    return first;
  }
  if (cart.lines.some(isBought)) return cart;
  const first = cart.placed_order && cart.placed_hash?.equals(hash) ? await findOrder(ctx, cart.placed_order) : null;
  if (!first) throw new ShopError("cart_empty");
  assertShown(input, first.total);
  return first;
}

/** A client that showed no total has none to compare. Throws price_changed. Decisions 0195, 0268. */
export function assertShown({ expected_total: shown }: Pick<PlaceInput, "expected_total">, total: number): void {
  if (shown !== undefined && shown !== total) throw new ShopError("price_changed");
}

/**
 * The only judgement of a gift that knows whose order it is, so it may be lost only here; the total does not tell. A gift that was
 * not shown is no reason to stop. Throws price_changed at `expected_gifts`.
 */
async function assertGiftsShown(ctx: Ctx, input: PlaceInput, lines: readonly LineWithVariant[]): Promise<void> {
  const given = lines.flatMap(({ line }) => (line.kind === "gift" ? [line.variant_id] : []));
  const lost = (input.expected_gifts ?? []).filter((id) => !given.includes(id));
  if (lost.length === 0) return;
  const items = await itemsOf(ctx, lost);
  const names = [...items.values()].map(({ name }) => name).join(", ");
  const fields = { expected_gifts: [{ key: "gift_gone", params: { names } }] };
  throw new ShopError("price_changed", { message_key: "gift_gone", params: { names }, fields });
}

/** Null for an order of another account or session. */
export async function orderOfCart(
  ctx: Ctx,
  cart_id: string,
  buyer: Pick<Buyer, "session_id" | "customer_id">,
): Promise<StoredOrder | null> {
  const row = await ctx.sql
    .selectFrom("orders.orders")
    .select(["code", "session_id", "customer_id"])
    .where("cart_id", "=", cart_id)
    .executeTakeFirst();
  if (!row) return null;
  const own = row.customer_id === null ? row.session_id === buyer.session_id : row.customer_id === buyer.customer_id;
  return own ? findOrder(ctx, row.code) : null;
}

/** Selected lines of the cart, or the items of a quick order with equal products merged. Every quantity is checked. */
async function linesToPlace(ctx: Ctx, input: PlaceInput, cart: StoredCart | null): Promise<LineWithVariant[]> {
  const lines = cart ? cart.lines.filter((line) => line.selected) : quickLines(input);
  const items = await itemsOf(
    ctx,
    lines.map((line) => line.variant_id),
  );
  const fieldOf = ({ variant_id }: OrderedLine) => {
    const place = input.items?.findIndex((wanted) => wanted.product_id === variant_id) ?? -1;
    return place < 0 ? "" : `items.${place}.`;
  };
  const checked = lines.map((line) => {
    const item = items.get(line.variant_id);
    if (item?.is_for_sale) return { line, item };
    if (cart && item) throw noLongerSold(item);
    const field = fieldOf(line);
    const fields = field === "" ? {} : { [`${field}product_id`]: [{ key: "data_not_found" }] };
    throw new ShopError("not_found", { fields });
  });
  for (const { line, item } of withStockLimits(checked))
    assertQuantity(item, line.quantity, `${fieldOf(line)}quantity`);
  return checked;
}

/** Each product once. */
function quickLines({ items = [] }: PlaceInput): OrderedLine[] {
  const wanted = new Map<number, number>();
  for (const { product_id, quantity } of items) wanted.set(product_id, quantity + (wanted.get(product_id) ?? 0));
  return [...wanted].map(([variant_id, quantity]) => ({
    key: newLineKey(),
    kind: "bought",
    ...{ variant_id, quantity },
    selected: true,
  }));
}

async function quoteOf(
  ctx: Ctx,
  input: PlaceInput,
  address: Address,
  lines: LineWithVariant[],
  deals: Deals,
): Promise<ShippingQuote> {
  const offers = await quotesFor(ctx, lines, address, deals);
  const quote = offers.find((offer) => offer.code === input.shipping_method && offer.available);
  if (!quote) throw new ShopError("shipping_unavailable");
  return quote;
}

/** A code that is no method's is no choice; none is one where nothing is due. Throws invalid. */
export function assertMethod({ payment_method }: Pick<PlaceInput, "payment_method">): void {
  if (providerOf(payment_method) || payment_method === NO_METHOD) return;
  throw new ShopError("invalid", { fields: { payment_method: [{ key: "required_choice" }] } });
}

/** Field errors get the name they have in this form. */
export function addressOf(ctx: Ctx, address: PlaceInput["address"]): Address {
  try {
    return resolveAddress(ctx, address);
  } catch (error) {
    if (!(error instanceof ShopError) || error.code !== "invalid") throw error;
    const fields = Object.fromEntries(Object.entries(error.fields).map(([name, why]) => [`address.${name}`, why]));
    throw new ShopError("invalid", { params: error.params, fields, cause: error });
  }
}

function requestHash(ctx: Ctx, input: PlaceInput, buyer: Buyer): Buffer {
  const {
    session_id: _token,
    lang: _lang,
    expected_total: _shown,
    expected_gifts: _gifts,
    cart_id: _cart,
    ...asked
  } = input;
  const { session_id: id, customer_id } = buyer;
  const who = callerOf(ctx, id === null ? null : { id, customer_id });
  return createHash("sha256")
    .update(`${who}\n${JSON.stringify(asked)}`)
    .digest();
}

/** The answer to a request that is an order already. */
export async function placed(ctx: Ctx, order: StoredOrder): Promise<Placed> {
  const { uid_payment, ...payment } = await paymentOf(ctx, order.code);
  return {
    order_code: order.code,
    uid_payment,
    status: order.status,
    totals: totalsOf(order),
    payment,
  };
}
