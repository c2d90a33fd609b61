/** ShopeePay's statuses, and what it makes of a notification's reply. */
import type { Payment, PaymentState, Refund } from "../core/ledger.ts";
import { readObject } from "../core/values/json.ts";
import type { Ending, ReceivedReply } from "../core/vendor.ts";

/** Kept with a payment: 3 paid, 2 not decided, 4 and what made it fail, which ShopeePay does not tell. */
export const codes: Readonly<Record<Ending, string>> = {
  pay: "3",
  insufficient_funds: "4 balance",
  cancel: "4 cancelled",
  expire: "expired",
  wrong_otp: "4 code",
};

export function stateOf(code: string): PaymentState {
  if (code === "3") return "paid";
  if (code === "2") return "review";
  return code === "expired" ? "expired" : "failed";
}

/** Nothing where it knows no transaction: nobody has begun to pay, or the order has expired. */
export function statusOf({ state }: Pick<Payment, "state">): number | undefined {
  if (state === "paid") return 3;
  if (state === "failed") return 4;
  return state === "review" ? 2 : undefined;
}

export function refundStatusOf(state: Refund["state"]): number {
  return { success: 3, refused: 4, pending: 2, sent: 2 }[state];
}

export function verdictOf({ status, body }: ReceivedReply): { ok: boolean; text: string } {
  const errcode = readObject(body)?.errcode;
  return { ok: status === 200 && errcode === 0, text: `HTTP ${status}, errcode ${String(errcode)}` };
}
