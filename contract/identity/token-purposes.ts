/**
 * The purposes of signed tokens: the cookie that carries one, or the proof it is in a call. A token signed for one
 * purpose is invalid for every other (server/security/signed-tokens.ts).
 */
export const tokenPurposes = [
  "order",
  "signing_in",
  "google",
  "google_link",
  "sign_in_word",
  "phone_proof",
  "staff_sign_in",
  "due_payment",
  "page_preview",
  "chat_picture",
  "survey",
  "survey_invitation",
  "survey_invited",
  "survey_key",
] as const;
export type TokenPurpose = (typeof tokenPurposes)[number];
