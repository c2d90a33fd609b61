/** What payments announce, each in the transaction of what has happened. */
import type { Dong } from "contract/values/money.ts";

export type PaymentsEvents = {
  /** The money of a payment has arrived in full. Same transaction as the settlement. */
  payment_settled: { order_code: string; uid_payment: string };
  /** A payment's deadline passed with too little money. */
  payment_expired: { order_code: string; uid_payment: string };
  /** A person decided that a lapsed order goes on with the money that came late. Throws where its goods are gone. */
  payment_reopened: { order_code: string };
  /** Staff made a link to pay an order by. */
  payment_link_made: { order_code: string };
  /** A part of an order in cash was paid otherwise: what is left to collect. */
  cash_lowered: { order_code: string; cash: Dong };
  /** Another way to pay was begun; `cash`: what a carrier would collect by it, else the total. */
  payment_method_chosen: { order_code: string; method: string; cash: Dong };
  /** The shop owes money back for an order, and has given it back. `refund` names this one. */
  refund_owed: { order_code: string; refund: number; amount: Dong };
  refund_recorded: { order_code: string; refund: number; amount: Dong };
};

declare module "../kernel/events.ts" {
  interface Events extends PaymentsEvents {}
}
