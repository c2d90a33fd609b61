/** The gateway's REST interface as a merchant's server uses it: sessions, 3-D Secure, pay, query, refund, tokens. */
import { takeFault } from "../core/faults.ts";
import { type Gateway, saysPending } from "../core/gateway.ts";
import { type About, type Incoming, jsonReply, type Reply } from "../core/http.ts";
import { type Details, type Payment, paymentsOf, type Refund, refunded } from "../core/ledger.ts";
import { finishAs, undecided } from "../core/settle.ts";
import { isHttpUrl } from "../core/values/fields.ts";
import { type JsonObject, readObject, writeJson } from "../core/values/json.ts";
import type { Route } from "../core/vendor.ts";
import { behaviourOf } from "./cards.ts";
import { challengeHtml, methodHtml } from "./pages.ts";
import { cardOf, dropToken, openSession, openToken, sessionOf, tokenCard } from "./state.ts";

const BASE = "/api/rest/version/*/merchant/*";
const SESSION_SECONDS = 30 * 60; // [assumed]
const SUM = /^[1-9]\d{0,11}$/;

type Call = (asked: CallInput) => Said | Promise<Said>;
type CallInput = { gateway: Gateway; ids: string[]; body: JsonObject };
type Said = { status?: number; body: object; about?: About };

const route = (method: Route["method"], path: string, operation: Route["operation"], call: Call): Route => ({
  ...{ method, path: `${BASE}${path}`, operation },
  handle: (gateway, incoming) => answer(gateway, incoming, call),
});

export const callRoutes: readonly Route[] = [
  route("POST", "/session", "other", ({ gateway }) => {
    const id = openSession(gateway);
    return { status: 201, body: { result: "SUCCESS", session: { id, updateStatus: "NO_UPDATE", version: "1" } } };
  }),
  route("PUT", "/session/*", "create", updateSession),
  route("GET", "/session/*", "other", ({ gateway, ids: [, , id = ""] }) => {
    const session = sessionOf(gateway, id);
    return session
      ? { body: { session: { id, updateStatus: "SUCCESS" }, ...funds(session) } }
      : refusal("Unknown session");
  }),
  route("PUT", "/order/*/transaction/*", "other", act),
  route("GET", "/order/*/transaction/*", "query", retrieve),
  route("GET", "/order/*", "query", queryOrder),
  route("POST", "/token", "other", makeToken),
  route("DELETE", "/token/*", "other", ({ gateway, ids: [, , token = ""] }) =>
    dropToken(gateway, token) ? { body: { result: "SUCCESS" } } : refusal("Unknown token"),
  ),
];

async function answer(gateway: Gateway, incoming: Incoming, call: Call): Promise<Reply> {
  const ids = wordsOf(incoming.path);
  const [version = "", merchant = ""] = ids;
  const [id, password] = [gateway.key("mpgs", "merchant_id"), gateway.key("mpgs", "api_password")];
  const expected = `Basic ${Buffer.from(`merchant.${id}:${password}`).toString("base64")}`;
  const isKnown = incoming.headers.authorization === expected && merchant === id;
  const about: About = { signature: isKnown ? "valid" : "invalid" };
  if (!isKnown) return reply({ status: 401, body: failure("Invalid credentials.") }, about);
  if (!/^\d{2,3}$/.test(version) || Number(version) < 57) return reply(refusal("Unknown version"), about);
  const raw = incoming.raw.toString("utf8");
  const body = raw === "" ? {} : readObject(raw);
  if (body === undefined) return reply(refusal("Not JSON"), about);
  return reply(await call({ gateway, ids, body }), about);
}

/** Version, merchant, then what stands behind `session`, `order`, `transaction` or `token`. */
function wordsOf(path: string): string[] {
  const words = path.split("/").slice(4); // "", "mpgs", "api", "rest"
  return [words[1], words[3], words[5], words[7]].map((each) => decodeURIComponent(each ?? ""));
}

function reply({ status = 200, body, about = {} }: Said, signed: About): Reply {
  const { result = "" } = body as { result?: string };
  return jsonReply(status, writeJson(body), { ...signed, ...about, verdict: result || `HTTP ${status}` });
}

