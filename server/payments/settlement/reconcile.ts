/**
 * The job `reconcile`: asks providers what became of silent attempts. What one answers is applied as an ipn is; silence,
 * a timeout and nonsense change nothing and are asked again. A provider without `query` is never asked.
 * rules/payments#reconciliation
 */
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { actingAs } from "../../kernel/actor.ts";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { type AttemptRow, adapterOf, attemptOf, isProof, lockPayable, QUERY_MINUTES } from "../attempts.ts";
import { locked } from "../payments.ts";
import { httpOf } from "../provider-health.ts";
import { endAttempt, settleAttempt } from "./settlement.ts";

const BATCH = 20;
const MINUTE_MS = 60_000;

/** Safe to repeat, and in several processes at once: each attempt is claimed by one. Answers how many were asked. */
export async function reconcile(ctx: Ctx): Promise<number> {
  for (let asked = 0; ; ) {
    const due = await inTransaction(ctx, claim);
    await Promise.all(due.map((attempt) => queryAttempt(ctx, attempt)));
    asked += due.length;
    if (due.length === BATCH) continue;
    await endOverdue(ctx);
    return asked;
  }
}

/** The next to ask, each with the moment after it written down first, so that nobody asks twice. */
async function claim(ctx: Ctx): Promise<AttemptRow[]> {
  const due = await ctx.sql
    .selectFrom("payments.attempts")
    .selectAll()
    .where("next_query_at", "<=", ctx.now)
    .where("state", "not in", ["success", "refunded"])
    .orderBy("next_query_at")
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { id, created_at } of due) {
    const since = (ctx.now.getTime() - created_at.getTime()) / MINUTE_MS;
    const minutes = QUERY_MINUTES.find((each) => each > since);
    const next_query_at = minutes === undefined ? null : new Date(created_at.getTime() + minutes * MINUTE_MS);
    await ctx.sql.updateTable("payments.attempts").set({ next_query_at }).where("id", "=", id).execute();
  }
  return due;
}

/** Never rejects: what is not known now is asked again. */
async function queryAttempt(ctx: Ctx, row: AttemptRow): Promise<void> {
  try {
    const adapter = await adapterOf(ctx, row.provider);
    if (!adapter?.query) return;
    const { outcome, amount, provider_txn_no, flag, reason } = await adapter.query(
      attemptOf(ctx, row),
      httpOf(ctx, row.provider),
    );
    await ctx.sql
      .updateTable("payments.attempts")
      .set((eb) => ({ queries: eb("queries", "+", 1) }))
      .where("id", "=", row.id)
      .execute();
    const provider = actingAs(ctx, `provider:${row.provider}`);
    await settleAttempt(provider, row, { outcome, amount, provider_txn_no, flag, reason, is_answer: true });
  } catch (error) {
    ctx.log.warn(
      { err: error, event: "query_failed", attempt: row.id },
      "a provider did not say what became of a payment",
    );
  }
}

const ASK_AGAIN_MS = 20_000; // rules/payments#reconciliation
/** Longer nobody waits for an answer in front of a page. */
const ANSWER_TIMEOUT_MS = 4_000;

/**
 * Asks at once, because a page waits: the provider of an attempt that goes on, at most every 20 seconds. False where it
 * was not asked, or is not answering in time; what it says later counts all the same.
 */
export async function askNow(ctx: Ctx, uid_payment: string): Promise<boolean> {
  const row = await ctx.sql
    .updateTable("payments.attempts")
    .set({ asked_at: ctx.now })
    .where(isProof(uid_payment))
    .where("state", "in", ["created", "pending"])
    .where((eb) =>
      eb.or([eb("asked_at", "is", null), eb("asked_at", "<=", new Date(ctx.now.getTime() - ASK_AGAIN_MS))]),
    )
    .returningAll()
    .executeTakeFirst();
  if (!row) return false;
  const late = pause(ANSWER_TIMEOUT_MS, false, { ref: false });
  return Promise.race([queryAttempt(ctx, row).then(() => true), late]);
}

/** Asks the providers of every attempt of a payment that no money came by, at once. Never rejects. Answers how many. */
export async function askAll(ctx: Ctx, order_code: string): Promise<number> {
  const silent = await ctx.sql
    .selectFrom("payments.attempts as a")
    .innerJoin("payments.payments as p", "p.id", "a.payment_id")
    .selectAll("a")
    .where("p.order_code", "=", order_code)
    .where("a.state", "not in", ["success", "refunded"])
    .execute();
  await Promise.all(silent.map((attempt) => queryAttempt(ctx, attempt)));
  return silent.length;
}

/** A last question before a payment lapses, to the providers of its open attempts. Never rejects; what is silent lapses. */
export async function askLast(ctx: Ctx, order_code: string): Promise<void> {
  const open = await ctx.sql
    .selectFrom("payments.attempts as a")
    .innerJoin("payments.payments as p", "p.id", "a.payment_id")
    .selectAll("a")
    .where("p.order_code", "=", order_code)
    .where("a.state", "in", ["created", "pending"])
    .execute();
  await Promise.all(open.map((attempt) => queryAttempt(ctx, attempt)));
}

/** Attempts past their end whose payment goes on: asked once more, then `expired`. */
async function endOverdue(ctx: Ctx): Promise<void> {
  const { rows } = await sql<{ id: number; order_code: string }>`
    select a.id, p.order_code from payments.attempts a join payments.payments p on p.id = a.payment_id
    where a.state in ('created', 'pending') and a.expires_at <= ${ctx.now}
      and not (p.review_since is not null and 'review' = any(a.flags))
      and p.ended_as is null and (p.deadline is null or p.deadline > ${ctx.now}) and a.expires_at < p.deadline
    order by a.expires_at limit ${BATCH}`.execute(ctx.sql);
  for (const { id, order_code } of rows) {
    await askLast(ctx, order_code);
    await inTransaction(ctx, async (tx) => {
      await lockPayable(tx, order_code);
      await endAttempt(tx, await locked(tx, order_code), id, "expired");
    });
  }
}
