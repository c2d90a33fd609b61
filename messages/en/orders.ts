/** Orders in words. Spec §4 */
import type { orders as vi } from "../vi/orders.ts";

export const orders = {
  statuses: {
    waiting_approval: "Waiting for approval",
    confirmed: "Confirmed",
    delivering: "Delivering",
    delivered: "Successful delivery",
    completed: "Completed",
    cancelled: "Cancelled",
  },
  cancel_reasons: {
    changed_mind: "I no longer need it",
    wrong_address: "I want to change the address or phone number",
    found_cheaper: "I found it cheaper elsewhere",
    too_slow: "Delivery takes too long",
    change_items: "I want to change products or quantities",
    payment_trouble: "I have trouble paying",
    other: "Another reason",
  },
  shop_reasons: {
    payment_expired: "The payment deadline passed",
    delivery_failed: "Delivery failed",
    shop: "Cancelled by the shop",
  },
} satisfies typeof vi;
