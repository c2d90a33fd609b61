/** Whose a ticket is: its account, or the phone that was proved in this session within 30 minutes. docs/rules/service.md#owner */
import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { type Caller, callerOf } from "../warranty/cards.ts";
import { type TicketRow, ticketWhere } from "./tickets.ts";

/** Of tickets `t` in SQL. */
export const ticketsOf = ({ customer_id, phone, proved }: Caller): RawBuilder<boolean> =>
  sql`(t.customer_id = ${customer_id}::bigint or (t.phone <> '' and t.phone = any (${[...proved]}::text[]))
    or (t.customer_id is null and t.phone <> '' and t.phone = ${phone}::text))`;

/** Throws not_found for what is another's. With `lock` it is locked. */
export async function ticketOfCaller(ctx: Ctx, code: string, lock = false): Promise<TicketRow> {
  return ticketWhere(ctx, sql`t.code = ${code} and ${ticketsOf(await callerOf(ctx))}`, lock);
}
