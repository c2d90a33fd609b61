/**
 * VNPAY: the browser goes to a signed address, VNPAY tells us by a signed GET. Amounts are × 100 and in VND alone; dates are
 * GMT+7. README.md beside it has the dialect.
 */
import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import { z } from "zod";
import type { Acknowledgement, Adapter, Attempt, Http, Ipn, IpnOutcome, Queried, Refunded } from "../../provider.ts";
import { numbered, type Provider } from "../../provider.ts";
import { meaningOf } from "./codes.ts";
import { labels } from "./labels.ts";
import { addressText, type CallText, callText, compactTime, type Fields, isSigned, sign } from "./signature.ts";

const address = z.url({ protocol: /^https?$/, error: "must be an http or https address" });

export const vnpay: Provider = {
  name: "vnpay",
  method: "VNPAY",
  senders: { vnpay: "vnpay" },
  labels,
  group: "scan",
  logo: "vnpay",
  can: { refund: true, partial_refund: true, tokens: false, review: true },
  is_on_delivery: false,
  is_local: false,
  deadlineMinutes: ({ payment_deadline_minutes }) => payment_deadline_minutes,
  page: { shortest_minutes: 1, longest_minutes: 60 },
  makeReference: numbered,
  variables: {
    VNPAY_PAY_URL: { schema: address, about: "VNPAY's payment page, as the contract gives it" },
    VNPAY_API_URL: { schema: address, about: "where VNPAY answers queries and takes refunds" },
    VNPAY_TMN_CODE: { schema: z.string().regex(/^[A-Za-z0-9]{8}$/, "has 8 characters"), about: "the shop at VNPAY" },
    VNPAY_HASH_SECRET: {
      schema: z.string().min(16, "needs at least 16 characters"),
      about: "signs what passes between",
    },
  },
  // A sum has at most 12 digits with its two zeros.
  offer: ({ config }) => (config.env.VNPAY_TMN_CODE ? { minimum: null, maximum: 9_999_999_999 } : null),
  createAdapter({ config: { env }, now }) {
    const { VNPAY_PAY_URL: payUrl, VNPAY_API_URL: apiUrl, VNPAY_TMN_CODE: tmn, VNPAY_HASH_SECRET: secret } = env;
    return payUrl && apiUrl && tmn && secret ? adapterOf({ payUrl, apiUrl, tmn, secret, now }) : null;
  },
};

export type Vnpay = { payUrl: string; apiUrl: string; tmn: string; secret: string; now: Date };

function adapterOf(shop: Vnpay): Adapter {
  return {
    start: (attempt) => ({
      kind: "redirect",
      url: payAddress(shop, attempt),
      provider_created_at: compactTime(attempt.created_at),
    }),
    readReturn({ query }) {
      const { vnp_TxnRef: provider_ref, vnp_ResponseCode: code } = query;
      return provider_ref ? { provider_ref, hint: code === "00" ? "success" : "failed" } : null;
    },
    readIpn: ({ url }) => readIpn(shop, url),
    acknowledge,
    query: (attempt, http) => query(shop, attempt, http),
    refund: (attempt, refund, http) => refundOf(shop, attempt, refund, http),
    queryRefund: (attempt, refund, http) => refundState(shop, attempt, refund, http),
    redact: ({ url }) => ({ headers: {}, text: url.slice(url.indexOf("?") + 1) }),
    canonical: addressText,
    sign: (text) => sign(text, shop.secret),
  };
}

/** The same for the same attempt. */
function payAddress({ payUrl, tmn, secret }: Vnpay, attempt: Attempt): string {
  const expires = attempt.expires_at ?? new Date(attempt.created_at.getTime() + 15 * 60_000);
  const text = addressText({
    vnp_Version: "2.1.0",
    vnp_Command: "pay",
    vnp_TmnCode: tmn,
    vnp_Amount: wireAmount(attempt.amount),
    vnp_CurrCode: "VND",
    vnp_CreateDate: compactTime(attempt.created_at),
    vnp_ExpireDate: compactTime(expires),
    vnp_IpAddr: ipOf(attempt.client_address),
    vnp_Locale: attempt.locale === "vi" ? "vn" : "en",
    vnp_OrderInfo: infoOf(attempt),
    vnp_OrderType: "other",
    vnp_ReturnUrl: attempt.return_url,
    vnp_TxnRef: attempt.provider_ref,
  });
  return `${payUrl}?${text}&vnp_SecureHash=${sign(text, secret)}`;
}

