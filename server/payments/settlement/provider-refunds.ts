/**
 * Refunds by a provider. Each has its reference before the provider is asked, is asked for once, and is asked about until it
 * is known: a timeout is "unknown", never sent again. One that failed leaves the debt as a new row, by hand.
 * rules/payments#refunds
 */
import { randomBytes } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import { sql } from "kysely";
import { actingAs } from "../../kernel/actor.ts";
import { type Ctx, enqueue, inTransaction } from "../../kernel/context.ts";
import { type AttemptRow, adapterOf, attemptOf, lockPayable, providerNamed } from "../attempts.ts";
import { applyEvent, locked } from "../payments.ts";
import type { Refund, Refunded } from "../provider.ts";
import { httpOf } from "../provider-health.ts";
import { noteStatus } from "./refunds.ts";

const MINUTE_MS = 60_000;
/** After the sending, in minutes; then once a day. rules/payments#refunds */
const QUERY_MINUTES = [0.5, 1, 2, 4, 8, 15, 30, 120, 24 * 60];
const DAY_MINUTES = 24 * 60;
/** What the provider does not know this long after the sending was never taken on. */
const ABSENT_MINUTES = 15;
const BATCH = 20;

/** What the provider may be asked to give back of an order: refunds owed, and those only proposed. */
export type Returnable = { id: number; order_code: string; amount: number; status: string; provider: string };

/** Oldest first. */
export async function returnableOf(ctx: Ctx, order_code: string): Promise<Returnable[]> {
  const rows = await ctx.sql
    .selectFrom("payments.refunds as r")
    .innerJoin("payments.attempts as a", "a.id", "r.attempt_id")
    .innerJoin("payments.payments as p", "p.id", "a.payment_id")
    .select(["r.id", "p.order_code", "r.amount", "r.status", "a.provider"])
    .where("p.order_code", "=", order_code)
    .where("r.status", "in", ["proposed", "owed"])
    .orderBy("r.id")
    .execute();
  return rows.filter(({ provider, amount }) => {
    const known = providerNamed(provider);
    return known?.can.refund === true && amount >= (known.min_refund ?? 0);
  });
}

/**
 * Asks the provider to give a refund back, by the person in the context, whose decision a proposal becomes with it. Takes
 * the payable lock; the provider is called outside of it. Throws not_found; state_conflict where it is not to go back any
 * more, goes by hand, or another one of its attempt is on its way. `assertAllowed` may refuse, in the transaction in which it is
 * marked as sent and with the lock held.
 */
export async function sendRefund(
  ctx: Ctx,
  refund_id: number,
  { assertAllowed, note = "" }: { assertAllowed?: (tx: Ctx) => Promise<void>; note?: string } = {},
): Promise<Refunded["status"]> {
  const actor = await ctx.actor();
  const sent = await inTransaction(ctx, (tx) => markSent(actingAs(tx, actor), refund_id, { assertAllowed, note }));
  const adapter = await adapterOf(ctx, sent.attempt.provider);
  const refunded: Refunded = adapter?.refund
    ? await adapter
        .refund(attemptOf(ctx, sent.attempt), sent.refund, httpOf(ctx, sent.attempt.provider))
        .catch(() => UNKNOWN)
    : UNKNOWN;
  return applyRefunded(ctx, refund_id, refunded);
}

const UNKNOWN: Refunded = { status: "unknown", provider_refund_no: null };

type ToSend = { assertAllowed: ((tx: Ctx) => Promise<void>) | undefined; note: string };

