/**
 * What is worth remembering about accounts, limits and forgeries: a line in the log, which an alarm may watch, and a
 * row that cannot be changed. Names the account by its id, never by phone; never a code or a password.
 * rules/security#security-events
 */
import { isShopError } from "contract/errors.ts";
import { sql } from "kysely";
import { takeLimit } from "../calls/limits.ts";
import type { Ctx } from "../kernel/context.ts";

type Detail = Readonly<Record<string, string | number | boolean | null>>;

/** Forged messages of one IP address that are remembered; those beyond are refused alike and leave nothing. ASSUMED(0212) */
const FORGED_MESSAGES = { times: 60, seconds: 3600, per: "client" } as const;

/** Whether another forged message of this caller may be remembered. Counts it. */
export async function mayRememberForged(ctx: Ctx, sender: string): Promise<boolean> {
  try {
    await takeLimit(ctx, `forged ${sender}`, FORGED_MESSAGES);
    return true;
  } catch (error) {
    if (isShopError(error)) return false;
    throw error;
  }
}

/** In the caller's transaction, where there is one. */
export async function noteSecurity(
  ctx: Ctx,
  event: string,
  { customer_id = null, ...detail }: { customer_id?: number | null } & Detail = {},
): Promise<void> {
  ctx.log.info({ event, security: true, customer: customer_id, ...detail, request_id: ctx.request_id }, event);
  await sql`
    insert into kernel.security_events (at, event, customer_id, client, request_id, detail)
    values (${ctx.now}, ${event}, ${customer_id}, ${ctx.client}, ${ctx.request_id}, ${JSON.stringify(detail)}::jsonb)
  `.execute(ctx.sql);
}
