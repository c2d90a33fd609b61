/** MoMo v2 signatures: HMAC-SHA256 over `name=value` in a fixed order, joined by `&`, values raw. Pure, never throws. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { exactJson } from "../exact-json.ts";

export type Fields = Readonly<Record<string, string>>;
export type Secrets = { accessKey: string; secretKey: string };

const ORDER = {
  "momo.create": "accessKey amount extraData ipnUrl orderId orderInfo partnerCode redirectUrl requestId requestType",
  "momo.ipn":
    "accessKey amount extraData message orderId orderInfo orderType partnerCode payType requestId responseTime resultCode transId",
  "momo.query": "accessKey orderId partnerCode requestId",
  "momo.refund": "accessKey amount description orderId partnerCode requestId transId",
  "momo.confirm": "accessKey amount description orderId partnerCode requestId requestType",
} as const;
export type Text = keyof typeof ORDER;
export const isText = (name: string): name is Text => Object.hasOwn(ORDER, name);

/** The access key is never taken from a message. What is absent counts as empty. */
export function signedText(text: Text, fields: Fields, accessKey: string): string {
  return ORDER[text]
    .split(" ")
    .map((name) => `${name}=${name === "accessKey" ? accessKey : (fields[name] ?? "")}`)
    .join("&");
}

export function sign(text: string, secretKey: string): string {
  return createHmac("sha256", secretKey).update(text).digest("hex");
}

/** In constant time; ignores case. A message leaves none of the signed fields out. */
export function isSigned(text: Text, fields: Fields, { accessKey, secretKey }: Secrets): boolean {
  const names = ORDER[text].split(" ").filter((name) => name !== "accessKey");
  if (names.some((name) => fields[name] === undefined)) return false;
  const expected = sign(signedText(text, fields, accessKey), secretKey);
  const [a, b] = [Buffer.from((fields.signature ?? "").toLowerCase()), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * The fields of a flat JSON object as they stand in its text: numbers beyond 2^53 keep their digits. Undefined for what is no
 * object; lists and objects in it are left out.
 */
export function fieldsIn(json: string): Fields | undefined {
  const read = exactJson(json);
  if (typeof read !== "object" || read === null || Array.isArray(read)) return undefined;
  const flat = Object.entries(read).filter((each): each is [string, string] => typeof each[1] === "string");
  return Object.fromEntries(flat);
}
