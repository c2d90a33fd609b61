/**
 * Whose an order is. A guest's order belongs to the session that placed it. At sign-in, orders of guests that were sent to
 * the account's proved phone become the account's; others placed on this device stay a guest's, and go over to the new
 * session. rules/orders#ownership
 */
import { sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";

type Arrival = { customer_id: number; from: number | null; to: number };

/** In the caller's transaction. Takes row locks of guests' orders, oldest first. Safe to repeat. */
export async function takeOrdersAlong(ctx: Ctx, { customer_id, from, to }: Arrival): Promise<void> {
  await attachGuestOrders(ctx, customer_id);
  if (from !== null) await moveOrders(ctx, from, to);
}

/** Orders of guests with the phone this customer has proved are the customer's from now on. Answers how many. */
export async function attachGuestOrders(ctx: Ctx, customer_id: number): Promise<number> {
  const { rows } = await sql`
    update orders.orders set customer_id = ${customer_id}
    where id in (
      select o.id from orders.orders o join identity.customers c on c.id = ${customer_id} and c.phone = o.receiver_phone
      where o.customer_id is null order by o.id for update of o)
    returning 1`.execute(ctx.sql);
  return rows.length;
}

/** What was ordered in one session of a device is seen in full in the next. */
export async function moveOrders(ctx: Ctx, from: number, to: number): Promise<void> {
  await sql`update orders.orders set session_id = ${to} where session_id = ${from}`.execute(ctx.sql);
}
