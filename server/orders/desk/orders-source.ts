/** The desk of orders in SQL: filters, orders, search, and what who sees of a row. rules/orders#desk */
import { ordersDesk } from "contract/orders/orders-desk.ts";
import { maskPhone, parsePhone } from "contract/values/phone.ts";
import { isOrderCode, normaliseCode } from "contract/values/public-code.ts";
import { fold } from "contract/values/text.ts";
import { type RawBuilder, sql } from "kysely";
import { providerOf } from "../../payments/attempts.ts";
import { providers } from "../../payments/providers/index.ts";
import { type DeskCaller, holds, warehousesOf } from "../../platform/list/desk-caller.ts";
import { withinDays } from "../../platform/list/desk-query.ts";
import type { DeskSource } from "../../platform/list/desk-source.ts";
import { maskName } from "../masking.ts";

/** Methods by which the courier collects. */
const onDelivery = providers.filter((each) => each.is_on_delivery).map(({ method }) => method);

/** Money of an order `o` is awaited until a deadline: the money confirms it. */
const awaitsMoney = sql<boolean>`exists (select from payments.payments w where w.order_code = o.code
  and w.deadline is not null and w.status in ('created', 'pending'))`;
const isOwed = sql<boolean>`exists (select from payments.refunds r join payments.payments w on w.id = r.payment_id
  where w.order_code = o.code and r.status in ('proposed', 'owed', 'sent'))`;

/** Orders with goods of these warehouses. */
export const leavesFrom = (warehouses: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`exists (select from orders.allocations a where a.order_id = o.id and a.warehouse = any (${[...warehouses]}::text[]))`;

/** Writes or ships orders: sees whom they are for. */
export const worksOnOrders = (caller: DeskCaller): boolean =>
  (["orders:write", "fulfilment:pick", "fulfilment:ship"] as const).some((right) => holds(caller, right));

export const ordersSource: DeskSource<typeof ordersDesk> = {
  desk: ordersDesk,
  from: sql`orders.orders o`,
  id: sql<number>`o.id`,
  filters: {
    status: (statuses) => sql<boolean>`o.status = any (${[...statuses]}::text[])`,
    payment_status: (statuses) => sql<boolean>`exists (select from payments.payments w
      where w.order_code = o.code and w.status = any (${[...statuses]}::text[]))`,
    awaits_money: (yes) => (yes ? awaitsMoney : sql<boolean>`not ${awaitsMoney}`),
    owed: (yes) => (yes ? isOwed : sql<boolean>`not ${isOwed}`),
    placed: (days) => withinDays(sql`o.placed_at`, days),
    warehouse: (code) => leavesFrom([code]),
  },
  sorts: {
    newest: { by: sql`o.placed_at`, type: "timestamptz", direction: "desc" },
    oldest: { by: sql`o.placed_at`, type: "timestamptz", direction: "asc" },
    largest: { by: sql`o.total`, type: "bigint", direction: "desc" },
  },
  joins: sql`join payments.payments p on p.order_code = o.code`,
  columns: {
    code: sql`o.code`,
    placed_at: sql`o.placed_at`,
    receiver_name: sql`o.receiver_name`,
    receiver_phone: sql`o.receiver_phone`,
    pieces: sql`(select coalesce(sum(l.quantity), 0) from orders.lines l where l.order_id = o.id)::int`,
    total: sql`o.total`,
    cash_due: sql`case when o.payment_method = any (${onDelivery}::text[]) and o.status <> 'cancelled'
      and p.settled_at is null then o.cash end`,
    payment_method: sql`o.payment_method`,
    payment_status: sql`p.status`,
    refund_owed: sql`nullif(coalesce((select sum(r.amount) from payments.refunds r
      where r.payment_id = p.id and r.status in ('proposed', 'owed', 'sent')), 0), 0)::dong`,
    status: sql`o.status`,
    warehouse: sql`(select string_agg(distinct a.warehouse, ', ') from orders.allocations a where a.order_id = o.id)`,
    carrier: sql`o.shipping_unit`,
    parcel: sql`o.shipping_code`,
    promised_to: sql`o.eta_to::text`,
  },
  version: sql<number>`(select count(*) from orders.history h where h.order_id = o.id)::int`,
  changed_at: sql<Date>`(select max(h.at) from orders.history h where h.order_id = o.id)`,
  search,
  scope: (caller) => {
    const warehouses = warehousesOf(caller, "orders:read");
    return warehouses && leavesFrom(warehouses);
  },
  shown(row, caller, locale) {
    const atPlace = warehousesOf(caller, "orders:read") !== null;
    return {
      ...row,
      receiver_name: worksOnOrders(caller) ? row.receiver_name : maskName(row.receiver_name),
      receiver_phone: maskPhone(row.receiver_phone),
      payment_method: providerOf(row.payment_method)?.labels[locale].name ?? row.payment_method,
      ...(atPlace && { total: null, payment_status: null, refund_owed: null }),
    };
  },
};

/** Digits that tell whose phone it may be, from so many on. */
const PHONE_END = 4;
const NAME_PART = 2;

/**
 * A code, a whole phone number, a SKU; to who works on orders also the last digits of a phone number and a part of a name.
 * Who sees a value masked finds it only by all of it.
 */
function search(typed: string, caller: DeskCaller): RawBuilder<boolean> | null {
  const code = normaliseCode(typed);
  if (isOrderCode(code)) return sql<boolean>`o.code = ${code}`;
  const phone = parsePhone(typed);
  if (phone.ok) return sql<boolean>`reverse(o.receiver_phone) = reverse(${phone.e164}::text)`;
  const sku = sql<boolean>`exists (select from orders.lines l where l.order_id = o.id and l.sku = upper(${typed.trim()}))`;
  if (!worksOnOrders(caller)) return sku;
  const digits = typed.replaceAll(/[\s.-]/g, "");
  if (/^\d+$/.test(digits))
    return digits.length < PHONE_END
      ? null
      : sql<boolean>`reverse(o.receiver_phone) like ${`${[...digits].reverse().join("")}%`}`;
  const name = fold(typed);
  if (/\d/.test(name) || name.length < NAME_PART) return sku;
  return sql<boolean>`kernel.folded(o.receiver_name) like ${`%${name.replaceAll(/[\\%_]/g, "\\$&")}%`}`;
}
