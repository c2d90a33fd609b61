/** Texts of e-mails. */
import type { EmailMessages } from "../../vi/notifications/emails.ts";

export const emails = {
  code_subject: (p) => `Your ${p.shop} code`,
  code_text: (p) =>
    `Your code is ${p.code}. It is good for 5 minutes.\n\nShare it with nobody. If you did not ask for it, ignore this letter.\n\n${p.shop}`,
} satisfies EmailMessages;
