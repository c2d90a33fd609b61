/** What the vendors believe: payments, refunds, transfers, and what is still to be sent. Plain data, one object. */
import type { Task } from "./clock.ts";
import type { Fault } from "./faults.ts";
import type { JsonObject } from "./values/json.ts";

/** `review`: the vendor holds the money and has not decided. `authorized`: reserved, not yet captured. */
export type PaymentState = "open" | "authorized" | "review" | "paid" | "failed" | "expired";
export type RefundState = "pending" | "sent" | "success" | "refused";
export type Details = Record<string, string>;

/** One payment by reference; a vendor may have several of one reference (VNPAY: one a day). Amounts are đồng. */
export type Payment = {
  vendor: string;
  ref: string;
  /** In the URL of its page. */
  token: string;
  amount: number;
  /** What the vendor holds: 0 until it is paid, rarely another sum than asked (the fault changed_amount). */
  captured: number;
  state: PaymentState;
  /** The vendor's own result code, as its messages have it. */
  code: string;
  /** The vendor's transaction number, digits; empty until there is one. */
  txn: string;
  /** Wall clock. */
  created_at: number;
  ended_at: number | null;
  /** Virtual. */
  expires_at: number;
  /** What the merchant asked with, and what the payer chose. */
  details: Details;
  otp_failures: number;
  /** The vendor has answered a query with what it is now. */
  is_confirmed: boolean;
  refunds: Refund[];
};

export type Refund = {
  ref: string;
  txn: string;
  amount: number;
  state: RefundState;
  asked_at: number;
  details: Details;
};

/** One line of a bank account. */
export type Credit = {
  id: number;
  sender: string;
  reference: string;
  account: string;
  direction: "in" | "out";
  amount: number;
  content: string;
  /** Wall clock. */
  booked_at: number;
  balance: number;
  details: Details;
};

/** What a vendor says of one event; its sender makes a message of it at each try, signed anew. */
export type Ipn = {
  sender: string;
  url: string;
  /** Of the payment, or the text of the transfer. */
  ref: string;
  amount: number;
  data: JsonObject;
};

/** `held`: overtaken on purpose. `sending`: a try has no reply yet. */
type NotificationStatus = "waiting" | "held" | "sending" | "acknowledged" | "given_up";
export type Notification = Ipn & {
  id: string;
  vendor: string;
  /** A forger's: signed with another secret, sent once. */
  is_forged: boolean;
  tries: number;
  status: NotificationStatus;
  verdicts: string[];
};

export type State = {
  payments: Payment[];
  credits: Credit[];
  notifications: Notification[];
  faults: Fault[];
  tasks: Task[];
  last_task: number;
  counters: Record<string, number>;
  /** Ids of requests that must not come twice, by vendor. */
  seen: Record<string, string>;
  /** Of a vendor's own, by its name: what it keeps beside payments. */
  kept: Record<string, Record<string, Details>>;
  shift_ms: number;
  saved_at: number;
};

export function emptyState(): State {
  return {
    payments: [],
    credits: [],
    notifications: [],
    faults: [],
    tasks: [],
    last_task: 0,
    counters: {},
    seen: {},
    kept: {},
    shift_ms: 0,
    saved_at: 0,
  };
}

/** The latest first. */
export function paymentsOf(state: State, vendor: string, ref: string): Payment[] {
  return state.payments.filter((each) => each.vendor === vendor && each.ref === ref).reverse();
}

/** A shop's attempts of one order differ by the number behind the last dash. */
export function orderOf(ref: string): string {
  return ref.replace(/-\d+$/, "");
}

export function refunded(payment: Payment, states: readonly RefundState[]): number {
  return payment.refunds.filter(({ state }) => states.includes(state)).reduce((sum, { amount }) => sum + amount, 0);
}

/** Whether this request id is new; a vendor refuses what it has seen. */
export function isFirst(state: State, key: string, value: string): boolean {
  if (key in state.seen) return false;
  state.seen[key] = value;
  return true;
}
