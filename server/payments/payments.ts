/**
 * Payments: what is owed for an order, what has arrived, what must go back. Rules are in states.ts; here they are applied
 * under a lock and written down. The payable lock (`lockPayable`) comes before every row lock of an order or its payment,
 * so settlement, expiry and cancellation of one order never meet half way. Spec §7 Payments; rules/payments#states
 */
import { randomBytes } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import type { PaymentMethod, PaymentStatus, PaymentView } from "contract/payments/payments.ts";
import type { Dong } from "contract/values/money.ts";
import { transferContent } from "contract/values/vietqr.ts";
import { type SelectType, sql } from "kysely";
import type { PaymentsPayments } from "../../db/tables.ts";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { setting } from "../platform/settings.ts";
import { bankTransfer } from "./providers/bank-transfer/bank-transfer.ts";
import { next, type PaymentEvent, type PaymentFlag, type PaymentState, statusOf } from "./states.ts";

/** The fixed part of a transfer's content, so that a code is found inside what banks write around it. */
export const TRANSFER_PREFIX = "MTS";

type Row = { [K in keyof PaymentsPayments]: SelectType<PaymentsPayments[K]> };

/**
 * Takes the payable lock until the transaction ends. Every function that moves an order or its payment takes it first,
 * before any row lock; inside `inTransaction` only.
 */
export async function lockPayable(ctx: Ctx, order_code: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payable ${order_code}`}, 0))`.execute(ctx.sql);
}

/** Opens the payment of a new order, in the placement's transaction. The deadline is the method's. */
export async function openPayment(
  ctx: Ctx,
  { order_code, method, amount }: { order_code: string; method: PaymentMethod; amount: Dong },
): Promise<PaymentView & { uid_payment: string }> {
  const transfer = method === "bank_transfer";
  const limits = await setting(ctx, "limits");
  const expires_at = transfer ? new Date(ctx.now.getTime() + limits.transfer_deadline_hours * 3_600_000) : null;
  const row = await ctx.sql
    .insertInto("payments.payments")
    .values({
      uid_payment: randomBytes(16).toString("base64url"),
      order_code,
      method,
      amount,
      status: "pending",
      content: transfer ? transferContent(TRANSFER_PREFIX, order_code) : null,
      created_at: ctx.now,
      expires_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { uid_payment: row.uid_payment, ...(await viewOf(ctx, row, { owed: 0 })) };
}

/** The payment of an order as its owner may see it. Throws not_found. */
export async function paymentOf(ctx: Ctx, order_code: string): Promise<PaymentView & { uid_payment: string }> {
  const row = await withOwed(ctx).where("p.order_code", "=", order_code).orderBy("p.id", "desc").executeTakeFirst();
  if (!row) throw new ShopError("not_found", { message_key: "order_not_found" });
  return { uid_payment: row.uid_payment, ...(await viewOf(ctx, row, row)) };
}

/** By its proof alone: the order and how to pay it. Throws not_found. */
export async function paymentByProof(ctx: Ctx, uid_payment: string) {
  const row = await withOwed(ctx).where("p.uid_payment", "=", uid_payment).executeTakeFirst();
  if (!row) throw new ShopError("not_found", { message_key: "order_not_found" });
  return { order_code: row.order_code, payment: await viewOf(ctx, row, row) };
}

const withOwed = (ctx: Ctx) =>
  ctx.sql
    .selectFrom("payments.payments as p")
    .selectAll("p")
    .select(
      sql<number>`coalesce((select sum(r.amount) from payments.refunds r
        where r.payment_id = p.id and r.status = 'owed'), 0)::dong`.as("owed"),
    );

async function viewOf(ctx: Ctx, row: Row, { owed }: { owed: number }): Promise<PaymentView> {
  const open = row.status === "pending" && row.content !== null;
  const guide = open
    ? bankTransfer.start(
        { order_code: row.order_code, amount: row.amount - row.received, content: row.content ?? "" },
        await setting(ctx, "bank_account"),
      ).guide
    : null;
  return {
    method: row.method as PaymentMethod,
    status: row.status as PaymentStatus,
    amount: row.amount,
    received: row.received,
    refund_owed: owed,
    refunded: row.refunded,
    order_cancelled: row.ended_as !== null,
    expires_at: row.expires_at?.toISOString() ?? null,
    transfer: guide,
  };
}

/** What came in of a transfer that is not complete; null for cash and for a payment that is settled or has ended. */
export async function awaitedMoney(ctx: Ctx, order_code: string): Promise<{ received: Dong; amount: Dong } | null> {
  const { method, status, received, amount } = await paymentOf(ctx, order_code);
  return method !== "cod" && status === "pending" ? { received, amount } : null;
}

/** Counts the cash as received, when the order is delivered. Safe to repeat. Takes the payable lock. */
export async function receiveCash(ctx: Ctx, order_code: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockPayable(tx, order_code);
    const row = await lockedRow(tx, order_code);
    if (row.method === "cod" && row.status === "pending") {
      await apply(tx, row, { type: "credit", amount: row.amount });
    }
  });
}