async function markSent(
  ctx: Ctx,
  id: number,
  { assertAllowed, note }: ToSend,
): Promise<{ attempt: AttemptRow; refund: Refund }> {
  const found = await refundRow(ctx, id);
  await lockPayable(ctx, found.order_code);
  await assertAllowed?.(ctx);
  const { row, attempt } = await refundRow(ctx, id);
  const provider = providerNamed(attempt.provider);
  const isBusy = await ctx.sql
    .selectFrom("payments.refunds")
    .select("id")
    .where("attempt_id", "=", attempt.id)
    .where("status", "=", "sent")
    .executeTakeFirst();
  const canGo = provider?.can.refund === true && row.amount >= (provider.min_refund ?? 0);
  if (!canGo || isBusy || (row.status !== "owed" && row.status !== "proposed")) throw new ShopError("state_conflict");
  await ctx.sql
    .updateTable("payments.refunds")
    .set({ status: "sent", way: "provider", sent_at: ctx.now, next_query_at: minutesAfter(ctx.now, QUERY_MINUTES[0]) })
    .where("id", "=", id)
    .execute();
  await noteStatus(ctx, [{ id }], "sent", note);
  await enqueueQuery(ctx, minutesAfter(ctx.now, QUERY_MINUTES[0]));
  return { attempt, refund: await refundOf(ctx, row, attempt) };
}

async function refundRow(ctx: Ctx, id: number) {
  const row = await ctx.sql.selectFrom("payments.refunds").selectAll().where("id", "=", id).executeTakeFirst();
  const attempt =
    row?.attempt_id &&
    (await ctx.sql
      .selectFrom("payments.attempts as a")
      .innerJoin("payments.payments as p", "p.id", "a.payment_id")
      .selectAll("a")
      .select("p.order_code")
      .where("a.id", "=", row.attempt_id)
      .executeTakeFirst());
  if (!row || !attempt) throw new ShopError("not_found");
  return { row, attempt, order_code: attempt.order_code };
}

type RefundRow = Awaited<ReturnType<typeof refundRow>>["row"];

async function refundOf(ctx: Ctx, row: RefundRow, { id, received }: AttemptRow): Promise<Refund> {
  const others = await ctx.sql
    .selectFrom("payments.refunds")
    .select("provider_refund_no")
    .where("attempt_id", "=", id)
    .where("id", "<>", row.id)
    .where("provider_refund_no", "is not", null)
    .execute();
  const { refund_ref, amount, reason, provider_refund_no } = row;
  return {
    ...{ refund_ref, amount, reason, received, provider_refund_no, sent_at: row.sent_at ?? ctx.now },
    other_refund_nos: others.flatMap((each) => each.provider_refund_no ?? []),
  };
}

/** Written down once; a refund that is not on its way any more stays as it is. Takes the payable lock. */
async function applyRefunded(ctx: Ctx, id: number, refunded: Refunded): Promise<Refunded["status"]> {
  const { order_code, attempt } = await refundRow(ctx, id);
  const provider = actingAs(ctx, `provider:${attempt.provider}`);
  return inTransaction(provider, async (tx) => {
    await lockPayable(tx, order_code);
    const { row } = await refundRow(tx, id);
    if (row.status !== "sent" || row.sent_at === null) return refunded.status;
    const ageMinutes = (tx.now.getTime() - row.sent_at.getTime()) / MINUTE_MS;
    const isGone = refunded.status === "absent" && ageMinutes >= ABSENT_MINUTES;
    if (refunded.status === "success") await succeed(tx, order_code, row, refunded);
    else if (refunded.status === "failed" || isGone) await fail(tx, row);
    else if (refunded.provider_refund_no !== null) await setNumber(tx, id, refunded);
    return isGone ? "failed" : refunded.status;
  });
}

async function setNumber(ctx: Ctx, id: number, { provider_refund_no }: Refunded): Promise<void> {
  await ctx.sql.updateTable("payments.refunds").set({ provider_refund_no }).where("id", "=", id).execute();
}

