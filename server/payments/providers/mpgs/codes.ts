/** What the gateway's words mean: for the next step of 3-D Secure, and for the attempt. Pure. README.md beside it */
import type { FailureReason } from "contract/payments/payments.ts";
import type { Outcome } from "../../provider.ts";

/** The parts of its answers that decide; what is absent is undefined. */
export type Said = {
  result?: string | undefined;
  gateway_code?: string | undefined;
  recommendation?: string | undefined;
  authentication?: string | undefined;
  interaction?: string | undefined;
  status?: string | undefined;
};

export type Next = "AUTHENTICATE_PAYER" | "SHOW_CHALLENGE" | "PAY" | "WAIT" | "STOP";
export type After = "INITIATE_AUTHENTICATION" | "AUTHENTICATE_PAYER" | "CHALLENGE_RETURN";

const PROVEN = ["AUTHENTICATION_SUCCESSFUL", "AUTHENTICATION_ATTEMPTED"];

/** Null: the answer decides nothing, so nothing is known. The shop takes no card that was not authenticated. */
export function nextAfter(after: After, said: Said): Next | null {
  const { recommendation = "", authentication, interaction } = said;
  if (recommendation.startsWith("DO_NOT_PROCEED") || recommendation.startsWith("RESUBMIT")) return "STOP";
  if (recommendation !== "PROCEED") return null;
  switch (after) {
    case "INITIATE_AUTHENTICATION":
      if (authentication === undefined) return null;
      return authentication === "AUTHENTICATION_AVAILABLE" ? "AUTHENTICATE_PAYER" : "STOP";
    case "AUTHENTICATE_PAYER":
      if (interaction === "REQUIRED") return "SHOW_CHALLENGE";
      if (authentication === undefined) return null;
      return interaction === "NOT_REQUIRED" && PROVEN.includes(authentication) ? "PAY" : "STOP";
    case "CHALLENGE_RETURN":
      if (authentication === undefined) return null;
      if (authentication === "AUTHENTICATION_PENDING") return "WAIT";
      return authentication === "AUTHENTICATION_SUCCESSFUL" ? "PAY" : "STOP";
  }
}

/** Of a 3-D Secure that ended without leave to pay. */
export function reasonOfStop({ authentication }: Said): FailureReason {
  const isMissing = ["AUTHENTICATION_NOT_SUPPORTED", "AUTHENTICATION_UNAVAILABLE", "AUTHENTICATION_NOT_REQUIRED"];
  return isMissing.includes(authentication ?? "") ? "authentication_unavailable" : "not_authenticated";
}

const ORDERS: Readonly<Record<string, Outcome | "refunded">> = {
  CAPTURED: "success",
  PARTIALLY_REFUNDED: "success",
  REFUNDED: "refunded",
  AUTHORIZED: "pending",
  PARTIALLY_CAPTURED: "pending",
  AUTHENTICATION_INITIATED: "pending",
  AUTHENTICATED: "pending",
  AUTHENTICATION_NOT_NEEDED: "pending",
  AUTHENTICATION_UNSUCCESSFUL: "failed",
  FAILED: "failed",
  CANCELLED: "failed",
};
/** Codes of a transaction after which the outcome is unknown: the order is asked for. */
const OPEN = ["ACQUIRER_SYSTEM_ERROR", "SYSTEM_ERROR", "TIMED_OUT", "SUBMITTED", "PENDING", "LOCK_FAILURE", "UNKNOWN"];

/** An order by its status; a transaction by result and code. What is not listed is unknown, never an end. */
export function meaningOf({ status, result, gateway_code = "" }: Said): Outcome | "refunded" {
  if (status !== undefined) return ORDERS[status] ?? "unknown";
  if (result === "FAILURE") return OPEN.includes(gateway_code) ? "pending" : "failed";
  return result === "PENDING" ? "pending" : "unknown";
}

const REASONS: Readonly<Record<string, FailureReason>> = {
  INSUFFICIENT_FUNDS: "insufficient_funds",
  CANCELLED: "cancelled",
  ABORTED: "cancelled",
  EXCEEDED_RETRY_LIMIT: "limit",
  AUTHENTICATION_FAILED: "not_authenticated",
  BLOCKED: "risk",
};
export const reasonOf = (code: string): FailureReason => REASONS[code] ?? "declined";
