/**
 * Alepay v3: international cards, and instalments whose bank and term are chosen on Alepay's page. A webhook proves almost
 * nothing, so it only has Alepay asked. README.md beside it has the dialect.
 */
import { z } from "zod";
import type { Acknowledgement, Adapter, Attempt, Http, Ipn, IpnOutcome, Queried, Refunded } from "../../provider.ts";
import { numbered, type Provider, type Start } from "../../provider.ts";
import { exactJson } from "../exact-json.ts";
import { meaningOf, NOT_FOUND, OK, reasonOf, refundMeaning } from "./codes.ts";
import { labels } from "./labels.ts";
import { type Fields, isSame, refundChecksum, sign, signedText, webhookChecksum } from "./signature.ts";

const key = z.string().min(16, "needs at least 16 characters");
/** Alepay's page lives no shorter. */
const MIN_PAGE_MINUTES = 30;
const DEADLINE_MINUTES = 35; // rules/payments#deadlines

export const alepay: Provider = {
  name: "alepay",
  method: "ALEPAY",
  senders: { alepay: "alepay" },
  labels,
  group: "card",
  logo: "alepay",
  can: { refund: true, partial_refund: true, tokens: false, review: true },
  is_on_delivery: false,
  is_local: false,
  deadlineMinutes: ({ payment_deadline_minutes }) => Math.max(DEADLINE_MINUTES, payment_deadline_minutes),
  page: { shortest_minutes: MIN_PAGE_MINUTES, longest_minutes: 2_880 },
  makeReference: numbered,
  variables: {
    ALEPAY_URL: {
      schema: z.url({ protocol: /^https?$/, error: "must be an http or https address" }),
      about: "where Alepay's calls are, without `/v3/checkout`",
    },
    ALEPAY_TOKEN_KEY: { schema: key, about: "the shop at Alepay" },
    ALEPAY_CHECKSUM_KEY: { schema: key, about: "signs what passes between" },
    ALEPAY_CONTACT_EMAIL: { schema: z.email(), about: "given to Alepay as the buyer's: the shop's own" },
    ALEPAY_CONTACT_PHONE: {
      schema: z.string().regex(/^0\d{9,10}$/, "must be a number of Việt Nam"),
      about: "given to Alepay as the buyer's: the shop's own",
    },
  },
  offer: ({ config }) => (config.env.ALEPAY_TOKEN_KEY ? { minimum: 10_000, maximum: null } : null),
  createAdapter({ config: { env }, now }) {
    const { ALEPAY_URL: url, ALEPAY_TOKEN_KEY: tokenKey, ALEPAY_CHECKSUM_KEY: checksumKey } = env;
    const { ALEPAY_CONTACT_EMAIL: email, ALEPAY_CONTACT_PHONE: phone } = env;
    return url && tokenKey && checksumKey && email && phone
      ? adapterOf({ url, tokenKey, checksumKey, email, phone, now })
      : null;
  },
};

type Alepay = { url: string; tokenKey: string; checksumKey: string; email: string; phone: string; now: Date };

function adapterOf(shop: Alepay): Adapter {
  return {
    start: (attempt, http) => start(shop, attempt, http),
    // Alepay names its own number alone: ours stands in the address that we gave it.
    readReturn({ query: { ref, errorCode } }) {
      return ref ? { provider_ref: ref, hint: errorCode === OK ? "success" : "failed" } : null;
    },
    readIpn: ({ raw }) => readIpn(shop, raw.toString("utf8")),
    acknowledge,
    query: (attempt, http) => query(shop, attempt, http),
    refund: (attempt, refund, http) => refundOf(shop, attempt, refund, http),
    queryRefund: (attempt, refund, http) => refundState(shop, attempt, refund, http),
    redact: ({ raw }) => ({ headers: {}, text: withoutBuyer(raw.toString("utf8")) }),
    canonical: signedText,
    sign: (text) => sign(text, shop.checksumKey),
  };
}

