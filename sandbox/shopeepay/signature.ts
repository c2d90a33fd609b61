/** ShopeePay: base64(HMAC-SHA256(secret, the bytes of the body)), in a header. Capitals and small letters differ. */
import { createHmac, timingSafeEqual } from "node:crypto";

export const HEADER = "x-airpay-req-h";

export function headerOf(body: string | Buffer, secret: string): string {
  return createHmac("sha256", secret).update(body).digest("base64");
}

export function isSignedBody(body: Buffer, header: string | undefined, secret: string): boolean {
  const [left, right] = [Buffer.from(header ?? ""), Buffer.from(headerOf(body, secret))];
  return left.length === right.length && timingSafeEqual(left, right);
}
