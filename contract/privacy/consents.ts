/** What a person may agree to, each by itself. Zod-free, so that screens may list them. facts: vietnam 8.3 */
export const consentPurposes = ["marketing_sms", "marketing_zalo", "marketing_email", "behaviour"] as const;
export type ConsentPurpose = (typeof consentPurposes)[number];

/** What the box at registration stands for. */
export const marketingPurposes = ["marketing_sms", "marketing_zalo", "marketing_email"] as const;

/** Of the texts people agree to; a changed text is a new version. */
export const consentVersion = "2026-11-21";