const failure = (explanation: string) => ({ result: "ERROR", error: { cause: "INVALID_REQUEST", explanation } });
const refusal = (explanation: string): Said => ({ status: 400, body: failure(explanation) });
const objectAt = (body: JsonObject, name: string): JsonObject => {
  const value = body[name];
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
};
const funds = (card: Details) => {
  const shown = cardOf(card);
  return shown ? { sourceOfFunds: { type: "CARD", provided: { card: shown } } } : {};
};

/** The order and its sum; a payment is known from then on. */
function updateSession({ gateway, ids: [, , id = ""], body }: CallInput): Said {
  const session = sessionOf(gateway, id);
  const order = objectAt(body, "order");
  const [ref, amount] = [String(order.id ?? ""), String(order.amount ?? "")];
  if (!session) return refusal("Unknown session");
  if (!/^[\w-]{1,40}$/.test(ref) || !SUM.test(amount) || order.currency !== "VND") return refusal("Invalid order");
  if (session.ref !== undefined && session.ref !== ref) return refusal("The session is another order's");
  const [known] = paymentsOf(gateway.state, "mpgs", ref);
  if (known && known.amount !== Number(amount)) return refusal("Another amount than before");
  const said: Said = { body: { session: { id, updateStatus: "SUCCESS" } } };
  Object.assign(session, { ref, amount });
  if (known) return said;
  const details = { session: id };
  const made = gateway.open({ vendor: "mpgs", ref, amount: Number(amount), seconds: SESSION_SECONDS, details });
  return { ...said, about: { ref, created: made.token } };
}

/** The card of a token, else that of the session; what a merchant sends of a card itself is refused. */
function cardFor({ gateway, body }: CallInput, ref: string): Details | string {
  const source = objectAt(body, "sourceOfFunds");
  if (source.provided !== undefined) return "A card's number is not taken here";
  const session = sessionOf(gateway, String(objectAt(body, "session").id ?? ""));
  if (session?.ref !== ref) return "The session is another order's";
  const card = typeof source.token === "string" ? tokenCard(gateway, source.token) : session;
  return card && cardOf(card) ? card : "No card in the session";
}

async function act(asked: CallInput): Promise<Said> {
  const { gateway, ids: [, , ref = "", txn = ""] = [], body } = asked;
  const [payment] = paymentsOf(gateway.state, "mpgs", ref);
  if (!payment) return refusal("Unknown order");
  if (body.apiOperation === "REFUND") return refund(gateway, payment, txn, objectAt(body, "transaction"));
  const card = cardFor(asked, ref);
  if (typeof card === "string") return refusal(card);
  const about = { ref };
  switch (body.apiOperation) {
    case "INITIATE_AUTHENTICATION":
      return { ...initiate(gateway, payment, txn, card), about };
    case "AUTHENTICATE_PAYER":
      return { ...authenticate(gateway, payment, txn, body, card), about };
    case "PAY":
      return { ...(await pay(gateway, payment, txn, body, card)), about };
    default:
      return refusal("Unknown operation");
  }
}

function authentication(payment: Payment): { authenticationStatus: string; recommendation: string; result: string } {
  const status = payment.details.authentication ?? "AUTHENTICATION_AVAILABLE";
  const isBad = status === "AUTHENTICATION_UNSUCCESSFUL" || status === "AUTHENTICATION_REJECTED";
  const isDone = status === "AUTHENTICATION_SUCCESSFUL";
  const recommendation = isBad ? "DO_NOT_PROCEED" : "PROCEED";
  return { authenticationStatus: status, recommendation, result: isBad ? "FAILURE" : isDone ? "SUCCESS" : "PENDING" };
}

function stated(payment: Payment, txn: string, code: string, more: object = {}): Said {
  const { authenticationStatus, recommendation, result } = authentication(payment);
  return {
    body: {
      ...{ result, response: { gatewayCode: code, gatewayRecommendation: recommendation } },
      transaction: { id: txn, type: "AUTHENTICATION", authenticationStatus },
      order: { id: payment.ref, status: statusOf(payment), authenticationStatus },
      ...more,
    },
  };
}

