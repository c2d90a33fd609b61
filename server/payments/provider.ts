/**
 * The provider interface: what the shop asks of a payment provider. A provider is one folder of providers/ and one
 * line in providers/index.ts; nothing outside its folder names it. It sees no database and no order: it is handed an
 * attempt, bytes, its configuration and the time, and returns values. Nothing defaults to success.
 * rules/payments#provider-interface
 */
import type { CardBrowser, MaskedCard } from "contract/payments/card.ts";
import type { FailureReason, methodGroups, NextStep, PageOrigins, TransferGuide } from "contract/payments/payments.ts";
import type { Locale } from "contract/values/locale.ts";
import type { Dong } from "contract/values/money.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Config } from "../kernel/config.ts";
import type { Ctx } from "../kernel/context.ts";
import type { Settings } from "../platform/settings.ts";

/** One try to pay, as its provider sees it. */
export type Attempt = {
  /** What the provider knows it by; `Provider.makeReference` made it, and it never changes. */
  provider_ref: string;
  /** đồng: what was due when it started; for a transfer, what is still due now. */
  amount: Dong;
  created_at: Date;
  /** The provider's own payment page must expire at or before it. */
  expires_at: Date | null;
  provider_txn_no: string | null;
  /** How the provider wrote the moment of creation, where it asks for it again. */
  provider_created_at: string | null;
  locale: Locale;
  /** Who pays, by IP address; empty where nobody is there. For the start alone: it is not stored. */
  client_address: string;
  /** Our addresses for this provider: the browser comes back to one, ipns go to the other. */
  return_url: string;
  ipn_url: string;
};

/**
 * What a shopper does next. `redirect`: an address of the provider, reached over a page of ours. `form`: fields a browser
 * posts to `action`. `hosted_fields`: the provider's script and its session, on a page of ours with `PageOrigins`. `widget`:
 * the provider's script, which shows its own form there and posts it to `action`, our address of return. `none`:
 * nothing, because the order is paid on delivery. `link`: a link of ours, by which any other method is begun. `lost`: the
 * provider has taken this reference before and does not tell its step again, so the next attempt is begun.
 */
export type Start = (
  | { kind: "transfer"; guide: TransferGuide }
  | { kind: "none" }
  | { kind: "link" }
  | { kind: "lost" }
  | NextStep
) & {
  provider_created_at?: string;
  /** Its number of the payment, where it tells it at once and wants it again. */
  provider_txn_no?: string;
};

/** A provider's answer about an attempt. `unknown` is never a failure: the query is repeated. */
export const outcomes = ["success", "failed", "expired", "pending", "review", "unknown"] as const;
export type Outcome = (typeof outcomes)[number];

/** One booking on the shop's account; the text names what it is for. */
export type Credit = {
  txn: string;
  bank_reference: string;
  account_number: string;
  /** đồng, above 0. */
  amount: Dong;
  content: string;
  booked_at: Date;
};

export type Message = {
  sender: string;
  method: "GET" | "POST";
  /** Path and query, as they came. */
  url: string;
  /** Names in small letters. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The body byte for byte; empty for a GET. */
  raw: Buffer;
};

export type Ipn =
  | { authentic: false }
  | { authentic: true; about: "unreadable" }
  /** Genuine, and not about money coming in. */
  | { authentic: true; about: "nothing" }
  /** Genuine, and proves nothing of what it says: the provider is asked about this attempt. */
  | { authentic: true; about: "ask"; provider_ref: string; provider_txn_no?: string }
  | {
      authentic: true;
      about: "attempt";
      provider_ref: string;
      provider_txn_no: string | null;
      amount: Dong;
      outcome: Outcome;
      flag?: string;
      reason?: FailureReason;
    }
  /** At least one: some services put several bookings into one message. */
  | { authentic: true; about: "credits"; credits: readonly Credit[] };

/** What became of an ipn; `acknowledge` writes it in the provider's dialect. */
export type IpnOutcome =
  | "done"
  /** The attempt had its end already, and this changed nothing. */
  | "repeated"
  | "forged"
  | "malformed"
  | "unknown_attempt"
  | "amount_mismatch"
  /** Not stored or not applied: the provider must send it again. */
  | "try_again";
