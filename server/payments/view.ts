/** A payment as its owner may see it: what is due, what arrived, and how to pay. Spec §3 Payment */
import { ShopError } from "contract/errors.ts";
import type {
  CardState,
  FailureReason,
  NextStep,
  PageOrigins,
  PaymentStatus,
  PaymentView,
} from "contract/payments/payments.ts";
import type { Locale } from "contract/values/locale.ts";
import type { Dong } from "contract/values/money.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import {
  type AttemptRow,
  attemptOf,
  NO_METHOD,
  type PaymentRow,
  providerConfigOf,
  providerNamed,
  stepOf,
} from "./attempts.ts";
import { cardState } from "./card/state.ts";
import { payLinkOf } from "./due/pay-link.ts";

/** The name of NO_METHOD. */
const nothingDue: Readonly<Record<Locale, string>> = {
  vi: "Không phải trả thêm",
  en: "Nothing to pay",
  ja: "お支払いなし",
};

type Shown = PaymentRow & { owed: number };

/** What is to go back of a payment `p`: proposed, owed or sent. */
export const owedOf = sql<number>`coalesce((select sum(r.amount) from payments.refunds r
  where r.payment_id = p.id and r.status in ('proposed', 'owed', 'sent')), 0)::dong`;

type Owned = PaymentView & { uid_payment: string; link_proof: string | null };

/** The payment of an order as its owner may see it, by its latest attempt if it has any. Throws not_found. */
export async function paymentOf(ctx: Ctx, order_code: string): Promise<Owned> {
  const { row, attempt } = await found(ctx, { order_code });
  const proofs = {
    uid_payment: attempt?.uid_payment ?? row.uid_payment ?? "",
    link_proof: attempt?.link_proof ?? null,
  };
  return { ...proofs, ...(await viewOf(ctx, row, attempt)) };
}

export type Guide = {
  order_code: string;
  /** The proof came by a pay link. */
  by_link: boolean;
  payment: PaymentView;
  next: NextStep | null;
  origins: PageOrigins | null;
  card: CardState | null;
  can_start: boolean;
  has_returned: boolean;
  /** Of the attempt that the proof names. */
  reason: FailureReason | null;
};

/** By its proof alone: the order and how to pay it. Throws not_found. */
export async function paymentByProof(ctx: Ctx, uid_payment: string): Promise<Guide> {
  const { row, attempt } = await found(ctx, { uid_payment });
  const provider = attempt ? providerNamed(attempt.provider) : undefined;
  const isOpen = row.ended_as === null && row.settled_at === null;
  const next = isOpen && attempt ? stepOf(attempt) : null;
  return {
    order_code: row.order_code,
    by_link: attempt !== null && attempt.link_proof === uid_payment,
    payment: await viewOf(ctx, row, attempt),
    next,
    origins: next && next.kind !== "redirect" ? (provider?.origins?.(await providerConfigOf(ctx)) ?? null) : null,
    card: isOpen && attempt ? await cardState(ctx, attempt) : null,
    reason: (attempt?.reason ?? null) as FailureReason | null, // db: one of them
    can_start: isOpen && next === null && provider !== undefined && !provider.is_local,
    has_returned: next !== null && attempt !== null && (await hasReturned(ctx, attempt)),
  };
}

/** The browser was sent back by the provider of an attempt: its answer is awaited. */
async function hasReturned(ctx: Ctx, { id }: AttemptRow): Promise<boolean> {
  const row = await ctx.sql
    .selectFrom("payments.ipns")
    .select("id")
    .where("attempt_id", "=", id)
    .where("source", "=", "return")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The proof is an attempt's, or the payment's own where it has no attempt. */
async function found(
  ctx: Ctx,
  by: { order_code: string } | { uid_payment: string },
): Promise<{ row: Shown; attempt: AttemptRow | null }> {
  const attempt = await ctx.sql
    .selectFrom("payments.attempts as a")
    .innerJoin("payments.payments as p", "p.id", "a.payment_id")
    .selectAll("a")
    .where((eb) =>
      "uid_payment" in by
        ? eb.or([eb("a.uid_payment", "=", by.uid_payment), eb("a.link_proof", "=", by.uid_payment)])
        : eb("p.order_code", "=", by.order_code),
    )
    .orderBy("a.chosen_at", "desc")
    .orderBy("a.n", "desc")
    .limit(1)
    .executeTakeFirst();
  const row = await ctx.sql
    .selectFrom("payments.payments as p")
    .selectAll("p")
    .select(owedOf.as("owed"))
    .where((eb) => {
      if (attempt) return eb("p.id", "=", attempt.payment_id);
      return "uid_payment" in by ? eb("p.uid_payment", "=", by.uid_payment) : eb("p.order_code", "=", by.order_code);
    })
    .executeTakeFirst();
  if (!row) throw new ShopError("not_found", { message_key: "order_not_found" });
  return { row, attempt: attempt ?? null };
}

/** `owed`: what is to go back of it. No attempt: nothing was due. */
export async function viewOf(ctx: Ctx, row: Shown, attempt: AttemptRow | null): Promise<PaymentView> {
  const provider = attempt ? providerNamed(attempt.provider) : undefined;
  return {
    method: attempt?.method ?? NO_METHOD,
    method_name: provider?.labels[ctx.locale].name ?? attempt?.method ?? nothingDue[ctx.locale],
    is_on_delivery: provider?.is_on_delivery ?? false,
    status: row.status as PaymentStatus,
    amount: row.amount + row.rounding,
    received: row.received,
    refund_owed: row.owed,
    refunded: row.refunded,
    order_cancelled: row.ended_as !== null,
    expires_at: row.deadline?.toISOString() ?? null,
    ...(attempt ? await localStepOf(ctx, row, attempt) : noStep),
  };
}

const noStep = { transfer: null, link: null };

/** How to transfer what is still due, or the link it is paid by, while it is awaited. */
async function localStepOf(ctx: Ctx, row: Shown, attempt: AttemptRow): Promise<Pick<PaymentView, "transfer" | "link">> {
  const provider = providerNamed(attempt.provider);
  if (row.status !== "pending" || !provider?.is_local) return noStep;
  const adapter = provider.createAdapter(await providerConfigOf(ctx));
  const due = row.amount + row.rounding - row.counted;
  const start = adapter && (await adapter.start(attemptOf(ctx, attempt, due), refuseToAsk));
  return {
    transfer: start?.kind === "transfer" ? start.guide : null,
    link: start?.kind === "link" ? await payLinkOf(ctx, row.order_code, row.deadline) : null,
  };
}

const refuseToAsk = () => Promise.reject(new Error("a provider that starts at every view asks nobody"));

/** While money for the order may still arrive: how much of it is here. Staff cannot approve it then. */
export async function awaitedMoney(ctx: Ctx, order_code: string): Promise<{ received: Dong; amount: Dong } | null> {
  const { is_on_delivery, status, received, amount } = await paymentOf(ctx, order_code);
  return !is_on_delivery && (status === "pending" || status === "created") ? { received, amount } : null;
}
