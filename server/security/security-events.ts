/**
 * What is worth remembering about accounts, limits and forgeries: a line in the log, which an alarm may watch, and a
 * row that cannot be changed. Names the account by its id, never by phone; never a code or a password.
 * rules/security#security-events
 */
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";

type Detail = Readonly<Record<string, string | number | boolean | null>>;

/** In the caller's transaction, where there is one. */
export async function noteSecurity(
  ctx: Ctx,
  event: string,
  { customer_id = null, ...detail }: { customer_id?: number | null } & Detail = {},
): Promise<void> {
  logSecurity(ctx, event, { customer: customer_id, ...detail });
  await sql`
    insert into kernel.security_events (at, event, customer_id, client, request_id, detail)
    values (${ctx.now}, ${event}, ${customer_id}, ${ctx.client}, ${ctx.request_id}, ${JSON.stringify(detail)}::jsonb)
  `.execute(ctx.sql);
}

/**
 * For what a person or a program may repeat at will: the line each time, a row only where the hour before has none that says
 * the same. Of two at one moment both may be written.
 */
export async function noteSecurityHourly(ctx: Ctx, event: string, detail: Detail): Promise<void> {
  logSecurity(ctx, event, detail);
  const said = JSON.stringify(detail);
  // Found by security_events_at.
  await sql`
    insert into kernel.security_events (at, event, client, request_id, detail)
    select ${ctx.now}, ${event}, ${ctx.client}, ${ctx.request_id}, ${said}::jsonb
    where not exists (select from kernel.security_events
      where at > ${ctx.now}::timestamptz - interval '1 hour' and event = ${event} and detail = ${said}::jsonb)
  `.execute(ctx.sql);
}

function logSecurity(ctx: Ctx, event: string, detail: Detail): void {
  ctx.log.info({ event, security: true, ...detail, request_id: ctx.request_id }, event);
}
