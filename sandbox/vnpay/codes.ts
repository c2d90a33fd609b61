/** VNPAY's codes: of a payment (ResponseCode with TransactionStatus), of a call, and what it makes of an ipn's reply. */
import type { Payment, PaymentState, Refund } from "../core/ledger.ts";
import { readObject, textOf } from "../core/values/json.ts";
import type { Ending, ReceivedReply } from "../core/vendor.ts";

export const codes: Readonly<Record<Ending, string>> = {
  pay: "00",
  insufficient_funds: "51",
  cancel: "24",
  expire: "11",
  wrong_otp: "13",
};

/** 07: debited, but suspicious. */
export function stateOf(code: string): PaymentState {
  if (code === "00") return "paid";
  if (code === "07") return "review";
  return code === "11" ? "expired" : "failed";
}

export function transactionStatus({ state }: Pick<Payment, "state">): string {
  const statuses: Readonly<Record<PaymentState, string>> = {
    open: "01",
    authorized: "01",
    review: "07",
    paid: "00",
    failed: "02",
    expired: "02",
  };
  return statuses[state];
}

/** 05 being processed, 06 sent to the bank, 09 rejected. */
export function refundStatus({ state }: Refund): string {
  return { pending: "05", sent: "06", success: "00", refused: "09" }[state];
}

export const callMessages = {
  "00": "Success",
  "02": "Invalid terminal",
  "03": "Invalid data format",
  "91": "Transaction not found",
  "94": "Request is duplicated",
  "95": "The payment was not successful",
  "97": "Invalid signature",
  "99": "Other error",
} as const;
export type CallCode = keyof typeof callMessages;

/** 00 and 02 end the tries; 01, 04, 97, 99 and everything else bring the next. */
export function verdictOf({ status, body }: ReceivedReply): { ok: boolean; text: string } {
  const code = textOf(readObject(body)?.RspCode);
  if (status !== 200 || code === undefined) return { ok: false, text: `HTTP ${status} without RspCode` };
  return { ok: code === "00" || code === "02", text: `RspCode ${code}` };
}
