/**
 * The states of an order, who may take it from one to the other, and why orders are cancelled. Pure, without zod, because
 * screens read it too. Spec §4 Order status; rules/orders#states
 */
export const orderStatuses = [
  "waiting_approval",
  "confirmed",
  "delivering",
  "delivered",
  "completed",
  "cancelled",
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** What was placed: a cart, a hub's cart, an exchange for points, a service. */
export const orderKinds = ["normal", "hub", "exchange", "service"] as const;
export type OrderKind = (typeof orderKinds)[number];

/** For whom a step is taken: the customer, the shop's staff, or the shop by a rule of its own. */
export const parties = ["customer", "staff", "system"] as const;
export type Party = (typeof parties)[number];

/**
 * Every step an order may take, and who may take it. Cancelling from `delivering` is a failed delivery; only what lapsed is
 * reopened, for the money that came late; only an order of vouchers alone is completed without a delivery.
 */
const steps: Readonly<Record<OrderStatus, Partial<Record<OrderStatus, readonly Party[]>>>> = {
  waiting_approval: { confirmed: ["staff", "system"], cancelled: ["customer", "staff", "system"] },
  confirmed: { delivering: ["staff"], completed: ["system"], cancelled: ["customer", "staff"] },
  delivering: { delivered: ["staff", "system"], cancelled: ["staff"] },
  delivered: { completed: ["customer", "staff", "system"] },
  completed: {},
  cancelled: { waiting_approval: ["staff"] },
};

/** May `who` take an order from one status to another? The only place that knows. */
export function orderCan(from: OrderStatus, to: OrderStatus, who: Party): boolean {
  return steps[from][to]?.includes(who) ?? false;
}

/** No parcel has left with a carrier yet, so the delivery address can still be changed. */
export function canChangeAddress(status: OrderStatus): boolean {
  return status === "waiting_approval" || status === "confirmed";
}

export const cancelReasons = [
  "changed_mind",
  "wrong_address",
  "found_cheaper",
  "too_slow",
  "change_items",
  "payment_trouble",
  "other",
] as const;

/** Why the shop cancelled: the payment expired, the delivery failed, or staff cancelled. */
export const shopReasons = ["payment_expired", "delivery_failed", "shop"] as const;
export type CancelReason = (typeof cancelReasons)[number];
export type ShopReason = (typeof shopReasons)[number];
