/** What a vendor is to the core: a folder exports one, `sandbox/vendors.ts` lists it. */
import type { Task } from "./clock.ts";
import type { Gateway } from "./gateway.ts";
import type { Incoming, Reply } from "./http.ts";
import type { Ipn, Payment, PaymentState } from "./ledger.ts";
import type { JsonObject } from "./values/json.ts";

/** How a payment may end; each vendor has its own code for each. */
export type Ending = "pay" | "insufficient_funds" | "cancel" | "expire" | "wrong_otp";

export type Operation = "create" | "query" | "refund" | "confirm" | "page" | "other";
export type Route = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Behind the vendor's prefix. With `*` in it: any word there. */
  path: string;
  operation: Operation;
  handle(gateway: Gateway, request: Incoming): Reply | Promise<Reply>;
};

export type OutgoingMessage = {
  method: "GET" | "POST";
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
};
/** How a try is signed: with the vendor's own key and rightly, or not. */
export type Signing = {
  key(name: string): string;
  portal(name: string): string;
  spoil(signature: string): string;
  /** Epoch milliseconds of the shop's clock. */
  wall: number;
};
export type ReceivedReply = { status: number; body: string };
export type Sender = {
  name: string;
  /** Seconds from one try to the next, as long as the reply does not satisfy; empty: sent once. */
  retry: readonly number[];
  timeout_seconds: number;
  compose(ipn: Ipn, signing: Signing): OutgoingMessage;
  /** Whether the vendor is satisfied, and what it read. */
  verdictOf(reply: ReceivedReply): { ok: boolean; text: string };
};

export type PaymentRules = {
  codes: Readonly<Record<Ending, string>>;
  stateOf(code: string, payment: Payment): PaymentState;
  /** Digits of a new transaction number. */
  newTxn(gateway: Gateway): string;
  ipn(gateway: Gateway, payment: Payment): Ipn;
  /** Absent: every end is told. Some vendors tell of a success alone. */
  tells?(payment: Payment): boolean;
  /** Where the browser goes afterwards, signed. */
  returnUrl(gateway: Gateway, payment: Payment): string;
  /** What it posts there, where it comes back by a form. */
  returnForm?(gateway: Gateway, payment: Payment): Readonly<Record<string, string>>;
};

export type Vendor = {
  /** Its prefix in addresses and its name in the control API. */
  name: string;
  /** As its pages show it. */
  title: string;
  /** Test keys by name; the shop is configured with the same. */
  keys: Readonly<Record<string, string>>;
  /** What a merchant chooses in the vendor's portal, by name, with its default. */
  portal?: Readonly<Record<string, string>>;
  /** Hosts of the real vendor, its public sandbox among them: in a configuration they stop the start. */
  real_hosts: readonly string[];
  /** How names of environment variables begin by which a shop is configured for it. */
  variables: readonly string[];
  /** Addresses and keys as a shop is configured with, by the name of its variable. */
  environment(gateway: Gateway): Readonly<Record<string, string>>;
  routes: readonly Route[];
  senders: readonly Sender[];
  /** Absent where nothing is paid by a reference. */
  payment?: PaymentRules;
  tasks?: Readonly<Record<string, (gateway: Gateway, task: Task) => void | Promise<void>>>;
  /** `POST /_ctl/{vendor}/{name}` */
  controls?: Readonly<Record<string, (gateway: Gateway, input: JsonObject) => unknown>>;
};
