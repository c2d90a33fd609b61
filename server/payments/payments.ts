/**
 * Payments: what is owed for an order, what has arrived, what must go back. Rules are in states.ts; here they are applied
 * under a lock and written down. The payable lock (`lockPayable`) comes before every row lock of an order, its payment and
 * its attempts, so settlement, expiry and cancellation of one order never meet half way. Spec §7 Payments;
 * rules/payments#states
 */
import { ShopError } from "contract/errors.ts";
import type { PaymentMethod, PaymentStatus, PaymentView } from "contract/payments/payments.ts";
import { type Dong, roundCashUp } from "contract/values/money.ts";
import { sql } from "kysely";
import { actingAs } from "../kernel/actor.ts";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { setting } from "../platform/settings.ts";
import {
  type AttemptRow,
  lockPayable,
  newProof,
  openAttempt,
  type PaymentRow,
  providerNamed,
  providerOf,
} from "./attempts.ts";
import { addRefunds, oweProposed, recordReturned, type Share } from "./settlement/refunds.ts";
import {
  type AttemptState,
  attemptsAfter,
  next,
  opened,
  type PaymentEvent,
  type PaymentFlag,
  type PaymentState,
  statusOf,
} from "./settlement/states.ts";
import { owedOf, paymentOf, viewOf } from "./view.ts";

type Opening = {
  order_code: string;
  method: PaymentMethod;
  /** The order's total, and what a carrier would collect of it. */
  total: Dong;
  cash: Dong;
  /** False where nothing is delivered: it cannot be paid on delivery, now or later. */
  has_delivery?: boolean;
};

/**
 * Opens the payment of a new order and its first attempt, in the placement's transaction. The deadline is the method's.
 * Where nothing is due there is no method, no attempt and no deadline: the payment is settled, and announces nothing.
 */
export async function openPayment(
  ctx: Ctx,
  { order_code, method, total, cash, has_delivery = true }: Opening,
): Promise<PaymentView & { uid_payment: string }> {
  if (total === 0) return openSettled(ctx, order_code);
  const provider = providerOf(method);
  if (!provider || (provider.is_on_delivery && !has_delivery)) throw new ShopError("payment_unavailable");
  const minutes = provider.deadlineMinutes(await setting(ctx, "limits"));
  const deadline = minutes === null ? null : new Date(ctx.now.getTime() + minutes * 60_000);
  const rounding = provider.is_on_delivery ? cash - total : 0;
  const row = await ctx.sql
    .insertInto("payments.payments")
    .values({
      order_code,
      has_delivery,
      amount: total,
      rounding,
      status: statusOf(opened(total + rounding), provider.is_local),
      created_at: ctx.now,
      deadline,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const first = { payment_id: row.id, order_code, n: 1, amount: total, expires_at: deadline };
  const attempt = await openAttempt(ctx, provider, first);
  return { uid_payment: attempt.uid_payment, ...(await viewOf(ctx, { ...row, owed: 0 }, attempt)) };
}

async function openSettled(ctx: Ctx, order_code: string): Promise<PaymentView & { uid_payment: string }> {
  const uid_payment = newProof();
  const begun = { created_at: ctx.now, settled_at: ctx.now };
  const row = await ctx.sql
    .insertInto("payments.payments")
    .values({ order_code, uid_payment, amount: 0, status: statusOf(opened(0), false), ...begun })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { uid_payment, ...(await viewOf(ctx, { ...row, owed: 0 }, null)) };
}

/** Counts the cash as received, when the order is delivered. Safe to repeat. Takes the payable lock. */
export async function receiveCash(ctx: Ctx, order_code: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockPayable(tx, order_code);
    const { row, attempts } = await locked(tx, order_code);
    const attempt = attempts.findLast(({ provider }) => providerNamed(provider)?.is_on_delivery);
    if (attempt?.state !== "pending") return;
    const due = row.amount + row.rounding - row.counted;
    if (due > 0) await applyEvent(tx, { row, attempts }, { type: "credit", amount: due }, attempt.id);
  });
}

