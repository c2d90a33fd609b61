/** A customer's orders as a list: newest first, by status, found by code or by what was bought. Spec §7 Orders. */
import type { Meta } from "contract/call.ts";
import { type OrderCard, type OrderStatus, orderCan, orderStatuses } from "contract/orders/orders.ts";
import type { PaymentStatus } from "contract/payments/payments.ts";
import { normaliseCode } from "contract/values/public-code.ts";
import { fold, foldToAlphanumeric } from "contract/values/text.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { providerOf } from "../payments/attempts.ts";
import { orderWords } from "./view.ts";

export type OrderLookup = { status?: OrderStatus | undefined; search: string; page: number; limit: number };

const SHOWN_LINES = 3;
const MIN_CODE_LENGTH = 4; // characters: fewer are a syllable of a name, and match many codes at random

/** Two statements, one more for a search. A page after the last is empty. */
export async function listCustomerOrders(
  ctx: Ctx,
  customer_id: number,
  { status, search, page, limit }: OrderLookup,
): Promise<{ data: OrderCard[]; meta: Meta }> {
  const found = search === "" ? null : await bought(ctx, customer_id, search);
  const typed = normaliseCode(search).replace(/[^0-9A-Z]/g, "");
  const code = typed.length >= MIN_CODE_LENGTH ? typed : "";
  const chosen = sql`
    from orders.orders o
    where o.customer_id = ${customer_id} and o.kind <> 'exchange' and (${status ?? null}::text is null or o.status = ${status ?? null})
      and (${found === null} or (${code !== ""} and strpos(o.code, ${code}) > 0)
        or exists (select from orders.lines l where l.order_id = o.id and l.name = any(${found ?? []}::text[])))`;
  const counted = await sql<{ total: number }>`select count(*) as total ${chosen}`.execute(ctx.sql);
  const { rows } = await sql<CardRow>`
    select o.code as order_code, o.placed_at, o.status, o.total, o.eta_from::text, o.eta_to::text, o.payment_method,
      (select p.status from payments.payments p where p.order_code = o.code) as payment_status,
      counts.piece_count, counts.line_count,
      (select jsonb_agg(jsonb_build_object('key', l.key, 'kind', l.kind, 'product_id', coalesce(l.variant_id, 0), 'code', l.sku, 'slug', l.slug,
          'category_slug', l.category_slug, 'name', l.name, 'colour', l.colour, 'image', l.image,
          'quantity', l.quantity, 'unit_price', l.unit_price, 'line_total', l.line_total) order by l.id)
        from (select * from orders.lines where order_id = o.id order by id limit ${SHOWN_LINES}) l) as items
    from (select o.* ${chosen} order by o.placed_at desc, o.id desc limit ${limit} offset ${(page - 1) * limit}) o
    join lateral (select sum(l.quantity)::int as piece_count, count(*)::int as line_count
      from orders.lines l where l.order_id = o.id) counts on true
    order by o.placed_at desc, o.id desc`.execute(ctx.sql);
  const total = counted.rows[0]?.total ?? 0;
  return {
    data: rows.map((row) => ({
      ...row,
      placed_at: row.placed_at.toISOString(),
      is_on_delivery: providerOf(row.payment_method)?.is_on_delivery ?? false,
      can_cancel: orderCan(row.status, "cancelled", "customer"),
    })),
    meta: { current_page: page, last_page: Math.max(1, Math.ceil(total / limit)), per_page: limit, total },
  };
}

type CardRow = Omit<OrderCard, "placed_at" | "can_cancel" | "payment_status" | "is_on_delivery"> & {
  placed_at: Date;
  payment_status: PaymentStatus;
};

/** Every status in its order, those without orders too. One statement. */
export async function statusSummary(ctx: Ctx, customer_id: number) {
  const { rows } = await sql<{ status: OrderStatus; count: number }>`
    select status, count(*)::int as count from orders.orders
    where customer_id = ${customer_id} and kind <> 'exchange' group by status`.execute(ctx.sql);
  const labels = orderWords[ctx.locale].statuses;
  const statuses = orderStatuses.map((status) => ({
    status,
    label: labels[status],
    count: rows.find((row) => row.status === status)?.count ?? 0,
  }));
  return { total: statuses.reduce((sum, { count }) => sum + count, 0), statuses };
}

/** Names and article numbers this customer has bought that hold every word of the search; marks and case do not matter. */
async function bought(ctx: Ctx, customer_id: number, search: string): Promise<string[]> {
  const { rows } = await sql<{ name: string; sku: string }>`
    select distinct l.name, l.sku from orders.lines l join orders.orders o on o.id = l.order_id
    where o.customer_id = ${customer_id}`.execute(ctx.sql);
  const words = fold(search).split(" ").filter(Boolean);
  const whole = foldToAlphanumeric(search);
  const matches = ({ name, sku }: { name: string; sku: string }) =>
    words.every((word) => fold(name).includes(word)) || (whole !== "" && foldToAlphanumeric(sku).includes(whole));
  return [...new Set(rows.filter(matches).map(({ name }) => name))];
}
