/**
 * What a provider says of an attempt, applied once however often and in whatever order it is said: by an ipn or by the answer
 * to our own query, never by the browser. rules/payments#settlement, rules/payments#states
 */
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { askAt, lockPayable, providerNamed } from "../attempts.ts";
import { applyEvent, locked, type Money } from "../payments.ts";
import type { Outcome } from "../provider.ts";
import { type AttemptPhase, decisions, type OrderState, type Saying } from "./decisions.ts";

export type Said = {
  outcome: Outcome;
  /** đồng. */
  amount: number;
  provider_txn_no: string | null;
  flag?: string | undefined;
  /** It answers our own query: a sum that differs is then known to have come. */
  is_answer: boolean;
};
export type Settled = "settled" | "repeated" | "noted" | "unknown" | "amount_mismatch";

/** In the caller's transaction or one of its own. Takes the payable lock, then the payment and its attempts. Safe to repeat. */
export async function settleAttempt(
  ctx: Ctx,
  { provider, provider_ref }: { provider: string; provider_ref: string },
  said: Said,
): Promise<{ verdict: Settled; attempt_id: number | null }> {
  return inTransaction(ctx, async (tx) => {
    const known = await tx.sql
      .selectFrom("payments.attempts as a")
      .innerJoin("payments.payments as p", "p.id", "a.payment_id")
      .select(["a.id", "p.order_code"])
      .where("a.provider", "=", provider)
      .where("a.provider_ref", "=", provider_ref)
      .executeTakeFirst();
    if (!known) return { verdict: "unknown", attempt_id: null };
    await lockPayable(tx, known.order_code);
    const money = await locked(tx, known.order_code);
    const verdict = await applySaid(tx, money, known.id, said);
    if (said.flag) await flag(tx, known.id, said.flag);
    return { verdict, attempt_id: known.id };
  });
}

/** By the table of decisions.ts. The payable lock is held, and `money` locked. */
async function applySaid(ctx: Ctx, money: Money, id: number, said: Said): Promise<Settled> {
  const attempt = money.attempts.find((each) => each.id === id);
  if (!attempt) return "unknown";
  const saying = sayingOf(attempt, said);
  const act = decisions[orderStateOf(money.row)][phaseOf(attempt)][saying];
  switch (act) {
    case "count":
    case "duplicate":
    case "late":
      await resume(ctx, money);
      await setTxn(ctx, id, said);
      await applyEvent(ctx, money, { type: "credit", amount: said.amount }, id);
      return "settled";
    case "record":
      return record(ctx, money, id, said);
    case "ask":
      await flagMismatch(ctx, id, said);
      await askAt(ctx, id, ctx.now);
      return "amount_mismatch";
    case "end_failed":
    case "end_expired":
      await resume(ctx, money);
      await endAttempt(ctx, money, id, act === "end_failed" ? "failed" : "expired");
      return "noted";
    case "review":
      await flag(ctx, id, "review");
      await holdClock(ctx, money, attempt);
      return "noted";
    case "flag_review":
    case "flag_conflict":
    case "flag_second_charge":
      await flag(ctx, id, act.slice("flag_".length));
      return "repeated";
    case "nothing":
      return saying === "silence" && phaseOf(attempt) === "open" ? "noted" : "repeated";
  }
}

function orderStateOf({ ended_as, settled_at }: Money["row"]): OrderState {
  if (ended_as !== null) return ended_as === "failed" ? "cancelled" : "lapsed";
  return settled_at === null ? "open" : "complete";
}

type Row = Money["attempts"][number];

function phaseOf({ state, received }: Row): AttemptPhase {
  if (received > 0 || state === "success" || state === "refunded") return "paid";
  return state === "created" || state === "pending" ? "open" : "ended";
}

function sayingOf(attempt: Row, { outcome, amount, provider_txn_no, is_answer }: Said): Saying {
  switch (outcome) {
    case "success": {
      const known = attempt.provider_txn_no;
      if (known !== null && provider_txn_no !== null && known !== provider_txn_no) return "second_charge";
      // Money that was recorded with another sum is repeated with that sum.
      const asked = attempt.received > 0 ? [attempt.amount, attempt.received] : [attempt.amount];
      if (asked.includes(amount)) return "success";
      return is_answer ? "other_amount_confirmed" : "other_amount";
    }
    case "failed":
    case "expired":
    case "review":
      return outcome;
    case "pending":
    case "unknown":
      return "silence";
  }
}

async function flagMismatch(ctx: Ctx, id: number, { amount }: Said): Promise<void> {
  await flag(ctx, id, "amount_mismatch");
  ctx.log.error({ event: "amount_mismatch", attempt: id, amount }, "a provider states another amount");
}

/** Another sum than the attempt's is never a success: the provider's own answer makes it money that came. */
async function record(ctx: Ctx, money: Money, id: number, said: Said): Promise<Settled> {
  await flagMismatch(ctx, id, said);
  if (said.amount <= 0 || !Number.isSafeInteger(money.row.received + said.amount)) return "amount_mismatch";
  await setTxn(ctx, id, said);
  const flagged = money.attempts.map((each) =>
    each.id === id ? { ...each, flags: [...each.flags, "amount_mismatch"] } : each,
  );
  await applyEvent(ctx, { ...money, attempts: flagged }, { type: "uncounted", amount: said.amount }, id);
  return "amount_mismatch";
}

/** While a provider that reviews looks at an attempt, the order does not lapse. */
async function holdClock(ctx: Ctx, { row }: Money, { provider }: Row): Promise<void> {
  if (!providerNamed(provider)?.can.review) return;
  await ctx.sql
    .updateTable("payments.payments")
    .set({ review_since: row.review_since ?? ctx.now })
    .where("id", "=", row.id)
    .execute();
}

/** An open attempt ends without money; the payment goes on. The payable lock is held. */
export async function endAttempt(ctx: Ctx, { row }: Money, id: number, as: "failed" | "expired"): Promise<void> {
  await ctx.sql
    .updateTable("payments.attempts")
    .set({ state: as })
    .where("id", "=", id)
    .where("state", "in", ["created", "pending"])
    .execute();
  await sql`update payments.payments p set status = case when received > 0 or exists (
      select from payments.attempts a where a.payment_id = p.id and a.state = 'pending') then 'pending' else 'created' end
    where id = ${row.id} and status in ('created', 'pending')`.execute(ctx.sql);
}

const MIN_AFTER_REVIEW_MS = 15 * 60_000; // rules/payments#deadlines

/** The end of a review: the clock goes on with what was left, at least 15 minutes. */
async function resume(ctx: Ctx, { row }: Money): Promise<void> {
  if (row.review_since === null) return;
  const left = row.deadline === null ? 0 : row.deadline.getTime() - row.review_since.getTime();
  const deadline = row.deadline && new Date(ctx.now.getTime() + Math.max(left, MIN_AFTER_REVIEW_MS));
  await ctx.sql
    .updateTable("payments.payments")
    .set({ review_since: null, deadline })
    .where("id", "=", row.id)
    .execute();
}

async function setTxn(ctx: Ctx, id: number, { provider_txn_no }: Said): Promise<void> {
  await ctx.sql.updateTable("payments.attempts").set({ provider_txn_no }).where("id", "=", id).execute();
}

async function flag(ctx: Ctx, id: number, word: string): Promise<void> {
  await sql`update payments.attempts set flags = flags || ${word}::text
    where id = ${id} and not ${word} = any(flags)`.execute(ctx.sql);
}
