/** The desk of orders: its list. Pure, without zod, because screens read it too. rules/orders#desk */
import { desk } from "../desks/desk.ts";
import { paymentStatuses } from "../payments/payment-statuses.ts";
import { orderStatuses } from "./order-states.ts";

export const ordersDesk = desk({
  name: "orders",
  right: "orders:read",
  key: "code",
  columns: {
    code: { kind: "code", shown: true },
    placed_at: { kind: "time", shown: true },
    receiver_name: { kind: "text", personal: true, shown: true },
    receiver_phone: { kind: "text", personal: true, shown: true },
    pieces: { kind: "number", shown: true },
    /** Null where the caller works at a place: only what is collected there is theirs to see. */
    total: { kind: "dong", nullable: true, shown: true },
    /** What the courier collects; null where nothing is. */
    cash_due: { kind: "dong", nullable: true, shown: false },
    payment_method: { kind: "text", shown: true },
    payment_status: { kind: "choice", options: paymentStatuses, nullable: true, shown: false },
    refund_owed: { kind: "dong", nullable: true, shown: false },
    status: { kind: "choice", options: orderStatuses, shown: true },
    warehouse: { kind: "text", nullable: true, shown: true },
    carrier: { kind: "text", shown: false },
    parcel: { kind: "text", nullable: true, shown: false },
    promised_to: { kind: "day", shown: false },
  },
  filters: {
    status: { kind: "choice", options: orderStatuses },
    payment_status: { kind: "choice", options: paymentStatuses },
    /** Its payment has a deadline that is open: money confirms it, not a person. */
    awaits_money: { kind: "flag" },
    owed: { kind: "flag" },
    placed: { kind: "days" },
    warehouse: { kind: "text" },
  },
  sorts: ["newest", "oldest", "largest"],
  acts: {
    approve: { right: "orders:write", note: "optional" },
    cancel: { right: "orders:cancel", note: "required", most: 100 },
  },
  views: {
    to_approve: { query: { status: "waiting_approval", awaits_money: "no", sort: "oldest" } },
    awaits_money: { query: { status: "waiting_approval", awaits_money: "yes" } },
    to_ship: { query: { status: "confirmed" } },
    on_the_way: { query: { status: "delivering" } },
    owed: { query: { owed: "yes" } },
  },
});
