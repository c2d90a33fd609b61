/**
 * Attempts: one try to pay with one provider. Which providers there are only providers/index.ts knows; here a row finds its
 * own by name, is handed to it, and is started once. rules/payments#model
 */
import { randomBytes } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import { NextStep } from "contract/payments/payments.ts";
import { isLocale } from "contract/values/locale.ts";
import { type SelectType, sql } from "kysely";
import type { PaymentsAttempts, PaymentsPayments } from "../../db/tables.ts";
import { actingAs } from "../kernel/actor.ts";
import { type Ctx, enqueue, inTransaction } from "../kernel/context.ts";
import { ask } from "../platform/outgoing.ts";
import { setting } from "../platform/settings.ts";
import type { Adapter, Attempt, Provider, ProviderConfig } from "./provider.ts";
import { providers } from "./providers/index.ts";

export type AttemptRow = { [K in keyof PaymentsAttempts]: SelectType<PaymentsAttempts[K]> };
export type PaymentRow = { [K in keyof PaymentsPayments]: SelectType<PaymentsPayments[K]> };

export const providerOf = (method: string): Provider | undefined => providers.find((each) => each.method === method);
export const providerNamed = (name: string): Provider | undefined => providers.find((each) => each.name === name);

/** On the wire, the method of a payment that owed nothing at placement: it has no attempt. */
export const NO_METHOD = "none";

/** Names an attempt, or a payment without one, and is its proof: 128 random bits. */
export const newProof = (): string => randomBytes(16).toString("base64url");

/** Who sends to `/v1/payments/{segment}/ipn`. */
export function senderAt(segment: string): { provider: Provider; sender: string } | undefined {
  for (const provider of providers) {
    const sender = Object.hasOwn(provider.senders, segment) ? provider.senders[segment] : undefined;
    if (sender !== undefined) return { provider, sender };
  }
  return undefined;
}

export async function providerConfigOf(ctx: Ctx): Promise<ProviderConfig> {
  const [limits, bank_account] = await Promise.all([setting(ctx, "limits"), setting(ctx, "bank_account")]);
  return { config: ctx.config, limits, bank_account };
}

/** Null for a provider that is gone or has no configuration: its attempts stay, and wait for a person. */
export async function adapterOf(ctx: Ctx, name: string): Promise<Adapter | null> {
  return providerNamed(name)?.createAdapter(await providerConfigOf(ctx)) ?? null;
}

/** A row as its provider sees it; `amount` for a transfer is what is still due. */
export function attemptOf(ctx: Ctx, row: AttemptRow, amount = row.amount): Attempt {
  const [segment = row.provider] = Object.keys(providerNamed(row.provider)?.senders ?? {});
  return {
    provider_ref: row.provider_ref,
    amount,
    created_at: row.created_at,
    expires_at: row.expires_at,
    provider_txn_no: row.provider_txn_no,
    provider_created_at: row.provider_created_at,
    locale: isLocale(row.locale) ? row.locale : "vi",
    return_url: `${ctx.config.public_url}/thanh-toan/tro-ve/${row.provider}`,
    ipn_url: `${ctx.config.public_url}/v1/payments/${segment}/ipn`,
  };
}

type NewAttempt = Pick<PaymentRow, "order_code" | "deadline"> & { payment_id: number; n: number; amount: number };

