/** Membership ranks, the lowest first. Without zod, because the calculation of deals and screens read it too. */
export const ranks = ["member", "silver", "gold", "diamond"] as const;
export type Rank = (typeof ranks)[number];
