/** What staff read: orders by status, newest first, with what is paid and what is owed back. */
import type { OrderStatus } from "contract/orders/orders.ts";
import type { PaymentMethod, PaymentStatus } from "contract/payments/payments.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";

export type DeskRow = {
  code: string;
  placed_at: Date;
  status: OrderStatus;
  total: number;
  pieces: number;
  receiver_name: string;
  receiver_phone: string;
  payment_method: PaymentMethod;
  payment_status: PaymentStatus;
  refund_owed: number;
};

export type DeskFilter = {
  /** None: all. */
  statuses: readonly OrderStatus[];
  /** Only orders with money to give back. */
  is_owed: boolean;
  page: number;
  limit: number;
};

/** Two statements. A page after the last is empty. */
export async function listOrders(ctx: Ctx, filter: DeskFilter): Promise<{ rows: DeskRow[]; total: number }> {
  const owed = sql<number>`coalesce((select sum(r.amount) from payments.refunds r
    where r.payment_id = p.id and r.status in ('proposed', 'owed', 'sent')), 0)::dong`;
  const chosen = sql`
    from orders.orders o
    join payments.payments p on p.order_code = o.code
    where (${filter.statuses.length === 0} or o.status = any(${[...filter.statuses]}::text[]))
      and (${!filter.is_owed} or exists (
        select from payments.refunds r where r.payment_id = p.id and r.status in ('proposed', 'owed', 'sent')))`;
  const counted = await sql<{ total: number }>`select count(*) as total ${chosen}`.execute(ctx.sql);
  const { rows } = await sql<DeskRow>`
    select o.code, o.placed_at, o.status, o.total, o.receiver_name, o.receiver_phone, o.payment_method,
      p.status as payment_status, ${owed} as refund_owed,
      (select sum(l.quantity) from orders.lines l where l.order_id = o.id)::int as pieces
    ${chosen}
    order by o.placed_at desc, o.id desc
    limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}`.execute(ctx.sql);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Which of these are codes of orders. */
export async function knownCodes(ctx: Ctx, codes: readonly string[]): Promise<ReadonlySet<string>> {
  if (codes.length === 0) return new Set();
  const rows = await ctx.sql.selectFrom("orders.orders").select("code").where("code", "in", codes).execute();
  return new Set(rows.map(({ code }) => code));
}
