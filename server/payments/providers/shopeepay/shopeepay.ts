/**
 * ShopeePay ("jump and pay"): an order is created by a request signed over its bytes and paid in the app; amounts are × 100.
 * A notification may come once or not at all, so the query is what one relies on. README.md beside it has the dialect.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { Acknowledgement, Adapter, Attempt, Http, Ipn, IpnOutcome, Message, Queried } from "../../provider.ts";
import { numbered, type Provider, type Refunded, type Start } from "../../provider.ts";
import { exactJson } from "../exact-json.ts";
import { meaningOf, OK, PAYMENT, REFUND, REFUSED, TAKEN, UNKNOWN_ORDER } from "./codes.ts";
import { labels } from "./labels.ts";
import { isSigned, SIGNATURE_HEADER, sign } from "./signature.ts";

const name = z.string().min(1).max(64);

export const shopeepay: Provider = {
  name: "shopeepay",
  method: "SPP",
  senders: { shopeepay: "shopeepay" },
  labels,
  group: "scan",
  logo: "shopeepay",
  can: { refund: true, partial_refund: true, tokens: false, review: false },
  is_on_delivery: false,
  is_local: false,
  deadlineMinutes: ({ payment_deadline_minutes }) => payment_deadline_minutes,
  page: { shortest_minutes: 1, longest_minutes: 2_880 },
  makeReference: numbered,
  variables: {
    SHOPEEPAY_URL: {
      schema: z.url({ protocol: /^https?$/, error: "must be an http or https address" }),
      about: "where ShopeePay's calls are, without `/v3`",
    },
    SHOPEEPAY_CLIENT_ID: { schema: name, about: "the shop's account at ShopeePay" },
    SHOPEEPAY_SECRET: {
      schema: z.string().min(16, "needs at least 16 characters"),
      about: "signs what passes between",
    },
    SHOPEEPAY_MERCHANT_ID: { schema: name, about: "the shop, `merchant_ext_id`" },
    SHOPEEPAY_STORE_ID: { schema: name, about: "its website, `store_ext_id`" },
  },
  offer: ({ config }) => (config.env.SHOPEEPAY_CLIENT_ID ? { minimum: null, maximum: null } : null),
  createAdapter({ config: { env }, now }) {
    const { SHOPEEPAY_URL: url, SHOPEEPAY_CLIENT_ID: client, SHOPEEPAY_SECRET: secret } = env;
    const { SHOPEEPAY_MERCHANT_ID: merchant, SHOPEEPAY_STORE_ID: store } = env;
    return url && client && secret && merchant && store
      ? adapterOf({ url, client, secret, merchant, store, now })
      : null;
  },
};

export type Shopeepay = { url: string; client: string; secret: string; merchant: string; store: string; now: Date };

function adapterOf(shop: Shopeepay): Adapter {
  return {
    start: (attempt, http) => start(shop, attempt, http),
    readReturn({ query: { reference_id: provider_ref, result_code } }) {
      return provider_ref ? { provider_ref, hint: result_code === "100" ? "success" : "failed" } : null;
    },
    readIpn: (message) => readIpn(shop, message),
    acknowledge,
    query: (attempt, http) => query(shop, attempt, http),
    refund: (attempt, refund, http) => refundOf(shop, attempt, refund, http),
    queryRefund: (_attempt, refund, http) => refundState(shop, refund, http),
    redact: ({ raw }) => ({ headers: {}, text: raw.toString("utf8") }),
    sign: (text) => sign(text, shop.secret),
  };
}

/** × 100. */
export const wireAmount = (amount: number): number => Number(BigInt(amount) * 100n);
/** Not a whole đồng where ShopeePay states one that is none: it then equals no attempt's. */
const amountIn = (text: string | undefined): number => (/^\d{1,17}$/.test(text ?? "") ? Number(text) / 100 : 0);

const Transaction = z.object({
  reference_id: z.string().optional(),
  amount: z.string().optional(),
  transaction_sn: z.string().optional(),
  status: z.string().optional(),
});
const Answer = z.object({
  errcode: z.string().regex(/^-?\d{1,5}$/),
  redirect_url_http: z.string().optional(),
  transaction: Transaction.optional(),
});
type Answer = z.infer<typeof Answer>;