export type Acknowledgement = { status: number; content_type: string; body: string };

export type Queried = {
  outcome: Outcome;
  amount: Dong;
  provider_txn_no: string | null;
  flag?: string;
  reason?: FailureReason;
};
export type Refund = {
  refund_ref: string;
  amount: Dong;
  reason: string;
  /** đồng: all that came in by the attempt. */
  received: Dong;
  /** When the provider was asked for it first: some make the day a part of its reference. */
  sent_at: Date;
  /** Its own number, once known, and those of the attempt's other refunds. */
  provider_refund_no: string | null;
  other_refund_nos: readonly string[];
};
/** `absent`: the provider knows no such refund. */
export type Refunded = {
  status: "success" | "failed" | "pending" | "unknown" | "absent";
  provider_refund_no: string | null;
};
export type SettlementLine = {
  kind: "payment" | "refund" | "fee" | "adjustment";
  provider_ref: string;
  provider_txn_no: string;
  /** đồng; `net` is amount − fee, negative where money goes back. */
  amount: Dong;
  fee: Dong;
  net: Dong;
  occurred_at: Date;
  status: string;
  line_no: number;
};

/** Outgoing requests, with the caps of platform/outgoing.ts. Rejects on a timeout: the outcome is then `unknown`. */
export type Http = (
  url: string,
  options: {
    method?: "GET" | "POST" | "PUT" | "DELETE";
    headers?: Record<string, string>;
    body?: string;
    timeout_ms?: number;
  },
) => Promise<{ status: number; text: string }>;

/** What lies between a card's fields and the money. `session` is the step's, `token` a saved card's. */
export type CardStepAsked =
  | { name: "check"; session: string }
  | { name: "initiate"; session: string; token?: string | undefined }
  | { name: "authenticate"; session: string; token?: string | undefined; browser: CardBrowser }
  | { name: "challenged" }
  | { name: "pay"; session: string; token?: string | undefined };

/**
 * What comes next. `card`: its fields are not filled. `html`: of the issuer, for a frame of its own. `stop`: nothing was taken,
 * and this attempt is over. `unknown`: nothing is known, and the step may be repeated.
 */
export type CardStep =
  | { next: "card" | "pay" | "wait" | "unknown" }
  | { next: "initiate"; card: MaskedCard }
  | { next: "authenticate"; html: string | undefined }
  | { next: "challenge"; html: string }
  | { next: "stop"; reason: FailureReason }
  | { next: "paid"; said: Queried };

/** A card that the provider keeps. */
export type SavedToken = MaskedCard & { token: string };

/** A choice before the start: a bank, a card kind, an instalment plan. */
export type Option = { code: string; name: string; fee?: Dong; months?: number };

/** A function is absent where the provider has no such operation. */
export type Adapter = {
  /**
   * Idempotent: the same attempt gives the same step. Without a request where the provider `is_local`. Otherwise it runs
   * outside every transaction, and after a rejection it is called again with the same reference.
   */
  start(attempt: Attempt, http: Http): Start | Promise<Start>;
  /** What is chosen before starting, for a sum in đồng. Kept a day. */
  options?(amount: Dong, http: Http): Promise<readonly Option[]>;
  /** Steps between start and pay. card/steps.ts keeps their order; each may be repeated. */
  step?(attempt: Attempt, asked: CardStepAsked, http: Http): Promise<CardStep>;
  /** What the browser brought, signed or not: it proves nothing. Pure, never throws; null where it names no attempt. */
  readReturn?(brought: {
    method: "GET" | "POST";
    query: Readonly<Record<string, string>>;
    form: Readonly<Record<string, string>>;
  }): { provider_ref: string; hint: "success" | "failed" | null } | null;
  /** Pure and never throws; compares signatures in constant time over the raw bytes. */
  readIpn?(message: Message, now: Date): Ipn;
  /** Status, type and body exactly as the sender expects them. */
  acknowledge?(outcome: IpnOutcome, sender: string): Acknowledgement;
  /** Asks the provider. A timeout, a 5xx and what cannot be read are `unknown`. Outside every transaction. */
  query?(attempt: Attempt, http: Http): Promise<Queried>;
  /** By a reference stored before. Absent where money goes back by hand. A timeout is `unknown`, and never sent again. */
  refund?(attempt: Attempt, refund: Refund, http: Http): Promise<Refunded>;
  queryRefund?(attempt: Attempt, refund: Refund, http: Http): Promise<Refunded>;
  /** Saved cards, with consent. `save`: of the card in a session, null where none is kept. `remove`: false where it must be asked again. */
  tokens?: {
    save(session: string, http: Http): Promise<SavedToken | null>;
    remove(token: string, http: Http): Promise<boolean>;
  };
  /** The provider's own file. What cannot be read is answered beside the lines, never skipped. */
  readSettlement?(csv: string): { lines: SettlementLine[]; unreadable: { line_no: number; text: string }[] };
  /** The message as it may be stored and logged: no secret, no card number. */
  redact?(message: Message): { headers: Readonly<Record<string, string | undefined>>; text: string };
  /** The text that is signed. Pure. */
  canonical?(fields: Readonly<Record<string, string>>): string;
  /** Its signature. Pure. */
  sign?(text: string): string;
};

