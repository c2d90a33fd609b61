/**
 * What the shop asks of a payment provider. A provider sees no database and no order: it is given an attempt, raw bytes
 * and its secrets, and returns values. Nothing defaults to success. rules/payments#provider-interface
 */
import type { TransferGuide } from "contract/payments/payments.ts";

/** What a shopper has to do next. Redirects and forms join with the first provider that has them. */
export type Start = { kind: "transfer"; guide: TransferGuide };

export type Attempt = { order_code: string; amount: number; content: string };

/** One booking on our account, as the bank's ipn states it. */
export type Credit = {
  txn: string;
  bank_reference: string;
  account_number: string;
  amount: number;
  content: string;
  booked_at: Date;
};

export type Ipn =
  | { kind: "forged" }
  | { kind: "malformed" }
  /** Genuine, and not about money coming in. */
  | { kind: "ignored" }
  | { kind: "credit"; credit: Credit };

export type RawIpn = { headers: Readonly<Record<string, string | undefined>>; body: string };

export type Acknowledgement = { status: number; content_type: string; body: string };

export type Provider<Account, Secrets> = {
  name: string;
  start(attempt: Attempt, account: Account): Start;
  /** Pure and never throws; compares signatures in constant time over the raw bytes. */
  readIpn(raw: RawIpn, secrets: Secrets, now: Date): Ipn;
  /** The provider's own dialect: what makes it stop repeating, or try again. */
  acknowledge(outcome: "done" | "forged" | "malformed" | "try_again"): Acknowledgement;
  /** The ipn as it may be stored: no secrets. */
  redact(raw: RawIpn): RawIpn;
};
