/** ZaloPay v2: HMAC-SHA256 over the values of a call in its order, joined by `|`. */
import { hmacHex, sameHex } from "../core/values/signing.ts";

export type Fields = Readonly<Record<string, string | undefined>>;

export function createText(fields: Fields): string {
  const { app_id, app_trans_id, app_user, amount, app_time, embed_data, item } = fields;
  return joined([app_id, app_trans_id, app_user, amount, app_time, embed_data, item]);
}

/** The key is a part of the text, and signs it. */
export function queryText({ app_id, app_trans_id }: Fields, key1: string): string {
  return joined([app_id, app_trans_id, key1]);
}

export function refundText({ app_id, zp_trans_id, amount, description, timestamp }: Fields): string {
  return joined([app_id, zp_trans_id, amount, description, timestamp]);
}

export function refundQueryText({ app_id, m_refund_id, timestamp }: Fields): string {
  return joined([app_id, m_refund_id, timestamp]);
}

export function redirectText(fields: Fields): string {
  const { appid, apptransid, pmcid, bankcode, amount, discountamount, status } = fields;
  return joined([appid, apptransid, pmcid, bankcode, amount, discountamount, status]);
}

export function macOf(text: string, key: string): string {
  return hmacHex("sha256", key, text);
}

export function isMacOf(text: string, mac: string | undefined, key: string): boolean {
  return sameHex(mac ?? "", macOf(text, key));
}

function joined(values: readonly (string | undefined)[]): string {
  return values.map((value) => value ?? "").join("|");
}