/** In the caller's transaction, with the payable lock held or the payment not visible yet. */
export async function openAttempt(
  ctx: Ctx,
  provider: Provider,
  { payment_id, order_code, n, amount, deadline }: NewAttempt,
): Promise<AttemptRow> {
  return ctx.sql
    .insertInto("payments.attempts")
    .values({
      uid_payment: newProof(),
      payment_id,
      n,
      method: provider.method,
      provider: provider.name,
      provider_ref: provider.makeReference(order_code, n),
      amount,
      state: provider.is_local ? "pending" : "created",
      expires_at: deadline,
      locale: ctx.locale,
      actor: await ctx.actor(),
      created_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const MINUTE_MS = 60_000;
/** After the start, in minutes: what a silent attempt is asked at. rules/payments#reconciliation */
export const QUERY_MINUTES = [0.5, 1, 2, 4, 8, 15, 30, 120, 24 * 60, 47 * 60];
/** No attempt makes an order wait longer than this, in minutes after its placement. rules/payments#deadlines */
const MAX_MINUTES = 60;

/** The step stored with an attempt, while it may still be gone. */
export function stepOf(row: Pick<AttemptRow, "started" | "state">): NextStep | null {
  const step = NextStep.safeParse(row.started);
  return step.success && row.state === "pending" ? step.data : null;
}

/**
 * Begins an attempt at its provider: the stored answer where that has been done. An attempt that ended is followed by a new
 * one, which may move the deadline. Takes the payable lock, and calls the provider outside of it. Throws not_found,
 * payment_unavailable, state_conflict (nothing is due any more), unavailable (the provider did not answer; begin again).
 */
export async function startAttempt(ctx: Ctx, uid_payment: string) {
  const actor = await ctx.actor(); // the look-up of a session wants a connection of its own
  const row = await inTransaction(ctx, (tx) => attemptToStart(actingAs(tx, actor), uid_payment));
  const step = stepOf(row);
  if (step || providerNamed(row.provider)?.is_local) return { uid_payment: row.uid_payment, next: step };
  const adapter = await adapterOf(ctx, row.provider);
  if (!adapter) throw new ShopError("payment_unavailable");
  let started: Awaited<ReturnType<Adapter["start"]>>;
  try {
    started = await adapter.start(attemptOf(ctx, row), ask);
  } catch (error) {
    ctx.log.warn({ err: error, event: "start_failed", attempt: row.id }, "a provider did not begin a payment");
    await askAt(ctx, row.id, new Date(ctx.now.getTime() + MINUTE_MS / 2)); // it may have: nothing is known
    throw new ShopError("unavailable", { cause: error });
  }
  const { provider_created_at = null, ...kept } = started;
  // The first of two that began at once stands.
  await ctx.sql
    .updateTable("payments.attempts")
    .set({ started: JSON.stringify(kept), state: "pending", provider_created_at })
    .where("id", "=", row.id)
    .where("state", "=", "created")
    .where("started", "is", null)
    .execute();
  await ctx.sql
    .updateTable("payments.payments")
    .set({ status: "pending" })
    .where("id", "=", row.payment_id)
    .where("status", "=", "created")
    .execute();
  await askAt(ctx, row.id, new Date(ctx.now.getTime() + MINUTE_MS / 2));
  const stored = await ctx.sql
    .selectFrom("payments.attempts")
    .select(["started", "state"])
    .where("id", "=", row.id)
    .executeTakeFirstOrThrow();
  return { uid_payment: row.uid_payment, next: stepOf(stored) };
}

/** Has the provider asked at a moment: soon, where the browser came back or something does not fit. Safe to repeat. */
export async function askAt(ctx: Ctx, attempt_id: number, at: Date): Promise<void> {
  await sql`update payments.attempts set next_query_at = least(next_query_at, ${at}) where id = ${attempt_id}`.execute(
    ctx.sql,
  );
  await enqueue(ctx, "reconcile", {}, { run_at: at, key: `reconcile ${attempt_id}` });
}

async function attemptToStart(ctx: Ctx, uid_payment: string): Promise<AttemptRow> {
  const found = await ctx.sql
    .selectFrom("payments.attempts as a")
    .innerJoin("payments.payments as p", "p.id", "a.payment_id")
    .select("p.order_code")
    .where("a.uid_payment", "=", uid_payment)
    .unionAll(ctx.sql.selectFrom("payments.payments").select("order_code").where("uid_payment", "=", uid_payment))
    .executeTakeFirst();
  if (!found) throw new ShopError("not_found", { message_key: "order_not_found" });
  await lockPayable(ctx, found.order_code);
  const payment = await ctx.sql
    .selectFrom("payments.payments")
    .selectAll()
    .where("order_code", "=", found.order_code)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const due = payment.amount + payment.rounding - payment.counted;
  if (payment.ended_as !== null || payment.settled_at !== null || due <= 0) throw new ShopError("state_conflict");
  const last = await ctx.sql
    .selectFrom("payments.attempts")
    .selectAll()
    .where("payment_id", "=", payment.id)
    .orderBy("n", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  if (last.state === "created" || last.state === "pending") return last;
  const provider = providerNamed(last.provider);
  if (!provider?.offer(await providerConfigOf(ctx))) throw new ShopError("payment_unavailable");
  const deadline = await movedDeadline(ctx, provider, payment);
  return openAttempt(ctx, provider, {
    payment_id: payment.id,
    order_code: payment.order_code,
    n: last.n + 1,
    amount: due,
    deadline,
  });
}

/** A new attempt has its minutes, but never later than an hour after placement; it never shortens what there is. */
async function movedDeadline(ctx: Ctx, provider: Provider, payment: PaymentRow): Promise<Date | null> {
  const minutes = provider.deadlineMinutes(await setting(ctx, "limits"));
  if (payment.deadline === null || minutes === null) return payment.deadline;
  const end = Math.min(ctx.now.getTime() + minutes * MINUTE_MS, payment.created_at.getTime() + MAX_MINUTES * MINUTE_MS);
  const deadline = new Date(Math.max(end, payment.deadline.getTime()));
  await ctx.sql.updateTable("payments.payments").set({ deadline }).where("id", "=", payment.id).execute();
  return deadline;
}

/**
 * Takes the payable lock until the transaction ends. Every function that moves an order or its payment takes it first,
 * before any row lock; inside `inTransaction` only.
 */
export async function lockPayable(ctx: Ctx, order_code: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payable ${order_code}`}, 0))`.execute(ctx.sql);
}
