/** Kinds of stores, and what one may do there. Without zod, because screens read it too. */
export const storeTypes = ["flagship", "store", "agent", "hub", "service"] as const;

/** In the order in which a store's card names them. */
export const storeServices = [
  "display",
  "pickup",
  "installation",
  "delivery",
  "wholesale",
  "warranty",
  "parts",
  "demo",
] as const;
