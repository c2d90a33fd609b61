/** Alepay v3 signatures, one rule a kind of call. Pure, never throws. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";

export type Fields = Readonly<Record<string, string | number | boolean>>;

/** Every field by its name, raw, empty ones as `name=`. */
export function signedText(fields: Fields): string {
  return Object.keys(fields)
    .filter((name) => name !== "signature")
    .sort()
    .map((name) => `${name}=${String(fields[name]).normalize("NFC")}`)
    .join("&");
}

export function sign(text: string, key: string): string {
  return createHmac("sha256", key).update(text).digest("hex");
}

/** Of a refund and of a question about one: SHA-256 over the values and the key, in a row. */
export function refundChecksum(parts: readonly (string | number)[], key: string): string {
  return createHash("sha256")
    .update([...parts, key].join(""))
    .digest("hex");
}

/** Of a webhook: MD5 over these three and the key. Nothing else of the message is covered. */
export function webhookChecksum(about: { orderCode: string; amount: string; transactionCode: string }, key: string) {
  return createHash("md5")
    .update(about.orderCode + about.amount + about.transactionCode + key)
    .digest("hex");
}

/** In constant time; ignores case. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given.toLowerCase()), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
