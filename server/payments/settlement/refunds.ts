/**
 * The rows of money that goes back: each status a refund has had is a row of its history, with who brought it there.
 * Called by payments.ts, in its transactions, with the payable lock held. rules/payments#refunds
 */
import { randomBytes } from "node:crypto";
import type { refundStatuses } from "contract/payments/desk/money-desks.ts";
import type { Dong } from "contract/values/money.ts";
import type { Ctx } from "../../kernel/context.ts";
import type { RefundReason } from "./states.ts";

export type Share = { attempt_id: number; amount: Dong };
type Payment = { id: number; order_code: string };
export type RefundStatus = (typeof refundStatuses)[number];

/**
 * What a cancelled order paid is owed at once; everything else is proposed, and a person decides. Announces refund_owed.
 */
export async function addRefunds(
  ctx: Ctx,
  { id: payment_id, order_code }: Payment,
  shares: readonly Share[],
  reason: RefundReason,
): Promise<void> {
  const status = reason === "order_cancelled" ? "owed" : "proposed";
  for (const { attempt_id, amount } of shares) {
    const refund = await ctx.sql
      .insertInto("payments.refunds")
      .values({
        ...{ payment_id, attempt_id, amount, reason, status },
        refund_ref: randomBytes(12).toString("hex"),
        created_at: ctx.now,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await noteStatus(ctx, [refund], status);
    await ctx.announce(ctx, "refund_owed", { order_code, refund: refund.id, amount });
  }
}

/** What was proposed of a payment is owed now. */
export async function oweProposed(ctx: Ctx, payment_id: number): Promise<void> {
  const owed = await ctx.sql
    .updateTable("payments.refunds")
    .set({ status: "owed" })
    .where("payment_id", "=", payment_id)
    .where("status", "=", "proposed")
    .returning("id")
    .execute();
  await noteStatus(ctx, owed, "owed");
}

/** Everything owed or proposed of a payment went back by one transfer. Answers what that was, oldest first. */
export async function recordReturned(ctx: Ctx, payment_id: number, bank_reference: string) {
  const done = await ctx.sql
    .updateTable("payments.refunds")
    .set({ status: "success", bank_reference, recorded_at: ctx.now })
    .where("payment_id", "=", payment_id)
    .where("status", "in", ["proposed", "owed"])
    .returning(["id", "amount", "attempt_id"])
    .execute();
  await noteStatus(ctx, done, "success");
  return done;
}

/** A row of history for each, by who acts, with why where a person decided it. */
export async function noteStatus(
  ctx: Ctx,
  refunds: readonly { id: number }[],
  status: RefundStatus,
  note = "",
): Promise<void> {
  if (refunds.length === 0) return;
  const actor = await ctx.actor();
  const rows = refunds.map(({ id }) => ({ refund_id: id, status, at: ctx.now, actor, note }));
  await ctx.sql.insertInto("payments.refund_history").values(rows).execute();
}
