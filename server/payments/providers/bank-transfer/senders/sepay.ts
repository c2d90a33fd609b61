/**
 * SePay's webhook (its documentation, read 2026-11-21): a signature over timestamp and body, or a key in a header. It
 * repeats an ipn up to 7 times until it gets a 2xx with `success: true`. rules/payments#bank-ipn
 */
import { createHmac } from "node:crypto";
import { z } from "zod";
import type { Message } from "../../../provider.ts";
import { acknowledged, bookedAt, isSame, parseJson, type Sender, type Service } from "./sender.ts";

export type SepaySecrets = { scheme: "hmac"; hmac_secret: string } | { scheme: "apikey"; api_key: string };

/** A signature older or newer than this is a replay. SePay: 300 s. */
const SIGNATURE_SECONDS = 300;

const Body = z.object({
  id: z.union([z.int(), z.string().regex(/^\d{1,20}$/)]).transform(String),
  transactionDate: z.string().max(40),
  accountNumber: z.string().max(40),
  subAccount: z.string().max(60).nullish(),
  code: z.string().max(60).nullish(),
  content: z.string().max(1000),
  transferType: z.enum(["in", "out"]),
  transferAmount: z.int().positive(),
  referenceCode: z.string().max(120).nullish(),
});

/** Its keys are older than `config.env`: they stay in server/kernel/config.ts, and are made where none is given. */
export const sepayService: Service = {
  createSender: (config) =>
    sepay(
      config.sepay_auth === "apikey"
        ? { scheme: "apikey", api_key: config.sepay_api_key }
        : { scheme: "hmac", hmac_secret: config.sepay_hmac_secret },
    ),
};

export function sepay(secrets: SepaySecrets): Sender {
  const sign = (text: string) => sepaySignature(secrets.scheme === "hmac" ? secrets.hmac_secret : "", text);
  return {
    readIpn(message, now) {
      if (!isGenuine(message, secrets, now)) return { authentic: false };
      const body = Body.safeParse(parseJson(message.raw.toString()));
      if (!body.success) return { authentic: true, about: "unreadable" };
      const { data } = body;
      const booked_at = bookedAt(data.transactionDate);
      if (!booked_at) return { authentic: true, about: "unreadable" };
      if (data.transferType === "out") return { authentic: true, about: "nothing" };
      return {
        authentic: true,
        about: "credits",
        credits: [
          {
            txn: data.id,
            bank_reference: data.referenceCode ?? "",
            account_number: data.accountNumber,
            amount: data.transferAmount,
            // SePay's own reading of the code comes first: banks cut and decorate the rest.
            content: [data.code, data.content].filter(Boolean).join(" | "),
            booked_at,
          },
        ],
      };
    },

    acknowledge: acknowledged,

    redact({ headers: { authorization, ...headers }, raw }) {
      return {
        text: raw.toString(),
        headers: authorization === undefined ? headers : { ...headers, authorization: "[redacted]" },
      };
    },

    canonical: ({ timestamp = "", body = "" }) => `${timestamp}.${body}`,
    sign,
  };
}

/** What SePay sends in `X-SePay-Signature` for a canonical text. */
export function sepaySignature(secret: string, text: string): string {
  return `sha256=${createHmac("sha256", secret).update(text).digest("hex")}`;
}

function isGenuine({ headers, raw, method }: Message, secrets: SepaySecrets, now: Date): boolean {
  if (method !== "POST") return false;
  if (secrets.scheme === "apikey") return isSame(headers.authorization ?? "", `Apikey ${secrets.api_key}`);
  const timestamp = headers["x-sepay-timestamp"] ?? "";
  if (!/^\d{9,11}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > SIGNATURE_SECONDS) return false;
  const expected = createHmac("sha256", secrets.hmac_secret).update(`${timestamp}.`).update(raw).digest("hex");
  return isSame(headers["x-sepay-signature"] ?? "", `sha256=${expected}`);
}
