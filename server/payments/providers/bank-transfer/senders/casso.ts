/**
 * Casso's webhook (its documentation, read 2026-11-21), in both versions: v2 signs the body with its keys sorted and is
 * about one booking, v1 sends a fixed token and a list of them. An outgoing transfer has a negative amount.
 * rules/payments#bank-ipn
 */
import { createHmac } from "node:crypto";
import { z } from "zod";
import type { Credit, Ipn, Message } from "../../../provider.ts";
import { acknowledged, bookedAt, isSame, parseJson, type Sender, type Service } from "./sender.ts";

export type CassoSecrets = { checksum_key?: string | undefined; secure_token?: string | undefined };

export const cassoService: Service = {
  createSender({ env: { CASSO_CHECKSUM_KEY: checksumKey, CASSO_SECURE_TOKEN: secureToken } }) {
    return checksumKey || secureToken ? casso({ checksum_key: checksumKey, secure_token: secureToken }) : null;
  },
};

const id = z.union([z.int(), z.string().regex(/^\d{1,20}$/)]).transform(String);
const amount = z.int().refine((sum) => sum !== 0);

const Booking = z
  .object({
    id,
    reference: z.string().max(120).nullish(),
    description: z.string().max(1000),
    amount,
    transactionDateTime: z.string().max(40),
    accountNumber: z.string().max(40),
  })
  .transform(({ reference, transactionDateTime, accountNumber, ...rest }) => ({
    ...rest,
    bank_reference: reference ?? "",
    at: transactionDateTime,
    account_number: accountNumber,
  }));

const FirstVersion = z
  .object({
    id,
    tid: z.string().max(120).nullish(),
    description: z.string().max(1000),
    amount,
    when: z.string().max(40),
    bank_sub_acc_id: z.string().max(40),
  })
  .transform(({ tid, when, bank_sub_acc_id, ...rest }) => ({
    ...rest,
    bank_reference: tid ?? "",
    at: when,
    account_number: bank_sub_acc_id,
  }));

/** A list longer than this is none of one moment, and is asked for again in parts by nobody. */
const MAX_BOOKINGS = 100;
const Body = z.object({ data: z.union([Booking, z.array(FirstVersion).max(MAX_BOOKINGS)]) });

export function casso(secrets: CassoSecrets): Sender {
  const sign = (text: string) => cassoSignature(secrets.checksum_key ?? "", text);
  return {
    readIpn(message) {
      if (!isGenuine(message, secrets)) return { authentic: false };
      return read(message);
    },

    acknowledge: acknowledged,

    redact({ headers: { "secure-token": token, ...headers }, raw }) {
      return {
        text: raw.toString(),
        headers: token === undefined ? headers : { ...headers, "secure-token": "[redacted]" },
      };
    },

    canonical: ({ t = "", body = "" }) => cassoText(t, parseJson(body)),
    sign,
  };
}

function read({ raw }: Message): Ipn {
  const body = Body.safeParse(parseJson(raw.toString()));
  if (!body.success) return { authentic: true, about: "unreadable" };
  const bookings = [body.data.data].flat();
  const credits: Credit[] = [];
  for (const { id: txn, at, description: content, ...rest } of bookings) {
    const booked_at = bookedAt(at);
    if (!booked_at) return { authentic: true, about: "unreadable" };
    if (rest.amount > 0) credits.push({ ...rest, txn, content, booked_at });
  }
  return credits.length === 0 ? { authentic: true, about: "nothing" } : { authentic: true, about: "credits", credits };
}

/** The time, a dot, and the JSON text with the keys sorted at every level, without blanks. */
export function cassoText(milliseconds: string, body: unknown): string {
  return `${milliseconds}.${JSON.stringify(sorted(body))}`;
}

/** What Casso writes after `v1=` for a canonical text. */
export function cassoSignature(checksumKey: string, text: string): string {
  return createHmac("sha512", checksumKey).update(text).digest("hex");
}

function isGenuine({ headers, raw, method }: Message, secrets: CassoSecrets): boolean {
  const { checksum_key: checksumKey, secure_token: secureToken } = secrets;
  if (method !== "POST") return false;
  const header = headers["x-casso-signature"];
  if (header === undefined) return Boolean(secureToken) && isSame(headers["secure-token"] ?? "", secureToken ?? "");
  const [, milliseconds = "", hex = ""] = /^t=(\d{1,16}),v1=([0-9a-fA-F]{128})$/.exec(header) ?? [];
  const body = parseJson(raw.toString());
  if (!checksumKey || hex === "" || typeof body !== "object" || body === null) return false;
  return isSame(hex.toLowerCase(), cassoSignature(checksumKey, cassoText(milliseconds, body)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, sorted(each)]));
}
