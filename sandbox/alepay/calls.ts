/** request-payment, get-transaction-info and refunds: POSTs of a merchant's server. */
import { takeFault } from "../core/faults.ts";
import { type Gateway, saysPending } from "../core/gateway.ts";
import { type About, type Incoming, jsonReply, type Reply } from "../core/http.ts";
import { type Payment, paymentsOf, type Refund, refunded } from "../core/ledger.ts";
import { isHttpUrl } from "../core/values/fields.ts";
import { type JsonObject, readObject } from "../core/values/json.ts";
import type { Operation, Route } from "../core/vendor.ts";
import { refundStatusOf, statusOf } from "./codes.ts";
import { isSignedRequest, refundSum } from "./signature.ts";

export const PAGE = "/checkout/pay";
const VENDOR = "alepay";
const BUYER = ["buyerName", "buyerEmail", "buyerPhone", "buyerAddress", "buyerCity", "buyerCountry"];

type Answer = { code: string; message?: string; extra?: object; about?: About };
type Run = (gateway: Gateway, body: JsonObject) => Answer;

export const callRoutes: readonly Route[] = [
  routeOf("/v3/checkout/request-payment", "create", (gateway, body) => signed(gateway, body) ?? create(gateway, body)),
  routeOf(
    "/v3/checkout/get-transaction-info",
    "query",
    (gateway, body) => signed(gateway, body) ?? info(gateway, body),
  ),
  routeOf("/v1/checkout/merchant-request-refund", "refund", refund),
  routeOf("/v1/checkout/get-refund-info", "query", refundInfo),
];

function routeOf(path: string, operation: Operation, run: Run): Route {
  return {
    method: "POST",
    path,
    operation,
    handle: (gateway: Gateway, { raw }: Incoming): Reply => {
      const body = readObject(raw.toString("utf8"));
      const isOurs = body?.tokenKey === gateway.key(VENDOR, "token_key");
      const answer = body && isOurs ? run(gateway, body) : { code: body ? "105" : "104" };
      const { code, message = code === "000" ? "Thành công" : "Không thành công", extra, about } = answer;
      const seen = { ref: String(body?.orderCode ?? ""), verdict: `code ${code}`, ...about };
      return jsonReply(200, JSON.stringify({ code, message, ...extra }), seen);
    },
  };
}

function signed(gateway: Gateway, body: JsonObject): Answer | undefined {
  const isValid = isSignedRequest(body, gateway.key(VENDOR, "checksum_key"));
  return isValid ? undefined : { code: "101", about: { signature: "invalid" } };
}

function create(gateway: Gateway, body: JsonObject): Answer {
  const ref = String(body.orderCode ?? "");
  const { amount, currency, returnUrl, cancelUrl, checkoutType, paymentHours } = body;
  const isWhole = typeof amount === "number" && Number.isSafeInteger(amount) && amount > 0;
  const isTimed = typeof paymentHours === "number" && paymentHours >= 0.5 && paymentHours <= 48;
  const isFormed =
    /^[A-Za-z0-9_-]{1,60}$/.test(ref) &&
    isWhole &&
    isTimed &&
    currency === "VND" &&
    Number(checkoutType) in [0, 1, 2, 3, 4];
  const missing = BUYER.find((name) => typeof body[name] !== "string" || body[name] === "");
  if (!isFormed || missing || !/^\S+ \S/.test(String(body.buyerName))) return { code: "104" };
  if (![returnUrl, cancelUrl].every((each) => isHttpUrl(String(each)))) return { code: "104" };
  // [assumed] its code.
  if (paymentsOf(gateway.state, VENDOR, ref).length > 0) return { code: "120" };
  const payment = gateway.open({
    vendor: VENDOR,
    ref,
    amount,
    seconds: paymentHours * 3600,
    details: { returnUrl: String(returnUrl), plan: "" },
  });
  payment.txn = `ALE${gateway.ids.hex("alepay transaction", 12).toUpperCase()}`;
  const checkoutUrl = gateway.pageUrl(`/${VENDOR}${PAGE}?token=${payment.token}`);
  return {
    code: "000",
    extra: { transactionCode: payment.txn, checkoutUrl },
    about: { ref, signature: "valid", created: payment.token },
  };
}