/** Null: nothing is known. */
async function called(shop: Alepay, path: string, body: object, http: Http): Promise<unknown> {
  try {
    const headers = { "content-type": "application/json" };
    const answer = await http(`${shop.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return answer.status < 500 ? exactJson(answer.text) : null;
  } catch {
    return null; // a timeout says nothing of the money
  }
}

const signed = (shop: Alepay, fields: Fields): object => {
  const all = { tokenKey: shop.tokenKey, ...fields };
  return { ...all, signature: sign(signedText(all), shop.checksumKey) };
};

const Created = z.object({
  code: z.string(),
  transactionCode: z.string().min(1).max(60).optional(),
  checkoutUrl: z.string().optional(),
});
/** Of an order code that Alepay has taken before. */
const TAKEN = "120";

async function start(shop: Alepay, attempt: Attempt, http: Http): Promise<Start> {
  const left =
    attempt.expires_at === null ? Number.POSITIVE_INFINITY : attempt.expires_at.getTime() - shop.now.getTime();
  // Its page would outlive the attempt: only another one can be paid.
  if (left < MIN_PAGE_MINUTES * 60_000) return { kind: "lost" };
  const back = `${attempt.return_url}?ref=${attempt.provider_ref}`;
  const body = signed(shop, {
    ...{ orderCode: attempt.provider_ref, customMerchantId: "shop", amount: attempt.amount, currency: "VND" },
    ...{ orderDescription: `Thanh toan don hang ${attempt.provider_ref}`, totalItem: 1 },
    // An international card at once, or by instalments.
    ...{ checkoutType: 0, installment: false, month: "", bankCode: "", paymentMethod: "", allowDomestic: false },
    ...{ paymentHours: MIN_PAGE_MINUTES / 60, returnUrl: back, cancelUrl: back },
    ...{ buyerName: "Khach hang", buyerEmail: shop.email, buyerPhone: shop.phone },
    ...{ buyerAddress: "Viet Nam", buyerCity: "Viet Nam", buyerCountry: "Viet Nam", promotionCode: "", cashback: "" },
    language: attempt.locale === "vi" ? "vi" : "en",
  });
  const read = Created.safeParse(await called(shop, "/v3/checkout/request-payment", body, http));
  const { code, transactionCode = "", checkoutUrl = "" } = read.success ? read.data : { code: "nothing" };
  if (code === TAKEN) return { kind: "lost" };
  if (code !== OK || !transactionCode || !/^https?:\/\//.test(checkoutUrl)) {
    throw new Error(`Alepay answered ${code} to a new payment`);
  }
  return { kind: "redirect", url: checkoutUrl, provider_txn_no: transactionCode };
}

const Webhook = z.object({
  transactionInfo: z.object({
    orderCode: z.string().min(1).max(60),
    amount: z.string().regex(/^\d{1,15}$/),
    transactionCode: z.string().min(1).max(60),
  }),
  checksum: z.string(),
});

/** Its checksum leaves the status out, so that it proves a payment's name and sum alone. */
export function readIpn({ checksumKey }: Pick<Alepay, "checksumKey">, json: string): Ipn {
  const read = Webhook.safeParse(exactJson(json));
  if (!read.success) return { authentic: false };
  const { transactionInfo, checksum } = read.data;
  if (!isSame(checksum, webhookChecksum(transactionInfo, checksumKey))) return { authentic: false };
  const { orderCode: provider_ref, transactionCode: provider_txn_no } = transactionInfo;
  return { authentic: true, about: "ask", provider_ref, provider_txn_no };
}

/** What is stored of a webhook: nothing of the buyer, and the card's number masked as it came. */
function withoutBuyer(text: string): string {
  return text.replace(/"(buyerName|buyerEmail|buyerPhone)"\s*:\s*"(?:[^"\\]|\\.)*"/g, '"$1":""');
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
  return { status: statuses[outcome], content_type: "application/json", body: "{}" };
}

const Info = z.object({
  code: z.string(),
  orderCode: z.string().optional(),
  transactionCode: z.string().optional(),
  /** What the shop asked for; a buyer's instalment fee stands beside it. */
  amount: z.string().optional(),
  status: z.string().optional(),
});
const nothing: Queried = { outcome: "unknown", amount: 0, provider_txn_no: null };

async function query(shop: Alepay, attempt: Attempt, http: Http): Promise<Queried> {
  // Its answer to the start never came: its page is unknown, until a webhook names the number.
  if (attempt.provider_txn_no === null) return nothing;
  const body = signed(shop, { transactionCode: attempt.provider_txn_no });
  const read = Info.safeParse(await called(shop, "/v3/checkout/get-transaction-info", body, http));
  if (!read.success || read.data.code !== OK || read.data.orderCode !== attempt.provider_ref) return nothing;
  const { status = "", amount = "" } = read.data;
  const { status: outcome, flag } = meaningOf(status);
  return {
    outcome: flag === "review" ? "review" : outcome,
    amount: /^\d{1,15}$/.test(amount) ? Number(amount) : 0,
    provider_txn_no: attempt.provider_txn_no,
    ...(outcome === "failed" && { reason: reasonOf(status) }),
  };
}

type RefundCall = Parameters<NonNullable<Adapter["refund"]>>[1];
const unknown: Refunded = { status: "unknown", provider_refund_no: null };
const Moved = z.object({
  code: z.string(),
  data: z.object({ status: z.string().optional(), merchantRefundCode: z.string().optional() }).optional(),
});

async function refundOf(shop: Alepay, attempt: Attempt, refund: RefundCall, http: Http): Promise<Refunded> {
  const transactionCode = attempt.provider_txn_no ?? "";
  const data = {
    transactionCode,
    merchantRefundCode: refund.refund_ref,
    refundAmount: refund.amount,
    reason: `Hoan tien ${attempt.provider_ref}`,
  };
  const checksum = refundChecksum([transactionCode, refund.refund_ref, refund.amount], shop.checksumKey);
  const body = { tokenKey: shop.tokenKey, data, checksum };
  const read = Moved.safeParse(await called(shop, "/v1/checkout/merchant-request-refund", body, http));
  if (!read.success) return unknown;
  if (read.data.code !== OK) return { status: "failed", provider_refund_no: null };
  return { status: refundMeaning(read.data.data?.status), provider_refund_no: null };
}

async function refundState(shop: Alepay, attempt: Attempt, refund: RefundCall, http: Http): Promise<Refunded> {
  const transactionCode = attempt.provider_txn_no ?? "";
  const checksum = refundChecksum([transactionCode, refund.refund_ref], shop.checksumKey);
  const body = { tokenKey: shop.tokenKey, data: { transactionCode, merchantRefundCode: refund.refund_ref }, checksum };
  const read = Moved.safeParse(await called(shop, "/v1/checkout/get-refund-info", body, http));
  if (!read.success) return unknown;
  if (NOT_FOUND.includes(read.data.code)) return { status: "absent", provider_refund_no: null };
  return read.data.code === OK ? { status: refundMeaning(read.data.data?.status), provider_refund_no: null } : unknown;
}
