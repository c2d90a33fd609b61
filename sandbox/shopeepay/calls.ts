/** create order, check and refund: POSTs of a merchant's server, each signed over its bytes. */
import { takeFault } from "../core/faults.ts";
import { type Gateway, saysPending } from "../core/gateway.ts";
import { type About, type Incoming, jsonReply, type Reply } from "../core/http.ts";
import { type Payment, paymentsOf, type Refund, refunded } from "../core/ledger.ts";
import { type FieldRule, isHttpUrl, wrongFields } from "../core/values/fields.ts";
import { type JsonObject, readObject, textOf } from "../core/values/json.ts";
import type { Route } from "../core/vendor.ts";
import { refundStatusOf, statusOf } from "./codes.ts";
import { HEADER, isSignedBody } from "./signature.ts";

export const PAGE = "/v3/jump-and-pay";
const VENDOR = "shopeepay";
const DEFAULT_SECONDS = 1200;
const MAX_SECONDS = 172_800;
const PAYMENT_TYPE = "13";
const REFUND_TYPE = "15";

const id: FieldRule = { pattern: /^.{1,64}$/ };
const amount: FieldRule = { pattern: /^[1-9]\d{0,16}$/ };
const kind: FieldRule = { pattern: /^\d{1,2}$/ };
const common = { request_id: id, merchant_ext_id: id, store_ext_id: id };

type Fields = Readonly<Record<string, string | undefined>>;
type Answer = { errcode: number; debug_msg?: string; extra?: object; about?: About };
type Definition = {
  path: string;
  operation: Route["operation"];
  rules: Readonly<Record<string, FieldRule>>;
  run(gateway: Gateway, fields: Fields): Answer;
};

export const callRoutes: readonly Route[] = [
  routeOf({
    path: "/v3/merchant-host/order/create",
    operation: "create",
    rules: {
      ...common,
      payment_reference_id: id,
      amount,
      currency: { pattern: /^VND$/ },
      return_url: { pattern: /^https?:\/\/.{1,500}$/ },
      platform_type: { pattern: /^(app|pc|mweb)$/ },
      validity_period: { pattern: /^\d{1,6}$/, optional: true },
    },
    run: create,
  }),
  routeOf({
    path: "/v3/merchant-host/transaction/check",
    operation: "query",
    rules: { ...common, reference_id: id, transaction_type: kind, amount },
    run: check,
  }),
  routeOf({
    path: "/v3/merchant-host/transaction/refund/create-new",
    operation: "refund",
    rules: { ...common, reference_id: id, refund_reference_id: id, transaction_type: kind, amount },
    run: refund,
  }),
];

function routeOf(definition: Definition): Route {
  const { path, operation } = definition;
  return { method: "POST", path, operation, handle: (gateway, incoming) => perform(gateway, incoming, definition) };
}

function perform(gateway: Gateway, { raw, headers }: Incoming, { rules, run }: Definition): Reply {
  const body = readObject(raw.toString("utf8"));
  const fields = flat(body ?? {});
  const isValid = isSignedBody(raw, [headers[HEADER]].flat()[0], gateway.key(VENDOR, "secret"));
  const isOurs =
    headers["x-airpay-clientid"] === gateway.key(VENDOR, "client_id") &&
    fields.merchant_ext_id === gateway.key(VENDOR, "merchant_ext_id") &&
    fields.store_ext_id === gateway.key(VENDOR, "store_ext_id");
  const refusal = refusalOf(body, fields, rules, isValid && isOurs);
  const { errcode, debug_msg = "success", extra, about } = refusal ?? run(gateway, fields);
  const ref = fields.payment_reference_id ?? fields.reference_id ?? "";
  const seen: About = { ref, signature: isValid ? "valid" : "invalid", ...about, verdict: `errcode ${errcode}` };
  return jsonReply(200, JSON.stringify({ request_id: fields.request_id ?? "", errcode, debug_msg, ...extra }), seen);
}

function flat(body: JsonObject): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, textOf(value)]));
}

function refusalOf(
  body: JsonObject | undefined,
  fields: Fields,
  rules: Definition["rules"],
  isTrusted: boolean,
): Answer | undefined {
  if (!body) return { errcode: 50, debug_msg: "invalid JSON" };
  if (!isTrusted) return { errcode: 2, debug_msg: "permission denied" };
  const isTyped = body.amount === undefined || typeof body.amount === "number";
  const [wrong] = isTyped ? wrongFields(rules, fields) : ["amount"];
  return wrong === undefined ? undefined : { errcode: 1, debug_msg: `wrong ${wrong}` };
}

