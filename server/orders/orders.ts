/**
 * The changes of an order after it was placed. Every change goes through `orderCan` with who acts in the context, one
 * conditional update and one row of history; stock, flash quota and money follow in the same transaction. The payable lock of the order comes before
 * every row lock, so approval, cancellation, settlement and expiry of one order never meet half way.
 * Spec §4 Order status; rules/orders#states
 */
import { ShopError } from "contract/errors.ts";
import { type CancelReason, type OrderStatus, orderCan, type ShopReason } from "contract/orders/orders.ts";
import type { Dong } from "contract/values/money.ts";
import { sql } from "kysely";
import { recordSales } from "../catalogue/inventory/sales.ts";
import { allocateStock, releaseStock, takeStock } from "../catalogue/inventory/stock.ts";
import { type Actor, actingAs, partyOf } from "../kernel/actor.ts";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { earnPoints } from "../loyalty/earning.ts";
import { lockUntouched, openBought, voidCards } from "../loyalty/gift-cards/cards.ts";
import { giveBackHeld, retakeHeld } from "../loyalty/order-holds.ts";
import { giveBackRewards, retakeRewards } from "../loyalty/rewards.ts";
import { lockPayable } from "../payments/attempts.ts";
import { cancelPayment, receiveCash } from "../payments/payments.ts";
import { awaitedMoney } from "../payments/view.ts";
import { setting } from "../platform/settings.ts";
import { giveBackFlash, retakeFlash } from "../promotions/flash-sales.ts";
import { giveBackUses, retakeUses } from "../promotions/uses.ts";
import { takeHeld } from "./exchange/vouchers.ts";
import { sendCards } from "./gift-cards/send-cards.ts";
import { fixVat } from "./vat.ts";

type Locked = { id: number; code: string; status: OrderStatus };

type Change = {
  to: OrderStatus;
  /** Shown to the customer in the history. */
  note?: string;
  shipping_code?: string;
  cancel_reason?: CancelReason | ShopReason;
};

/** Staff accept an order. Throws not_found, state_conflict (also while its money is awaited). */
export async function approveOrder(ctx: Ctx, code: string, note = ""): Promise<void> {
  await withOrder(ctx, code, async (ctx, order) => {
    assertCan(order, "confirmed", await ctx.actor());
    const awaited = await awaitedMoney(ctx, code);
    if (awaited) throw conflict(order, "confirmed", { why: "awaiting_payment", ...awaited });
    await takeHeld(ctx, code);
    await change(ctx, order, { to: "confirmed", note });
    await ctx.announce(ctx, "order_confirmed", { order_code: code });
  });
}

/** Shipped with the carrier, with its number where there is one. Throws not_found, state_conflict. */
export async function shipOrder(ctx: Ctx, code: string, shipping_code = "", note = ""): Promise<void> {
  await withOrder(ctx, code, async (ctx, order) => {
    await change(ctx, order, { to: "delivering", note, ...(shipping_code && { shipping_code }) });
    await ctx.announce(ctx, "order_shipped", { order_code: code });
  });
}

/**
 * Received by the customer: the units leave the stock (ASSUMED(0014): not before, so a failed delivery releases an
 * allocation), the VAT in the total is fixed, cash is received, sales count. Throws not_found, state_conflict.
 */
export async function deliverOrder(ctx: Ctx, code: string, note = ""): Promise<void> {
  await withOrder(ctx, code, async (ctx, order) => {
    assertCan(order, "delivered", await ctx.actor());
    await takeStock(ctx, await allocationsOf(ctx, order.id));
    await change(ctx, order, { to: "delivered", note });
    await fixVat(ctx, order.id);
    await recordSales(ctx, await soldQuantities(ctx, order.id));
    await receiveCash(ctx, code);
    await ctx.announce(ctx, "order_delivered", { order_code: code });
  });
}

