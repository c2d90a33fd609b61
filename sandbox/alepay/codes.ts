/** Alepay's codes. */
import type { Payment, PaymentState, Refund } from "../core/ledger.ts";
import type { Ending, ReceivedReply } from "../core/vendor.ts";

/** [assumed] which of its failures each is. */
export const codes: Readonly<Record<Ending, string>> = {
  pay: "000",
  insufficient_funds: "135",
  cancel: "111",
  expire: "expired",
  wrong_otp: "137",
};

export function stateOf(code: string): PaymentState {
  if (code === "000") return "paid";
  if (["107", "150", "155"].includes(code)) return "review";
  return code === "expired" ? "expired" : "failed";
}

/** What it states of a payment; 107 until it is decided. [assumed] of an expiry: 111. */
export function statusOf({ code }: Pick<Payment, "code">): string {
  if (code === "expired") return "111";
  return code || "107";
}

export function refundStatusOf(state: Refund["state"]): string {
  return { success: "000", refused: "111", pending: "107", sent: "107" }[state];
}

/** [assumed] 200 alone. */
export function verdictOf({ status }: ReceivedReply): { ok: boolean; text: string } {
  return { ok: status === 200, text: `HTTP ${status}` };
}
