/** The specification's calls that begin a payment with one provider, and that ask what became of it. Spec §7 Payments */
import type { Call } from "contract/call.ts";
import { ShopError } from "contract/errors.ts";
import type { FailureReason, PaymentStatus } from "contract/payments/payments.ts";
import {
  type TransactionInput,
  type TransactionStarted,
  transactionProviders,
} from "contract/payments/transactions.ts";
import type { Ctx } from "../kernel/context.ts";
import { isProof, providerNamed } from "./attempts.ts";
import { askNow } from "./settlement/reconcile.ts";
import { startAttempt } from "./start.ts";
import { paymentByProof } from "./view.ts";

/**
 * Begins a payment with the provider that the call's path names. Throws not_found, for an order of another customer too,
 * payment_unavailable, state_conflict, unavailable, invalid where `type` is another method's.
 */
export async function transact(ctx: Ctx, { route }: Call, asked: TransactionInput): Promise<TransactionStarted> {
  const segment = /payments\/([a-z/]+)\/transactionProcessor/.exec(route)?.[1] ?? "";
  const method = providerNamed((transactionProviders as Readonly<Record<string, string>>)[segment] ?? "")?.method;
  if (method === undefined) throw new ShopError("payment_unavailable");
  if (asked.type !== undefined && asked.type !== method) {
    throw new ShopError("invalid", { fields: { type: [{ key: "required_choice" }] } });
  }
  const { uid_payment } = await startAttempt(ctx, await proofOf(ctx, asked), method);
  const attempt = await attemptRow(ctx, uid_payment);
  return {
    ...{ order_code: asked.order_code, uid_payment, type: method, status: attempt.state as PaymentStatus },
    url: `${ctx.config.public_url}/thanh-toan/trang-thai?uid_payment=${uid_payment}`,
    http_method: "GET",
    expires_at: attempt.expires_at?.toISOString() ?? null,
  };
}

/** As `transact`, with what to transfer. */
export async function transactByTransfer(ctx: Ctx, call: Call, asked: TransactionInput) {
  const started = await transact(ctx, call, asked);
  const { payment } = await paymentByProof(ctx, started.uid_payment);
  return { ...started, transfer: payment.transfer };
}

/** That of the request, or of an order of the caller. Throws not_found, also where the proof is of another order. */
export async function proofOf(
  ctx: Ctx,
  { order_code, uid_payment }: Pick<TransactionInput, "order_code" | "uid_payment">,
): Promise<string> {
  const found = uid_payment === undefined ? await ownPayment(ctx, order_code) : uid_payment;
  if (found === undefined || (await paymentByProof(ctx, found)).order_code !== order_code) {
    throw new ShopError("not_found", { message_key: "order_not_found" });
  }
  return found;
}

/** Of an order of the caller's account or session. */
async function ownPayment(ctx: Ctx, order_code: string): Promise<string | undefined> {
  const session = await ctx.session();
  if (!session) return undefined;
  const row = await ctx.sql
    .selectFrom("orders.orders as o")
    .innerJoin("payments.payments as p", "p.order_code", "o.code")
    .innerJoin("payments.attempts as a", "a.payment_id", "p.id")
    .select("a.uid_payment")
    .where("o.code", "=", order_code)
    .where((eb) =>
      session.customer_id === null
        ? eb.and([eb("o.session_id", "=", session.id), eb("o.customer_id", "is", null)])
        : eb("o.customer_id", "=", session.customer_id),
    )
    .orderBy("a.chosen_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.uid_payment;
}

async function attemptRow(ctx: Ctx, uid_payment: string) {
  return ctx.sql.selectFrom("payments.attempts").selectAll().where(isProof(uid_payment)).executeTakeFirstOrThrow();
}

/**
 * The state of a payment, by its proof. The provider of an open attempt is asked first, at most every 20 seconds; its answer
 * settles as that of any query. Throws not_found.
 */
export async function queriedStatus(ctx: Ctx, order_code: string, uid_payment: string) {
  const known = await paymentByProof(ctx, uid_payment);
  if (known.order_code !== order_code) throw new ShopError("not_found", { message_key: "order_not_found" });
  const wasAsked = await askNow(ctx, uid_payment);
  const { payment } = wasAsked ? await paymentByProof(ctx, uid_payment) : known;
  const attempt = await ctx.sql
    .selectFrom("payments.attempts")
    .select(["state", "reason"])
    .where(isProof(uid_payment))
    .executeTakeFirst();
  const { status, method, received, amount, refund_owed, refunded, order_cancelled, expires_at } = payment;
  const openOrPaid = status === "success" ? ("success" as const) : null;
  return {
    ...{ order_code, uid_payment, type: method, status, received, amount, refund_owed, refunded, order_cancelled },
    result: order_cancelled ? ("failed" as const) : openOrPaid,
    attempt_status: (attempt?.state ?? status) as PaymentStatus,
    reason: (attempt?.reason ?? null) as FailureReason | null,
    refunded_vnd: refunded,
    expires_at,
    retry_allowed: status === "pending" || status === "created",
  };
}
