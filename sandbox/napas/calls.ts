/** The calls of a merchant's server: a token, a data key, an order, a refund. */
import { takeFault } from "../core/faults.ts";
import { type Gateway, saysPending } from "../core/gateway.ts";
import { formOf, type Incoming, jsonReply, type Reply } from "../core/http.ts";
import { paymentsOf, type Refund, refunded } from "../core/ledger.ts";
import { readObject } from "../core/values/json.ts";
import type { Operation, Route } from "../core/vendor.ts";
import { paymentResult, statedOf } from "./results.ts";

const VENDOR = "napas";
/** [assumed] both, in seconds. */
const TOKEN_SECONDS = 3600;
const PAGE_SECONDS = 15 * 60;
const ORDER_ID = /^[A-Za-z0-9_-]{1,40}$/;

export const callRoutes: readonly Route[] = [
  { method: "POST", path: "/api/oauth/token", operation: "other", handle: token },
  route("POST", "/datakey", "create", dataKey),
  route("GET", "/order/*", "query", order),
  route("PUT", "/order/*/transaction/*", "refund", refund),
  route("GET", "/order/*/transaction/*", "query", refundState),
];

type Handler = (gateway: Gateway, incoming: Incoming, words: readonly string[]) => Reply;

/** Behind the merchant, with the bearer's token; `words` are those at the stars. */
function route(method: Route["method"], rest: string, operation: Operation, handler: Handler): Route {
  return {
    method,
    path: `/api/rest/version/32/merchant/*${rest}`,
    operation,
    handle: (gateway, incoming) => {
      const [merchant, , ref = "", , made = ""] = incoming.path.split("/merchant/")[1]?.split("/") ?? [];
      const isKnown = isBearer(gateway, incoming) && merchant === gateway.key(VENDOR, "merchant_id");
      return isKnown ? handler(gateway, incoming, [ref, made]) : refusal(401, "INVALID_TOKEN", ref);
    },
  };
}

function refusal(status: number, cause: string, ref: string): Reply {
  return jsonReply(status, JSON.stringify({ result: "ERROR", error: { cause } }), { ref, verdict: cause });
}

function token(gateway: Gateway, incoming: Incoming): Reply {
  const form = formOf(incoming);
  const wanted = {
    grant_type: "password",
    client_id: gateway.key(VENDOR, "client_id"),
    client_secret: gateway.key(VENDOR, "client_secret"),
    username: gateway.key(VENDOR, "username"),
    password: gateway.key(VENDOR, "password"),
  };
  if (Object.entries(wanted).some(([name, value]) => form.get(name) !== value))
    return refusal(401, "INVALID_LOGIN", "");
  const made = gateway.ids.hex("napas token", 40);
  gateway.state.seen[tokenKey(made)] = String(gateway.clock.wall() + TOKEN_SECONDS * 1000);
  return jsonReply(200, JSON.stringify({ access_token: made, token_type: "bearer", expires_in: TOKEN_SECONDS }));
}

const tokenKey = (made: string): string => `${VENDOR}:token:${made}`;

function isBearer({ state, clock }: Gateway, { headers }: Incoming): boolean {
  const [, given = ""] = /^Bearer ([0-9a-f]{40})$/.exec(headers.authorization ?? "") ?? [];
  return Number(state.seen[tokenKey(given)] ?? 0) > clock.wall();
}

