/** Home or workplace. Spec §3. Without zod, because screens read it too. */
export const addressTypes = ["home", "office"] as const;

/** How many addresses an address book holds. ASSUMED(0145): a household has a handful; more is a shop's customer list. */
export const MAX_ADDRESSES = 20;