async function succeed(ctx: Ctx, order_code: string, row: RefundRow, refunded: Refunded): Promise<void> {
  const money = await locked(ctx, order_code);
  await ctx.sql
    .updateTable("payments.refunds")
    .set({
      status: "success",
      recorded_at: ctx.now,
      next_query_at: null,
      provider_refund_no: refunded.provider_refund_no ?? row.provider_refund_no,
    })
    .where("id", "=", row.id)
    .execute();
  await noteStatus(ctx, [row], "success");
  const attempts = money.attempts.map((each) =>
    each.id === row.attempt_id ? { ...each, refunded: each.refunded + row.amount } : each,
  );
  await applyEvent(ctx, { ...money, attempts }, { type: "refund_recorded", amount: row.amount }, null);
  await ctx.announce(ctx, "refund_recorded", { order_code, refund: row.id, amount: row.amount });
}

/** The debt stays: a row of its own, by hand, with a new reference. */
async function fail(ctx: Ctx, row: RefundRow): Promise<void> {
  await ctx.sql
    .updateTable("payments.refunds")
    .set({ status: "failed", next_query_at: null })
    .where("id", "=", row.id)
    .execute();
  await noteStatus(ctx, [row], "failed");
  const { payment_id, attempt_id, amount, reason } = row;
  const next = await ctx.sql
    .insertInto("payments.refunds")
    .values({
      ...{ payment_id, attempt_id, amount, reason, status: "owed", after: row.id, created_at: ctx.now },
      refund_ref: randomBytes(12).toString("hex"),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await noteStatus(ctx, [next], "owed");
}

const minutesAfter = (moment: Date, minutes = 0): Date => new Date(moment.getTime() + minutes * MINUTE_MS);

async function enqueueQuery(ctx: Ctx, run_at: Date): Promise<void> {
  await enqueue(ctx, "reconcile_refunds", {}, { run_at, key: "reconcile_refunds" });
}

/** The job `reconcile_refunds`: what became of refunds on their way. Safe to repeat, and in several processes at once. */
export async function reconcileRefunds(ctx: Ctx): Promise<number> {
  for (let asked = 0; ; ) {
    const due = await inTransaction(ctx, claim);
    for (const id of due) await queryRefund(ctx, id);
    asked += due.length;
    if (due.length < BATCH) return asked;
  }
}

async function claim(ctx: Ctx): Promise<number[]> {
  const due = await ctx.sql
    .selectFrom("payments.refunds")
    .select(["id", "sent_at"])
    .where("status", "=", "sent")
    .where("next_query_at", "<=", ctx.now)
    .orderBy("next_query_at")
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { id, sent_at } of due) {
    const begun = sent_at ?? ctx.now;
    const since = (ctx.now.getTime() - begun.getTime()) / MINUTE_MS;
    const minutes = QUERY_MINUTES.find((each) => each > since);
    const next_query_at = minutes === undefined ? minutesAfter(ctx.now, DAY_MINUTES) : minutesAfter(begun, minutes);
    await ctx.sql.updateTable("payments.refunds").set({ next_query_at }).where("id", "=", id).execute();
  }
  return due.map(({ id }) => id);
}

/** Never rejects: what is not known now is asked again. */
async function queryRefund(ctx: Ctx, id: number): Promise<void> {
  try {
    const { row, attempt } = await refundRow(ctx, id);
    const adapter = await adapterOf(ctx, attempt.provider);
    if (!adapter?.queryRefund) return;
    const asked = await refundOf(ctx, row, attempt);
    await applyRefunded(
      ctx,
      id,
      await adapter.queryRefund(attemptOf(ctx, attempt), asked, httpOf(ctx, attempt.provider)),
    );
  } catch (error) {
    ctx.log.warn({ err: error, event: "refund_query_failed", refund: id }, "a provider did not tell of a refund");
  }
}

/** Has the provider asked about a refund at once. */
export async function askRefundNow(ctx: Ctx, refund_id: number): Promise<void> {
  await sql`update payments.refunds set next_query_at = ${ctx.now} where id = ${refund_id} and status = 'sent'`.execute(
    ctx.sql,
  );
  await reconcileRefunds(ctx);
}