function initiate(gateway: Gateway, payment: Payment, txn: string, card: Details): Said {
  const { details } = payment;
  if (!undecided.includes(payment.state)) return refusal("The order has ended");
  if (details.auth_txn !== undefined && details.auth_txn !== txn) return refusal("Another authentication is open");
  const { secure } = behaviourOf(card.number ?? "");
  Object.assign(details, { auth_txn: txn, card: card.number ?? "" });
  if (secure === "unavailable") details.authentication = "AUTHENTICATION_NOT_SUPPORTED";
  else details.authentication ??= "AUTHENTICATION_AVAILABLE";
  const html = { authentication: { redirectHtml: methodHtml(gateway, payment) } };
  return stated(payment, txn, "AUTHENTICATION_IN_PROGRESS", secure === "unavailable" ? {} : html);
}

function authenticate(gateway: Gateway, payment: Payment, txn: string, body: JsonObject, card: Details): Said {
  const { details } = payment;
  const back = String(objectAt(body, "authentication").redirectResponseUrl ?? "");
  const browser = objectAt(objectAt(body, "device"), "browserDetails");
  if (details.auth_txn !== txn || details.card !== card.number) return refusal("The authentication was not initiated");
  if (String(objectAt(body, "order").amount ?? "") !== String(payment.amount)) return refusal("Another amount");
  if (!isHttpUrl(back) || browser.timeZone === undefined) return refusal("Device or return address is missing");
  details.redirectResponseUrl = back;
  if (details.authentication === "AUTHENTICATION_AVAILABLE") {
    const { secure } = behaviourOf(card.number ?? "");
    if (secure === "refused") details.authentication = "AUTHENTICATION_REJECTED";
    else details.authentication = secure === "challenge" ? "AUTHENTICATION_PENDING" : "AUTHENTICATION_SUCCESSFUL";
  }
  const isPending = details.authentication === "AUTHENTICATION_PENDING";
  return stated(payment, txn, isPending ? "PENDING" : "APPROVED", {
    authentication: isPending
      ? { payerInteraction: "REQUIRED", redirectHtml: challengeHtml(gateway, payment) }
      : { payerInteraction: "NOT_REQUIRED" },
  });
}

async function pay(gateway: Gateway, payment: Payment, txn: string, body: JsonObject, card: Details): Promise<Said> {
  const { details } = payment;
  if (details.pay_txn === txn) return paid(payment, txn); // the same again: nothing is taken twice
  if (!undecided.includes(payment.state)) return refusal("The order has ended");
  if (String(objectAt(body, "order").amount ?? "") !== String(payment.amount)) return refusal("Another amount");
  const proof = objectAt(body, "authentication").transactionId;
  const isProven = details.authentication === "AUTHENTICATION_SUCCESSFUL" && proof === details.auth_txn;
  if (!isProven || details.card !== card.number) return refusal("The payer was not authenticated");
  details.pay_txn = txn;
  await finishAs(gateway, payment, behaviourOf(card.number ?? "").code);
  return paid(payment, txn);
}

function paid(payment: Payment, txn: string): Said {
  const isPaid = payment.state === "paid";
  return {
    body: {
      result: isPaid ? "SUCCESS" : "FAILURE",
      response: { gatewayCode: payment.code, gatewayRecommendation: isPaid ? "NO_ACTION" : "DO_NOT_PROCEED" },
      transaction: { id: txn, type: "PAYMENT", receipt: payment.txn || undefined, amount: String(payment.amount) },
      order: { id: payment.ref, status: statusOf(payment), totalCapturedAmount: String(payment.captured) },
    },
  };
}

