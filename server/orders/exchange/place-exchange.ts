/**
 * Placement of an exchange: gifts for points in one transaction, the delivery owed in money. Points are held and spent when the
 * order is confirmed; where nothing is owed that is at once, and an order of vouchers alone is completed with it. Locks, in the
 * order of all placements: the cart, promotions that vouchers are issued of, the points account, gifts, stock, and the payable
 * of the new order last, which no other transaction can see yet. rules/loyalty#exchange-shop
 */
import { createHash } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import type { Address, ShippingQuote } from "contract/fulfilment/fulfilment.ts";
import type { ExchangeInput } from "contract/orders/exchange.ts";
import type { Placed } from "contract/orders/orders.ts";
import { businessDay, formatNumber } from "contract/values/locale.ts";
import type { Points } from "contract/values/points.ts";
import type { StoredCart } from "../../cart/carts.ts";
import { lockOwnCart } from "../../cart/carts.ts";
import { dealsOf, NO_PROMOTIONS } from "../../cart/deals.ts";
import {
  type ChosenReward,
  exchangeAmounts,
  exchangeCartOf,
  leaveExchange,
  pointsNeeded,
  rewardLines,
  sentLines,
} from "../../cart/exchange.ts";
import { type LineWithVariant, quotesFor } from "../../cart/view.ts";
import { allocateStock } from "../../catalogue/inventory/stock.ts";
import { deliveryAreaOf } from "../../fulfilment/addresses.ts";
import { warehousesFor } from "../../fulfilment/rates.ts";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { lockAccount, pointsAccountOf } from "../../ledger/accounts.ts";
import { rankOf, takesPart, usablePoints } from "../../loyalty/accounts.ts";
import { holdPoints } from "../../loyalty/order-holds.ts";
import { assertReward, takeRewards } from "../../loyalty/rewards.ts";
import { NO_METHOD } from "../../payments/attempts.ts";
import { assertMayPay } from "../../payments/methods.ts";
import { openPayment } from "../../payments/payments.ts";
import { lockIssuers } from "../../promotions/uses.ts";
import { completeVouchers, markOrderPaid } from "../orders.ts";
import { addressOf, assertMethod, orderOfCart, placed } from "../place-order.ts";
import { findOrder, type StoredOrder } from "../view.ts";
import { NOWHERE, type OrderedDelivery, writeOrder } from "../write.ts";

export type Exchanger = { session_id: number; customer_id: number };

/**
 * Throws cart_empty, not_found, out_of_stock, above_maximum, price_changed, shipping_required, shipping_unavailable,
 * payment_unavailable, cod_limit, invalid at `points`. Safe to repeat: the same cart is one order.
 */
export function placeExchange(ctx: Ctx, input: ExchangeInput, buyer: Exchanger): Promise<Placed> {
  const address = input.address ? addressOf(ctx, input.address) : null;
  assertMethod(input);
  const hash = createHash("sha256")
    .update(`exchange ${buyer.customer_id}\n${JSON.stringify(repeatable(input))}`)
    .digest();
  return inTransaction(ctx, async (ctx) => {
    const cart = await cartToPlace(ctx, input, buyer, hash);
    if ("code" in cart) return placed(ctx, cart);
    const { customer_id } = buyer;
    const wanted = (await rewardLines(ctx, customer_id, cart.id)).filter(({ line }) => line.selected);
    await lockIssuers(
      ctx,
      wanted.flatMap(({ reward }) => reward.promotion_id ?? []),
    );
    const points = pointsNeeded(wanted);
    await assertEnough(ctx, customer_id, points);
    // Read again: with the points account locked no other order of the customer counts against the same limit.
    const chosen = (await rewardLines(ctx, customer_id, cart.id)).filter(({ line }) => line.selected);
    for (const { line, reward } of chosen) assertReward(reward, line.quantity);
    const lines = await sentLines(ctx, chosen);
    const quote = lines.length === 0 ? null : await quoteOf(ctx, input, address, lines);
    const amounts = await exchangeAmounts(ctx, lines, quote, points);
    const { total } = amounts.totals;
    assertShown(input, { total, points });
    const payment_method = total === 0 ? NO_METHOD : input.payment_method;
    if (total > 0) await assertMayPay(ctx, payment_method, { amount: total, minutes: null });
    const delivery = quote && address ? { quote, address } : null;
    return write(ctx, { input, buyer, hash, cart, chosen, lines, delivery, payment_method, amounts });
  });
}

/** What makes a repeat the same request. */
function repeatable({
  lang: _lang,
  expected_total: _total,
  expected_points: _points,
  cart_id: _cart,
  ...rest
}: ExchangeInput) {
  return rest;
}

/** The customer's exchange cart, locked; or the order it has become already. Throws cart_empty, not_found. */
async function cartToPlace(
  ctx: Ctx,
  { cart_id }: ExchangeInput,
  buyer: Exchanger,
  hash: Buffer,
): Promise<StoredCart | StoredOrder> {
  const cart = await lockOwnCart(ctx, exchangeCartOf(buyer.customer_id));
  if (!cart) throw new ShopError("cart_empty", { message_key: "exchange_empty" });
  if (cart_id && cart_id !== cart.cart_id) {
    const first = await orderOfCart(ctx, cart_id, buyer);
    if (!first) throw new ShopError("not_found");
    return first;
  }
  const selected = await ctx.sql
    .selectFrom("cart.reward_lines")
    .select("id")
    .where("cart", "=", cart.id)
    .where("selected", "=", true)
    .limit(1)
    .executeTakeFirst();
  if (selected) return cart;
  const first = cart.placed_order && cart.placed_hash?.equals(hash) ? await findOrder(ctx, cart.placed_order) : null;
  if (!first) throw new ShopError("cart_empty", { message_key: "exchange_empty" });
  return first;
}

