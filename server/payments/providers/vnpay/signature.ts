/**
 * VNPAY 2.1.0 signatures: HMAC-SHA512 over the form-encoded, sorted fields of an address, or over the values of a call joined
 * by `|`. README.md beside it; pure, never throws.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

export type Fields = Readonly<Record<string, string>>;

/** Not signed: the hash itself, empty fields, and what does not begin with `vnp_`. */
export function addressText(fields: Fields): string {
  const signed = Object.entries(fields)
    .filter(([name, value]) => name.startsWith("vnp_") && !/^vnp_SecureHash(Type)?$/.test(name) && value !== "")
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return new URLSearchParams(signed).toString();
}

const CALLS = {
  "vnpay.querydr": "RequestId Version Command TmnCode TxnRef TransactionDate CreateDate IpAddr OrderInfo",
  "vnpay.refund":
    "RequestId Version Command TmnCode TransactionType TxnRef Amount TransactionNo TransactionDate CreateBy CreateDate IpAddr OrderInfo",
  "vnpay.refund.response":
    "ResponseId Command ResponseCode Message TmnCode TxnRef Amount BankCode PayDate TransactionNo TransactionType TransactionStatus OrderInfo",
  "vnpay.querydr.response":
    "ResponseId Command ResponseCode Message TmnCode TxnRef Amount BankCode PayDate TransactionNo TransactionType TransactionStatus OrderInfo PromotionCode PromotionAmount",
} as const;
export type CallText = keyof typeof CALLS;

/** What is absent is an empty slot. */
export function callText(call: CallText, fields: Fields): string {
  return CALLS[call]
    .split(" ")
    .map((name) => fields[`vnp_${name}`] ?? "")
    .join("|");
}

export function sign(text: string, secret: string): string {
  return createHmac("sha512", secret).update(text).digest("hex");
}

/** In constant time; ignores case. */
export function isSigned(text: string, given: string | undefined, secret: string): boolean {
  const [a, b] = [Buffer.from((given ?? "").toLowerCase()), Buffer.from(sign(text, secret))];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** `yyyyMMddHHmmss` of a moment in GMT+7, whatever the zone of the process. */
export function compactTime(moment: Date): string {
  return new Date(moment.getTime() + 7 * 3_600_000).toISOString().replace(/\D/g, "").slice(0, 14);
}
