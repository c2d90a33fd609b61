/** query, refund, refund/query and confirm: POSTs from a merchant's server. */
import { takeFault } from "../core/faults.ts";
import { type Gateway, saysPending } from "../core/gateway.ts";
import { type About, type Incoming, jsonReply, type Reply } from "../core/http.ts";
import { isFirst, type Payment, paymentsOf, type Refund, refunded } from "../core/ledger.ts";
import { finishAs } from "../core/settle.ts";
import { type FieldRule, wrongFields } from "../core/values/fields.ts";
import { writeJson } from "../core/values/json.ts";
import type { Route } from "../core/vendor.ts";
import { codeOf, codes, messageOf } from "./codes.ts";
import { read, secretsOf } from "./requests.ts";
import { isSigned, type Text } from "./signature.ts";

/** Đồng. */
const MIN_REFUND = 1_000;
const MIN_REFUND_ATM = 10_000;
const idField: FieldRule = { pattern: /^(?=.{1,50}$)[0-9a-zA-Z]([-_.]*[0-9a-zA-Z]+)*$/ };
const common: Readonly<Record<string, FieldRule>> = {
  requestId: { pattern: /^.{1,50}$/ },
  orderId: idField,
  lang: { pattern: /^(vi|en)$/ },
};
const money: Readonly<Record<string, FieldRule>> = {
  amount: { pattern: /^\d{1,15}$/ },
  description: { pattern: /^.{0,255}$/su, optional: true },
};

type Result = { code: string; extra?: Record<string, unknown>; confirms?: Payment | undefined; payment?: Payment };
type Call = {
  text: Text;
  fields: Readonly<Record<string, FieldRule>>;
  run(gateway: Gateway, fields: Readonly<Record<string, string>>): Result | Promise<Result>;
};

export const callRoutes: readonly Route[] = [
  routeOf("/v2/gateway/api/query", "query", { text: "query", fields: common, run: query }),
  routeOf("/v2/gateway/api/refund", "refund", {
    text: "refund",
    fields: { ...common, ...money, transId: { pattern: /^\d{1,20}$/ } },
    run: refund,
  }),
  routeOf("/v2/gateway/api/refund/query", "query", { text: "query", fields: common, run: refundQuery }),
  routeOf("/v2/gateway/api/confirm", "confirm", {
    text: "confirm",
    fields: { ...common, ...money, requestType: { pattern: /^(capture|cancel)$/ } },
    run: confirm,
  }),
];

function routeOf(path: string, operation: Route["operation"], call: Call): Route {
  return { method: "POST", path, operation, handle: (gateway, incoming) => perform(gateway, incoming, call) };
}

async function perform(gateway: Gateway, incoming: Incoming, { text, fields: rules, run }: Call): Promise<Reply> {
  const { fields, body } = read(incoming);
  const isValid = isSigned(text, fields, secretsOf(gateway));
  const about: About = { ref: fields.orderId ?? "", signature: isValid ? "valid" : "invalid" };
  const isTyped = body !== undefined && (body.amount === undefined || typeof body.amount === "number");
  const refusal = isTyped ? refusalOf(gateway, fields, rules, isValid) : "20";
  const { code, extra, confirms, payment } = refusal ? { code: refusal } : await run(gateway, fields);
  if (confirms) about.confirms = confirms.token;
  if (payment) about.ref = payment.ref;
  if (text === "refund" && (code === "0" || code === "7002")) about.has_refunded = true;
  const result = {
    partnerCode: fields.partnerCode ?? "",
    orderId: fields.orderId ?? "",
    requestId: fields.requestId ?? "",
    responseTime: gateway.clock.wall(),
    message: messageOf(code),
    resultCode: Number(code),
    ...extra,
  };
  return jsonReply(refusal ? 400 : 200, writeJson(result), { ...about, verdict: `resultCode ${code}` });
}

function refusalOf(
  gateway: Gateway,
  fields: Readonly<Record<string, string>>,
  rules: Call["fields"],
  isValid: boolean,
): string | undefined {
  if (fields.partnerCode !== gateway.key("momo", "partner_code")) return "11";
  if (!isValid) return "13";
  if (wrongFields(rules, fields).length > 0) return "20";
  return isFirst(gateway.state, `momo:${fields.requestId}`, "call") ? undefined : "40";
}

