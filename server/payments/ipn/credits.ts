/** Money on the shop's account, as its bank books it: once each, for the attempt its text names. rules/payments#bank-ipn */
import { matchTransfer } from "contract/values/vietqr.ts";
import type { Ctx } from "../../kernel/context.ts";
import { setting } from "../../platform/settings.ts";
import { lockPayable } from "../attempts.ts";
import { canCredit, creditPayment } from "../payments.ts";
import type { Credit } from "../provider.ts";
import { candidates } from "./transfer-text.ts";

export type Booked = { verdict: "ignored" | "repeated" | "matched" | "unmatched"; attempt_id: number | null };

/**
 * The credit's row, then the payment it names; once for one booking, by whichever service and however often it comes. In the caller's
 * transaction; takes the payable lock.
 */
export async function bookCredit(
  ctx: Ctx,
  { provider, sender }: { provider: string; sender: string },
  credit: Credit,
): Promise<Booked> {
  const account = await setting(ctx, "bank_account");
  if (credit.account_number !== account.account_number) return { verdict: "ignored", attempt_id: null };
  const named = await attemptNamedIn(ctx, provider, credit.content);
  // The row below points at the attempt's, which is a lock on it: the payable lock comes first.
  if (named) await lockPayable(ctx, named.order_code);
  // A sum that cannot be counted exactly is no shopper's payment: it waits for a person, and the order stays readable.
  const attempt = named && (await canCredit(ctx, named, credit.amount)) ? named : undefined;
  const booked = await ctx.sql
    .insertInto("payments.credits")
    .values({
      source: sender,
      txn: credit.txn,
      bank_reference: credit.bank_reference,
      account_number: credit.account_number,
      amount: credit.amount,
      content: credit.content.normalize("NFC").slice(0, 1000),
      booked_at: credit.booked_at,
      received_at: ctx.now,
      actor: await ctx.actor(),
      attempt_id: attempt?.attempt_id ?? null,
      state: attempt ? "matched" : "unmatched",
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  const attempt_id = attempt?.attempt_id ?? null;
  if (!booked) return { verdict: "repeated", attempt_id };
  if (!attempt) return { verdict: "unmatched", attempt_id };
  await creditPayment(ctx, attempt, credit.amount);
  return { verdict: "matched", attempt_id };
}

/** The one attempt a transfer's text names: open ones first; else one that ended, so that late money finds its order. */
async function attemptNamedIn(ctx: Ctx, provider: string, text: string) {
  const contents = candidates(text);
  if (contents.length === 0) return undefined;
  const named = await ctx.sql
    .selectFrom("payments.attempts as a")
    .innerJoin("payments.payments as p", "p.id", "a.payment_id")
    .select(["a.id as attempt_id", "p.order_code", "a.provider_ref", "p.status"])
    .where("a.provider", "=", provider)
    .where("a.provider_ref", "in", contents)
    .execute();
  const codeAmong = (rows: typeof named) =>
    matchTransfer(
      text,
      rows.map((row) => row.provider_ref),
    );
  const open = named.filter((row) => row.status === "pending");
  const code = codeAmong(open) ?? codeAmong(named);
  return named.find((row) => row.provider_ref === code);
}
