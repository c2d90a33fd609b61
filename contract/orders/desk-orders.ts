/** Calls of the office about orders: the list, one order, and what staff do with it. rules/orders#desk */
import { z } from "zod";
import { call } from "../call.ts";
import { Adjustment, Totals } from "../cart/cart.ts";
import { deskCalls } from "../desks/desk-calls.ts";
import { paymentStatuses } from "../payments/payments.ts";
import { reason } from "../staff/fields.ts";
import { integer, multiLine, orderCode, singleLine } from "../values/fields.ts";
import { orderStatuses } from "./order-states.ts";
import { OrderItem, StatusChange } from "./orders.ts";
import { ordersDesk } from "./orders-desk.ts";

/** Why an act is not possible now; null: it is. Who may not do it at all is not shown it. */
export const actHindrances = [
  "status",
  "awaiting_money",
  "paid",
  "nothing_owed",
  "above_limit",
  "needs_second_person",
] as const;
const Act = z.object({ possible: z.boolean(), why: z.enum(actHindrances).nullable() });

/** Money that came in by the bank's booking, went back, or is owed and has not gone yet. */
export const OrderTransfer = z.object({
  kind: z.enum(["in", "out", "owed"]),
  at: z.string(),
  amount: z.int(),
  reference: z.string(),
});

export const OrderRecord = z.object({
  code: z.string(),
  /** Goes up with each change; an act names the one it read. */
  version: z.int(),
  placed_at: z.string(),
  status: z.enum(orderStatuses),
  items: z.array(OrderItem),
  /** Null for who works at a place: they see what is collected. */
  totals: Totals.nullable(),
  adjustments: z.array(Adjustment),
  cash_due: z.int().nullable(),
  shipping_unit: z.string(),
  shipping_code: z.string().nullable(),
  eta_from: z.string(),
  eta_to: z.string(),
  warehouses: z.array(z.string()),
  /** `in_full`: an open order, to who may write or ship it. Otherwise masked. */
  receiver: z.object({ full_name: z.string(), phone: z.string(), address: z.string(), in_full: z.boolean() }),
  /** The account it belongs to, for who may read customers. */
  customer: z.string().nullable(),
  note: z.string(),
  cancellation_reason: z.string().nullable(),
  payment: z
    .object({
      method_name: z.string(),
      is_on_delivery: z.boolean(),
      status: z.enum(paymentStatuses),
      amount: z.int(),
      received: z.int(),
      refunded: z.int(),
      refund_owed: z.int(),
      deadline: z.string().nullable(),
    })
    .nullable(),
  /** For who may read payments. */
  transfers: z.array(OrderTransfer),
  history: z.array(StatusChange.extend({ by: z.string().nullable() })),
  acts: z.object({ approve: Act.nullable(), cancel: Act.nullable(), refund: Act.nullable() }),
});
export type OrderRecord = z.infer<typeof OrderRecord>;

const example = "23456789AB";
/** The version that was read. Another one is refused with what happened since. */
const version = integer(1, 1_000_000);
/** Shown to the customer. */
const note = multiLine(300).default("");

export const orderDesk = {
  ...deskCalls("GET /v1/staff/orders", ordersDesk, {
    list: "Orders as a list: filtered, in an order, page by page",
    file: "Orders of the list as a CSV file, masked",
    example: { status: "waiting_approval" },
  }),
  record: call("GET /v1/staff/orders/{code}", {
    summary: "One order with its money, its history, and what may be done with it",
    who: { staff: "orders:read" },
    input: z.object({ code: orderCode }),
    output: OrderRecord,
    errors: ["not_found"],
    example: { input: { code: example } },
  }),
  approve: call("POST /v1/staff/orders/{code}/approve", {
    summary: "Approve an order that waits for it; one that waits for its money is confirmed by the money",
    who: { staff: "orders:write" },
    input: z.object({ code: orderCode, version, note }),
    output: OrderRecord,
    errors: ["not_found", "conflict", "state_conflict"],
    example: { input: { code: example, version: 1 } },
  }),
  cancelByStaff: call("POST /v1/staff/orders/{code}/cancel", {
    summary: "Cancel an order that has not left. One that is paid, wholly or in part, needs a second person",
    who: { staff: "orders:cancel" },
    input: z.object({ code: orderCode, version, note: multiLine(300, 1) }),
    output: OrderRecord,
    errors: ["not_found", "conflict", "state_conflict", "approval_asked", "approval_needed"],
    example: { input: { code: example, version: 1, note: "Khách gọi xin hủy" } },
  }),
  recordRefund: call("POST /v1/staff/orders/{code}/refund", {
    summary: "Record that the money owed has gone back by hand. Above the limit it needs a second person",
    who: { staff: "refunds:record" },
    step_up: true,
    details: "`amount` is the whole sum that is owed. A bank reference counts once for an order.",
    input: z.object({
      code: orderCode,
      version,
      amount: integer(1, 1_000_000_000_000),
      reference: singleLine(100, 1),
      reason,
    }),
    output: OrderRecord,
    errors: ["not_found", "conflict", "state_conflict", "approval_asked", "approval_needed"],
    example: { input: { code: example, version: 1, amount: 590000, reference: "FT26331004417", reason: "Đơn đã hủy" } },
  }),
};
