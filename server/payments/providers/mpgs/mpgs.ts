/**
 * The card through VPBank, by Mastercard Payment Gateway Services: the gateway's own fields take the card on our page, 3-D
 * Secure 2 proves who pays, then the gateway is told to take the money. A card's number never reaches the shop. What the
 * gateway sends is only a reason to ask it. README.md beside it has the dialect.
 */
import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import {
  type Acknowledgement,
  type Adapter,
  type Attempt,
  type Http,
  type IpnOutcome,
  type Message,
  numbered,
  type Provider,
  type Queried,
  type Refunded,
  type Start,
} from "../../provider.ts";
import { meaningOf, reasonOf } from "./codes.ts";
import { labels } from "./labels.ts";
import { called, type Merchant, saidIn } from "./requests.ts";
import { cardStep } from "./steps.ts";
import { removeToken, saveToken } from "./tokens.ts";

const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http or https address" });

export const mpgs: Provider = {
  name: "mpgs",
  method: "card",
  senders: { mpgs: "mpgs" },
  labels,
  group: "card",
  logo: "visa",
  marks: ["visa", "mastercard", "jcb"],
  can: { refund: true, partial_refund: true, tokens: true, review: false },
  is_on_delivery: false,
  is_local: false,
  deadlineMinutes: ({ payment_deadline_minutes }) => payment_deadline_minutes,
  page: { shortest_minutes: 3, longest_minutes: 60 },
  makeReference: numbered,
  variables: {
    MPGS_URL: { schema: httpUrl, about: "the gateway, in front of `/api/rest`" },
    MPGS_PAGES_URL: {
      schema: httpUrl,
      about: "where browsers load its fields, in front of `/form`; the gateway itself",
    },
    MPGS_VERSION: { schema: z.string().regex(/^\d{2,3}$/, "must be a number from 57"), about: "of its interface" },
    MPGS_MERCHANT_ID: { schema: z.string().regex(/^[\w-]{1,40}$/), about: "the shop at the gateway" },
    MPGS_API_PASSWORD: { schema: z.string().min(16, "needs at least 16 characters"), about: "of its interface" },
    MPGS_NOTIFICATION_SECRET: {
      schema: z.string().min(16, "needs at least 16 characters"),
      about: "proves what the gateway sends",
    },
  },
  offer: ({ config }) => (config.env.MPGS_MERCHANT_ID ? { minimum: 1_000, maximum: null } : null),
  origins({ config: { env } }) {
    const origin = env.MPGS_PAGES_URL && URL.canParse(env.MPGS_PAGES_URL) ? [new URL(env.MPGS_PAGES_URL).origin] : [];
    return { script: origin, style: [], connect: origin, frame: origin, form: [] };
  },
  createAdapter({ config: { env } }) {
    const { MPGS_URL: url, MPGS_PAGES_URL: pagesUrl, MPGS_VERSION: version, MPGS_MERCHANT_ID: merchant } = env;
    const { MPGS_API_PASSWORD: password, MPGS_NOTIFICATION_SECRET: secret } = env;
    if (!url || !pagesUrl || !version || !merchant || !password || !secret) return null;
    return adapterOf({ url, pagesUrl, version, merchant, password, secret });
  },
};

function adapterOf(shop: Merchant): Adapter {
  return {
    start: (attempt, http) => start(shop, attempt, http),
    step: (attempt, asked, http) => cardStep(shop, attempt, asked, http),
    readReturn({ query, form }) {
      const provider_ref = form["order.id"] ?? query["order.id"] ?? query.order;
      return provider_ref ? { provider_ref, hint: null } : null;
    },
    readIpn: (message) => readIpn(shop, message),
    acknowledge,
    query: (attempt, http) => query(shop, attempt, http),
    refund: (attempt, refund, http) => refundOf(shop, attempt, refund, http),
    queryRefund: (attempt, refund, http) => refundState(shop, attempt, refund, http),
    tokens: {
      save: (session, http) => saveToken(shop, session, http),
      remove: (token, http) => removeToken(shop, token, http),
    },
    redact: ({ headers, raw }) => ({
      headers: { "x-notification-id": headers["x-notification-id"] },
      text: raw.toString("utf8").replace(/\d{12,19}/g, "(digits)"),
    }),
  };
}

