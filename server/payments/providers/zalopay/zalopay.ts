/**
 * ZaloPay v2: a payment is created by a request and paid on ZaloPay's page or in its app. A callback tells of a success alone,
 * so every other end is found by asking. README.md beside it has the dialect.
 */
import { z } from "zod";
import type { Acknowledgement, Adapter, Attempt, Http, Ipn, IpnOutcome, Queried, Refunded } from "../../provider.ts";
import { numbered, type Provider, type Start } from "../../provider.ts";
import { exactJson } from "../exact-json.ts";
import { meaningOf, reasonOf, refundMeaning, TAKEN } from "./codes.ts";
import { labels } from "./labels.ts";
import { dayOf, type Fields, isMac, type Keys, mac, macText, type Text } from "./signature.ts";

const key = z.string().min(16, "needs at least 16 characters");
/** Of ZaloPay's own page. */
const MIN_PAGE_SECONDS = 300;

export const zalopay: Provider = {
  name: "zalopay",
  method: "ZALO",
  senders: { zalopay: "zalopay" },
  labels,
  group: "scan",
  logo: "zalopay",
  can: { refund: true, partial_refund: true, tokens: false, review: false },
  is_on_delivery: false,
  is_local: false,
  deadlineMinutes: ({ payment_deadline_minutes }) => payment_deadline_minutes,
  page: { shortest_minutes: MIN_PAGE_SECONDS / 60, longest_minutes: 43_200 },
  makeReference: numbered,
  variables: {
    ZALOPAY_URL: {
      schema: z.url({ protocol: /^https?$/, error: "must be an http or https address" }),
      about: "where ZaloPay's calls are, without `/v2`",
    },
    ZALOPAY_APP_ID: { schema: z.string().regex(/^\d{1,10}$/, "has digits alone"), about: "the shop at ZaloPay" },
    ZALOPAY_KEY1: { schema: key, about: "signs what the shop asks" },
    ZALOPAY_KEY2: { schema: key, about: "signs what ZaloPay tells" },
  },
  offer: ({ config }) => (config.env.ZALOPAY_APP_ID ? { minimum: 1_000, maximum: null } : null),
  createAdapter({ config: { env }, now }) {
    const { ZALOPAY_URL: url, ZALOPAY_APP_ID: app, ZALOPAY_KEY1: key1, ZALOPAY_KEY2: key2 } = env;
    return url && app && key1 && key2 ? adapterOf({ url, app, key1, key2, now }) : null;
  },
};

type Zalopay = Keys & { url: string; now: Date };

function adapterOf(shop: Zalopay): Adapter {
  return {
    start: (attempt, http) => start(shop, attempt, http),
    readReturn({ query: { apptransid = "", status } }) {
      const provider_ref = referenceIn(apptransid);
      return provider_ref === null ? null : { provider_ref, hint: status === "1" ? "success" : "failed" };
    },
    readIpn: ({ raw }) => readIpn(shop, raw.toString("utf8")),
    acknowledge,
    query: (attempt, http) => query(shop, attempt, http),
    refund: (attempt, refund, http) => refundOf(shop, attempt, refund, http),
    queryRefund: (_attempt, refund, http) => refundState(shop, refund, http),
    redact: ({ raw }) => ({ headers: {}, text: raw.toString("utf8") }),
    canonical: (fields) => macText("zalopay.redirect", fields, shop),
    sign: (text) => mac(text, shop.key2),
  };
}

/** `yyMMdd_{reference}`, the day of the attempt: ZaloPay takes the present day alone. */
const transIdOf = ({ created_at, provider_ref }: Attempt): string => `${dayOf(created_at)}_${provider_ref}`;
function referenceIn(text: string): string | null {
  return /^\d{6}_([A-Za-z0-9-]{1,30})$/.exec(text)?.[1] ?? null;
}

const Answer = z.object({
  return_code: z.string().regex(/^-?\d{1,3}$/),
  sub_return_code: z.string().optional(),
  is_processing: z.boolean().optional(),
  order_url: z.string().optional(),
  amount: z.string().optional(),
  zp_trans_id: z.string().optional(),
  refund_id: z.string().optional(),
});
type Answer = z.infer<typeof Answer>;

/** Null: nothing is known. */
async function called(
  shop: Zalopay,
  path: "create" | "query" | "refund" | "query_refund",
  fields: Fields,
  http: Http,
): Promise<Answer | null> {
  const text: Text = `zalopay.${path}`;
  const asked = { app_id: shop.app, ...fields, mac: mac(macText(text, fields, shop), shop.key1) };
  try {
    const { status, text: body } = await http(`${shop.url}/v2/${path}`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(asked).toString(),
    });
    const read = status < 500 ? Answer.safeParse(exactJson(body)) : undefined;
    return read?.success ? read.data : null;
  } catch {
    return null; // a timeout says nothing of the money
  }
}

