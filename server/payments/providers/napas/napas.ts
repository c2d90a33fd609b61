/**
 * NAPAS, domestic cards: a data key opens NAPAS's own form on a page of ours; the result comes by the browser's post and by
 * a message, both with a checksum. No number of a card reaches the shop. README.md beside it has the dialect.
 */
import { z } from "zod";
import type { Acknowledgement, Adapter, Attempt, Http, Ipn, IpnOutcome, Queried, Refunded } from "../../provider.ts";
import { numbered, type Provider, type Start } from "../../provider.ts";
import { exactJson } from "../exact-json.ts";
import { type Account, accessToken, forgetToken } from "./access.ts";
import { labels } from "./labels.ts";
import { checksumOf, isGenuine, meaningOf, Result, resultIn, Signed, said, withoutNames } from "./result.ts";

const address = z.url({ protocol: /^https?$/, error: "must be an http or https address" });
const key = z.string().min(1).max(100);

export const napas: Provider = {
  name: "napas",
  method: "NAPAS",
  senders: { napas: "napas" },
  labels,
  group: "card",
  logo: "napas",
  can: { refund: true, partial_refund: true, tokens: false, review: false },
  is_on_delivery: false,
  is_local: false,
  deadlineMinutes: ({ payment_deadline_minutes }) => payment_deadline_minutes,
  page: { shortest_minutes: 2, longest_minutes: 60 },
  makeReference: numbered,
  variables: {
    NAPAS_URL: { schema: address, about: "where NAPAS's calls are, with `/api` at its end" },
    NAPAS_FORM_URL: { schema: address, about: "where a browser loads NAPAS's form from, with `/api` at its end" },
    NAPAS_MERCHANT_ID: { schema: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/), about: "the shop at NAPAS" },
    NAPAS_CLIENT_ID: { schema: key, about: "the shop's account for NAPAS's calls" },
    NAPAS_CLIENT_SECRET: {
      schema: z.string().min(16, "needs at least 16 characters"),
      about: "of that account; NAPAS's results are proved by it",
    },
    NAPAS_USERNAME: { schema: key, about: "who signs in for NAPAS's calls" },
    NAPAS_PASSWORD: { schema: z.string().min(8, "needs at least 8 characters"), about: "of that user" },
  },
  offer: ({ config }) => (config.env.NAPAS_MERCHANT_ID ? { minimum: 1_000, maximum: null } : null),
  origins: ({ config }) => {
    const form = new URL(config.env.NAPAS_FORM_URL ?? config.public_url).origin;
    return { script: [form], style: [form], connect: [form], frame: [form], form: [] };
  },
  createAdapter({ config: { env }, now }) {
    const { NAPAS_URL: url, NAPAS_FORM_URL: form, NAPAS_MERCHANT_ID: merchant } = env;
    const { NAPAS_CLIENT_ID: client, NAPAS_CLIENT_SECRET: secret } = env;
    const { NAPAS_USERNAME: user, NAPAS_PASSWORD: password } = env;
    return url && form && merchant && client && secret && user && password
      ? adapterOf({ url, form, merchant, client, secret, user, password, now })
      : null;
  },
};

type Napas = Account & { form: string; merchant: string };

function adapterOf(shop: Napas): Adapter {
  return {
    start: (attempt, http) => start(shop, attempt, http),
    readReturn({ form: { napasResult = "" } }) {
      const signed = Signed.safeParse(exactJson(napasResult));
      const result = signed.success ? resultIn(signed.data.data) : undefined;
      if (!result) return null;
      const outcome = meaningOf(result.result);
      return { provider_ref: result.order.id, hint: outcome === "pending" ? null : outcome };
    },
    readIpn: ({ raw }) => readIpn(shop, raw.toString("utf8")),
    acknowledge,
    query: (attempt, http) => query(shop, attempt, http),
    refund: (attempt, refund, http) => refundOf(shop, attempt, refund, http),
    queryRefund: (attempt, refund, http) => refundState(shop, attempt, refund, http),
    // Of the browser's return as of a message: what stands in the form's field, or the body.
    redact({ raw }) {
      const text = raw.toString("utf8");
      return { headers: {}, text: withoutNames(new URLSearchParams(text).get("napasResult") ?? text) };
    },
    sign: (text) => checksumOf(text, shop.secret),
  };
}

