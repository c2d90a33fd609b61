/**
 * What domains may announce (`reactions.ts` says what follows) and what they may leave for later (`jobs.ts` says how).
 * Names and payloads only, so that a lower domain can speak without knowing who listens.
 */
import type { Channel } from "contract/identity/accounts.ts";
import type { ConsentPurpose } from "contract/privacy/consents.ts";
import type { Dong } from "contract/values/money.ts";

export type Events = {
  /** The money of a payment has arrived in full. Same transaction as the settlement. */
  payment_settled: { order_code: string; uid_payment: string };
  /** A payment's deadline passed with too little money. */
  payment_expired: { order_code: string; uid_payment: string };
  /** An order whose money had arrived was cancelled: `amount` is owed back. */
  order_cancelled: { order_code: string; was_paid: boolean };
  order_placed: { order_code: string; total: Dong };
  order_confirmed: { order_code: string };
  /** Shipped with the carrier. */
  order_shipped: { order_code: string };
  order_delivered: { order_code: string };
  order_completed: { order_code: string };
  /** A sign-in: what the visitor's session held, where there was one, belongs to the account now. */
  signed_in: { customer_id: number; session_id: number; visitor_session: number | null };
  /** An account proved a phone: orders guests sent to it belong to the account. */
  phone_proved: { customer_id: number };
  /** The same person on the same device goes on under another session. */
  session_renewed: { from: number; to: number };
  /** Sessions of a customer have ended, or act as another role: their open pages ask again at once. */
  sessions_changed: { customer_id: number };
  /** The shop owes money back for an order, and has given it back. `refund` names this one. */
  refund_owed: { order_code: string; refund: number; amount: Dong };
  refund_recorded: { order_code: string; refund: number; amount: Dong };
  /** A customer consented to purposes or withdrew; stored with the text of `channel` in the reader's language. */
  consent_said: { customer_id: number; purposes: readonly ConsentPurpose[]; given: boolean; channel: ConsentChannel };
  /** A person is erased: every domain erases what it stores about them, in this transaction. */
  person_erased: { customer_id: number };
  /** Something pages show has changed: cached pages with one of these tags are purged in every process. */
  pages_changed: { tags: readonly string[] };
};
export type ConsentChannel = "web" | "registration";
export type EventName = keyof Events;

export type Jobs = {
  expire_payments: Record<string, never>;
  complete_orders: Record<string, never>;
  flash_sale_turns: Record<string, never>;
  recount_sales: Record<string, never>;
  shelve_outdated: Record<string, never>;
  /** A one-time code is to leave; `channel` where another way failed before. */
  send_otp: { otp_id: number; channel?: Channel };
  /** Notifies an account's former number that it has another now. `sealed_phone`: encrypted, base64. */
  tell_old_phone: { customer_id: number; sealed_phone: string };
  sweep: Record<string, never>;
  /** Pushes one notification to one device. */
  push_to_device: { notification: number; subscription: number };
  /** One notification as an email. */
  mail_notification: { notification: number };
  /** Makes the file a person asked for. */
  export_data: { request: number };
  /** Takes a file out of the storage, once nothing names it any more. */
  remove_file: { key: string };
  /** Erases the accounts whose day has come. */
  erase_accounts: Record<string, never>;
  /** Plans the erasure of unused accounts. */
  find_unused_accounts: Record<string, never>;
  /** Notifies the person of such a plan, by email or message. */
  warn_unused_account: { request: number };
};
export type JobName = keyof Jobs;
