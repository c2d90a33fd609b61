/**
 * A provider that does not exist, for tests alone: it is in no registry, and without BOGUS_URL it is not offered. It has
 * what the first two have not: a step of its own on our page, a query, a refund, a browser that comes back.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { type Adapter, type Http, numbered, type Provider, type Queried, type Refunded } from "../../provider.ts";

const Body = z.object({
  ref: z.string().max(40),
  txn: z.string().max(40),
  amount: z.int().positive(),
  outcome: z.enum(["success", "failed", "pending", "review"]),
});
const Back = z.object({ status: z.enum(["success", "failed", "pending"]), no: z.string() });
const STEPS = ["redirect", "form", "hosted_fields"] as const;

export const bogusSign = (secret: string, text: string | Buffer): string =>
  createHmac("sha256", secret).update(text).digest("hex");

export const bogus: Provider = {
  name: "bogus",
  method: "BOGUS",
  senders: { bogus: "bogus" },
  labels: {
    vi: { name: "Ví thử", description: () => "Chỉ dùng trong kiểm thử" },
    en: { name: "Bogus wallet", description: () => "For tests alone" },
    ja: { name: "テスト用", description: () => "テスト専用" },
  },
  group: "scan",
  logo: "virtual",
  can: { refund: true, partial_refund: true, tokens: false, review: true },
  is_on_delivery: false,
  is_local: false,
  deadlineMinutes: ({ payment_deadline_minutes }) => payment_deadline_minutes,
  page: { shortest_minutes: 5, longest_minutes: 60 },
  makeReference: numbered,
  offer: ({ config }) => (config.env.BOGUS_URL ? { minimum: null, maximum: null } : null),
  origins: ({ config }) => {
    const url = config.env.BOGUS_URL ?? "";
    return { script: [url], style: [], connect: [url], frame: [url], form: [url] };
  },
  createAdapter: ({ config }) => {
    const { BOGUS_URL: url, BOGUS_SECRET: secret = "", BOGUS_STEP: step } = config.env;
    return url ? adapterAt(url, secret, STEPS.find((each) => each === step) ?? "hosted_fields") : null;
  },
};

function adapterAt(url: string, secret: string, step: (typeof STEPS)[number]): Adapter {
  const sign = (text: string) => bogusSign(secret, text);
  return {
    async start({ provider_ref }, http) {
      const { status, text } = await http(`${url}/start`, { method: "POST", body: provider_ref });
      if (status !== 200) throw new Error(`the start was answered ${status}`);
      if (step === "redirect") return { kind: "redirect", url: `${url}/pay/${text}` };
      if (step === "form") return { kind: "form", action: `${url}/pay`, fields: { session: text } };
      return { kind: "hosted_fields", script: `${url}/fields.js`, session: text };
    },
    readReturn({ query, form }) {
      const ref = form.ref ?? query.ref;
      return ref ? { provider_ref: ref, hint: null } : null;
    },
    readIpn({ headers, raw }) {
      const [given, expected] = [Buffer.from(headers["x-bogus-signature"] ?? ""), Buffer.from(bogusSign(secret, raw))];
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { authentic: false };
      const body = Body.safeParse(jsonOf(raw.toString()));
      if (!body.success) return { authentic: true, about: "unreadable" };
      const { ref: provider_ref, txn: provider_txn_no, amount, outcome } = body.data;
      return { authentic: true, about: "attempt", provider_ref, provider_txn_no, amount, outcome };
    },
    acknowledge(outcome) {
      const word = outcome === "done" ? "OK" : outcome === "try_again" ? "AGAIN" : "NO";
      const status = { OK: 200, AGAIN: 503, NO: outcome === "forged" ? 401 : 400 }[word];
      return { status, content_type: "text/plain", body: word };
    },
    async query({ provider_ref }, http): Promise<Queried> {
      const answer = await answered(http, `${url}/query/${provider_ref}`);
      const body = Body.safeParse(answer);
      if (!body.success) return { outcome: "unknown", amount: 0, provider_txn_no: null };
      return { outcome: body.data.outcome, amount: body.data.amount, provider_txn_no: body.data.txn };
    },
    refund: async (_attempt, { refund_ref, amount }, http) =>
      moved(await answered(http, `${url}/refund/${refund_ref}/${amount}`)),
    queryRefund: async (_attempt, { refund_ref }, http) => moved(await answered(http, `${url}/refunds/${refund_ref}`)),
    redact: ({ headers, raw }) => ({
      headers: { "x-bogus-signature": headers["x-bogus-signature"] },
      text: raw.toString(),
    }),
    canonical: (fields) => JSON.stringify(fields),
    sign,
  };
}

function moved(answer: unknown): Refunded {
  const back = Back.safeParse(answer);
  if (!back.success) return { status: "unknown", provider_refund_no: null };
  return { status: back.data.status, provider_refund_no: back.data.no };
}

/** Undefined for a timeout, an error and what is no JSON: nothing is known then. */
async function answered(http: Http, url: string): Promise<unknown> {
  try {
    const { status, text } = await http(url, { method: "GET" });
    return status === 200 ? jsonOf(text) : undefined;
  } catch {
    return undefined; // a timeout says nothing of the money
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the schema refuses it
  }
}