/** Null: nothing is known. What is signed are the very bytes that are sent. */
async function called(shop: Shopeepay, path: string, fields: object, http: Http): Promise<Answer | null> {
  const body = JSON.stringify({ merchant_ext_id: shop.merchant, store_ext_id: shop.store, ...fields });
  try {
    const { status, text } = await http(`${shop.url}/v3/merchant-host${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-airpay-clientid": shop.client,
        [SIGNATURE_HEADER]: sign(body, shop.secret),
      },
      body,
    });
    const read = status < 500 ? Answer.safeParse(exactJson(text)) : undefined;
    return read?.success ? read.data : null;
  } catch {
    return null; // a timeout says nothing of the money
  }
}

/** New for each call, and never longer than 64. */
const requestOf = ({ now }: Shopeepay, ref: string): string =>
  createHash("sha256").update(`${ref} ${now.getTime()} ${process.hrtime.bigint()}`).digest("hex").slice(0, 32);

async function start(shop: Shopeepay, attempt: Attempt, http: Http): Promise<Start> {
  const ends = attempt.expires_at ?? new Date(attempt.created_at.getTime() + 15 * 60_000);
  const seconds = Math.floor((ends.getTime() - shop.now.getTime()) / 1000);
  if (seconds < 60) return { kind: "lost" };
  const order = {
    request_id: requestOf(shop, attempt.provider_ref),
    payment_reference_id: attempt.provider_ref,
    amount: wireAmount(attempt.amount),
    currency: "VND",
    return_url: attempt.return_url,
    platform_type: "mweb",
    validity_period: seconds,
    additional_info: "",
  };
  const answer = await called(shop, "/order/create", order, http);
  // It was taken before, and the answer did not come: its page is not told again.
  if (answer?.errcode === TAKEN) return { kind: "lost" };
  const url = answer?.errcode === OK ? (answer.redirect_url_http ?? "") : "";
  if (!/^https?:\/\//.test(url)) {
    throw new Error(`ShopeePay answered ${answer?.errcode ?? "nothing"} to a new payment`);
  }
  return { kind: "redirect", url };
}

/** Both names occur of a reference and of a status; in a shop's own QR code 1 is a success. */
const Body = z.object({
  merchant_ext_id: z.string(),
  transaction_type: z.string().optional(),
  reference_id: z.string().max(64).optional(),
  payment_reference_id: z.string().max(64).optional(),
  amount: z.string().regex(/^\d{1,17}$/),
  transaction_sn: z.string().min(1).max(64),
  transaction_status: z.string().optional(),
  status: z.string().optional(),
});

export function readIpn(
  { secret, merchant }: Pick<Shopeepay, "secret" | "merchant">,
  { headers, raw }: Pick<Message, "headers" | "raw">,
): Ipn {
  if (!isSigned(raw, headers[SIGNATURE_HEADER], secret)) return { authentic: false };
  const read = Body.safeParse(exactJson(raw.toString("utf8")));
  if (!read.success) return { authentic: true, about: "unreadable" };
  const { data } = read;
  if (data.merchant_ext_id !== merchant) return { authentic: false };
  if ((data.transaction_type ?? PAYMENT) !== PAYMENT) return { authentic: true, about: "nothing" };
  const provider_ref = data.reference_id || data.payment_reference_id;
  const outcome = meaningOf(data.transaction_status ?? data.status);
  if (!provider_ref || outcome === "unknown") return { authentic: true, about: "unreadable" };
  return {
    ...{ authentic: true, about: "attempt", provider_ref, provider_txn_no: data.transaction_sn },
    ...{ amount: amountIn(data.amount), outcome },
  };
}

const REPLIES: Readonly<Record<IpnOutcome, readonly [errcode: number, text: string]>> = {
  done: [0, "success"],
  repeated: [0, "success"],
  amount_mismatch: [0, "recorded with another amount"],
  malformed: [1, "unreadable"],
  forged: [2, "signature"],
  unknown_attempt: [4, "not found"],
  try_again: [-1, "try again"],
};

function acknowledge(outcome: IpnOutcome): Acknowledgement {
  const [errcode, text] = REPLIES[outcome];
  return { status: 200, content_type: "application/json", body: JSON.stringify({ errcode, debug_msg: text }) };
}

const nothing: Queried = { outcome: "unknown", amount: 0, provider_txn_no: null };

async function query(shop: Shopeepay, attempt: Attempt, http: Http): Promise<Queried> {
  const answer = await check(shop, attempt.provider_ref, PAYMENT, attempt.amount, http);
  if (answer?.errcode === UNKNOWN_ORDER) {
    const isOver = attempt.expires_at !== null && attempt.expires_at <= shop.now;
    return isOver ? { ...nothing, outcome: "expired", reason: "expired" } : { ...nothing, outcome: "pending" };
  }
  if (answer?.errcode !== OK || answer.transaction?.reference_id !== attempt.provider_ref) return nothing;
  const { status, amount, transaction_sn } = answer.transaction;
  return { outcome: meaningOf(status), amount: amountIn(amount), provider_txn_no: transaction_sn || null };
}

function check(shop: Shopeepay, ref: string, type: string, amount: number, http: Http) {
  const asked = { request_id: requestOf(shop, ref), reference_id: ref, transaction_type: Number(type) };
  return called(shop, "/transaction/check", { ...asked, amount: wireAmount(amount) }, http);
}

type RefundCall = Parameters<NonNullable<Adapter["refund"]>>[1];
const unknown: Refunded = { status: "unknown", provider_refund_no: null };

async function refundOf(shop: Shopeepay, attempt: Attempt, refund: RefundCall, http: Http): Promise<Refunded> {
  const fields = {
    request_id: requestOf(shop, refund.refund_ref),
    reference_id: attempt.provider_ref,
    transaction_type: Number(PAYMENT),
    refund_reference_id: refund.refund_ref,
    amount: wireAmount(refund.amount),
  };
  const answer = await called(shop, "/transaction/refund/create-new", fields, http);
  if (!answer) return unknown;
  // 4: of the payment, not of this refund.
  if ([...REFUSED, UNKNOWN_ORDER].includes(answer.errcode)) return { status: "failed", provider_refund_no: null };
  return answer.errcode === OK ? stateIn(answer) : unknown;
}

async function refundState(shop: Shopeepay, refund: RefundCall, http: Http): Promise<Refunded> {
  const answer = await check(shop, refund.refund_ref, REFUND, refund.amount, http);
  if (answer?.errcode === UNKNOWN_ORDER) return { status: "absent", provider_refund_no: null };
  return answer?.errcode === OK ? stateIn(answer) : unknown;
}

/** Taken on without a status: it is asked about. */
function stateIn({ transaction }: Answer): Refunded {
  const status = transaction?.status === undefined ? "pending" : meaningOf(transaction.status);
  return { status, provider_refund_no: transaction?.transaction_sn || null };
}
