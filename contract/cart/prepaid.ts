/**
 * What is paid of an order before money is due, in the order of the calculation. Pure, without zod, because screens read it
 * too. rules/cart#calculation
 */
export const prepaidParts = ["voucher", "trade_in", "points_amount", "gift_card"] as const;
export type PrepaidPart = (typeof prepaidParts)[number];