/** The order is off: an open payment ends, money that came is owed back. Safe to repeat. Takes the payable lock. */
export async function cancelPayment(ctx: Ctx, order_code: string): Promise<{ refund_owed: Dong }> {
  return inTransaction(ctx, async (tx) => {
    await lockPayable(tx, order_code);
    const money = await locked(tx, order_code);
    if (money.row.ended_as === null) {
      // What was proposed so far is owed now, with the rest.
      await oweProposed(tx, money.row.id);
    }
    await applyEvent(tx, money, { type: "order_cancelled" }, null);
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
    const money = await locked(tx, order_code);
    const { row } = money;
    const earlier = await tx.sql
      .selectFrom("payments.refunds")
      .select("id")
      .where("payment_id", "=", row.id)
      .where("status", "=", "success")
      .where(sql<boolean>`upper(bank_reference) = upper(${reference})`)
      .executeTakeFirst();
    if (earlier && row.owed > 0) {
      throw new ShopError("state_conflict", { params: { why: "reference_used", reference } });
    }
    const done = await recordReturned(tx, row.id, reference);
    const last = done.at(-1);
    if (!last) {
      const { received, refunded } = row;
      throw new ShopError("state_conflict", { params: { why: "nothing_owed", received, refunded } });
    }
    const owed = done.reduce((total, refund) => total + refund.amount, 0);
    if (owed !== amount) throw new ShopError("state_conflict", { params: { why: "other_amount", owed, amount } });
    const attempts = money.attempts.map((attempt) => ({
      ...attempt,
      refunded: done.reduce((sum, each) => sum + (each.attempt_id === attempt.id ? each.amount : 0), attempt.refunded),
    }));
    await applyEvent(tx, { row, attempts }, { type: "refund_recorded", amount }, null);
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

/**
 * Money arrived by an attempt. Announces payment_settled when the payment is complete for the first time. Takes the payable
 * lock; once for one booking, which the caller makes sure of.
 */
export async function creditPayment(
  ctx: Ctx,
  payment: { order_code: string; attempt_id?: number },
  amount: Dong,
): Promise<void> {
  await lockPayable(ctx, payment.order_code);
  const money = await locked(ctx, payment.order_code);
  await applyEvent(ctx, money, { type: "credit", amount }, payment.attempt_id ?? money.attempts.at(-1)?.id ?? null);
}

const EXPIRY_BATCH = 100;
/** Asks the providers of a payment's open attempts; never rejects. */
type AskLast = (ctx: Ctx, order_code: string) => Promise<void>;

/**
 * Job: ends all payments past their deadline, each in a transaction of its own, and announces payment_expired. One that
 * fails is logged and set aside: the others do not wait for it, and the next run tries it after them. Answers how many ended.
 */
export async function expirePayments(ctx: Ctx, askLast: AskLast = async () => undefined): Promise<number> {
  for (let expired = 0; ; ) {
    const due = await duePayments(ctx);
    for (const each of due) {
      try {
        if (await expirePayment(ctx, each.order_code, askLast)) expired += 1;
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
  return (
    ctx.sql
      .selectFrom("payments.payments")
      .select(["id", "order_code"])
      .where("status", "in", ["created", "pending"])
      .where("deadline", "<=", ctx.now)
      // While a provider looks at an attempt the clock stands: a person decides. rules/payments#deadlines
      .where("review_since", "is", null)
      .where((eb) => eb.or([eb("lapse_failed_at", "is", null), eb("lapse_failed_at", "<", ctx.now)]))
      .orderBy("lapse_failed_at", (order) => order.asc().nullsFirst())
      .orderBy("deadline")
      .limit(EXPIRY_BATCH)
      .execute()
  );
}

/**
 * False where it has ended already. Asks the providers of open attempts a last time, which stops nothing, then takes the
 * payable lock. That commit decides, not the clock: until then money settles.
 */
async function expirePayment(ctx: Ctx, order_code: string, askLast: AskLast): Promise<boolean> {
  await askLast(ctx, order_code);
  return inTransaction(actingAs(ctx, "system"), async (tx) => {
    await lockPayable(tx, order_code);
    const { row, attempts } = await locked(tx, order_code);
    if (row.status !== "pending" && row.status !== "created") return false;
    if (row.deadline === null || row.deadline > tx.now || row.review_since !== null) return false;
    await applyEvent(tx, { row, attempts }, { type: "deadline" }, null);
    const uid_payment = attempts.at(-1)?.uid_payment ?? "";
    await tx.announce(tx, "payment_expired", { order_code, uid_payment });
    return true;
  });
}

/** `kept`: what nobody owes any more, and what does not count either. */
type Owing = PaymentRow & { owed: number; kept: number };
type Attempt = AttemptRow & AttemptState & { flags: string[] };
export type Money = { row: Owing; attempts: Attempt[] };

/**
 * Locks the payment's row, then its attempts by number; the payable lock, held already, keeps what is owed unchanged.
 * Throws not_found.
 */
export async function locked(ctx: Ctx, order_code: string): Promise<Money> {
  const row = await ctx.sql
    .selectFrom("payments.payments as p")
    .selectAll("p")
    .select([
      owedOf.as("owed"),
      sql<number>`coalesce((select sum(r.amount) from payments.refunds r
        where r.payment_id = p.id and r.status in ('credited', 'dropped')), 0)::dong`.as("kept"),
    ])
    .where("p.order_code", "=", order_code)
    .forUpdate("p")
    .executeTakeFirst();
  if (!row) throw new ShopError("not_found", { message_key: "order_not_found" });
  const attempts = await ctx.sql
    .selectFrom("payments.attempts as a")
    .selectAll("a")
    .select([
      sql<number>`coalesce((select sum(r.amount) from payments.refunds r
        where r.attempt_id = a.id and r.status = 'success'), 0)::dong`.as("refunded"),
      sql<number>`coalesce((select sum(r.amount) from payments.refunds r
        where r.attempt_id = a.id and r.status in ('owed', 'sent', 'credited', 'dropped')), 0)::dong`.as("set_aside"),
    ])
    .where("a.payment_id", "=", row.id)
    .orderBy("a.n")
    .forUpdate("a")
    .execute();
  return { row, attempts: attempts.map((each) => ({ ...each, state: each.state as PaymentStatus })) };
}

/**
 * What follows from an event, written down. `by`: the attempt that money came by. The payable lock is held, and `money`
 * locked. Announces payment_settled, refund_owed.
 */
export async function applyEvent(
  ctx: Ctx,
  { row, attempts }: Money,
  event: PaymentEvent,
  by: number | null,
): Promise<void> {
  const rounding = roundingAfter(row, event, attempts.find(({ id }) => id === by)?.provider);
  const before: PaymentState = {
    ...{ received: row.received, counted: row.counted, refunded: row.refunded },
    owed: row.owed + row.kept,
    amount: row.amount + rounding,
    is_settled: row.settled_at !== null,
    ended_as: row.ended_as as PaymentState["ended_as"],
    flags: row.flags as PaymentFlag[],
  };
  const step = next(before, event);
  const { state, settled, owed } = step;
  const after = attemptsAfter(attempts, { before, event, step, by });
  for (const attempt of after.filter((each, at) => hasChanged(each, attempts[at]))) {
    const { received, counted, flags } = attempt;
    const isOver = attempt.state === "success" || attempt.state === "refunded"; // others may still have been paid
    await ctx.sql
      .updateTable("payments.attempts")
      .set({ state: attempt.state, received, counted, flags: [...flags], ...(isOver && { next_query_at: null }) })
      .where("id", "=", attempt.id)
      .execute();
  }
  const isPending = after.some((each) => each.state === "pending");
  await ctx.sql
    .updateTable("payments.payments")
    .set({
      status: statusOf(state, isPending),
      rounding,
      received: state.received,
      counted: state.counted,
      refunded: state.refunded,
      ended_as: state.ended_as,
      flags: [...state.flags],
      settled_at: row.settled_at ?? (settled ? ctx.now : null),
    })
    .where("id", "=", row.id)
    .execute();
  const chosen = attempts.toSorted((a, b) => a.chosen_at.getTime() - b.chosen_at.getTime() || a.n - b.n).at(-1);
  if (event.type === "credit" && by !== chosen?.id && providerNamed(chosen?.provider ?? "")?.is_on_delivery) {
    const cash = Math.max(0, row.amount + rounding - state.counted);
    await ctx.announce(ctx, "cash_lowered", { order_code: row.order_code, cash });
  }
  if (owed) await addRefunds(ctx, row, await sharesOf(ctx, { attempts: after, owed: owed.amount, by }), owed.reason);
  const paid = after.find(({ id }) => id === by) ?? after.findLast(({ counted }) => counted > 0);
  if (settled && paid && !providerNamed(paid.provider)?.is_on_delivery) {
    await ctx.announce(ctx, "payment_settled", { order_code: row.order_code, uid_payment: paid.uid_payment });
  }
}

/** Cash is rounded, other money is not: of an order in cash that is paid in another way the rest alone is rounded. */
function roundingAfter(row: PaymentRow, event: PaymentEvent, provider: string | undefined): Dong {
  const isOther = provider !== undefined && !providerNamed(provider)?.is_on_delivery;
  const isOpen = row.ended_as === null && row.settled_at === null;
  if (row.rounding === 0 || event.type !== "credit" || !isOther || !isOpen) return row.rounding;
  const rest = row.amount - row.counted - event.amount;
  if (rest + row.rounding <= 0) return row.rounding; // the rounded sum was paid
  return rest <= 0 ? 0 : roundCashUp(rest) - rest;
}

function hasChanged(after: Attempt, before: Attempt | undefined): boolean {
  return (
    after.state !== before?.state ||
    after.received !== before.received ||
    after.counted !== before.counted ||
    after.flags.length !== before.flags.length
  );
}

/** Which attempts money goes back by: the one it came by just now; else the latest first, each at most what is left of it. */
async function sharesOf(
  ctx: Ctx,
  { attempts, owed, by }: { attempts: readonly Attempt[]; owed: Dong; by: number | null },
): Promise<Share[]> {
  if (by !== null) return [{ attempt_id: by, amount: owed }];
  const known = await ctx.sql
    .selectFrom("payments.refunds")
    .select(["attempt_id", "amount"])
    .where(
      "attempt_id",
      "in",
      attempts.map(({ id }) => id),
    )
    .where("status", "not in", ["failed", "counted"])
    .execute();
  let rest = owed;
  return attempts.toReversed().flatMap(({ id: attempt_id, received }) => {
    const back = known.reduce((sum, each) => sum + (each.attempt_id === attempt_id ? each.amount : 0), 0);
    const amount = Math.min(rest, received - back);
    rest -= amount;
    return amount > 0 ? [{ attempt_id, amount }] : [];
  });
}
