/** Money on the shop's account, as its bank books it: once each, for the attempt its text names. rules/payments#bank-ipn */
import { matchTransfer } from "contract/values/vietqr.ts";
import type { Ctx } from "../../kernel/context.ts";
import { setting } from "../../platform/settings.ts";
import { lockPayable } from "../attempts.ts";
import { canCredit, creditPayment } from "../payments.ts";
import type { Credit } from "../provider.ts";
import { candidates } from "./transfer-text.ts";

/** What a person should look at first comes first. */
const verdicts = ["unmatched", "matched", "repeated", "ignored"] as const;
export type Booked = { verdict: (typeof verdicts)[number]; attempt_id: number | null };

/**
 * The rows of the credits, then the payments they name; once for one booking, by whichever service and however often it comes.
 * In the caller's transaction; takes the payable locks, by order code. Of several credits, answers what most needs a person.
 */
export async function bookCredits(
  ctx: Ctx,
  { provider, sender }: { provider: string; sender: string },
  credits: readonly Credit[],
): Promise<Booked> {
  const account = await setting(ctx, "bank_account");
  const ours = credits.filter(({ account_number }) => account_number === account.account_number);
  const nameIn = await attemptsNamedIn(
    ctx,
    provider,
    ours.map(({ content }) => content),
  );
  const found = ours.map((credit) => ({ credit, named: nameIn(credit.content) }));
  // A credit's row points at its attempt's, which is a lock on it: the payable locks come first, always in the same order.
  const codes = new Set(found.flatMap(({ named }) => (named ? [named.order_code] : [])));
  for (const code of [...codes].sort()) await lockPayable(ctx, code);
  let all: Booked = { verdict: "ignored", attempt_id: null };
  for (const { credit, named } of found) {
    const booked = await bookOne(ctx, sender, credit, named);
    if (verdicts.indexOf(booked.verdict) < verdicts.indexOf(all.verdict)) all = booked;
  }
  return all;
}

type Named = ReturnType<Awaited<ReturnType<typeof attemptsNamedIn>>>;

async function bookOne(ctx: Ctx, sender: string, credit: Credit, named: Named): Promise<Booked> {
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

/** Of each text, the one attempt it names: open ones first; else one that ended, so that late money finds its order. */
async function attemptsNamedIn(ctx: Ctx, provider: string, texts: readonly string[]) {
  const contents = texts.flatMap(candidates);
  const named =
    contents.length === 0
      ? []
      : await ctx.sql
          .selectFrom("payments.attempts as a")
          .innerJoin("payments.payments as p", "p.id", "a.payment_id")
          .select(["a.id as attempt_id", "p.order_code", "a.provider_ref", "p.status"])
          .where("a.provider", "=", provider)
          .where("a.provider_ref", "in", contents)
          .execute();
  const open = named.filter((row) => row.status === "pending");
  return (text: string) => {
    const codeAmong = (rows: typeof named) =>
      matchTransfer(
        text,
        rows.map((row) => row.provider_ref),
      );
    const code = codeAmong(open) ?? codeAmong(named);
    return named.find((row) => row.provider_ref === code);
  };
}
