/** The desk of customers: its list. Pure, without zod, because screens read it too. rules/customers#desk */
import { desk } from "../desks/desk.ts";

export const customerStates = ["active", "locked"] as const;

export const customersDesk = desk({
  name: "customers",
  right: "customers:read",
  key: "code",
  columns: {
    code: { kind: "code", shown: true },
    full_name: { kind: "text", personal: true, shown: true },
    phone: { kind: "text", personal: true, nullable: true, shown: true },
    email: { kind: "text", personal: true, nullable: true, shown: false },
    orders: { kind: "number", right: "orders:read", shown: true },
    spent: { kind: "dong", right: "orders:read", shown: true },
    last_order_at: { kind: "time", right: "orders:read", nullable: true, shown: true },
    created_at: { kind: "time", shown: true },
    last_active_at: { kind: "time", shown: false },
    status: { kind: "choice", options: customerStates, shown: true },
  },
  filters: {
    status: { kind: "choice", options: customerStates },
    created: { kind: "days" },
    has_orders: { kind: "flag" },
    leaving: { kind: "flag" },
  },
  sorts: ["newest", "oldest", "active"],
  acts: {},
  views: {
    buyers: { query: { has_orders: "yes" } },
    leaving: { query: { leaving: "yes" } },
    locked: { query: { status: "locked" } },
  },
});

/** What of a customer can be shown in full, one value at a time. */
export const revealable = ["name", "phone", "email", "birthday", "address"] as const;
/** Why; the last is told in words. */
export const revealReasons = ["call_order", "installation", "customer_asked", "other"] as const;
