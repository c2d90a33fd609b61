/** create, query, refund and query_refund: POSTs of a merchant's server, as JSON or as a form. */
import { takeFault } from "../core/faults.ts";
import { type Gateway, saysPending } from "../core/gateway.ts";
import { type About, formOf, type Incoming, jsonReply, type Reply } from "../core/http.ts";
import { type Payment, type Refund, refunded } from "../core/ledger.ts";
import { type FieldRule, isHttpUrl, wrongFields } from "../core/values/fields.ts";
import { readObject, textOf, writeJson } from "../core/values/json.ts";
import { compactTime } from "../core/values/times.ts";
import type { Route } from "../core/vendor.ts";
import { messageOf, refundCodeOf, returnCodeOf } from "./codes.ts";
import { createText, type Fields, isMacOf, queryText, refundQueryText, refundText } from "./signature.ts";

export const PAGE = "/openinapp";
/** Of a request's own time, in milliseconds. */
const MAX_AGE = 15 * 60_000;
/** [assumed] How long a refund is pending, in seconds. */
const REFUND_SECONDS = 60;
const DEFAULT_SECONDS = 900;

const appId: FieldRule = { pattern: /^\d{1,10}$/ };
const CREATE: Readonly<Record<string, FieldRule>> = {
  app_id: appId,
  app_user: { pattern: /^.{1,50}$/su },
  app_trans_id: { pattern: /^\d{6}_.{1,33}$/ },
  app_time: { pattern: /^\d{13}$/ },
  amount: { pattern: /^[1-9]\d{0,14}$/ },
  item: { pattern: /^\[.{0,2046}\]$/su },
  embed_data: { pattern: /^\{.{0,1022}\}$/su },
  description: { pattern: /^.{1,256}$/su },
  bank_code: { pattern: /^.{0,20}$/, optional: true },
  expire_duration_seconds: { pattern: /^\d{1,7}$/, optional: true },
};
const REFUND: Readonly<Record<string, FieldRule>> = {
  app_id: appId,
  m_refund_id: { pattern: /^\d{6}_\d{1,10}_.{1,10}$/ },
  zp_trans_id: { pattern: /^\d{1,20}$/ },
  amount: { pattern: /^[1-9]\d{0,14}$/ },
  timestamp: { pattern: /^\d{13}$/ },
  description: { pattern: /^.{1,100}$/su },
};

/** `sub` is the code of what went wrong; without one the call went well. */
type Answer = { return_code: number; sub?: string; extra?: Record<string, unknown>; about?: About };
type Call = (gateway: Gateway, fields: Fields) => Answer;
type Definition = {
  path: string;
  operation: Route["operation"];
  rules: Readonly<Record<string, FieldRule>>;
  text: (fields: Fields, key1: string) => string;
  run: Call;
};

export const callRoutes: readonly Route[] = [
  routeOf({ path: "/v2/create", operation: "create", rules: CREATE, text: createText, run: create }),
  routeOf({
    path: "/v2/query",
    operation: "query",
    rules: { app_id: appId, app_trans_id: { pattern: /^.{1,40}$/ } },
    text: queryText,
    run: query,
  }),
  routeOf({ path: "/v2/refund", operation: "refund", rules: REFUND, text: refundText, run: refund }),
  routeOf({
    path: "/v2/query_refund",
    operation: "query",
    rules: { app_id: appId, m_refund_id: { pattern: /^.{1,40}$/ }, timestamp: { pattern: /^\d{13}$/ } },
    text: refundQueryText,
    run: refundQuery,
  }),
];

function routeOf(definition: Definition): Route {
  const { path, operation } = definition;
  return { method: "POST", path, operation, handle: (gateway, incoming) => perform(gateway, incoming, definition) };
}

function perform(gateway: Gateway, incoming: Incoming, { rules, text, run }: Definition): Reply {
  const fields = fieldsOf(incoming);
  const key1 = gateway.key("zalopay", "key1");
  const isValid = isMacOf(text(fields, key1), fields.mac, key1);
  const ref = refOf(fields.app_trans_id ?? "");
  const answer = refusalOf(gateway, fields, rules, isValid) ?? run(gateway, fields);
  const { return_code: code, sub, extra, about } = answer;
  const body = {
    return_code: code,
    return_message: messageOf(sub ?? String(code)),
    sub_return_code: Number(sub ?? code),
    sub_return_message: messageOf(sub ?? String(code)),
    ...extra,
  };
  const seen: About = { ref, signature: isValid ? "valid" : "invalid", ...about };
  return jsonReply(200, writeJson(body), { ...seen, verdict: `return_code ${code} ${sub ?? ""}`.trim() });
}

function fieldsOf(incoming: Incoming): Fields {
  if (!/^application\/json\b/.test(incoming.headers["content-type"] ?? "")) return Object.fromEntries(formOf(incoming));
  const body = readObject(incoming.raw.toString("utf8")) ?? {};
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, textOf(value)]));
}

function refusalOf(gateway: Gateway, fields: Fields, rules: Definition["rules"], isValid: boolean): Answer | undefined {
  if (fields.app_id !== gateway.key("zalopay", "app_id") || wrongFields(rules, fields).length > 0)
    return failed("-401");
  return isValid ? undefined : failed("-402");
}

