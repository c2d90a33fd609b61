/**
 * An order as it is shown, from what was stored when it was sold: one statement for the order with its lines, adjustments
 * and history, one for its payment. Spec §3 Order.
 */
import type { CompanyInvoice, Totals } from "contract/cart/cart.ts";
import type { Address } from "contract/fulfilment/fulfilment.ts";
import type { OrderKind } from "contract/orders/order-states.ts";
import {
  type CancelReason,
  canChangeAddress,
  type Order,
  type OrderStatus,
  orderCan,
  type ShopReason,
} from "contract/orders/orders.ts";
import type { PaymentMethod } from "contract/payments/payments.ts";
import type { Locale } from "contract/values/locale.ts";
import { sql } from "kysely";
import { orders as en } from "messages/en/orders/orders.ts";
import { orders as ja } from "messages/ja/orders/orders.ts";
import { orders as vi } from "messages/vi/orders/orders.ts";
import type { Ctx } from "../kernel/context.ts";
import { areUntouched } from "../loyalty/gift-cards/cards.ts";
import { paymentOf } from "../payments/view.ts";
import { maskReceiver } from "./masking.ts";

/** Orders in the words of a language. */
export const orderWords: Record<Locale, typeof vi> = { vi, en, ja };

export type StoredOrder = Totals & {
  id: number;
  code: string;
  kind: OrderKind;
  session_id: number | null;
  customer_id: number | null;
  status: OrderStatus;
  payment_method: PaymentMethod;
  shipping_method: string;
  shipping_unit: string;
  shipping_code: string | null;
  eta_from: string;
  eta_to: string;
  receiver_name: string;
  receiver_phone: string;
  receiver_email: string;
  address: Address;
  company_invoice: CompanyInvoice | null;
  note: string;
  cancel_reason: CancelReason | ShopReason | null;
  cancel_note: string;
  placed_at: Date;
  items: Order["items"];
  adjustments: Order["adjustments"];
  /** `at` as PostgreSQL writes a time in JSON. */
  history: Order["status_history"];
};

export async function findOrder(ctx: Ctx, code: string): Promise<StoredOrder | null> {
  const { rows } = await sql<StoredOrder>`
    select o.id, o.code, o.kind, o.session_id, o.customer_id, o.status, o.goods, o.discount, o.voucher, o.trade_in, o.points,
      o.points_amount, o.shipping, o.shipping_discount, o.gift_card, o.total, o.cash, o.vat, o.saving, o.payment_method, o.shipping_method, o.shipping_unit, o.shipping_code,
      o.eta_from::text, o.eta_to::text, o.receiver_name, o.receiver_phone, o.receiver_email, o.address,
      o.company_invoice, o.note, o.cancel_reason, o.cancel_note, o.placed_at,
      (select coalesce(jsonb_agg(jsonb_build_object('key', l.key, 'kind', l.kind, 'product_id', coalesce(l.variant_id, 0), 'code', l.sku, 'slug', l.slug,
          'category_slug', l.category_slug, 'name', l.name, 'colour', l.colour, 'image', l.image,
          'quantity', l.quantity, 'unit_price', l.unit_price, 'line_total', l.line_total) order by l.id), '[]')
        from orders.lines l where l.order_id = o.id) as items,
      coalesce((select jsonb_agg(jsonb_build_object('source', a.source, 'label', a.label, 'amount', a.amount, 'code', a.code)
          order by a.id) from orders.adjustments a where a.order_id = o.id), '[]') as adjustments,
      (select jsonb_agg(jsonb_build_object('status', h.status, 'event', h.event, 'at', h.at, 'who', h.who, 'note', h.note) order by h.id)
        from orders.history h where h.order_id = o.id) as history
    from orders.orders o where o.code = ${code}`.execute(ctx.sql);
  return rows[0] ?? null;
}

/** `full` for the owner and staff; other callers see no name, phone, street, note or invoice. */
export async function viewOrder(ctx: Ctx, order: StoredOrder, { full }: { full: boolean }): Promise<Order> {
  const { uid_payment, ...payment } = await paymentOf(ctx, order.code);
  const { address } = order;
  const receiver = { full_name: order.receiver_name, phone: order.receiver_phone };
  return {
    order_code: order.code,
    kind: order.kind,
    placed_at: order.placed_at.toISOString(),
    status: order.status,
    items: order.items,
    totals: totalsOf(order),
    adjustments: order.adjustments,
    has_delivery: address.city_code !== "",
    shipping_unit: order.shipping_unit,
    shipping_code: order.shipping_code,
    eta_from: order.eta_from,
    eta_to: order.eta_to,
    payment_method: order.payment_method,
    payment,
    uid_payment,
    receiver: full ? { ...receiver, address: address.text } : maskReceiver(receiver, address),
    note: full ? order.note : "",
    company_invoice: full ? order.company_invoice : null,
    cancellation_reason: order.cancel_reason && reasonText(ctx.locale, order.cancel_reason),
    status_history: order.history.map(({ status, event, at, who, note }) => ({
      ...{ status, event, who },
      at: new Date(at).toISOString(),
      note: full || who !== "customer" ? note : "",
    })),
    can_cancel: orderCan(order.status, "cancelled", "customer") || (await areCardsUntouched(ctx, order)),
    can_change_address:
      full && order.customer_id !== null && canChangeAddress(order.status) && address.city_code !== "",
  };
}

/** Bought gift cards may be cancelled after they are there, until something of them is used. */
async function areCardsUntouched(ctx: Ctx, { code, status, items }: StoredOrder): Promise<boolean> {
  return status === "completed" && items.some(({ product_id }) => product_id === 0) && areUntouched(ctx, code);
}

/** The amounts of an order, as sold. */
export function totalsOf(order: Totals): Totals {
  const { goods, discount, voucher, trade_in, points, points_amount, shipping, shipping_discount } = order;
  const { gift_card, total, vat, saving, cash } = order;
  return {
    ...{ goods, discount, voucher, trade_in, points, points_amount, shipping, shipping_discount },
    ...{ gift_card, total, vat, saving, cash },
  };
}

export function reasonText(locale: Locale, reason: CancelReason | ShopReason): string {
  const { cancel_reasons, shop_reasons } = orderWords[locale];
  return { ...cancel_reasons, ...shop_reasons }[reason];
}