function refund(gateway: Gateway, payment: Payment, txn: string, { amount, currency }: JsonObject): Said {
  const known = payment.refunds.find(({ ref }) => ref === txn);
  if (known) return { body: refundBody(known), about: { ref: payment.ref } };
  const sum = Number(amount);
  if (!SUM.test(String(amount ?? "")) || currency !== "VND" || payment.state !== "paid")
    return refusal("Invalid refund");
  if (sum > payment.captured - refunded(payment, ["pending", "success"])) return refusal("More than is left");
  const refused = takeFault(gateway.state, "refund_refused", "mpgs", payment.ref);
  const made: Refund = {
    ...{ ref: txn, txn: gateway.ids.digits("mpgs receipt", 12), amount: sum },
    ...{ state: refused ? "pending" : "success", asked_at: gateway.clock.wall(), details: {} },
  };
  payment.refunds.push(made);
  if (refused) {
    const data = { token: payment.token, txn: made.txn };
    gateway.clock.schedule({ vendor: "mpgs", name: "refuse", data }, refused.seconds ?? 60);
  }
  return { body: refundBody(made), about: { ref: payment.ref, has_refunded: true } };
}

function refundBody({ ref, txn, amount, state }: Refund) {
  const [result, gatewayCode] = {
    ...{ pending: ["PENDING", "PENDING"], sent: ["PENDING", "SUBMITTED"] },
    ...{ success: ["SUCCESS", "APPROVED"], refused: ["FAILURE", "DECLINED"] },
  }[state] as [string, string];
  const transaction = { id: ref, type: "REFUND", receipt: txn, amount: String(amount) };
  return { result, response: { gatewayCode }, transaction };
}

export function statusOf({ state, code, captured, details, refunds }: Payment): string {
  if (state === "paid") {
    const back = refunds.reduce((sum, each) => sum + (each.state === "success" ? each.amount : 0), 0);
    if (back === 0) return "CAPTURED";
    return back >= captured ? "REFUNDED" : "PARTIALLY_REFUNDED";
  }
  if (state === "expired") return "EXPIRED";
  if (state === "failed") return code === "CANCELLED" ? "CANCELLED" : "FAILED";
  if (details.authentication === "AUTHENTICATION_SUCCESSFUL") return "AUTHENTICATED";
  if (/UNSUCCESSFUL|REJECTED/.test(details.authentication ?? "")) return "AUTHENTICATION_UNSUCCESSFUL";
  return "AUTHENTICATION_INITIATED";
}

function retrieve({ gateway, ids: [, , ref = "", txn = ""] }: CallInput): Said {
  const [payment] = paymentsOf(gateway.state, "mpgs", ref);
  const made = payment?.refunds.find((each) => each.ref === txn);
  if (!payment) return refusal("Unknown order");
  const about = { ref };
  if (made) return { body: refundBody(made), about };
  if (payment.details.pay_txn === txn) return { ...paid(payment, txn), about };
  if (payment.details.auth_txn === txn) return { ...stated(payment, txn, "AUTHENTICATION_IN_PROGRESS"), about };
  return { ...refusal("Unknown transaction"), about };
}

function queryOrder({ gateway, ids: [, , ref = ""] }: CallInput): Said {
  const [payment] = paymentsOf(gateway.state, "mpgs", ref);
  if (!payment) return refusal("Unknown order");
  const about: About = { ref, confirms: payment.token };
  const { pay_txn = "pay", auth_txn } = payment.details;
  const isPending = saysPending(gateway, "mpgs", ref);
  const status = isPending ? "AUTHENTICATED" : statusOf(payment);
  const transaction = isPending
    ? []
    : [
        ...(auth_txn ? [stated(payment, auth_txn, "AUTHENTICATION_IN_PROGRESS").body] : []),
        ...(undecided.includes(payment.state) ? [] : [paid(payment, pay_txn).body]),
        ...payment.refunds.map(refundBody),
      ];
  const body = {
    ...{ id: ref, result: "SUCCESS", status, amount: payment.amount, currency: "VND" },
    ...{ totalCapturedAmount: isPending ? 0 : payment.captured, transaction },
    totalRefundedAmount: refunded(payment, ["success"]),
  };
  return { body, about: isPending ? { ref } : about };
}

function makeToken({ gateway, body }: CallInput): Said {
  const session = sessionOf(gateway, String(objectAt(body, "session").id ?? ""));
  if (!session || !cardOf(session)) return refusal("No card in the session");
  return { body: { result: "SUCCESS", status: "VALID", token: openToken(gateway, session), ...funds(session) } };
}