/** × 100, without separators. */
export const wireAmount = (amount: number): string => `${BigInt(amount) * 100n}`;
/** Not a whole đồng where VNPAY states one that is none: it then equals no attempt's. */
const amountIn = (text: string | undefined): number => (/^\d{1,15}$/.test(text ?? "") ? Number(text) / 100 : 0);
/** VNPAY takes 7 to 45 characters: the short forms of IPv6 are too short. */
export function ipOf(client: string): string {
  if (isIP(client) === 0) return "127.0.0.1";
  return client.length >= 7 ? client.slice(0, 45) : "0:0:0:0:0:0:0:1";
}
const infoOf = ({ provider_ref }: Attempt): string => `Thanh toan don hang ${provider_ref}`;

const Message = z.object({
  vnp_TxnRef: z.string().min(1).max(100),
  vnp_Amount: z.string().regex(/^\d{1,15}$/),
  vnp_TransactionNo: z.string().regex(/^\d{1,15}$/),
  vnp_ResponseCode: z.string().regex(/^\d{2}$/),
  vnp_TransactionStatus: z.string().regex(/^\d{2}$/),
});

export function readIpn({ secret, tmn }: Pick<Vnpay, "secret" | "tmn">, url: string): Ipn {
  const mark = url.indexOf("?");
  const fields: Fields = Object.fromEntries(new URLSearchParams(mark < 0 ? "" : url.slice(mark + 1)));
  if (!isSigned(addressText(fields), fields.vnp_SecureHash, secret)) return { authentic: false };
  if (fields.vnp_TmnCode !== tmn) return { authentic: false };
  const read = Message.safeParse(fields);
  if (!read.success) return { authentic: true, about: "unreadable" };
  const { data } = read;
  return {
    authentic: true,
    about: "attempt",
    provider_ref: data.vnp_TxnRef,
    provider_txn_no: numberIn(data.vnp_TransactionNo),
    amount: amountIn(data.vnp_Amount),
    ...said({ response: data.vnp_ResponseCode, status: data.vnp_TransactionStatus }),
  };
}

/** VNPAY says 0 where it never processed anything. */
const numberIn = (text: string | undefined): string | null => (text && text !== "0" ? text : null);

function said(codes: Parameters<typeof meaningOf>[0]): Pick<Queried, "outcome" | "flag"> {
  const { status, flag } = meaningOf(codes);
  if (flag === "review") return { outcome: "review" };
  return { outcome: status === "refunded" ? "success" : status };
}

const REPLIES: Readonly<Record<IpnOutcome, readonly [code: string, message: string]>> = {
  done: ["00", "Confirm Success"],
  repeated: ["02", "Order already confirmed"],
  unknown_attempt: ["01", "Order not found"],
  amount_mismatch: ["04", "Invalid amount"],
  forged: ["97", "Invalid signature"],
  malformed: ["99", "Unreadable"],
  try_again: ["99", "Unknown error"],
};

function acknowledge(outcome: IpnOutcome): Acknowledgement {
  const [RspCode, Message] = REPLIES[outcome];
  return { status: 200, content_type: "application/json", body: JSON.stringify({ RspCode, Message }) };
}

const Answer = z.record(z.string(), z.union([z.string(), z.number()]).nullish());

/** Null: nothing is known. VNPAY answers 200 with a code of the call; an answer that it did not sign says nothing. */
async function called(shop: Vnpay, command: "querydr" | "refund", fields: Fields, http: Http): Promise<Fields | null> {
  const call: CallText = `vnpay.${command}`;
  const common = {
    vnp_Version: "2.1.0",
    vnp_Command: command,
    vnp_TmnCode: shop.tmn,
    vnp_CreateDate: compactTime(shop.now),
    vnp_IpAddr: "127.0.0.1",
  };
  const asked = { ...common, ...fields };
  const body = JSON.stringify({ ...asked, vnp_SecureHash: sign(callText(call, asked), shop.secret) });
  try {
    const headers = { "content-type": "application/json" };
    const { status, text } = await http(shop.apiUrl, { method: "POST", headers, body });
    if (status !== 200) return null;
    const read = Answer.safeParse(JSON.parse(text));
    if (!read.success) return null;
    const answer = Object.fromEntries(Object.entries(read.data).map(([name, value]) => [name, `${value ?? ""}`]));
    return isSigned(callText(`${call}.response`, answer), answer.vnp_SecureHash, shop.secret) ? answer : null;
  } catch {
    return null; // a timeout or nonsense says nothing of the money
  }
}