/** The order is off: an open payment ends, money that came is owed back. Safe to repeat. Takes the payable lock. */
export async function cancelPayment(ctx: Ctx, order_code: string): Promise<{ refund_owed: Dong }> {
  return inTransaction(ctx, async (tx) => {
    await lockPayable(tx, order_code);
    await apply(tx, await lockedRow(tx, order_code), { type: "order_cancelled" });
    const { refund_owed } = await paymentOf(tx, order_code);
    return { refund_owed };
  });
}

/** The shop's transfer back: its amount and the bank's reference. */
type Returned = { amount: Dong; reference: string };

/**
 * Records that everything owed for an order went back by one transfer. Throws not_found; state_conflict where nothing is
 * owed, where the sum owed is not this amount (it may have grown since it was read), and for a reference that is recorded
 * for this order already.
 */
export async function recordRefund(ctx: Ctx, order_code: string, { amount, reference }: Returned): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await lockPayable(tx, order_code);
    const row = await lockedRow(tx, order_code);
    const earlier = await tx.sql
      .selectFrom("payments.refunds")
      .select("id")
      .where("payment_id", "=", row.id)
      .where("status", "=", "recorded")
      .where(sql<boolean>`upper(reference) = upper(${reference})`)
      .executeTakeFirst();
    if (earlier && row.owed > 0) {
      throw new ShopError("state_conflict", { params: { why: "reference_used", reference } });
    }
    const done = await tx.sql
      .updateTable("payments.refunds")
      .set({ status: "recorded", reference, recorded_at: tx.now })
      .where("payment_id", "=", row.id)
      .where("status", "=", "owed")
      .returning(["id", "amount"])
      .execute();
    const last = done.at(-1);
    if (!last) {
      const { received, refunded } = row;
      throw new ShopError("state_conflict", { params: { why: "nothing_owed", received, refunded } });
    }
    const owed = done.reduce((total, refund) => total + refund.amount, 0);
    if (owed !== amount) throw new ShopError("state_conflict", { params: { why: "other_amount", owed, amount } });
    await apply(tx, row, { type: "refund_recorded", amount });
    await tx.announce(tx, "refund_recorded", { order_code, refund: last.id, amount });
  });
}

/**
 * Whether the sum of what came in stays one that can be counted to the đồng (2^53). The payable lock is held by the caller.
 */
export async function canCredit(ctx: Ctx, payment: { order_code: string }, amount: Dong): Promise<boolean> {
  const { received } = await paymentOf(ctx, payment.order_code);
  return Number.isSafeInteger(received + amount);
}