/** What a webhook and the answer to a question have in common; the buyer's fee stands beside the amount. */
export function transactionInfo({ ref, txn, captured, amount, details }: Payment, status: string) {
  const [bankCode = "", month = "", percent = "0"] = (details.plan ?? "").split(" ");
  return {
    transactionCode: txn,
    orderCode: ref,
    amount: captured || amount,
    customerFeeAmount: Math.round(((captured || amount) * Number(percent)) / 100),
    merchantFee: 0,
    currency: "VND",
    cardNumber: "411111xxxxxx1111",
    buyerName: "NGUYEN VAN A",
    status,
    installment: month !== "",
    month: Number(month),
    bankCode,
    method: "VISA",
  };
}

function info(gateway: Gateway, { transactionCode }: JsonObject): Answer {
  const payment = gateway.state.payments.find(({ vendor, txn }) => vendor === VENDOR && txn === transactionCode);
  if (!payment) return { code: "108" };
  const isPending = saysPending(gateway, VENDOR, payment.ref);
  const extra = transactionInfo(payment, isPending ? "107" : statusOf(payment));
  return { code: "000", extra, about: { ref: payment.ref, ...(isPending ? {} : { confirms: payment.token }) } };
}

const dataOf = ({ data }: JsonObject) => Object(data) as Record<string, string | number | undefined>;

function refund(gateway: Gateway, body: JsonObject): Answer {
  const { transactionCode, merchantRefundCode: ref, refundAmount, reason } = dataOf(body);
  const sum = refundSum([transactionCode, ref, refundAmount], gateway.key(VENDOR, "checksum_key"));
  if (body.checksum !== sum) return { code: "101" };
  const payment = gateway.state.payments.find(({ vendor, txn }) => vendor === VENDOR && txn === transactionCode);
  if (payment?.state !== "paid") return { code: "108" };
  const about: About = { ref: payment.ref };
  const amount = Number(refundAmount);
  const isLeft = amount > 0 && amount <= payment.captured - refunded(payment, ["pending", "success"]);
  const isNew = !payment.refunds.some((each) => each.ref === ref);
  if (!reason || !isLeft || !isNew) return { code: "104", about };
  const refused = takeFault(gateway.state, "refund_refused", VENDOR, payment.ref);
  const made: Refund = {
    ref: String(ref),
    txn: String(ref),
    amount,
    state: "pending",
    asked_at: gateway.clock.wall(),
    details: {},
  };
  payment.refunds.push(made);
  const data = { token: payment.token, txn: made.txn, state: refused ? "refused" : "success" };
  // [assumed] a minute later.
  gateway.clock.schedule({ vendor: VENDOR, name: "decide", data }, refused?.seconds ?? 60);
  return { code: "000", extra: { data: { status: "107" } }, about: { ...about, has_refunded: true } };
}

function refundInfo(gateway: Gateway, body: JsonObject): Answer {
  const { transactionCode, merchantRefundCode: ref } = dataOf(body);
  const key = gateway.key(VENDOR, "checksum_key");
  if (body.checksum !== refundSum([transactionCode, ref], key)) return { code: "101" };
  const payment = gateway.state.payments.find(({ vendor, txn }) => vendor === VENDOR && txn === transactionCode);
  const made = payment?.refunds.find((each) => each.ref === ref);
  if (!payment || !made) return { code: "109" };
  const status = saysPending(gateway, VENDOR, payment.ref) ? "107" : refundStatusOf(made.state);
  const data = { transactionCode, orderCode: payment.ref, merchantRefundCode: ref, refundAmount: made.amount, status };
  const checksum = refundSum([transactionCode, payment.ref, ref, made.amount], key);
  return { code: "000", extra: { data, checksum }, about: { ref: payment.ref } };
}
