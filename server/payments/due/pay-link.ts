/**
 * Links by which an order is paid without signing in: signed, with an end, and about one order. rules/payments#pay-links
 */
import type { PayLink } from "contract/payments/pay-links.ts";
import { localisedPath } from "contract/values/locale.ts";
import type { Ctx } from "../../kernel/context.ts";
import { signedTokens } from "../../security/signed-tokens.ts";

const DAY_MS = 86_400_000;

/** The address of an order's link, which works until its deadline; a day where it has none. The same however often it is asked for. */
export async function payLinkOf(ctx: Ctx, order_code: string, deadline: Date | null): Promise<PayLink> {
  const until = deadline ?? new Date(ctx.now.getTime() + DAY_MS);
  const now = Math.floor(ctx.now.getTime() / 1000);
  const end = Math.floor(until.getTime() / 1000);
  const tokens = signedTokens(ctx.config, () => now * 1000);
  const signed = await tokens.sign("due_payment", `${order_code} ${end}`, end - now);
  const path = localisedPath(`/thanh-toan/thanh-toan-lai/${signed}`, ctx.locale);
  return { url: ctx.config.public_url + path, expires_at: until.toISOString() };
}

/** The address at which what waits for money is paid; null where nothing does, or it is collected on delivery. */
export async function openLinkOf(ctx: Ctx, order_code: string): Promise<string | null> {
  const row = await ctx.sql
    .selectFrom("payments.payments")
    .select(["deadline", "settled_at", "ended_as"])
    .where("order_code", "=", order_code)
    .executeTakeFirst();
  if (!row?.deadline || row.settled_at !== null || row.ended_as !== null) return null;
  return (await payLinkOf(ctx, order_code, row.deadline)).url;
}

/** The order of a signed link; null for what we have not signed, or whose end has come. */
export async function linkedOrder(ctx: Ctx, id: string): Promise<{ order_code: string; until: Date } | null> {
  const signed = await signedTokens(ctx.config, () => ctx.now.getTime()).verify("due_payment", id);
  const [order_code, end] = signed?.split(" ") ?? [];
  return order_code && end ? { order_code, until: new Date(Number(end) * 1000) } : null;
}
