/**
 * What pays for an order before money does, in the order of the calculation. Pure, without zod, because screens read it
 * too. rules/cart#calculation
 */
export const meansOfPayment = ["voucher", "trade_in", "points_amount", "gift_card"] as const;
export type MeansOfPayment = (typeof meansOfPayment)[number];
