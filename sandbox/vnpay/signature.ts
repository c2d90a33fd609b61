/** VNPAY 2.1.0: HMAC-SHA512 over the form-encoded, sorted fields of a URL, or over the values of a call joined by `|`. */
import { hmacHex, sameHex } from "../core/values/signing.ts";

export type Fields = Readonly<Record<string, string>>;

/** Unsigned are the hash itself, its old type, empty fields, and whatever does not begin with vnp_. */
export function urlText(fields: Fields): string {
  const signed = Object.entries(fields)
    .filter(([name, value]) => name.startsWith("vnp_") && !name.startsWith("vnp_SecureHash") && value !== "")
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return new URLSearchParams(signed).toString();
}

export function signedQuery(fields: Fields, secret: string, spoil = (hash: string) => hash): string {
  const text = urlText(fields);
  return `${text}&vnp_SecureHash=${spoil(hash(text, secret))}`;
}

export function isSignedUrl(fields: Fields, secret: string): boolean {
  return sameHex(fields.vnp_SecureHash ?? "", hash(urlText(fields), secret));
}

const CALLS = {
  querydr: [
    "RequestId",
    "Version",
    "Command",
    "TmnCode",
    "TxnRef",
    "TransactionDate",
    "CreateDate",
    "IpAddr",
    "OrderInfo",
  ],
  refund: [
    ...["RequestId", "Version", "Command", "TmnCode", "TransactionType", "TxnRef", "Amount", "TransactionNo"],
    ...["TransactionDate", "CreateBy", "CreateDate", "IpAddr", "OrderInfo"],
  ],
  "refund.response": [
    ...["ResponseId", "Command", "ResponseCode", "Message", "TmnCode", "TxnRef", "Amount", "BankCode", "PayDate"],
    ...["TransactionNo", "TransactionType", "TransactionStatus", "OrderInfo"],
  ],
  "querydr.response": [
    ...["ResponseId", "Command", "ResponseCode", "Message", "TmnCode", "TxnRef", "Amount", "BankCode", "PayDate"],
    ...["TransactionNo", "TransactionType", "TransactionStatus", "OrderInfo", "PromotionCode", "PromotionAmount"],
  ],
} as const;
export type Call = keyof typeof CALLS;

/** What is absent leaves its slot empty. */
export function callText(call: Call, fields: Fields): string {
  return CALLS[call].map((name) => fields[`vnp_${name}`] ?? "").join("|");
}

export function callHash(call: Call, fields: Fields, secret: string): string {
  return hash(callText(call, fields), secret);
}

export function isSignedCall(call: Call, fields: Fields, secret: string): boolean {
  return sameHex(fields.vnp_SecureHash ?? "", callHash(call, fields, secret));
}

function hash(text: string, secret: string): string {
  return hmacHex("sha512", secret, text);
}