/** The customer is content, or had seven days to say otherwise. Throws not_found, state_conflict. */
export async function completeOrder(ctx: Ctx, code: string, note = ""): Promise<void> {
  await withOrder(ctx, code, async (ctx, order) => {
    assertCan(order, "completed", await ctx.actor());
    await earnPoints(ctx, code);
    await change(ctx, order, { to: "completed", note });
    await ctx.announce(ctx, "order_completed", { order_code: code });
  });
}

/**
 * Stock and flash quota go back, an open payment ends, money that came is owed back: answered as `refund_owed`.
 * A customer gives a reason of the list; staff who cancel an order that is delivering record a failed delivery. Throws
 * not_found, state_conflict.
 */
export async function cancelOrder(
  ctx: Ctx,
  code: string,
  { reason, note = "" }: { reason?: CancelReason; note?: string } = {},
): Promise<{ refund_owed: number }> {
  return withOrder(ctx, code, async (ctx, order) => {
    if (order.status === "completed") return cancelCards(ctx, order, { reason: reason ?? "shop", note });
    const byShop: ShopReason = order.status === "delivering" ? "delivery_failed" : "shop";
    await undo(ctx, order, { to: "cancelled", note, cancel_reason: reason ?? byShop });
    const { refund_owed } = await cancelPayment(ctx, code);
    await ctx.announce(ctx, "order_cancelled", { order_code: code, was_paid: refund_owed > 0 });
    return { refund_owed };
  });
}

/**
 * Bought gift cards of which nothing was used or is held: they are void, and their money is owed back. Throws state_conflict for
 * any other order that is completed. Locks ledger accounts by id.
 */
async function cancelCards(
  ctx: Ctx,
  order: Locked,
  { reason, note }: { reason: CancelReason | ShopReason; note: string },
): Promise<{ refund_owed: number }> {
  const cards = await lockUntouched(ctx, order.code);
  if (cards.length === 0) throw conflict(order, "cancelled");
  await voidCards(ctx, cards);
  await write(ctx, order, { to: "cancelled", note, cancel_reason: reason });
  const { refund_owed } = await cancelPayment(ctx, order.code);
  await ctx.announce(ctx, "order_cancelled", { order_code: order.code, was_paid: refund_owed > 0 });
  return { refund_owed };
}

/** An exchange of vouchers alone: there is nothing to deliver. Confirmed in this very transaction. */
export async function completeVouchers(ctx: Ctx, code: string): Promise<void> {
  await withOrder(actingAs(ctx, "system"), code, async (ctx, order) => {
    await change(ctx, order, { to: "completed" });
    await ctx.announce(ctx, "order_completed", { order_code: code });
  });
}

/**
 * Reaction to payment_settled: confirms what waited for its money; gift cards are opened and completed with it. Money for an order that is off changes nothing here.
 * The rule confirms, not who paid.
 */
export async function markOrderPaid(ctx: Ctx, code: string): Promise<void> {
  await withOrder(actingAs(ctx, "system"), code, async (ctx, order) => {
    if (order.status !== "waiting_approval") return;
    await takeHeld(ctx, code);
    const cards = await openBought(ctx, code);
    await change(ctx, order, { to: "confirmed" });
    await ctx.announce(ctx, "order_confirmed", { order_code: code });
    if (cards.length === 0) return;
    // Gift cards are there with their codes: nothing is delivered.
    await sendCards(ctx, code, cards);
    await change(ctx, { ...order, status: "confirmed" }, { to: "completed" });
    await ctx.announce(ctx, "order_completed", { order_code: code });
  });
}

/** Reaction to payment_method_chosen. The payable lock is held. */
export async function setPaymentMethodOf(
  ctx: Ctx,
  code: string,
  chosen: { payment_method: string; cash: Dong },
): Promise<void> {
  await ctx.sql.updateTable("orders.orders").set(chosen).where("code", "=", code).execute();
}

