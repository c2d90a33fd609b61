/** What the shop recorded of money, in the form that the sandbox gateway compares with its own. sandbox/README.md */
import { sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import { providerNamed } from "../attempts.ts";

type Books = {
  schema: 1;
  attempts: {
    vendor: string;
    ref: string;
    order: string;
    received: number;
    refunded: number;
    refund_open: number;
    refunded_by_hand: number;
    flags: string[];
  }[];
  orders: {
    order: string;
    amount: number;
    counted: number;
    written_off: number;
    confirmed: number;
    cancelled: boolean;
    on_delivery: boolean;
  }[];
  credits: { sender: string; txn: string; amount: number }[];
};

/** Of providers with a page of their own; transfers are credits. */
export async function booksOf(ctx: Ctx): Promise<Books> {
  const attempts = await sql<Books["attempts"][number]>`
    select a.provider as vendor, a.provider_ref as ref, p.order_code as order, a.received, a.flags,
      coalesce(sum(r.amount) filter (where r.status = 'success' and r.way = 'provider'), 0)::dong as refunded,
      coalesce(sum(r.amount) filter (where r.status in ('proposed', 'owed', 'sent')), 0)::dong as refund_open,
      coalesce(sum(r.amount) filter (where r.status = 'success' and r.way = 'by_hand'), 0)::dong as refunded_by_hand
    from payments.attempts a
    join payments.payments p on p.id = a.payment_id
    left join payments.refunds r on r.attempt_id = a.id
    group by a.id, p.order_code order by a.id`.execute(ctx.sql);
  const orders = await sql<Books["orders"][number]>`
    select p.order_code as order, p.amount, p.counted, p.written_off, p.ended_as is not null as cancelled,
      (select count(*)::int from orders.history h join orders.orders o on o.id = h.order_id
        where o.code = p.order_code and h.status = 'confirmed') as confirmed,
      p.deadline is null and p.settled_at is null as on_delivery
    from payments.payments p order by p.id`.execute(ctx.sql);
  const credits = await sql<Books["credits"][number]>`
    select source as sender, txn, amount from payments.credits where parent is null order by id`.execute(ctx.sql);
  return {
    schema: 1,
    attempts: attempts.rows.filter(({ vendor }) => providerNamed(vendor)?.is_local === false),
    orders: orders.rows,
    credits: credits.rows,
  };
}
