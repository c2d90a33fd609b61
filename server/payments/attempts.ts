/**
 * Attempts: one try to pay with one provider. Which providers there are only providers/index.ts knows; here a row finds its
 * own by name and is handed to it. rules/payments#model
 */
import { randomBytes } from "node:crypto";
import { NextStep } from "contract/payments/payments.ts";
import { isLocale } from "contract/values/locale.ts";
import { type SelectType, sql } from "kysely";
import type { PaymentsAttempts, PaymentsPayments } from "../../db/tables.ts";
import { type Ctx, enqueue } from "../kernel/context.ts";
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

/**
 * Of an attempt, the proof of who placed the order or, for who came by a link, the one that chooses no way to pay later.
 * rules/payments#pay-links
 */
export const proofFor = (row: Pick<AttemptRow, "uid_payment" | "link_proof">, byLink: boolean): string =>
  byLink ? row.link_proof : row.uid_payment;

/** An attempt is named by either of its proofs. */
export const isProof = (proof: string) => sql<boolean>`(uid_payment = ${proof} or link_proof = ${proof})`;

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
  return { config: ctx.config, limits, bank_account, now: ctx.now };
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
    client_address: ctx.client,
    return_url: `${ctx.config.public_url}/thanh-toan/tro-ve/${row.provider}`,
    ipn_url: `${ctx.config.public_url}/v1/payments/${segment}/ipn`,
  };
}

type NewAttempt = {
  payment_id: number;
  order_code: string;
  n: number;
  amount: number;
  expires_at: Date | null;
};

/** What of a provider an attempt is opened by. */
export type Opener = Pick<Provider, "name" | "method" | "is_local" | "makeReference">;

/** In the caller's transaction, with the payable lock held or the payment not visible yet. */
export async function openAttempt(
  ctx: Ctx,
  provider: Opener,
  { payment_id, order_code, n, amount, expires_at }: NewAttempt,
): Promise<AttemptRow> {
  return ctx.sql
    .insertInto("payments.attempts")
    .values({
      uid_payment: newProof(),
      link_proof: newProof(),
      payment_id,
      n,
      method: provider.method,
      provider: provider.name,
      provider_ref: provider.makeReference(order_code, n),
      amount,
      state: provider.is_local ? "pending" : "created",
      expires_at,
      locale: ctx.locale,
      actor: await ctx.actor(),
      created_at: ctx.now,
      chosen_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** After the start, in minutes: what a silent attempt is asked at. rules/payments#reconciliation */
export const QUERY_MINUTES = [0.5, 1, 2, 4, 8, 15, 30, 120, 24 * 60, 47 * 60];
/** The step stored with an attempt, while it may still be gone. */
export function stepOf(row: Pick<AttemptRow, "started" | "state">): NextStep | null {
  const step = NextStep.safeParse(row.started);
  return step.success && row.state === "pending" ? step.data : null;
}

/** Has the provider asked at a moment: soon, where the browser came back or something does not fit. Safe to repeat. */
export async function askAt(ctx: Ctx, attempt_id: number, at: Date): Promise<void> {
  await sql`update payments.attempts set next_query_at = least(next_query_at, ${at}) where id = ${attempt_id}`.execute(
    ctx.sql,
  );
  await enqueue(ctx, "reconcile", {}, { run_at: at, key: `reconcile ${attempt_id}` });
}

/**
 * Takes the payable lock until the transaction ends. Every function that moves an order or its payment takes it first,
 * before any row lock; inside `inTransaction` only.
 */
export async function lockPayable(ctx: Ctx, order_code: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payable ${order_code}`}, 0))`.execute(ctx.sql);
}