/** Reaction to cash_lowered. The payable lock is held. */
export async function setCashOf(ctx: Ctx, code: string, cash: Dong): Promise<void> {
  await ctx.sql.updateTable("orders.orders").set({ cash }).where("code", "=", code).execute();
}

/** Reaction to payment_link_made: a row of the order's history, by who made it. */
export async function notePaymentLink(ctx: Ctx, code: string): Promise<void> {
  await sql`insert into orders.history (order_id, status, event, at, actor)
    select id, status, 'payment_link', ${ctx.now}, ${await ctx.actor()} from orders.orders where code = ${code}`.execute(
    ctx.sql,
  );
}

/** Reaction to payment_expired: an order still waiting for its money is off. */
export async function cancelUnpaidOrder(ctx: Ctx, code: string): Promise<void> {
  await withOrder(actingAs(ctx, "system"), code, async (ctx, order) => {
    if (order.status !== "waiting_approval") return;
    await undo(ctx, order, { to: "cancelled", cancel_reason: "payment_expired" });
    await ctx.announce(ctx, "order_cancelled", { order_code: code, was_paid: false });
  });
}

/**
 * Reaction to payment_reopened: a lapsed order waits for approval again, with its goods at their old prices. Throws
 * out_of_stock, conflict where a code or points were used up meanwhile, and price_changed, below_minimum or above_maximum where its flash
 * sale does not give them back.
 */
export async function reopenOrder(ctx: Ctx, code: string): Promise<void> {
  await withOrder(ctx, code, async (ctx, order) => {
    const { cancel_reason } = await ctx.sql
      .selectFrom("orders.orders")
      .select("cancel_reason")
      .where("id", "=", order.id)
      .executeTakeFirstOrThrow();
    if (cancel_reason !== "payment_expired") throw conflict(order, "waiting_approval");
    assertCan(order, "waiting_approval", await ctx.actor());
    await retakeUses(ctx, code);
    await retakeHeld(ctx, code);
    await retakeFlash(ctx, code);
    await retakeRewards(ctx, code);
    const before = await ctx.sql
      .deleteFrom("orders.allocations")
      .where("order_id", "=", order.id)
      .returningAll()
      .execute();
    const places = [...new Set(before.map(({ warehouse }) => warehouse))];
    const held = await allocateStock(ctx, before, places);
    const rows = held.map((each) => ({ order_id: order.id, ...each }));
    if (rows.length > 0) await ctx.sql.insertInto("orders.allocations").values(rows).execute();
    await change(ctx, order, { to: "waiting_approval" });
  });
}

const COMPLETION_BATCH = 100;
const DAY_MS = 86_400_000;

/**
 * The job `complete_orders`: what was delivered days ago is completed. One that fails is logged and set aside for the next
 * run. Answers how many. Safe to repeat.
 */
export async function completeOrders(ctx: Ctx): Promise<number> {
  const { complete_after_days } = await setting(ctx, "limits");
  const before = new Date(ctx.now.getTime() - complete_after_days * DAY_MS);
  const failed: string[] = [];
  for (let completed = 0; ; ) {
    const due = await ctx.sql
      .selectFrom("orders.orders")
      .select("code")
      .where("status", "=", "delivered")
      .where("delivered_at", "<=", before)
      .where(sql<boolean>`code <> all(${failed}::text[])`)
      .orderBy("delivered_at")
      .limit(COMPLETION_BATCH)
      .execute();
    for (const { code } of due) {
      try {
        if (await completeDelivered(ctx, code)) completed += 1;
      } catch (error) {
        ctx.log.error({ err: error, event: "completion_failed", order_code: code }, "an order could not be completed");
        failed.push(code);
      }
    }
    if (due.length < COMPLETION_BATCH) return completed;
  }
}

