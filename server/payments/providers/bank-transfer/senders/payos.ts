/**
 * payOS's webhook (its documentation, read 2026-11-21): a signature inside the body, over the fields of `data` alone. What
 * stands beside `data` is not signed, so nothing is read from it. rules/payments#bank-ipn
 */
import { createHmac } from "node:crypto";
import { z } from "zod";
import type { Ipn } from "../../../provider.ts";
import { acknowledged, bookedAt, isSame, parseJson, type Sender, type Service } from "./sender.ts";

export const payosService: Service = {
  createSender: ({ env: { PAYOS_CHECKSUM_KEY: key } }) => (key ? payos(key) : null),
};

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const Envelope = z.object({ data: z.record(z.string(), scalar), signature: z.string().regex(/^[0-9a-fA-F]{64}$/) });
type Data = z.infer<typeof Envelope>["data"];

const Booking = z.object({
  amount: z.int().positive(),
  description: z.string().max(1000),
  accountNumber: z.string().max(40),
  reference: z.string().min(1).max(120),
  transactionDateTime: z.string().max(40),
  currency: z.string(),
  /** "00": the money has come. */
  code: z.string(),
});

export function payos(checksumKey: string): Sender {
  return {
    readIpn({ method, raw }) {
      const envelope = Envelope.safeParse(parseJson(raw.toString()));
      if (method !== "POST" || !envelope.success) return { authentic: false };
      const { data, signature } = envelope.data;
      if (!isSame(signature.toLowerCase(), payosSignature(checksumKey, payosText(data)))) return { authentic: false };
      return read(data);
    },

    acknowledge: acknowledged,
    redact: ({ headers, raw }) => ({ headers, text: raw.toString() }),
    canonical: payosText,
    sign: (text) => payosSignature(checksumKey, text),
  };
}

function read(data: Data): Ipn {
  const booking = Booking.safeParse(data);
  if (!booking.success) return { authentic: true, about: "unreadable" };
  const { amount, reference, description: content, accountNumber: account_number, code, currency } = booking.data;
  if (code !== "00") return { authentic: true, about: "nothing" };
  const booked_at = bookedAt(booking.data.transactionDateTime);
  if (!booked_at || currency !== "VND") return { authentic: true, about: "unreadable" };
  const credit = { txn: reference, bank_reference: reference, account_number, amount, content, booked_at };
  return { authentic: true, about: "credits", credits: [credit] };
}

/** `name=value` of the fields, sorted by name, joined by `&`, as they are; null is empty. */
export function payosText(data: Readonly<Data>): string {
  return Object.keys(data)
    .sort()
    .map((name) => `${name}=${data[name] ?? ""}`)
    .join("&");
}

export function payosSignature(checksumKey: string, text: string): string {
  return createHmac("sha256", checksumKey).update(text).digest("hex");
}
