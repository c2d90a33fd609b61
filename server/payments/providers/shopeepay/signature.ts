/** ShopeePay: base64 of HMAC-SHA256 over the bytes of a body as they are sent. Pure, never throws. */
import { createHmac, timingSafeEqual } from "node:crypto";

export const SIGNATURE_HEADER = "x-airpay-req-h";

export function sign(body: string | Buffer, secret: string): string {
  return createHmac("sha256", secret).update(body).digest("base64");
}

/** In constant time; base64 tells capitals from small letters. */
export function isSigned(body: Buffer, given: string | undefined, secret: string): boolean {
  const [a, b] = [Buffer.from(given ?? ""), Buffer.from(sign(body, secret))];
  return a.length === b.length && timingSafeEqual(a, b);
}