/** Money arrived for a payment. Announces payment_settled when it is complete for the first time. Takes the payable lock. */
export async function creditPayment(ctx: Ctx, payment: { order_code: string }, amount: Dong): Promise<void> {
  await lockPayable(ctx, payment.order_code);
  await apply(ctx, await lockedRow(ctx, payment.order_code), { type: "credit", amount });
}

const EXPIRY_BATCH = 100;

/**
 * Job: ends all payments past their deadline, each in a transaction of its own, and announces payment_expired. One that
 * fails is logged and set aside: the others do not wait for it, and the next run tries it after them. Answers how many ended.
 */
export async function expirePayments(ctx: Ctx): Promise<number> {
  for (let expired = 0; ; ) {
    const due = await duePayments(ctx);
    for (const each of due) {
      try {
        if (await expirePayment(ctx, each.order_code)) expired += 1;
      } catch (error) {
        ctx.log.error({ err: error, event: "lapse_failed", order_code: each.order_code }, "an order could not lapse");
        await ctx.sql
          .updateTable("payments.payments")
          .set({ lapse_failed_at: ctx.now })
          .where("id", "=", each.id)
          .execute();
      }
    }
    if (due.length < EXPIRY_BATCH) return expired;
  }
}

/** The next that are due and have not failed in this run. */
function duePayments(ctx: Ctx) {
  return ctx.sql
    .selectFrom("payments.payments")
    .select(["id", "order_code"])
    .where("status", "=", "pending")
    .where("expires_at", "<=", ctx.now)
    .where((eb) => eb.or([eb("lapse_failed_at", "is", null), eb("lapse_failed_at", "<", ctx.now)]))
    .orderBy("lapse_failed_at", (order) => order.asc().nullsFirst())
    .orderBy("expires_at")
    .limit(EXPIRY_BATCH)
    .execute();
}

/** False where it has ended already. Takes the payable lock. */
function expirePayment(ctx: Ctx, order_code: string): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    await lockPayable(tx, order_code);
    const row = await lockedRow(tx, order_code);
    if (row.status !== "pending" || row.expires_at === null || row.expires_at > tx.now) return false;
    await apply(tx, row, { type: "deadline" });
    await tx.announce(tx, "payment_expired", { order_code, uid_payment: row.uid_payment });
    return true;
  });
}

type Owing = Row & { owed: number };

/** Locks the payment's row; the payable lock, held already, keeps what is owed unchanged. */
async function lockedRow(ctx: Ctx, order_code: string): Promise<Owing> {
  const row = await withOwed(ctx)
    .where("p.order_code", "=", order_code)
    .orderBy("p.id", "desc")
    .forUpdate("p")
    .executeTakeFirst();
  if (!row) throw new ShopError("not_found", { message_key: "order_not_found" });
  return row;
}

async function apply(ctx: Ctx, row: Owing, event: PaymentEvent): Promise<void> {
  const before: PaymentState = {
    ...row,
    is_settled: row.settled_at !== null,
    ended_as: row.ended_as as PaymentState["ended_as"],
    flags: row.flags as PaymentFlag[],
  };
  const { state, settled, owed } = next(before, event);
  await ctx.sql
    .updateTable("payments.payments")
    .set({
      status: statusOf(state),
      received: state.received,
      refunded: state.refunded,
      ended_as: state.ended_as,
      flags: [...state.flags],
      settled_at: row.settled_at ?? (settled ? ctx.now : null),
    })
    .where("id", "=", row.id)
    .execute();
  if (owed) {
    const { id } = await ctx.sql
      .insertInto("payments.refunds")
      .values({ payment_id: row.id, amount: owed.amount, reason: owed.reason, status: "owed", created_at: ctx.now })
      .returning("id")
      .executeTakeFirstOrThrow();
    await ctx.announce(ctx, "refund_owed", { order_code: row.order_code, refund: id, amount: owed.amount });
  }
  if (settled && row.method !== "cod") {
    await ctx.announce(ctx, "payment_settled", { order_code: row.order_code, uid_payment: row.uid_payment });
  }
}
