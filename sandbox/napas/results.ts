/** What NAPAS states of a payment: by the browser's post, by a message, and where it is asked. */
import type { Payment, PaymentState } from "../core/ledger.ts";
import { readObject } from "../core/values/json.ts";
import type { Ending, ReceivedReply } from "../core/vendor.ts";
import { checksumOf } from "./signature.ts";

/** Its gateway codes. [assumed] that of an expiry and of a wrong code. */
export const codes: Readonly<Record<Ending, string>> = {
  pay: "SUCCESS",
  insufficient_funds: "INSUFFICIENT_FUNDS",
  cancel: "CANCELLED",
  expire: "TIMED_OUT",
  wrong_otp: "AUTHENTICATION_FAILED",
};

export function stateOf(code: string): PaymentState {
  if (code === "SUCCESS") return "paid";
  if (code === "PENDING") return "review";
  return code === "TIMED_OUT" ? "expired" : "failed";
}

function resultOf(code: string): string {
  if (code === "SUCCESS") return "SUCCESS";
  return code === "PENDING" || code === "" ? "PENDING" : "FAILURE";
}

/** One card of the simulator, its number masked as NAPAS masks it. */
const CARD = { brand: "SML", number: "970400xxxxxx0018", nameOnCard: "NGUYEN VAN A", issueDate: "0307" };

export type Stated = { merchant: string; ref: string; amount: number; code: string; txn: string; created: number };

export function statedOf(merchant: string, payment: Payment): Stated {
  const { ref, captured, amount, code, txn, created_at } = payment;
  return { merchant, ref, amount: captured || amount, code, txn, created: created_at };
}

export function paymentResult({ merchant, ref, amount, code, txn, created }: Stated) {
  const sum = { amount: String(amount), currency: "VND" };
  return {
    apiOperation: "PURCHASE_OTP",
    merchantId: merchant,
    order: { id: ref, ...sum, creationTime: new Date(created).toISOString() },
    response: { gatewayCode: code || "PENDING", message: "" },
    result: resultOf(code),
    sourceOfFunds: { type: "CARD", provided: { card: CARD } },
    transaction: { id: "1", ...sum, type: "PURCHASE", acquirer: { id: "VPB", transactionId: txn } },
  };
}

/** `spoil` damages the checksum where a fault asks for it. */
export function signedResult(stated: Stated, secret: string, spoil = (checksum: string) => checksum): string {
  const data = Buffer.from(JSON.stringify({ paymentResult: paymentResult(stated) })).toString("base64");
  return JSON.stringify({ data, checksum: spoil(checksumOf(data, secret)) });
}

/** [assumed] 200 and `code` success; it does not try again. */
export function verdictOf({ status, body }: ReceivedReply): { ok: boolean; text: string } {
  const code = readObject(body)?.code;
  return { ok: status === 200 && code === "success", text: `HTTP ${status}, code ${String(code)}` };
}
