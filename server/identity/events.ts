/** What identity announces, each in the transaction of what has happened. */
import type { ConsentPurpose } from "contract/privacy/consents.ts";

export type IdentityEvents = {
  /** A sign-in: what the visitor's session held, where there was one, belongs to the account now. */
  signed_in: { customer_id: number; session_id: number; visitor_session: number | null };
  /** An account proved a phone: orders guests sent to it belong to the account. */
  phone_proved: { customer_id: number };
  /** The same person on the same device goes on under another session. */
  session_renewed: { from: number; to: number };
  /** Sessions of a customer have ended, or act as another role: their open pages ask again at once. */
  sessions_changed: { customer_id: number };
  /** A customer consented to purposes or withdrew; stored with the text of `channel` in the reader's language. */
  consent_said: { customer_id: number; purposes: readonly ConsentPurpose[]; given: boolean; channel: ConsentChannel };
};
export type ConsentChannel = "web" | "registration";

declare module "../kernel/events.ts" {
  interface Events extends IdentityEvents {}
}
