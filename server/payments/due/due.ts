/**
 * What is due at a link or by a proof, and the links themselves: the shopper's, which is a way to pay, and those staff make.
 * They tell the sum and what was ordered, and nothing of the person. rules/payments#pay-links
 */
import { ShopError } from "contract/errors.ts";
import type { DuePayment, PayLink } from "contract/payments/pay-links.ts";
import type { FailureReason, PaymentStatus } from "contract/payments/payments.ts";
import type { TransactionInput } from "contract/payments/transactions.ts";
import { sql } from "kysely";
import { actingAs } from "../../kernel/actor.ts";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { setting } from "../../platform/settings.ts";
import { lockPayable, type PaymentRow, providerNamed } from "../attempts.ts";
import { providers } from "../providers/index.ts";
import { startAttempt } from "../start.ts";
import { proofOf } from "../transactions.ts";
import { paymentByProof, paymentOf } from "../view.ts";
import { linkedOrder, payLinkOf } from "./pay-link.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** By a payment's proof or a signed link. Throws not_found, the same for a link that has ended. */
export async function duePayment(ctx: Ctx, id: string): Promise<DuePayment> {
  const linked = await linkedOrder(ctx, id);
  const proved = linked ? null : await paymentByProof(ctx, id);
  const order_code = linked?.order_code ?? proved?.order_code ?? "";
  const { uid_payment, link_proof, ...payment } = await paymentOf(ctx, order_code);
  const row = await paymentRow(ctx, order_code);
  const byLink = linked !== null || proved?.by_link === true;
  const until = linked?.until ?? row.deadline ?? new Date(ctx.now.getTime() + DAY_MS);
  const due = Math.max(0, row.amount - row.counted - row.written_off);
  const isOpen = row.ended_as === null && row.settled_at === null;
  return {
    order_code,
    uid_payment: byLink ? (link_proof ?? "") : uid_payment,
    link_expires_at: byLink ? until.toISOString() : null,
    placed_at: row.created_at.toISOString(),
    payment,
    due: isOpen ? due : 0,
    can_pay: isOpen && due > 0,
    lines: await linesOf(ctx, order_code),
    attempts: await attemptsOf(ctx, row.id),
  };
}

async function paymentRow(ctx: Ctx, order_code: string): Promise<PaymentRow> {
  const row = await ctx.sql
    .selectFrom("payments.payments")
    .selectAll()
    .where("order_code", "=", order_code)
    .executeTakeFirst();
  if (!row) throw new ShopError("not_found", { message_key: "order_not_found" });
  return row;
}

async function linesOf(ctx: Ctx, order_code: string): Promise<DuePayment["lines"]> {
  const { rows } = await sql<DuePayment["lines"][number]>`
    select l.key, l.name, l.quantity, l.image from orders.lines l join orders.orders o on o.id = l.order_id
    where o.code = ${order_code} order by l.id`.execute(ctx.sql);
  return rows;
}

async function attemptsOf(ctx: Ctx, payment_id: number): Promise<DuePayment["attempts"]> {
  const rows = await ctx.sql
    .selectFrom("payments.attempts")
    .select(["n", "method", "provider", "state", "reason", "flags", "created_at"])
    .where("payment_id", "=", payment_id)
    .orderBy("n", "desc")
    .execute();
  return rows.map(({ n, method, provider, state, reason, flags, created_at }) => ({
    ...{ n, method, state: state as PaymentStatus },
    method_name: providerNamed(provider)?.labels[ctx.locale].name ?? method,
    started_at: created_at.toISOString(),
    reason: reason as FailureReason | null, // db: one of them
    held_by: heldBy(state, flags),
  }));
}

function heldBy(state: string, flags: readonly string[]) {
  if (state !== "created" && state !== "pending") return null;
  if (flags.includes("amount_mismatch")) return "amount_differs" as const;
  return flags.includes("review") ? ("review" as const) : null;
}

/**
 * The shopper has an order paid by a link: from now on it is its way to pay, with the deadline of a transfer. Safe to repeat.
 * Throws not_found, payment_unavailable, state_conflict. Takes the payable lock.
 */
export async function payByLink(ctx: Ctx, asked: TransactionInput) {
  const { order_code } = asked;
  const method = providers.find(({ is_link }) => is_link)?.method;
  if (method === undefined) throw new ShopError("payment_unavailable");
  const started = await startAttempt(ctx, await proofOf(ctx, asked), method);
  const { status, deadline } = await paymentRow(ctx, order_code);
  return {
    ...{ order_code, uid_payment: started.uid_payment, type: method, status: status as PaymentStatus },
    ...{ ...(await payLinkOf(ctx, order_code, deadline)), http_method: "GET" as const },
  };
}

/**
 * Staff make a link for an order, whatever its way to pay is, which stays. The order waits for at least as long as one by
 * transfer does. Throws not_found, state_conflict. Takes the payable lock, then the payment.
 */
export async function makePayLink(ctx: Ctx, order_code: string): Promise<PayLink> {
  const actor = await ctx.actor();
  const deadline = await inTransaction(ctx, async (tx) => {
    const acting = actingAs(tx, actor);
    const until = await heldForLink(acting, order_code);
    await acting.announce(acting, "payment_link_made", { order_code });
    return until;
  });
  ctx.log.info({ event: "pay_link_made", order_code, actor }, "staff made a link to pay an order");
  return payLinkOf(ctx, order_code, deadline);
}

async function heldForLink(ctx: Ctx, order_code: string): Promise<Date | null> {
  await lockPayable(ctx, order_code);
  const row = await ctx.sql
    .selectFrom("payments.payments")
    .selectAll()
    .where("order_code", "=", order_code)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new ShopError("not_found", { message_key: "order_not_found" });
  if (row.ended_as !== null || row.settled_at !== null) throw new ShopError("state_conflict");
  if (row.deadline === null) return null;
  const { transfer_deadline_hours: hours } = await setting(ctx, "limits");
  const deadline = new Date(Math.max(row.deadline.getTime(), row.created_at.getTime() + hours * HOUR_MS));
  await ctx.sql.updateTable("payments.payments").set({ deadline }).where("id", "=", row.id).execute();
  return deadline;
}