/** The same key while the order is open; an order that has ended has none. */
function dataKey(gateway: Gateway, { raw }: Incoming): Reply {
  const body = readObject(raw.toString("utf8"));
  const { id = "", amount = "", currency } = Object(body?.order) as Record<string, string | undefined>;
  const isFormed = body?.apiOperation === "DATA_KEY" && ORDER_ID.test(id) && /^[1-9]\d{0,14}$/.test(amount);
  if (!isFormed || currency !== "VND") return refusal(400, "INVALID_REQUEST", id);
  const [known] = paymentsOf(gateway.state, VENDOR, id);
  if (known && (known.state !== "open" || known.amount !== Number(amount))) return refusal(400, "DUPLICATE_ORDER", id);
  const payment =
    known ?? gateway.open({ vendor: VENDOR, ref: id, amount: Number(amount), seconds: PAGE_SECONDS, details: {} });
  const keys = { dataKey: payment.token, napasKey: payment.token.slice(0, 16) };
  const about = { ref: id, ...(known ? {} : { created: payment.token }), verdict: "SUCCESS" };
  return jsonReply(200, JSON.stringify({ result: "SUCCESS", ...keys }), about);
}

function order(gateway: Gateway, _incoming: Incoming, [ref = ""]: readonly string[]): Reply {
  const [payment] = paymentsOf(gateway.state, VENDOR, ref);
  if (!payment || payment.state === "open") return refusal(404, "NO_SUCH_ORDER", ref);
  const merchant = gateway.key(VENDOR, "merchant_id");
  const isPending = saysPending(gateway, VENDOR, ref);
  const stated = statedOf(merchant, payment);
  const body = paymentResult(isPending ? { ...stated, code: "PENDING" } : stated);
  return jsonReply(200, JSON.stringify(body), { ref, ...(isPending ? {} : { confirms: payment.token }) });
}

/** The same id again is the same refund. */
function refund(gateway: Gateway, { raw }: Incoming, [ref = "", id = ""]: readonly string[]): Reply {
  const body = readObject(raw.toString("utf8"));
  const { amount = "" } = Object(body?.transaction) as Record<string, string | undefined>;
  const payment = paymentsOf(gateway.state, VENDOR, ref).find(({ state }) => state === "paid");
  if (!payment) return refusal(404, "NO_SUCH_ORDER", ref);
  const known = payment.refunds.find((each) => each.ref === id);
  if (known) return refundReply(known, ref);
  const isFormed = body?.apiOperation === "REFUND_DOMESTIC" && /^[1-9]\d{0,14}$/.test(amount) && ORDER_ID.test(id);
  const isLeft = Number(amount) <= payment.captured - refunded(payment, ["pending", "success"]);
  if (!isFormed || !isLeft) {
    const failure = { result: "FAILURE", response: { gatewayCode: "REFUND_REJECTED" }, transaction: { id } };
    return jsonReply(200, JSON.stringify(failure), { ref, verdict: "REFUND_REJECTED" });
  }
  const refused = takeFault(gateway.state, "refund_refused", VENDOR, ref);
  const made: Refund = {
    ref: id,
    txn: id,
    amount: Number(amount),
    state: refused ? "pending" : "success",
    asked_at: gateway.clock.wall(),
    details: {},
  };
  payment.refunds.push(made);
  if (refused) {
    const data = { token: payment.token, txn: id };
    gateway.clock.schedule({ vendor: VENDOR, name: "refuse", data }, refused.seconds ?? 60);
  }
  const reply = refundReply(made, ref);
  return { ...reply, about: { ...reply.about, has_refunded: true } };
}

function refundState(gateway: Gateway, _incoming: Incoming, [ref = "", id = ""]: readonly string[]): Reply {
  const made = paymentsOf(gateway.state, VENDOR, ref).flatMap(({ refunds }) =>
    refunds.filter((each) => each.ref === id),
  );
  return made[0] ? refundReply(made[0], ref) : refusal(404, "NO_SUCH_TRANSACTION", ref);
}

function refundReply({ ref: id, amount, state }: Refund, ref: string): Reply {
  const result = { success: "SUCCESS", refused: "FAILURE", pending: "PENDING", sent: "PENDING" }[state];
  const body = { result, transaction: { id, type: "REFUND", amount: String(amount), currency: "VND" } };
  return jsonReply(200, JSON.stringify(body), { ref, verdict: result });
}