function query(gateway: Gateway, { orderId = "" }: Readonly<Record<string, string>>): Result {
  const [payment] = paymentsOf(gateway.state, "momo", orderId);
  if (!payment) return { code: "42" };
  if (saysPending(gateway, "momo", orderId)) return { code: "1000", payment, extra: { ...sums(payment), transId: 0 } };
  const extra = {
    ...sums(payment),
    transId: BigInt(payment.txn || "0"),
    payType: payment.state === "paid" ? (payment.details.payType ?? "") : "",
    refundTrans: payment.refunds.map(refundLine),
    extraData: payment.details.extraData ?? "",
    lastUpdated: payment.ended_at ?? payment.created_at,
  };
  return { code: codeOf(payment), extra, confirms: payment, payment };
}

function sums({ captured, amount }: Payment) {
  return { amount: captured || amount };
}

function refundLine({ ref, amount, state, txn, asked_at }: Refund) {
  return { orderId: ref, amount, resultCode: Number(refundCode(state)), transId: BigInt(txn), createdTime: asked_at };
}

function refundCode(state: Refund["state"]): string {
  return { pending: "7002", sent: "7002", success: "0", refused: "1080" }[state];
}

function refund(gateway: Gateway, fields: Readonly<Record<string, string>>): Result {
  const { orderId = "", transId = "", amount: text = "" } = fields;
  const { state, ids } = gateway;
  const payments = state.payments.filter(({ vendor }) => vendor === "momo");
  const taken = payments.some(({ ref, refunds }) => ref === orderId || refunds.some((each) => each.ref === orderId));
  if (taken) return { code: "41" };
  const payment = payments.find(({ txn }) => txn === transId);
  const amount = Number(text);
  if (!payment) return { code: "42" };
  if (payment.state !== "paid") return { code: "1088", payment };
  if (amount < (payment.details.payType === "napas" ? MIN_REFUND_ATM : MIN_REFUND)) return { code: "22", payment };
  if (amount > payment.captured - refunded(payment, ["pending", "success"])) return { code: "1081", payment };
  const refused = takeFault(state, "refund_refused", "momo", payment.ref);
  const made: Refund = {
    ref: orderId,
    txn: ids.digits("momo transaction", 17),
    amount,
    state: refused ? "pending" : "success",
    asked_at: gateway.clock.wall(),
    details: {},
  };
  payment.refunds.push(made);
  if (refused) {
    const data = { token: payment.token, txn: made.txn };
    gateway.clock.schedule({ vendor: "momo", name: "refuse", data }, refused.seconds ?? 60);
  }
  return { code: refundCode(made.state), extra: { amount, transId: BigInt(made.txn) }, payment };
}

/** By the refund's own order id, or of all refunds by the payment's. */
function refundQuery(gateway: Gateway, { orderId = "" }: Readonly<Record<string, string>>): Result {
  const payment = gateway.state.payments.find(
    ({ vendor, ref, refunds }) =>
      vendor === "momo" && (ref === orderId || refunds.some((each) => each.ref === orderId)),
  );
  if (!payment) return { code: "42" };
  if (saysPending(gateway, "momo", payment.ref)) return { code: "7002", payment };
  const own = payment.refunds.find(({ ref }) => ref === orderId);
  const extra = { refundTrans: payment.refunds.map(refundLine), ...(own ? refundLine(own) : {}) };
  return { code: own ? refundCode(own.state) : "0", extra, payment };
}

/** Of a payment that was created with autoCapture false. */
async function confirm(gateway: Gateway, fields: Readonly<Record<string, string>>): Promise<Result> {
  const [payment] = paymentsOf(gateway.state, "momo", fields.orderId ?? "");
  if (!payment) return { code: "42" };
  if (payment.state !== "authorized") return { code: "43", payment };
  if (Number(fields.amount) !== payment.amount) return { code: "21", payment };
  const isCapture = fields.requestType === "capture";
  await finishAs(gateway, payment, isCapture ? codes.pay : "1017");
  const extra = { amount: payment.amount, transId: BigInt(payment.txn || "0"), requestType: fields.requestType };
  return { code: isCapture ? "0" : "1017", extra, payment };
}