/** False where it is completed already. */
function completeDelivered(ctx: Ctx, code: string): Promise<boolean> {
  return withOrder(actingAs(ctx, "system"), code, async (ctx, order) => {
    if (order.status !== "delivered") return false;
    await earnPoints(ctx, code);
    await change(ctx, order, { to: "completed" });
    await ctx.announce(ctx, "order_completed", { order_code: code });
    return true;
  });
}

/** Runs with the payable lock held: no other transaction changes this order or its payment meanwhile. */
async function withOrder<T>(ctx: Ctx, code: string, work: (ctx: Ctx, order: Locked) => Promise<T>): Promise<T> {
  return inTransaction(ctx, async (ctx) => {
    await lockPayable(ctx, code);
    const order = await ctx.sql
      .selectFrom("orders.orders")
      .select(["id", "code", "status"])
      .where("code", "=", code)
      .executeTakeFirst();
    if (!order) throw new ShopError("not_found");
    return work(ctx, { ...order, status: order.status as OrderStatus });
  });
}

/**
 * Cancels, and gives back codes, programmes, points, flash-sale units and stock. Locks promotions, codes, ledger accounts,
 * flash-sale items, gifts, then stock, then the order's row.
 */
async function undo(ctx: Ctx, order: Locked, off: Change): Promise<void> {
  assertCan(order, off.to, await ctx.actor());
  await giveBackUses(ctx, order.code);
  await giveBackHeld(ctx, order.code);
  await giveBackFlash(ctx, order.code);
  await giveBackRewards(ctx, order.code);
  await releaseStock(ctx, await allocationsOf(ctx, order.id));
  await change(ctx, order, off);
}

/** One conditional update and its row of history. Throws state_conflict. Locks the order. */
async function change(ctx: Ctx, order: Locked, step: Change) {
  assertCan(order, step.to, await ctx.actor());
  await write(ctx, order, step);
}

async function write(ctx: Ctx, order: Locked, { to, note = "", shipping_code, cancel_reason }: Change) {
  const actor = await ctx.actor();
  const { rows } = await sql`
    with changed as (
      update orders.orders set status = ${to},
        shipping_code = coalesce(${shipping_code ?? null}, shipping_code),
        cancel_reason = case when ${to} = 'cancelled' then ${cancel_reason ?? null} end,
        cancel_note = case when ${to} = 'cancelled' then ${note} else '' end,
        delivered_at = case when ${to} = 'delivered' or (${to} = 'completed' and delivered_at is null)
          then ${ctx.now}::timestamptz when ${to} = 'cancelled' then null else delivered_at end
      where id = ${order.id} and status = ${order.status}
      returning id)
    insert into orders.history (order_id, status, at, actor, note)
    select id, ${to}, ${ctx.now}, ${actor}, ${note} from changed
    returning id`.execute(ctx.sql);
  if (rows.length !== 1) throw conflict(order, to);
}

function assertCan(order: Locked, to: OrderStatus, actor: Actor): void {
  if (!orderCan(order.status, to, partyOf(actor))) throw conflict(order, to);
}

function conflict(order: Locked, to: OrderStatus, because: ShopError["params"] = { why: "status" }): ShopError {
  return new ShopError("state_conflict", { params: { status: order.status, to, ...because } });
}

function allocationsOf(ctx: Ctx, order_id: number) {
  return ctx.sql
    .selectFrom("orders.allocations")
    .select(["variant_id", "warehouse", "quantity"])
    .where("order_id", "=", order_id)
    .execute();
}

/** Gifts are not sold, nor is what was exchanged for points; a gift card is no variant. */
function soldQuantities(ctx: Ctx, order_id: number) {
  return ctx.sql
    .selectFrom("orders.lines")
    .select(["variant_id", "quantity"])
    .where("variant_id", "is not", null)
    .$narrowType<{ variant_id: number }>()
    .where("order_id", "=", order_id)
    .where("kind", "=", "bought")
    .where(sql<boolean>`not exists (select from orders.orders o where o.id = ${order_id} and o.kind = 'exchange')`)
    .execute();
}
