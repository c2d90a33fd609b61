/** The statuses of a payment. Pure, without zod, because screens read it too. Spec §3 Payment */
export const paymentStatuses = ["created", "pending", "success", "failed", "expired", "refunded"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];
