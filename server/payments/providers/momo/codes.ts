/** What MoMo's result codes mean for an attempt, in an ipn or the answer to a query (v2, read 2026-11-21). Pure. */
export type Meaning = { status: "success" | "failed" | "expired" | "pending"; flag?: "authorized" | "review" };

const PENDING = ["1000", "7000", "7002", "8000"];
const FAILED = [
  ...["1001", "1002", "1003", "1004", "1006", "1007", "1017", "1026"],
  ...["2019", "4001", "4002", "4100", "98", "99"],
];

/** A code MoMo does not list is no end: it waits for a person, and the clock goes on. */
export function meaningOf(code: string): Meaning {
  if (code === "0") return { status: "success" };
  if (code === "9000") return { status: "pending", flag: "authorized" };
  if (PENDING.includes(code)) return { status: "pending" };
  if (code === "1005") return { status: "expired" };
  return FAILED.includes(code) ? { status: "failed" } : { status: "pending", flag: "review" };
}

/** Of a call, not of a payment: our access, format, sum or reference. */
export const CALL_REFUSED = ["10", "11", "12", "13", "20", "21", "22", "40", "41", "43", "45", "47"];
export const UNKNOWN_ORDER = "42";
export const TAKEN = "41";

export function refundMeaning(code: string): "success" | "pending" | "failed" | "absent" | "unknown" {
  if (code === "0") return "success";
  if (PENDING.includes(code)) return "pending";
  if (code === UNKNOWN_ORDER) return "absent";
  return ["1080", "1081", "1088", "11", "12", "13", "20", "21", "22"].includes(code) ? "failed" : "unknown";
}
