/** What a customer may consent to, each by itself. Zod-free, so that screens may list them. rules/privacy#consent */
export const consentPurposes = ["marketing_sms", "marketing_zalo", "marketing_email", "behaviour", "survey"] as const;
export type ConsentPurpose = (typeof consentPurposes)[number];

/** What the checkbox at registration stands for. */
export const marketingPurposes = ["marketing_sms", "marketing_zalo", "marketing_email"] as const;

/** Of the consent texts; a changed text is a new version. */
export const consentVersion = "2026-11-21";
