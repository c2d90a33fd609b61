/** What all signatures stand on. Each vendor's own rule is in its folder. */
import { createHmac, timingSafeEqual } from "node:crypto";

export function hmacHex(algorithm: "sha256" | "sha512", key: string, text: string): string {
  return createHmac(algorithm, key).update(text, "utf8").digest("hex");
}

/** Two hex texts, whatever their case. */
export function sameHex(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one.toLowerCase()), Buffer.from(other.toLowerCase())];
  return left.length === right.length && left.length > 0 && timingSafeEqual(left, right);
}
