/** A staff account that acts without a session: an approved request, a run of many rows. What it may do is read anew. */
import type { Acting } from "../../database/acting.ts";
import { actingSql } from "../../database/acting.ts";
import { actingAs } from "../../kernel/actor.ts";
import type { Ctx } from "../../kernel/context.ts";
import type { Grant, StaffSession } from "../../kernel/staff.ts";
import { grantsIn, type HeldAccount, heldAccount } from "../held.ts";

const PROVED_MS = 60_000;

/** They have shown their second factor when they asked. No request can be made of it: it has no session. */
export function withoutSession(ctx: Ctx, account_id: number, grants: readonly Grant[], caller: string): StaffSession {
  const permissions = [...new Set(grants.map(({ name }) => name))];
  const later = new Date(ctx.now.getTime() + PROVED_MS);
  return {
    ...{ caller, account_id, session_id: null, grants, permissions },
    ...{ must_set_factor: false, proved_until: later, last_used_at: ctx.now, idle_ends_at: later, expires_at: later },
  };
}

type AtWork = { account: HeldAccount; ctx: Ctx };

/** The account with a context that acts as it, for a job; outside of a transaction. Who is not active holds nothing. */
export async function atWork(
  ctx: Ctx,
  account_id: number,
  said: Pick<Acting, "call" | "reason"> & { caller: string },
): Promise<AtWork> {
  const account = await heldAccount(ctx, account_id);
  const grants = account.state === "active" ? grantsIn(account) : [];
  const actor = `staff:${account_id}` as const;
  const { caller, ...acting } = said;
  const staff = withoutSession(ctx, account_id, grants, caller);
  const sql = actingSql(ctx.sql, { ...acting, actor, request_id: ctx.request_id });
  return { account, ctx: { ...actingAs(ctx, actor), sql, locale: account.language, staff: async () => staff } };
}