/** A session that carries the order and its sum; the card comes into it from the browser alone. */
async function start(shop: Merchant, attempt: Attempt, http: Http): Promise<Start> {
  const made = await called(shop, { method: "POST", path: "/session" }, http);
  const session = made?.answer.session?.id;
  if (!session || made.answer.result !== "SUCCESS") throw new Error("the card gateway opened no session");
  const order = { id: attempt.provider_ref, amount: String(attempt.amount), currency: "VND" };
  const told = await called(shop, { method: "PUT", path: `/session/${session}`, body: { order } }, http);
  if (told?.answer.session?.updateStatus !== "SUCCESS")
    throw new Error("the card gateway took no order into the session");
  const script = `${shop.pagesUrl}/form/version/${shop.version}/merchant/${shop.merchant}/session.js`;
  return { kind: "hosted_fields", script, session };
}

const Webhook = z.object({ order: z.object({ id: z.string().min(1).max(40) }) });

/** Its secret proves the sender and nothing of what it says: the gateway is asked. */
function readIpn(shop: Merchant, { headers, raw }: Message): ReturnType<NonNullable<Adapter["readIpn"]>> {
  const [given, expected] = [Buffer.from(headers["x-notification-secret"] ?? ""), Buffer.from(shop.secret)];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { authentic: false };
  const read = Webhook.safeParse(jsonOf(raw));
  return read.success
    ? { authentic: true, about: "ask", provider_ref: read.data.order.id }
    : { authentic: true, about: "unreadable" };
}

function jsonOf(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString("utf8"));
  } catch {
    return undefined; // the schema refuses it
  }
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
  return { status: statuses[outcome], content_type: "application/json", body: "" };
}

const nothing: Queried = { outcome: "unknown", amount: 0, provider_txn_no: null };

async function query(shop: Merchant, attempt: Attempt, http: Http): Promise<Queried> {
  const ref = attempt.provider_ref;
  const got = await called(shop, { method: "GET", path: `/order/${ref}` }, http);
  if (!got) return nothing;
  const { status, answer } = got;
  // Nobody has typed a card yet.
  if (status >= 400) return answer.error?.cause === "INVALID_REQUEST" ? { ...nothing, outcome: "pending" } : nothing;
  if (answer.id !== ref || answer.status === undefined) return nothing;
  const means = meaningOf({ status: answer.status });
  const paid = answer.transactions?.find(
    ({ transaction, result }) => isPayment(transaction?.type) && result === "SUCCESS",
  );
  const provider_txn_no = paid?.transaction?.receipt ?? paid?.transaction?.id ?? null;
  if (means === "success" || means === "refunded") {
    const amount = answer.totalCapturedAmount;
    return amount === undefined ? nothing : { outcome: "success", amount, provider_txn_no };
  }
  const last = answer.transactions?.findLast(({ transaction }) => transaction?.type !== undefined);
  const { gateway_code = "", authentication } = last ? saidIn(last) : {};
  const isOver = means === "failed" || means === "expired";
  const reason =
    answer.status.startsWith("AUTHENTICATION") || authentication ? "not_authenticated" : reasonOf(gateway_code);
  return {
    ...{ outcome: means, amount: answer.amount ?? 0, provider_txn_no: null },
    ...(isOver && { reason: means === "expired" ? ("expired" as const) : reason }),
  };
}

const isPayment = (type: string | undefined): boolean => type === "PAYMENT" || type === "CAPTURE";

type RefundCall = Parameters<NonNullable<Adapter["refund"]>>[1];
const unknown: Refunded = { status: "unknown", provider_refund_no: null };

/** The same number and body again are the same refund, so a repeat takes nothing twice. */
async function refundOf(shop: Merchant, { provider_ref }: Attempt, refund: RefundCall, http: Http): Promise<Refunded> {
  const body = { apiOperation: "REFUND", transaction: { amount: String(refund.amount), currency: "VND" } };
  const path = `/order/${provider_ref}/transaction/${refund.refund_ref}`;
  return refunded(await called(shop, { method: "PUT", path, body }, http), "failed");
}

async function refundState(
  shop: Merchant,
  { provider_ref }: Attempt,
  refund: RefundCall,
  http: Http,
): Promise<Refunded> {
  const path = `/order/${provider_ref}/transaction/${refund.refund_ref}`;
  return refunded(await called(shop, { method: "GET", path }, http), "absent");
}

function refunded(got: Awaited<ReturnType<typeof called>>, refusal: "failed" | "absent"): Refunded {
  if (!got) return unknown;
  const { answer } = got;
  if (answer.error?.cause === "INVALID_REQUEST") return { status: refusal, provider_refund_no: null };
  const provider_refund_no = answer.transaction?.receipt ?? null;
  if (answer.result === "SUCCESS") return { status: "success", provider_refund_no };
  const means = meaningOf(saidIn(answer));
  return { status: means === "failed" || means === "pending" ? means : "unknown", provider_refund_no };
}