async function start(shop: Zalopay, attempt: Attempt, http: Http): Promise<Start> {
  const seconds = secondsLeft(shop, attempt);
  // A reference of yesterday, or less time than its page needs: only another attempt can be paid.
  if (dayOf(shop.now) !== dayOf(attempt.created_at) || seconds < MIN_PAGE_SECONDS) return { kind: "lost" };
  const answer = await called(
    shop,
    "create",
    {
      app_user: "shop",
      app_trans_id: transIdOf(attempt),
      app_time: String(shop.now.getTime()),
      amount: String(attempt.amount),
      item: "[]",
      embed_data: JSON.stringify({ redirecturl: attempt.return_url }),
      description: `Thanh toan don hang ${attempt.provider_ref}`,
      bank_code: "",
      callback_url: attempt.ipn_url,
      expire_duration_seconds: String(seconds),
    },
    http,
  );
  // It was taken before, and the answer did not come: its page is not told again.
  if (answer?.return_code === "2" && answer.sub_return_code === TAKEN) return { kind: "lost" };
  const url = answer?.return_code === "1" ? (answer.order_url ?? "") : "";
  if (!/^https?:\/\//.test(url)) {
    throw new Error(`ZaloPay answered ${answer?.sub_return_code ?? "nothing"} to a new payment`);
  }
  return { kind: "redirect", url };
}

function secondsLeft({ now }: Zalopay, { expires_at }: Attempt): number {
  return expires_at === null ? 900 : Math.floor((expires_at.getTime() - now.getTime()) / 1000);
}

/** `data` is signed as its text stands in the message. 2: about an agreement, which is no payment. */
const Callback = z.object({ data: z.string(), mac: z.string(), type: z.enum(["1", "2"]) });
const Paid = z.object({
  app_id: z.string(),
  app_trans_id: z.string(),
  amount: z.string().regex(/^\d{1,15}$/),
  zp_trans_id: z.string().regex(/^\d{1,20}$/),
});

export function readIpn({ app, key2 }: Pick<Keys, "app" | "key2">, json: string): Ipn {
  const callback = Callback.safeParse(exactJson(json));
  if (!callback.success || !isMac(callback.data.data, callback.data.mac, key2)) return { authentic: false };
  if (callback.data.type === "2") return { authentic: true, about: "nothing" };
  const read = Paid.safeParse(exactJson(callback.data.data));
  if (!read.success) return { authentic: true, about: "unreadable" };
  if (read.data.app_id !== app) return { authentic: false };
  const provider_ref = referenceIn(read.data.app_trans_id);
  if (provider_ref === null) return { authentic: true, about: "unreadable" };
  const { zp_trans_id: provider_txn_no, amount } = read.data;
  return {
    authentic: true,
    about: "attempt",
    provider_ref,
    provider_txn_no,
    amount: Number(amount),
    outcome: "success",
  };
}

/** 1 and 2 end it; after 0 ZaloPay calls again, three times at most. */
const REPLIES: Readonly<Record<IpnOutcome, readonly [code: number, text: string]>> = {
  done: [1, "success"],
  repeated: [2, "recorded before"],
  amount_mismatch: [2, "recorded with another amount"],
  forged: [-1, "mac not equal"],
  malformed: [0, "unreadable"],
  unknown_attempt: [0, "order not found"],
  try_again: [0, "try again"],
};

function acknowledge(outcome: IpnOutcome): Acknowledgement {
  const [code, text] = REPLIES[outcome];
  const body = JSON.stringify({ return_code: code, return_message: text });
  return { status: 200, content_type: "application/json", body };
}

const nothing: Queried = { outcome: "unknown", amount: 0, provider_txn_no: null };
const numberIn = (text: string | undefined): string | null => (text && /^[1-9]\d{0,19}$/.test(text) ? text : null);

async function query(shop: Zalopay, attempt: Attempt, http: Http): Promise<Queried> {
  const answer = await called(shop, "query", { app_trans_id: transIdOf(attempt) }, http);
  const outcome = answer ? meaningOf(answer) : "unknown";
  if (!answer || outcome === "unknown") return nothing;
  const amount = /^\d{1,15}$/.test(answer.amount ?? "") ? Number(answer.amount) : 0;
  const isOver = outcome === "failed" || outcome === "expired";
  return {
    ...{ outcome, amount, provider_txn_no: numberIn(answer.zp_trans_id) },
    ...(isOver && { reason: reasonOf(answer.sub_return_code ?? "") }),
  };
}

type RefundCall = Parameters<NonNullable<Adapter["refund"]>>[1];
const unknown: Refunded = { status: "unknown", provider_refund_no: null };

/** `yyMMdd_{app}_{≤ 10 characters}`, the day it was sent. */
const refundIdOf = ({ app }: Zalopay, { sent_at, refund_ref }: RefundCall): string =>
  `${dayOf(sent_at)}_${app}_${refund_ref.slice(0, 10)}`;

async function refundOf(shop: Zalopay, attempt: Attempt, refund: RefundCall, http: Http): Promise<Refunded> {
  const fields = {
    m_refund_id: refundIdOf(shop, refund),
    zp_trans_id: attempt.provider_txn_no ?? "0",
    amount: String(refund.amount),
    timestamp: String(shop.now.getTime()),
    description: `Hoan tien ${attempt.provider_ref}`,
  };
  const answer = await called(shop, "refund", fields, http);
  if (!answer) return unknown;
  const status = answer.sub_return_code === TAKEN ? "unknown" : refundMeaning(answer);
  // Of the payment, not of this refund: it was refused.
  return { status: status === "absent" ? "failed" : status, provider_refund_no: numberIn(answer.refund_id) };
}

async function refundState(shop: Zalopay, refund: RefundCall, http: Http): Promise<Refunded> {
  const fields = { m_refund_id: refundIdOf(shop, refund), timestamp: String(shop.now.getTime()) };
  const answer = await called(shop, "query_refund", fields, http);
  return answer ? { status: refundMeaning(answer), provider_refund_no: numberIn(answer.refund_id) } : unknown;
}
