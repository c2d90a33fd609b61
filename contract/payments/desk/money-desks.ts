/**
 * The desks of money: what goes back, transfers that arrived, and attempts a person should look at. Pure, without zod,
 * because screens read it too. rules/payments#late-money
 */
import { desk } from "../../desks/desk.ts";
import { paymentStatuses } from "../payment-statuses.ts";

export const refundStatuses = [
  "proposed",
  "owed",
  "sent",
  "success",
  "failed",
  "credited",
  "counted",
  "dropped",
] as const;
export const refundReasons = [
  "order_cancelled",
  "overpaid",
  "underpaid",
  "late",
  "amount_mismatch",
  "returned",
  "unmatched",
] as const;
export const refundWays = ["by_hand", "provider"] as const;
export const creditStates = ["matched", "unmatched", "manual", "split", "returned"] as const;
export const attemptFlags = [
  "late_success",
  "duplicate_payment",
  "overpaid",
  "underpaid",
  "amount_mismatch",
  "conflict",
  "second_charge",
  "review",
] as const;

export const refundsDesk = desk({
  name: "refunds",
  right: "payments:read",
  key: "id",
  columns: {
    id: { kind: "code", shown: true },
    order_code: { kind: "code", nullable: true, shown: true },
    amount: { kind: "dong", shown: true },
    reason: { kind: "choice", options: refundReasons, shown: true },
    method: { kind: "text", nullable: true, shown: true },
    way: { kind: "choice", options: refundWays, shown: false },
    created_at: { kind: "time", shown: true },
    status: { kind: "choice", options: refundStatuses, shown: true },
  },
  filters: {
    status: { kind: "choice", options: refundStatuses },
    reason: { kind: "choice", options: refundReasons },
    created: { kind: "days" },
  },
  sorts: ["newest", "oldest", "largest"],
  acts: {},
  views: {
    to_do: { query: { status: "proposed,owed", sort: "oldest" } },
    sent: { query: { status: "sent", sort: "oldest" } },
    failed: { query: { status: "failed" } },
    kept: { query: { status: "credited" } },
  },
});

export const creditsDesk = desk({
  name: "credits",
  right: "payments:read",
  key: "id",
  columns: {
    id: { kind: "code", shown: true },
    booked_at: { kind: "time", shown: true },
    amount: { kind: "dong", shown: true },
    content: { kind: "text", shown: true },
    bank_reference: { kind: "text", shown: true },
    source: { kind: "text", shown: false },
    order_code: { kind: "code", nullable: true, shown: true },
    state: { kind: "choice", options: creditStates, shown: true },
  },
  filters: {
    state: { kind: "choice", options: creditStates },
    booked: { kind: "days" },
  },
  sorts: ["newest", "oldest", "largest"],
  acts: {},
  views: { unmatched: { query: { state: "unmatched", sort: "oldest" } } },
});

export const flaggedDesk = desk({
  name: "flagged",
  right: "payments:read",
  key: "order_code",
  columns: {
    order_code: { kind: "code", shown: true },
    method: { kind: "text", shown: true },
    flags: { kind: "text", shown: true },
    amount: { kind: "dong", shown: true },
    received: { kind: "dong", shown: true },
    counted: { kind: "dong", shown: true },
    created_at: { kind: "time", shown: true },
    state: { kind: "choice", options: paymentStatuses, shown: true },
  },
  filters: {
    /** A person has to decide something, or to look at it. */
    open: { kind: "flag" },
    flag: { kind: "choice", options: attemptFlags },
    state: { kind: "choice", options: paymentStatuses },
    created: { kind: "days" },
  },
  sorts: ["newest", "oldest"],
  acts: {},
  views: { open: { query: { open: "yes", sort: "oldest" } } },
});
