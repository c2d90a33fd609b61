/** A private house, or a company. Spec §3. Without zod, because screens read it too. */
export const addressTypes = ["home", "office"] as const;
