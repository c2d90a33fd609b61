/**
 * Links by which an order is paid without signing in: signed, with an end, and about one order. rules/payments#pay-links
 */
import type { PayLink } from "contract/payments/pay-links.ts";
import { localisedPath } from "contract/values/locale.ts";
import type { Ctx } from "../../kernel/context.ts";
import { signedTokens } from "../../security/signed-tokens.ts";

const DAY_MS = 86_400_000;

/** The address of an order's link, which works until its deadline; a day where it has none. The same however often it is asked for. */
export function payLinkOf(ctx: Ctx, order_code: string, deadline: Date | null): PayLink {
  const until = deadline ?? new Date(ctx.now.getTime() + DAY_MS);
  const now = Math.floor(ctx.now.getTime() / 1000);
  const seconds = Math.floor(until.getTime() / 1000) - now;
  const signed = signedTokens(ctx.config, () => now * 1000).sign("due_payment", order_code, seconds);
  const path = localisedPath(`/thanh-toan/thanh-toan-lai/${signed}`, ctx.locale);
  return { url: ctx.config.public_url + path, expires_at: until.toISOString() };
}

/** The order of a signed link; null for what we have not signed, or whose end has come. */
export function linkedOrder(ctx: Ctx, id: string): { order_code: string; until: Date } | null {
  const code = signedTokens(ctx.config, () => ctx.now.getTime()).verify("due_payment", id);
  if (code === null) return null;
  const note = Buffer.from(id.split(".")[0] ?? "", "base64url").toString();
  return { order_code: code, until: new Date(Number.parseInt(note, 10) * 1000) };
}
