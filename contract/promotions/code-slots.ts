/** The places for a code in a cart, one code each. Without zod, because screens read it too. Spec §7 Coupons; rules/promotions#codes */
export const codeSlots = ["coupon", "delivery_coupon", "voucher", "promo_code"] as const;
export type CodeSlot = (typeof codeSlots)[number];

/** `usable`: neither used, nor over, nor ahead, whatever the cart lacks for it. */
export const codeGroups = ["usable", "used", "coming", "expired"] as const;
export type CodeGroup = (typeof codeGroups)[number];
