/**
 * MoMo v2: a payment is created by a request and paid on MoMo's page or in its app; MoMo tells us by a signed POST, once, so
 * the query is what one relies on. README.md beside it has the dialect.
 */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Acknowledgement, Adapter, Attempt, Http, Ipn, IpnOutcome, Queried, Refunded } from "../../provider.ts";
import { numbered, type Provider, type Start } from "../../provider.ts";
import { CALL_REFUSED, meaningOf, refundMeaning, TAKEN, UNKNOWN_ORDER } from "./codes.ts";
import { labels } from "./labels.ts";
import { type Fields, fieldsIn, isSigned, type Secrets, sign, signedText, type Text } from "./signature.ts";

const key = z.string().min(1);

export const momo: Provider = {
  name: "momo",
  method: "MOMO",
  senders: { momo: "momo" },
  labels,
  group: "scan",
  logo: "momo",
  can: { refund: true, partial_refund: true, tokens: false, review: false },
  is_on_delivery: false,
  is_local: false,
  deadlineMinutes: ({ payment_deadline_minutes }) => payment_deadline_minutes,
  page: { shortest_minutes: 1, longest_minutes: 100 },
  makeReference: numbered,
  variables: {
    MOMO_URL: {
      schema: z.url({ protocol: /^https?$/, error: "must be an http or https address" }),
      about: "where MoMo's calls are, without `/v2/gateway/api`",
    },
    MOMO_PARTNER_CODE: { schema: key.max(20), about: "the shop at MoMo" },
    MOMO_ACCESS_KEY: { schema: key, about: "of the shop's account at MoMo" },
    MOMO_SECRET_KEY: { schema: z.string().min(16, "needs at least 16 characters"), about: "signs what passes between" },
  },
  // MoMo v2: what a wallet takes at once.
  offer: ({ config }) => (config.env.MOMO_PARTNER_CODE ? { minimum: 1_000, maximum: 50_000_000 } : null),
  min_refund: 1_000, // MoMo v2
  createAdapter({ config: { env } }) {
    const { MOMO_URL: url, MOMO_PARTNER_CODE: partner } = env;
    const { MOMO_ACCESS_KEY: accessKey, MOMO_SECRET_KEY: secretKey } = env;
    return url && partner && accessKey && secretKey ? adapterOf({ url, partner, accessKey, secretKey }) : null;
  },
};

export type Momo = Secrets & { url: string; partner: string };

function adapterOf(shop: Momo): Adapter {
  return {
    start: (attempt, http) => start(shop, attempt, http),
    readReturn({ query }) {
      const { orderId: provider_ref, resultCode } = query;
      return provider_ref ? { provider_ref, hint: resultCode === "0" ? "success" : "failed" } : null;
    },
    readIpn: ({ raw }) => readIpn(shop, raw.toString("utf8")),
    acknowledge,
    query: (attempt, http) => query(shop, attempt, http),
    refund: (attempt, refund, http) => refundOf(shop, attempt, refund, http),
    queryRefund: (_attempt, refund, http) => refundState(shop, refund, http),
    redact: ({ raw }) => ({ headers: {}, text: raw.toString("utf8") }),
    canonical: (fields) => signedText("momo.ipn", fields, shop.accessKey),
    sign: (text) => sign(text, shop.secretKey),
  };
}

const PATH = "/v2/gateway/api";
const TIMEOUT_MS = 30_000; // MoMo v2: at least 30 s

/** The answer's fields, its numbers as their digits. Null: nothing is known. */
async function called(shop: Momo, path: string, text: Text, fields: Fields, http: Http): Promise<Fields | null> {
  const asked: Fields = { partnerCode: shop.partner, lang: "vi", ...fields };
  const signature = sign(signedText(text, asked, shop.accessKey), shop.secretKey);
  const amounts = ["amount", "transId"].filter((name) => asked[name] !== undefined);
  const body = JSON.stringify({ ...asked, signature });
  // Numbers stand in the text as they are, whatever their length.
  const exact = amounts.reduce(
    (json, name) => json.replace(`"${name}":"${asked[name]}"`, `"${name}":${asked[name]}`),
    body,
  );
  try {
    const headers = { "content-type": "application/json; charset=utf-8" };
    const answer = await http(`${shop.url}${PATH}${path}`, {
      method: "POST",
      headers,
      body: exact,
      timeout_ms: TIMEOUT_MS,
    });
    const read = answer.status < 500 ? fieldsIn(answer.text) : undefined;
    return read?.resultCode !== undefined && /^\d{1,5}$/.test(read.resultCode) ? read : null;
  } catch {
    return null; // a timeout says nothing of the money
  }
}

