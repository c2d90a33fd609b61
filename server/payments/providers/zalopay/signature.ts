/** ZaloPay v2 macs: HMAC-SHA256 over parts joined by `|`, values raw. Pure, never throws. */
import { createHmac, timingSafeEqual } from "node:crypto";

export type Fields = Readonly<Record<string, string>>;
export type Keys = { app: string; key1: string; key2: string };

/** `key1` is a part of the text of a query too. */
const PARTS = {
  "zalopay.create": "app_id app_trans_id app_user amount app_time embed_data item",
  "zalopay.query": "app_id app_trans_id key1",
  "zalopay.refund": "app_id zp_trans_id amount description timestamp",
  "zalopay.query_refund": "app_id m_refund_id timestamp",
  "zalopay.redirect": "appid apptransid pmcid bankcode amount discountamount status",
} as const;
export type Text = keyof typeof PARTS;
export const isText = (name: string): name is Text => Object.hasOwn(PARTS, name);

/** Our own application and key, never those of a message, but for what the browser brought. What is absent is empty. */
export function macText(text: Text, fields: Fields, { app, key1 }: Omit<Keys, "key2">): string {
  const known: Fields = { ...fields, app_id: app, key1 };
  return PARTS[text]
    .split(" ")
    .map((name) => known[name] ?? "")
    .join("|");
}

export function mac(text: string, key: string): string {
  return createHmac("sha256", key).update(text).digest("hex");
}

/** In constant time; ignores case. */
export function isMac(text: string, given: string | undefined, key: string): boolean {
  const [a, b] = [Buffer.from((given ?? "").toLowerCase()), Buffer.from(mac(text, key))];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** `yyMMdd` in Việt Nam, whatever the zone of the process: how every reference of a day begins. */
export function dayOf(moment: Date): string {
  return new Date(moment.getTime() + 7 * 3_600_000).toISOString().slice(2, 10).replaceAll("-", "");
}
