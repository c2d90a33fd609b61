/** MoMo v2: HMAC-SHA256 over `name=value` in a fixed order, joined by `&`; values raw, not URL-encoded. */
import { hmacHex, sameHex } from "../core/values/signing.ts";

export type Fields = Readonly<Record<string, string | undefined>>;
export type Secrets = { access_key: string; secret_key: string };

const ORDER = {
  create: "accessKey amount extraData ipnUrl orderId orderInfo partnerCode redirectUrl requestId requestType",
  ipn: "accessKey amount extraData message orderId orderInfo orderType partnerCode payType requestId responseTime resultCode transId",
  query: "accessKey orderId partnerCode requestId",
  refund: "accessKey amount description orderId partnerCode requestId transId",
  confirm: "accessKey amount description orderId partnerCode requestId requestType",
} as const;
export type Text = keyof typeof ORDER;

/** The access key is never taken from the message. What is absent counts as empty. */
export function signedText(text: Text, fields: Fields, accessKey: string): string {
  return ORDER[text]
    .split(" ")
    .map((name) => `${name}=${name === "accessKey" ? accessKey : (fields[name] ?? "")}`)
    .join("&");
}

export function signatureOf(text: Text, fields: Fields, { access_key, secret_key }: Secrets): string {
  return hmacHex("sha256", secret_key, signedText(text, fields, access_key));
}

export function isSigned(text: Text, fields: Fields, secrets: Secrets): boolean {
  return sameHex(fields.signature ?? "", signatureOf(text, fields, secrets));
}