async function start(shop: Momo, attempt: Attempt, http: Http): Promise<Start> {
  const fields = {
    requestId: randomUUID(),
    orderId: attempt.provider_ref,
    amount: String(attempt.amount),
    orderInfo: `Thanh toan don hang ${attempt.provider_ref}`,
    redirectUrl: attempt.return_url,
    ipnUrl: attempt.ipn_url,
    requestType: "captureWallet",
    extraData: "",
    lang: attempt.locale === "vi" ? "vi" : "en",
  };
  const answer = await called(shop, "/create", "momo.create", fields, http);
  // It was taken before, and the answer did not come: its page is not told again.
  if (answer?.resultCode === TAKEN) return { kind: "lost" };
  const url = answer?.resultCode === "0" ? (answer.payUrl ?? "") : "";
  if (!/^https?:\/\//.test(url)) throw new Error(`MoMo answered ${answer?.resultCode ?? "nothing"} to a new payment`);
  return { kind: "redirect", url };
}

const Message = z.object({
  orderId: z.string().min(1).max(50),
  amount: z.string().regex(/^\d{1,15}$/),
  resultCode: z.string().regex(/^\d{1,5}$/),
  transId: z.string().regex(/^\d{1,20}$/),
});

export function readIpn(shop: Pick<Momo, "partner" | "accessKey" | "secretKey">, json: string): Ipn {
  const fields = fieldsIn(json);
  if (!fields || fields.partnerCode !== shop.partner || !isSigned("momo.ipn", fields, shop))
    return { authentic: false };
  const read = Message.safeParse(fields);
  if (!read.success) return { authentic: true, about: "unreadable" };
  const { orderId: provider_ref, amount, resultCode, transId } = read.data;
  const provider_txn_no = numberIn(transId);
  return {
    authentic: true,
    about: "attempt",
    provider_ref,
    provider_txn_no,
    amount: Number(amount),
    ...said(resultCode),
  };
}

const numberIn = (text: string | undefined): string | null => (text && text !== "0" ? text : null);

function said(code: string): Pick<Queried, "outcome" | "flag"> {
  const { status: outcome, flag } = meaningOf(code);
  return { outcome, ...(flag && { flag }) };
}

/** MoMo reads the status alone: 204 ends it, and it does not count on coming again. */
function acknowledge(outcome: IpnOutcome): Acknowledgement {
  const statuses: Record<IpnOutcome, number> = {
    done: 204,
    repeated: 204,
    amount_mismatch: 204,
    unknown_attempt: 404,
    forged: 400,
    malformed: 400,
    try_again: 503,
  };
  return { status: statuses[outcome], content_type: "application/json", body: "" };
}

const nothing: Queried = { outcome: "unknown", amount: 0, provider_txn_no: null };

async function query(shop: Momo, { provider_ref }: Attempt, http: Http): Promise<Queried> {
  const fields = { requestId: randomUUID(), orderId: provider_ref };
  const answer = await called(shop, "/query", "momo.query", fields, http);
  if (!answer) return nothing;
  const { resultCode: code = "", amount = "" } = answer;
  if (code === UNKNOWN_ORDER) return { ...nothing, outcome: "pending" };
  if (CALL_REFUSED.includes(code) || answer.orderId !== provider_ref || !/^\d{1,15}$/.test(amount)) return nothing;
  return { ...said(code), amount: Number(amount), provider_txn_no: numberIn(answer.transId) };
}

type RefundCall = Parameters<NonNullable<Adapter["refund"]>>[1];
const unknown: Refunded = { status: "unknown", provider_refund_no: null };

async function refundOf(shop: Momo, attempt: Attempt, refund: RefundCall, http: Http): Promise<Refunded> {
  const fields = {
    requestId: refund.refund_ref,
    orderId: refund.refund_ref,
    amount: String(refund.amount),
    transId: attempt.provider_txn_no ?? "0",
    description: `Hoan tien ${attempt.provider_ref}`,
  };
  const answer = await called(shop, "/refund", "momo.refund", fields, http);
  if (!answer) return unknown;
  const status = refundMeaning(answer.resultCode ?? "");
  // Of the payment, not of this refund: it was refused.
  return { status: status === "absent" ? "failed" : status, provider_refund_no: numberIn(answer.transId) };
}

async function refundState(shop: Momo, { refund_ref }: RefundCall, http: Http): Promise<Refunded> {
  const fields = { requestId: randomUUID(), orderId: refund_ref };
  const answer = await called(shop, "/refund/query", "momo.query", fields, http);
  if (!answer) return unknown;
  return { status: refundMeaning(answer.resultCode ?? ""), provider_refund_no: numberIn(answer.transId) };
}
