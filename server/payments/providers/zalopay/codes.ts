/** What ZaloPay's return codes mean (v2, read 2026-11-21). Pure. */
import type { FailureReason } from "contract/payments/payments.ts";

export type Codes = { return_code: string; sub_return_code?: string | undefined; is_processing?: boolean | undefined };
type Status = "success" | "pending" | "failed" | "expired";

export const TAKEN = "-68";
export const UNKNOWN_ORDER = "-101";
const EXPIRED = "-322";
/** Of a call, not of a payment: its data, its mac, too many calls, their system, maintenance. */
const CALL_REFUSED = ["-401", "-402", "-429", "-500", "-999"];

/** Of a payment, by the answer to a query; `unknown` where it says nothing of it. 3 is not paid yet, and no failure. */
export function meaningOf({ return_code: code, sub_return_code: sub = "", is_processing }: Codes): Status | "unknown" {
  if (CALL_REFUSED.includes(sub)) return "unknown";
  if (code === "1") return is_processing ? "pending" : "success";
  if (code === "3" || is_processing) return "pending";
  if (code !== "2") return "unknown";
  // Nobody has taken the order on yet.
  if (sub === UNKNOWN_ORDER) return "pending";
  return sub === EXPIRED ? "expired" : "failed";
}

/** A code that is none of these was declined. */
const REASONS: Readonly<Record<string, FailureReason>> = {
  "-329": "cancelled",
  "-63": "insufficient_funds",
  "-61": "limit",
  [EXPIRED]: "expired",
};
export const reasonOf = (sub: string): FailureReason => REASONS[sub] ?? "declined";

/** Of a refund, by the answer to it or to a query of it. */
export function refundMeaning({ return_code: code, sub_return_code: sub = "" }: Codes) {
  if (CALL_REFUSED.includes(sub)) return "unknown";
  if (code === "1") return "success";
  if (code === "3") return "pending";
  if (code !== "2") return "unknown";
  return sub === UNKNOWN_ORDER ? "absent" : "failed";
}
