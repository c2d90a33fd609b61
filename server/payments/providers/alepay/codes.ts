/** What Alepay's codes mean of a payment (v3, read 2026-11-21). Pure. */
import type { FailureReason } from "contract/payments/payments.ts";

export type Meaning = { status: "success" | "pending" | "failed" | "unknown"; flag?: "review" };

export const OK = "000";
/** It knows no such transaction or refund. */
export const NOT_FOUND = ["108", "109", "136", "153"];
const FAILED = ["111", "133", "134", "135", "137", "151", "152", "154"];

/** 107: not decided; 150: the card is under review; 155: the buyer has the instalment to confirm. */
export function meaningOf(status: string): Meaning {
  if (status === OK) return { status: "success" };
  if (status === "150") return { status: "pending", flag: "review" };
  if (status === "107" || status === "155") return { status: "pending" };
  return { status: FAILED.includes(status) ? "failed" : "unknown" };
}

/** A code that is none of these was declined. */
const REASONS: Readonly<Record<string, FailureReason>> = { "134": "limit" };
export const reasonOf = (status: string): FailureReason => REASONS[status] ?? "declined";

/** Of a refund: its states are not published, so anything but a stated end is asked about again. */
export function refundMeaning(status: string | undefined): "success" | "failed" | "pending" {
  if (status === OK) return "success";
  return status === "111" ? "failed" : "pending";
}
