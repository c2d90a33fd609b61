/** What orders announce, each in the transaction of what has happened. */
import type { Dong } from "contract/values/money.ts";

export type OrdersEvents = {
  order_placed: { order_code: string; total: Dong };
  order_confirmed: { order_code: string };
  /** Shipped with the carrier. */
  order_shipped: { order_code: string };
  order_delivered: { order_code: string };
  order_completed: { order_code: string };
  /** `was_paid`: its money had arrived and is owed back. */
  order_cancelled: { order_code: string; was_paid: boolean };
};

declare module "../kernel/events.ts" {
  interface Events extends OrdersEvents {}
}
