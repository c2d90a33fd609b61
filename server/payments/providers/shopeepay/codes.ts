/** What ShopeePay's statuses and error codes mean (read 2026-11-21). Pure. */

/** Of a transaction; a number that is none of these is not known. */
export function meaningOf(status: string | undefined): "success" | "pending" | "failed" | "unknown" {
  if (status === "3") return "success";
  if (status === "2") return "pending";
  return status === "4" ? "failed" : "unknown";
}

export const OK = "0";
export const UNKNOWN_ORDER = "4";
export const TAKEN = "11";
/** Refused before anything was done: parameters, permission or state, limit, JSON, promotion. */
export const REFUSED = ["1", "2", "15", "50", "627"];
export const PAYMENT = "13";
export const REFUND = "15";
