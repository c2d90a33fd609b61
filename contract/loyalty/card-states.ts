/** What a gift card is, and why one in a cart pays nothing. Without zod, because screens read it too. */
export const cardStates = ["open", "empty", "expired"] as const;
export type CardState = (typeof cardStates)[number];

/** `unknown`: another account has kept it meanwhile. `not_needed`: the cards before it pay all. */
export const cardReasons = ["unknown", "expired", "empty", "not_needed"] as const;
export type CardReason = (typeof cardReasons)[number];

/** How many cards pay for one order at most. */
export const MAX_CARDS = 5;