const aboutAttempt = (attempt: Attempt): Fields => ({
  vnp_TxnRef: attempt.provider_ref,
  vnp_OrderInfo: infoOf(attempt),
  vnp_TransactionDate: attempt.provider_created_at ?? compactTime(attempt.created_at),
});
const newRequest = (): string => randomUUID().replaceAll("-", "");
const nothing: Queried = { outcome: "unknown", amount: 0, provider_txn_no: null };

async function query(shop: Vnpay, attempt: Attempt, http: Http): Promise<Queried> {
  const fields = { vnp_RequestId: newRequest(), ...aboutAttempt(attempt) };
  const answer = await called(shop, "querydr", fields, http);
  // 91: nobody has opened the page yet.
  if (answer?.vnp_ResponseCode === "91") return { ...nothing, outcome: "pending" };
  if (answer?.vnp_ResponseCode !== "00" || answer.vnp_TxnRef !== attempt.provider_ref) return nothing;
  const { vnp_TransactionType: type = "01", vnp_TransactionStatus: status = "" } = answer;
  // Of a refund: it says nothing of the payment's sum.
  if (type !== "01") return nothing;
  return {
    ...said({ response: "00", status, type }),
    amount: amountIn(answer.vnp_Amount),
    provider_txn_no: numberIn(answer.vnp_TransactionNo),
  };
}

type RefundCall = Parameters<NonNullable<Adapter["refund"]>>[1];
const unknown: Refunded = { status: "unknown", provider_refund_no: null };
/** Refused before anything was done: bad terminal, format, no such payment, not paid, signature. */
const REFUSED = ["02", "03", "91", "95", "97"];

async function refundOf(shop: Vnpay, attempt: Attempt, refund: RefundCall, http: Http): Promise<Refunded> {
  const fields = {
    ...aboutAttempt(attempt),
    vnp_RequestId: refund.refund_ref,
    vnp_TransactionType: refund.amount === refund.received ? "02" : "03",
    vnp_Amount: wireAmount(refund.amount),
    vnp_TransactionNo: attempt.provider_txn_no ?? "",
    vnp_CreateBy: "shop",
    vnp_OrderInfo: `Hoan tien ${attempt.provider_ref}`,
  };
  const answer = await called(shop, "refund", fields, http);
  if (!answer) return unknown;
  const code = answer.vnp_ResponseCode ?? "";
  if (REFUSED.includes(code)) return { status: "failed", provider_refund_no: null };
  return code === "00" ? stateIn(answer) : unknown;
}

/** VNPAY answers with the latest refund of the payment: one of another number is another one. */
async function refundState(shop: Vnpay, attempt: Attempt, refund: RefundCall, http: Http): Promise<Refunded> {
  const number = refund.provider_refund_no;
  const fields = {
    ...aboutAttempt(attempt),
    vnp_RequestId: newRequest(),
    ...(number && { vnp_TransactionNo: number }),
  };
  const answer = await called(shop, "querydr", fields, http);
  if (!answer) return unknown;
  if (answer.vnp_ResponseCode === "91") return { status: "absent", provider_refund_no: null };
  if (answer.vnp_ResponseCode !== "00") return unknown;
  const { vnp_TransactionType: type, vnp_TransactionNo: no = "", vnp_Amount } = answer;
  const isRefund = type === "02" || type === "03";
  const isOther = refund.other_refund_nos.includes(no) || amountIn(vnp_Amount) !== refund.amount;
  return isRefund && !isOther ? stateIn(answer) : { status: "absent", provider_refund_no: null };
}

function stateIn({ vnp_TransactionStatus: status, vnp_TransactionNo: no }: Fields): Refunded {
  const provider_refund_no = numberIn(no);
  if (status === "00") return { status: "success", provider_refund_no };
  return { status: status === "09" ? "failed" : "pending", provider_refund_no };
}