function create(gateway: Gateway, fields: Fields): Answer {
  const { payment_reference_id: ref = "", return_url = "", validity_period } = fields;
  const seconds = Number(validity_period || DEFAULT_SECONDS);
  const sum = Number(fields.amount);
  if (!isHttpUrl(return_url) || seconds < 1 || seconds > MAX_SECONDS || sum % 100 !== 0)
    return { errcode: 1, debug_msg: "wrong parameters" };
  if (paymentsOf(gateway.state, VENDOR, ref).length > 0) return { errcode: 11, debug_msg: "duplicate reference" };
  const payment = gateway.open({
    vendor: VENDOR,
    ref,
    amount: sum / 100,
    seconds,
    details: { return_url, payment_method: "1" },
  });
  const page = gateway.pageUrl(`/${VENDOR}${PAGE}?token=${payment.token}`);
  const links = { redirect_url_http: page, redirect_url_app: `airpay://pay?token=${payment.token}` };
  return { errcode: 0, extra: links, about: { created: payment.token } };
}

function check(gateway: Gateway, { reference_id: ref = "", transaction_type: type }: Fields): Answer {
  if (type === REFUND_TYPE) return checkRefund(gateway, ref);
  const [payment] = paymentsOf(gateway.state, VENDOR, ref);
  if (!payment) return { errcode: 4, debug_msg: "not found" };
  const about = { confirms: payment.token };
  const status = saysPending(gateway, VENDOR, ref) ? 2 : statusOf(payment);
  if (status === undefined) return { errcode: 4, debug_msg: "not found", about };
  return { errcode: 0, extra: { transaction: transactionOf(payment, status) }, ...(status !== 2 && { about }) };
}

function transactionOf({ ref, captured, amount: asked, txn, created_at, ended_at }: Payment, status: number) {
  return {
    reference_id: ref,
    amount: (captured || asked) * 100,
    transaction_sn: txn,
    status,
    transaction_type: Number(PAYMENT_TYPE),
    create_time: Math.floor(created_at / 1000),
    update_time: Math.floor((ended_at ?? created_at) / 1000),
  };
}

function checkRefund(gateway: Gateway, named: string): Answer {
  const own = gateway.state.payments.filter(({ vendor }) => vendor === VENDOR);
  const payment = own.find(({ refunds }) => refunds.some(({ ref }) => ref === named));
  const made = payment?.refunds.find(({ ref }) => ref === named);
  if (!payment || !made) return { errcode: 4, debug_msg: "not found" };
  const status = saysPending(gateway, VENDOR, payment.ref) ? 2 : refundStatusOf(made.state);
  return { errcode: 0, extra: { transaction: refundLine(made, status) }, about: { ref: payment.ref } };
}

function refundLine({ ref, txn, amount: sum }: Refund, status: number) {
  return {
    reference_id: ref,
    amount: sum * 100,
    transaction_sn: txn,
    status,
    transaction_type: Number(REFUND_TYPE),
  };
}

/** The same reference again is the same refund. */
function refund(gateway: Gateway, fields: Fields): Answer {
  const { reference_id: paid = "", refund_reference_id: named = "" } = fields;
  const payment = paymentsOf(gateway.state, VENDOR, paid).find(({ state }) => state === "paid");
  if (!payment) return { errcode: 4, debug_msg: "not found" };
  const about: About = { has_refunded: true };
  const known = payment.refunds.find(({ ref }) => ref === named);
  if (known) return { errcode: 0, extra: { transaction: refundLine(known, refundStatusOf(known.state)) } };
  const sum = Number(fields.amount) / 100;
  if (payment.refunds.some(({ state }) => state === "pending")) return { errcode: 2, debug_msg: "one is pending" };
  if (sum > payment.captured - refunded(payment, ["pending", "success"])) return { errcode: 15, debug_msg: "limit" };
  const refused = takeFault(gateway.state, "refund_refused", VENDOR, payment.ref);
  const made: Refund = {
    ref: named,
    txn: gateway.ids.digits("shopeepay refund", 16),
    amount: sum,
    state: refused ? "pending" : "success",
    asked_at: gateway.clock.wall(),
    details: {},
  };
  payment.refunds.push(made);
  if (refused) {
    const data = { token: payment.token, txn: made.txn };
    gateway.clock.schedule({ vendor: VENDOR, name: "refuse", data }, refused.seconds ?? 60);
  }
  return { errcode: 0, extra: { transaction: refundLine(made, refundStatusOf(made.state)) }, about };
}