const failed = (sub: string, about?: About): Answer => ({ return_code: 2, sub, ...(about && { about }) });

/** What a merchant knows it by, without the day in front. */
function refOf(transId: string): string {
  return transId.replace(/^\d{6}_/, "");
}

export function dayOf(ms: number): string {
  return compactTime(ms).slice(2, 8);
}

function paymentNamed({ state }: Gateway, transId: string | undefined): Payment | undefined {
  return state.payments.find(({ vendor, details }) => vendor === "zalopay" && details.app_trans_id === transId);
}

function create(gateway: Gateway, fields: Fields): Answer {
  const { app_trans_id: transId = "", app_time: time = "", callback_url: url = "", embed_data: embedded = "" } = fields;
  const now = gateway.clock.wall();
  const redirecturl = readObject(embedded)?.redirecturl;
  const isUrl = isHttpUrl(url) && typeof redirecturl === "string" && isHttpUrl(redirecturl);
  if (!transId.startsWith(`${dayOf(now)}_`) || Math.abs(now - Number(time)) > MAX_AGE || !isUrl) return failed("-401");
  const seconds = Number(fields.expire_duration_seconds || DEFAULT_SECONDS);
  if (seconds < 300 || seconds > 2_592_000) return failed("-401");
  if (paymentNamed(gateway, transId)) return failed("-68");
  const payment = gateway.open({
    vendor: "zalopay",
    ref: refOf(transId),
    amount: Number(fields.amount),
    seconds,
    details: {
      app_trans_id: transId,
      redirecturl,
      callback_url: url,
      description: fields.description ?? "",
      channel: "38",
    },
  });
  const token = payment.token;
  const page = gateway.pageUrl(`/zalopay${PAGE}?order=${token}`);
  const extra = { order_url: page, zp_trans_token: token, order_token: token, qr_code: "" };
  return { return_code: 1, extra, about: { created: token } };
}

function query(gateway: Gateway, { app_trans_id: transId }: Fields): Answer {
  const payment = paymentNamed(gateway, transId);
  if (!payment) return failed("-101");
  const extra = { is_processing: false, amount: payment.captured || payment.amount, discount_amount: 0 };
  if (saysPending(gateway, "zalopay", payment.ref))
    return { return_code: 3, sub: "3", extra: { ...extra, is_processing: true, zp_trans_id: 0 } };
  const code = returnCodeOf(payment);
  return {
    return_code: code,
    ...(code === 2 && { sub: payment.code }),
    extra: { ...extra, zp_trans_id: BigInt(payment.txn || "0"), server_time: gateway.clock.wall() },
    about: { confirms: payment.token },
  };
}

function refund(gateway: Gateway, fields: Fields): Answer {
  const { m_refund_id = "", zp_trans_id, amount: text, timestamp } = fields;
  const now = gateway.clock.wall();
  const isDated = m_refund_id.startsWith(`${dayOf(now)}_${gateway.key("zalopay", "app_id")}_`);
  if (!isDated || Math.abs(now - Number(timestamp)) > MAX_AGE) return failed("-401");
  const own = gateway.state.payments.filter(({ vendor }) => vendor === "zalopay");
  if (own.some(({ refunds }) => refunds.some(({ ref }) => ref === m_refund_id))) return failed("-68");
  const payment = own.find(({ txn }) => txn === zp_trans_id);
  if (payment?.state !== "paid") return failed("-101");
  const amount = Number(text);
  const about = { ref: payment.ref };
  // [assumed] its code.
  if (amount > payment.captured - refunded(payment, ["pending", "success"])) return failed("-13", about);
  const refused = takeFault(gateway.state, "refund_refused", "zalopay", payment.ref);
  const made: Refund = {
    ref: m_refund_id,
    txn: gateway.ids.digits("zalopay refund", 15),
    amount,
    state: "pending",
    asked_at: now,
    details: {},
  };
  payment.refunds.push(made);
  const data = { token: payment.token, txn: made.txn, state: refused ? "refused" : "success" };
  const seconds = refused ? (refused.seconds ?? REFUND_SECONDS) : REFUND_SECONDS;
  gateway.clock.schedule({ vendor: "zalopay", name: "decide", data }, seconds);
  return { return_code: 3, extra: { refund_id: BigInt(made.txn) }, about: { ...about, has_refunded: true } };
}

function refundQuery(gateway: Gateway, { m_refund_id }: Fields): Answer {
  const all = gateway.state.payments.filter(({ vendor }) => vendor === "zalopay");
  const payment = all.find(({ refunds }) => refunds.some(({ ref }) => ref === m_refund_id));
  const made = payment?.refunds.find(({ ref }) => ref === m_refund_id);
  if (!payment || !made) return failed("-101");
  const about = { ref: payment.ref };
  if (saysPending(gateway, "zalopay", payment.ref)) return { return_code: 3, about };
  const code = refundCodeOf(made.state);
  return { return_code: code, ...(code === 2 && { sub: "-25" }), extra: { refund_id: BigInt(made.txn) }, about };
}