/** Null: nothing is known. `absent`: NAPAS knows no such thing. */
async function called(
  shop: Napas,
  { path, method, body }: { path: string; method: "GET" | "POST" | "PUT"; body?: object },
  http: Http,
): Promise<unknown> {
  try {
    const headers = { authorization: `Bearer ${await accessToken(shop, http)}`, "content-type": "application/json" };
    const url = `${shop.url}/rest/version/32/merchant/${shop.merchant}${path}`;
    const answer = await http(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (answer.status === 401) forgetToken(shop);
    if (answer.status === 404) return ABSENT;
    return answer.status < 400 ? exactJson(answer.text) : null;
  } catch {
    return null; // a timeout says nothing of the money
  }
}
const ABSENT = Symbol("NAPAS knows no such thing");

const DataKey = z.object({ result: z.literal("SUCCESS"), dataKey: z.string().min(1), napasKey: z.string().min(1) });

async function start(shop: Napas, attempt: Attempt, http: Http): Promise<Start> {
  const client = attempt.client_address || "127.0.0.1";
  const about = { clientIP: client, deviceId: attempt.provider_ref, environment: "WebApp", cardScheme: "AtmCard" };
  const body = {
    apiOperation: "DATA_KEY",
    order: { id: attempt.provider_ref, amount: String(attempt.amount), currency: "VND" },
    inputParameters: { ...about, enable3DSecure: "false" },
  };
  const read = DataKey.safeParse(await called(shop, { path: "/datakey", method: "POST", body }, http));
  if (!read.success) throw new Error("NAPAS gave no data key to a new payment");
  return {
    kind: "widget",
    script: `${shop.form}/restjs/resources/js/napas.hostedform.min.js`,
    action: attempt.return_url,
    attributes: {
      ...{ merchantId: shop.merchant, ...about, enable3DSecure: "false" },
      ...{ orderId: attempt.provider_ref, apiOperation: "PURCHASE_OTP", orderAmount: String(attempt.amount) },
      ...{ orderCurrency: "VND", orderReference: `Thanh toan ${attempt.provider_ref}`, channel: "6014" },
      ...{ sourceOfFundsType: "CARD", dataKey: read.data.dataKey, napasKey: read.data.napasKey },
    },
  };
}

export function readIpn({ secret, merchant }: Pick<Napas, "secret" | "merchant">, json: string): Ipn {
  const signed = Signed.safeParse(exactJson(json));
  if (!signed.success || !isGenuine(signed.data, secret)) return { authentic: false };
  const result = resultIn(signed.data.data);
  if (!result) return { authentic: true, about: "unreadable" };
  if ((result.merchantId ?? merchant) !== merchant) return { authentic: false };
  return { authentic: true, about: "attempt", provider_ref: result.order.id, ...said(result) };
}

function acknowledge(outcome: IpnOutcome): Acknowledgement {
  const statuses: Record<IpnOutcome, number> = {
    done: 200,
    repeated: 200,
    amount_mismatch: 200,
    unknown_attempt: 404,
    forged: 401,
    malformed: 400,
    try_again: 503,
  };
  const status = statuses[outcome];
  return { status, content_type: "application/json", body: `{"code":"${status === 200 ? "success" : "error"}"}` };
}

const nothing: Queried = { outcome: "unknown", amount: 0, provider_txn_no: null };

async function query(shop: Napas, { provider_ref }: Attempt, http: Http): Promise<Queried> {
  const answer = await called(shop, { path: `/order/${provider_ref}`, method: "GET" }, http);
  // Nobody has entered a card yet.
  if (answer === ABSENT) return { ...nothing, outcome: "pending" };
  const read = Result.safeParse(answer);
  return read.success && read.data.order.id === provider_ref ? said(read.data) : nothing;
}

type RefundCall = Parameters<NonNullable<Adapter["refund"]>>[1];
const Back = z.object({ result: z.string(), transaction: z.object({ id: z.string() }).optional() });
const unknown: Refunded = { status: "unknown", provider_refund_no: null };
const pathOf = ({ provider_ref }: Attempt, { refund_ref }: RefundCall) =>
  `/order/${provider_ref}/transaction/${refund_ref}`;

async function refundOf(shop: Napas, attempt: Attempt, refund: RefundCall, http: Http): Promise<Refunded> {
  const body = {
    apiOperation: "REFUND_DOMESTIC",
    transaction: { amount: String(refund.amount), currency: "VND" },
    channel: "6014",
  };
  const state = moved(await called(shop, { path: pathOf(attempt, refund), method: "PUT", body }, http), refund);
  // Of the payment, not of this refund: it was refused.
  return state.status === "absent" ? { ...state, status: "failed" } : state;
}

async function refundState(shop: Napas, attempt: Attempt, refund: RefundCall, http: Http): Promise<Refunded> {
  return moved(await called(shop, { path: pathOf(attempt, refund), method: "GET" }, http), refund);
}

function moved(answer: unknown, { refund_ref }: RefundCall): Refunded {
  if (answer === ABSENT) return { status: "absent", provider_refund_no: null };
  const read = Back.safeParse(answer);
  if (!read.success) return unknown;
  const outcome = meaningOf(read.data.result);
  return { status: outcome, provider_refund_no: read.data.transaction?.id ?? refund_ref };
}
