/** How the three senders of bank messages sign: SePay, Casso v2, payOS. */
import type { Json, JsonObject } from "../core/values/json.ts";
import { hmacHex, sameHex } from "../core/values/signing.ts";

/** `seconds` as the header has it. */
export function sepaySignature(secret: string, seconds: string, rawBody: string): string {
  return `sha256=${hmacHex("sha256", secret, `${seconds}.${rawBody}`)}`;
}

const SEPAY_WINDOW_SECONDS = 300;
/** As a receiver must: the gateway signs only, its vectors are about verifying. */
export function isSepaySigned(
  secret: string,
  headers: Readonly<Record<string, string>>,
  rawBody: string,
  nowSeconds: number,
): boolean {
  const seconds = headers["X-SePay-Timestamp"] ?? "";
  const [, hex = ""] = /^sha256=([0-9a-fA-F]{64})$/.exec(headers["X-SePay-Signature"] ?? "") ?? [];
  const isFresh = Math.abs(nowSeconds - Number(seconds)) <= SEPAY_WINDOW_SECONDS;
  return isFresh && sameHex(`sha256=${hex}`, sepaySignature(secret, seconds, rawBody));
}

/** Time, a dot, and the JSON text with its keys sorted at every level, without blanks. */
export function cassoText(milliseconds: string, body: Json): string {
  return `${milliseconds}.${JSON.stringify(sorted(body))}`;
}

export function cassoHeader(
  checksumKey: string,
  milliseconds: string,
  body: Json,
  spoil = (hex: string) => hex,
): string {
  return `t=${milliseconds},v1=${spoil(hmacHex("sha512", checksumKey, cassoText(milliseconds, body)))}`;
}

export function isCassoSigned(checksumKey: string, header: string, body: Json): boolean {
  const [, milliseconds = "", hex = ""] = /^t=(\d+),v1=([0-9a-fA-F]{128})$/.exec(header) ?? [];
  return sameHex(hex, hmacHex("sha512", checksumKey, cassoText(milliseconds, body)));
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, sorted(each)]));
}

/** `name=value` of the data, sorted, joined by `&`; null is empty. */
export function payosText(data: JsonObject): string {
  return Object.keys(data)
    .sort()
    .map((name) => `${name}=${data[name] ?? ""}`)
    .join("&");
}

export function payosSignature(checksumKey: string, data: JsonObject): string {
  return hmacHex("sha256", checksumKey, payosText(data));
}

export function isPayosSigned(checksumKey: string, { data, signature }: JsonObject): boolean {
  if (typeof data !== "object" || data === null || Array.isArray(data) || typeof signature !== "string") return false;
  return sameHex(signature, payosSignature(checksumKey, data as JsonObject));
}