/** What a provider may be configured from. Its own variables are in `config.env`. */
export type ProviderConfig = {
  config: Config;
  limits: Settings["limits"];
  bank_account: Settings["bank_account"];
  now: Date;
};

type CtxOf = (request: FastifyRequest) => Ctx;

/** The sums a method takes, in đồng; null where the shop does not have it. */
export type Offer = { minimum: Dong | null; maximum: Dong | null };

export type Labels = { name: string; description(maximum: Dong | null): string };

export type Provider = {
  /** Its folder, in rows and in the address of the browser's return. Stored: never changed. */
  name: string;
  /** Its method's code on the wire. Stored with orders. */
  method: string;
  /** Who sends its ipns, by the part of the address that says so: `/v1/payments/{…}/ipn`. */
  senders: Readonly<Record<string, string>>;
  labels: Readonly<Record<Locale, Labels>>;
  group: (typeof methodGroups)[number];
  /** File name among the payment tiles of web/art/payment. */
  logo: string;
  /** More than one where the method takes several; otherwise the logo. */
  marks?: readonly string[];
  can: { refund: boolean; partial_refund: boolean; tokens: boolean; review: boolean };
  /** Paid on delivery: nothing is due before, and the order does not expire. */
  is_on_delivery: boolean;
  /** Paid by a link of ours, in any other way: no money comes by its own attempts. */
  is_link?: true;
  /** `start` makes no request, so it runs at every view and shows what is still due. */
  is_local: boolean;
  /** Minutes from placement until the unpaid order expires; null: never. */
  deadlineMinutes(limits: ProviderConfig["limits"]): number | null;
  /** Of its own page, where it has one. */
  page: { shortest_minutes: number; longest_minutes: number } | null;
  /** The unique reference of an attempt: at most 30 characters of `[A-Za-z0-9-]`. `n` counts the attempts of a payable. */
  makeReference(payable: string, n: number): string;
  offer(shop: ProviderConfig): Offer | null;
  /** đồng: less than this goes back by hand. Absent: nothing is too little. */
  min_refund?: Dong;
  /** The variables of the environment it is configured by: all of them or none, checked at the start. */
  variables?: Readonly<Record<string, { schema: z.ZodType; about: string }>>;
  /** Those that each stand for themselves: a service that reports transfers has its own. */
  own_variables?: Readonly<Record<string, string>>;
  /** The foreign origins its payment step needs, of its configuration alone. */
  origins?(shop: ProviderConfig): PageOrigins;
  /** For development and tests only: pages that simulate the provider, at `path`. Mounted where DEV_SIMULATORS is on. */
  simulator?: { path: string; title: string; mount(app: FastifyInstance, ctxOf: CtxOf): void };
  /** The adapter with its configuration; null where it has none. */
  createAdapter(shop: ProviderConfig): Adapter | null;
};

/** `{payable}-{n}`, what most providers know an attempt by. */
export const numbered = (payable: string, n: number): string => `${payable}-${n}`;
