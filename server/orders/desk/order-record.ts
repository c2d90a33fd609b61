/** One order as the office sees it: goods, money, history, and which acts are possible. rules/orders#desk */
import { ShopError } from "contract/errors.ts";
import type { actHindrances, OrderRecord } from "contract/orders/desk-orders.ts";
import { type OrderStatus, orderCan } from "contract/orders/order-states.ts";
import { sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import { transfersOf } from "../../payments/desk.ts";
import { paymentOf } from "../../payments/view.ts";
import { type DeskCaller, deskCaller, holds, warehousesOf } from "../../platform/list/desk-caller.ts";
import { setting } from "../../platform/settings.ts";
import { maskReceiver } from "../masking.ts";
import { findOrder, reasonText, type StoredOrder, totalsOf } from "../view.ts";
import { leavesFrom, worksOnOrders } from "./orders-source.ts";

const orderNotThere = () => new ShopError("not_found", { message_key: "order_not_found" });
const isOpen = (status: OrderStatus) => ["waiting_approval", "confirmed", "delivering"].includes(status);

/** An order the caller may see. Throws not_found, also for one of another place. */
export async function seenOrder(ctx: Ctx, code: string, caller: DeskCaller): Promise<StoredOrder> {
  const order = await findOrder(ctx, code);
  const warehouses = warehousesOf(caller, "orders:read");
  if (!order) throw orderNotThere();
  if (warehouses === null) return order;
  const { rows } =
    await sql`select from orders.orders o where o.id = ${order.id} and ${leavesFrom(warehouses)}`.execute(ctx.sql);
  if (rows.length === 0) throw orderNotThere();
  return order;
}

/** Throws not_found. */
export async function orderRecord(ctx: Ctx, code: string): Promise<OrderRecord> {
  const caller = await deskCaller(ctx);
  const order = await seenOrder(ctx, code, caller);
  const { payment, money } = await moneyOf(ctx, order);
  const seesMoney = warehousesOf(caller, "orders:read") === null;
  const inFull = isOpen(order.status) && worksOnOrders(caller);
  const receiver = { full_name: order.receiver_name, phone: order.receiver_phone };
  const history = await historyOf(ctx, order.id);
  const aside = await besideOf(ctx, order);
  return {
    code: order.code,
    version: history.length,
    placed_at: order.placed_at.toISOString(),
    status: order.status,
    items: seesMoney ? order.items : order.items.map((item) => ({ ...item, unit_price: 0, line_total: 0 })),
    totals: seesMoney ? totalsOf(order) : null,
    adjustments: seesMoney ? order.adjustments : [],
    cash_due: payment.is_on_delivery && payment.status === "pending" ? order.cash : null,
    shipping_unit: order.shipping_unit,
    shipping_code: order.shipping_code,
    eta_from: order.eta_from,
    eta_to: order.eta_to,
    warehouses: aside.warehouses,
    receiver: {
      ...(inFull ? { ...receiver, address: order.address.text } : maskReceiver(receiver, order.address)),
      in_full: inFull,
    },
    customer: holds(caller, "customers:read") ? aside.customer : null,
    note: inFull ? order.note : "",
    cancellation_reason: order.cancel_reason && reasonText(ctx.locale, order.cancel_reason),
    payment: seesMoney ? payment : null,
    transfers: holds(caller, "payments:read") ? await transfersSeen(ctx, order.code) : [],
    history: history.map(({ at, ...row }) => ({
      ...row,
      at: at.toISOString(),
      note: inFull || row.who !== "customer" ? row.note : "",
    })),
    acts: actsOf(caller, order, money, (await setting(ctx, "approval_limits")).refund_single),
  };
}

/** What acts are judged by. */
export type Money = { received: number; refunded: number; owed: number; awaited: boolean };

export async function moneyOf(ctx: Ctx, order: Pick<StoredOrder, "code">) {
  const { method_name, is_on_delivery, status, amount, received, refunded, refund_owed, expires_at } = await paymentOf(
    ctx,
    order.code,
  );
  const awaited = !is_on_delivery && (status === "pending" || status === "created");
  return {
    payment: { method_name, is_on_delivery, status, amount, received, refunded, refund_owed, deadline: expires_at },
    money: { received, refunded, owed: refund_owed, awaited } satisfies Money,
  };
}

type Hindrance = (typeof actHindrances)[number];
type Acts = OrderRecord["acts"];

/** What may be done all the same: it asks a second person. */
const asks: ReadonlySet<Hindrance> = new Set(["paid", "needs_second_person", "above_limit"]);

/** Null for who may not do it at all. */
export function actsOf(
  caller: DeskCaller,
  { status }: { status: OrderStatus },
  money: Money,
  refundLimit: number,
): Acts {
  const act = (right: Parameters<typeof holds>[1], why: Hindrance | null): Acts["approve"] =>
    holds(caller, right) ? { possible: why === null || asks.has(why), why } : null;
  return {
    approve: act("orders:write", approveHindrance(status, money)),
    cancel: act("orders:cancel", cancelHindrance(status, money)),
    refund: act("refunds:record", refundHindrance(caller, money, refundLimit)),
  };
}

function approveHindrance(status: OrderStatus, { awaited }: Money): Hindrance | null {
  if (!orderCan(status, "confirmed", "staff")) return "status";
  return awaited ? "awaiting_money" : null;
}

/** From `delivering` it would be a failed delivery, which is another act. */
function cancelHindrance(status: OrderStatus, { received, refunded }: Money): Hindrance | null {
  if (status === "delivering" || !orderCan(status, "cancelled", "staff")) return "status";
  return received - refunded > 0 ? "paid" : null;
}

function refundHindrance({ grants }: DeskCaller, { owed }: Money, refundLimit: number): Hindrance | null {
  if (owed === 0) return "nothing_owed";
  const modes = grants.filter(({ name }) => name === "refunds:record").map(({ mode }) => mode);
  if (modes.includes("full")) return null;
  if (!modes.includes("within_limit")) return "needs_second_person";
  return owed > refundLimit ? "above_limit" : null;
}

type Noted = Omit<OrderRecord["history"][number], "at"> & { at: Date };

/** Oldest first: its length is the order's version. */
export async function historyOf(ctx: Ctx, order_id: number): Promise<Noted[]> {
  const { rows } = await sql<Noted>`
    select h.status, h.event, h.at, h.who, h.note, a.full_name as by
    from orders.history h left join staff.accounts a on h.actor = 'staff:' || a.id
    where h.order_id = ${order_id} order by h.id`.execute(ctx.sql);
  return rows;
}

async function besideOf(ctx: Ctx, { id, customer_id }: StoredOrder) {
  const { rows } = await sql<{ warehouses: string[]; customer: string | null }>`
    select coalesce((select array_agg(distinct a.warehouse order by a.warehouse) from orders.allocations a
        where a.order_id = ${id}), '{}') as warehouses,
      (select c.code from identity.customers c where c.id = ${customer_id}::bigint and c.status <> 'deleted') as customer`.execute(
    ctx.sql,
  );
  return rows[0] ?? { warehouses: [], customer: null };
}

async function transfersSeen(ctx: Ctx, code: string): Promise<OrderRecord["transfers"]> {
  const transfers = await transfersOf(ctx, code);
  return transfers.map(({ kind, at, amount, reference }) => ({ kind, at: at.toISOString(), amount, reference }));
}
