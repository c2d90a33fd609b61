/**
 * What a provider says of an attempt, applied once however often and in whatever order it is said: by an ipn or by the answer
 * to our own query, never by the browser. rules/payments#settlement, rules/payments#states
 */
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { askAt, lockPayable, providerNamed } from "../attempts.ts";
import { applyEvent, locked, type Money } from "../payments.ts";
import type { Outcome } from "../provider.ts";

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

async function applySaid(ctx: Ctx, money: Money, id: number, said: Said): Promise<Settled> {
  const attempt = money.attempts.find((each) => each.id === id);
  if (!attempt) return "unknown";
  const isPaid = attempt.state === "success" || attempt.state === "refunded";
  switch (said.outcome) {
    case "success": {
      const isOther = said.provider_txn_no !== null && attempt.provider_txn_no !== said.provider_txn_no;
      if (isPaid || attempt.received > 0) {
        if (isOther && attempt.provider_txn_no !== null) await flag(ctx, id, "second_charge");
        return "repeated";
      }
      if (said.amount !== attempt.amount) return differs(ctx, money, id, said);
      await resume(ctx, money);
      await setTxn(ctx, id, said);
      await applyEvent(ctx, money, { type: "credit", amount: said.amount }, id);
      return "settled";
    }
    case "failed": {
      if (isPaid) {
        await flag(ctx, id, "conflict");
        return "noted";
      }
      await resume(ctx, money);
      await endAttempt(ctx, money, id, "failed");
      return "noted";
    }
    case "review":
      await flag(ctx, id, "review");
      if (!isPaid && providerNamed(attempt.provider)?.can.review) {
        await ctx.sql
          .updateTable("payments.payments")
          .set({ review_since: money.row.review_since ?? ctx.now })
          .where("id", "=", money.row.id)
          .execute();
      }
      return "noted";
    case "pending":
    case "unknown":
      return "noted";
  }
}

/** Another sum than the attempt's: never a success. A message alone has the provider asked; its answer is money that came. */
async function differs(ctx: Ctx, money: Money, id: number, said: Said): Promise<Settled> {
  await flag(ctx, id, "amount_mismatch");
  ctx.log.error({ event: "amount_mismatch", attempt: id, amount: said.amount }, "a provider states another amount");
  if (said.is_answer && Number.isSafeInteger(money.row.received + said.amount) && said.amount > 0) {
    await setTxn(ctx, id, said);
    const flagged = money.attempts.map((each) =>
      each.id === id ? { ...each, flags: [...each.flags, "amount_mismatch"] } : each,
    );
    await applyEvent(ctx, { ...money, attempts: flagged }, { type: "uncounted", amount: said.amount }, id);
  } else if (!said.is_answer) {
    await askAt(ctx, id, ctx.now);
  }
  return "amount_mismatch";
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
