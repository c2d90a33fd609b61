/** Alepay v3: HMAC over every field in the order of its name; SHA-256 for refunds; MD5 for a webhook. */
import { createHash } from "node:crypto";
import { hmacHex, sameHex } from "../core/values/signing.ts";

export function requestText(fields: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(fields).filter((name) => name !== "signature");
  names.sort((one, other) => (one < other ? -1 : 1));
  return names.map((name) => `${name}=${fields[name] ?? ""}`).join("&");
}

export function requestSignature(fields: Readonly<Record<string, unknown>>, key: string): string {
  return hmacHex("sha256", key, requestText(fields));
}

export function isSignedRequest(fields: Readonly<Record<string, unknown>>, key: string): boolean {
  return sameHex(String(fields.signature ?? ""), requestSignature(fields, key));
}

/** The values of a refund call, then the key. */
export function refundSum(values: readonly unknown[], key: string): string {
  return createHash("sha256")
    .update(`${values.join("")}${key}`)
    .digest("hex");
}

export function webhookSum(orderCode: string, amount: number, transactionCode: string, key: string): string {
  return createHash("md5").update(`${orderCode}${amount}${transactionCode}${key}`).digest("hex");
}
