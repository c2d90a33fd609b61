import type { OrderStatus } from "contract/orders/order-states.ts";
import type { PaymentStatus } from "contract/payments/payment-statuses.ts";
import type { Tone } from "./status.tsx";

export const statusTones: Readonly<Record<OrderStatus, Tone>> = {
  waiting_approval: "waits",
  confirmed: "planned",
  delivering: "moves",
  delivered: "ok",
  completed: "ok",
  cancelled: "over",
};
export const paymentTones: Readonly<Record<PaymentStatus, Tone>> = {
  created: "waits",
  pending: "waits",
  success: "ok",
  failed: "over",
  expired: "over",
  refunded: "over",
};