/** Locks the points account. Throws invalid at `points`. */
async function assertEnough(ctx: Ctx, customer_id: number, points: Points): Promise<void> {
  if (!(await takesPart(ctx, customer_id, ctx.now))) throw refused("points_too_young", 0);
  await lockAccount(ctx, await pointsAccountOf(ctx, customer_id));
  const missing = points - (await usablePoints(ctx, customer_id));
  if (missing > 0) throw refused("points_missing", missing);
}

function refused(message_key: string, missing: Points): ShopError {
  const params = { missing: formatNumber(missing) };
  return new ShopError("invalid", { message_key, params, fields: { points: [{ key: message_key, params }] } });
}

/** Throws shipping_required, shipping_unavailable, invalid at `address.city_code`. */
async function quoteOf(
  ctx: Ctx,
  { shipping_method }: ExchangeInput,
  address: Address | null,
  lines: readonly LineWithVariant[],
): Promise<ShippingQuote> {
  if (!address) throw new ShopError("invalid", { fields: { "address.city_code": [{ key: "required" }] } });
  if (!shipping_method)
    throw new ShopError("shipping_required", { fields: { shipping_method: [{ key: "shipping_required" }] } });
  const quotes = await quotesFor(ctx, lines, address, null);
  const quote = quotes.find(({ code, available }) => code === shipping_method && available);
  if (!quote) throw new ShopError("shipping_unavailable");
  return quote;
}

function assertShown(
  { expected_total, expected_points }: ExchangeInput,
  { total, points }: { total: number; points: Points },
): void {
  const isOther = (shown: number | undefined, now: number) => shown !== undefined && shown !== now;
  if (isOther(expected_total, total) || isOther(expected_points, points)) throw new ShopError("price_changed");
}

type Exchange = {
  input: ExchangeInput;
  buyer: Exchanger;
  hash: Buffer;
  cart: StoredCart;
  chosen: readonly ChosenReward[];
  lines: readonly LineWithVariant[];
  /** Null where nothing is sent. */
  delivery: { quote: ShippingQuote; address: Address } | null;
  payment_method: string;
  amounts: Awaited<ReturnType<typeof exchangeAmounts>>;
};

async function write(ctx: Ctx, order: Exchange): Promise<Placed> {
  const { input, buyer, cart, chosen, lines, delivery, payment_method, amounts } = order;
  const { customer_id } = buyer;
  const { total, cash } = amounts.totals;
  const today = businessDay(ctx.now);
  const quote: OrderedDelivery = delivery?.quote ?? { code: "", name: "", eta_from: today, eta_to: today };
  const isSent = ({ reward }: ChosenReward) => reward.facts.kind === "product";
  const { id: order_id, code } = await writeOrder(ctx, {
    ...{ cart_id: cart.cart_id, hash: order.hash, payment_method, quote, amounts, basket: { lines }, codes: [] },
    input: { ...input, company_invoice: null },
    buyer: { ...buyer, cart: { kind: "exchange" }, unproven_from: null },
    address: delivery?.address ?? NOWHERE,
    deals: dealsOf(ctx, lines, NO_PROMOTIONS, { payment_method, shipping_method: quote.code, city_code: null }),
    terms: { rank: await rankOf(ctx, customer_id), earn_rate_bp: 0 },
    line_points: new Map(
      chosen.filter(isSent).map(({ line, reward }) => [line.key, line.quantity * reward.facts.points]),
    ),
  });
  const { uid_payment, ...payment } = await openPayment(ctx, { order_code: code, method: payment_method, total, cash });
  for (const what of ["goods", "vouchers"] as const) {
    const points = pointsNeeded(chosen.filter((each) => isSent(each) === (what === "goods")));
    if (points > 0) await holdPoints(ctx, { customer_id, order_code: code, points }, what);
  }
  await leaveExchange(ctx, cart, { order_code: code, hash: order.hash });
  const takes = chosen.map(({ line, reward }) => ({ reward, key: line.key, quantity: line.quantity }));
  await takeRewards(ctx, { order_ref: code, customer_id, takes });
  if (delivery) await allocate(ctx, order_id, { lines, address: delivery.address });
  await ctx.announce(ctx, "order_placed", { order_code: code, total });
  if (total === 0) await markOrderPaid(ctx, code);
  if (!delivery) await completeVouchers(ctx, code);
  const status = total > 0 ? "waiting_approval" : delivery ? "confirmed" : "completed";
  return { order_code: code, uid_payment, status, totals: amounts.totals, payment };
}

async function allocate(
  ctx: Ctx,
  order_id: number,
  { lines, address }: { lines: readonly LineWithVariant[]; address: Address },
): Promise<void> {
  const warehouses = await warehousesFor(ctx, deliveryAreaOf(address).region);
  const held = await allocateStock(
    ctx,
    lines.map(({ line, item }) => ({ variant_id: item.product_id, quantity: line.quantity })),
    warehouses.map((warehouse) => warehouse.code),
  );
  await ctx.sql
    .insertInto("orders.allocations")
    .values(held.map((each) => ({ order_id, ...each })))
    .execute();
}
