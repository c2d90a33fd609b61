/** Kinds of stores. Without zod, because screens read it too. */
export const storeTypes = ["flagship", "store", "agent", "hub", "service"] as const;
