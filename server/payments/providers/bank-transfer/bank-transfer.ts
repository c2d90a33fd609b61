/**
 * Bank transfer by VietQR; the bank's credits arrive through SePay's signed webhook. rules/payments#bank-ipn (SePay
 * webhook documentation, read 2026-11-21). SePay repeats an ipn up to 7 times until it gets a 2xx with `success: true`.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { buildVietQr } from "contract/values/vietqr.ts";
import { z } from "zod";
import type { Attempt, Ipn, Provider, RawIpn } from "../../provider.ts";

export type BankAccount = { bin: string; bank_name: string; account_number: string; account_holder: string };
export type SepaySecrets = { scheme: "hmac"; hmac_secret: string } | { scheme: "apikey"; api_key: string };

/** A signature older or newer than this is a replay. SePay: 300 s. */
const SIGNATURE_SECONDS = 300;

const Body = z.object({
  id: z.union([z.int(), z.string().regex(/^\d{1,20}$/)]).transform(String),
  transactionDate: z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
  accountNumber: z.string().max(40),
  subAccount: z.string().max(60).nullish(),
  code: z.string().max(60).nullish(),
  content: z.string().max(1000),
  transferType: z.enum(["in", "out"]),
  transferAmount: z.int().positive(),
  referenceCode: z.string().max(120).nullish(),
});

export const bankTransfer: Provider<BankAccount, SepaySecrets> = {
  name: "bank-transfer",

  start(attempt: Attempt, account: BankAccount) {
    const qr_payload = buildVietQr({
      bin: account.bin,
      account: account.account_number,
      amount: attempt.amount,
      purpose: attempt.content,
    });
    return { kind: "transfer", guide: { ...account, amount: attempt.amount, content: attempt.content, qr_payload } };
  },

  readIpn(raw: RawIpn, secrets: SepaySecrets, now: Date): Ipn {
    if (!isGenuine(raw, secrets, now)) return { kind: "forged" };
    const body = Body.safeParse(parseJson(raw.body));
    if (!body.success) return { kind: "malformed" };
    const { data } = body;
    const booked_at = new Date(`${data.transactionDate.replace(" ", "T")}+07:00`);
    if (Number.isNaN(booked_at.getTime())) return { kind: "malformed" };
    if (data.transferType === "out") return { kind: "ignored" };
    return {
      kind: "credit",
      credit: {
        txn: data.id,
        bank_reference: data.referenceCode ?? "",
        account_number: data.accountNumber,
        amount: data.transferAmount,
        // SePay's own reading of the code comes first: banks cut and decorate the rest.
        content: [data.code, data.content].filter(Boolean).join(" | "),
        booked_at,
      },
    };
  },

  acknowledge(outcome) {
    const status = { done: 200, forged: 401, malformed: 400, try_again: 503 }[outcome];
    return { status, content_type: "application/json", body: JSON.stringify({ success: outcome === "done" }) };
  },

  redact(raw) {
    const { authorization, ...headers } = raw.headers;
    return {
      body: raw.body,
      headers: authorization === undefined ? headers : { ...headers, authorization: "[redacted]" },
    };
  },
};

/** SePay's signature of a body at a moment, for checking and for the simulator. */
export function sepaySignature(secret: string, timestamp: string, body: string): string {
  return `sha256=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`;
}

function isGenuine(raw: RawIpn, secrets: SepaySecrets, now: Date): boolean {
  if (secrets.scheme === "apikey") return isSame(raw.headers.authorization ?? "", `Apikey ${secrets.api_key}`);
  const timestamp = raw.headers["x-sepay-timestamp"] ?? "";
  if (!/^\d{9,11}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > SIGNATURE_SECONDS) return false;
  return isSame(raw.headers["x-sepay-signature"] ?? "", sepaySignature(secrets.hmac_secret, timestamp, raw.body));
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the schema then calls it malformed
  }
}
