/** What the shop writes by email. */
import type { Letters } from "../vi/letters.ts";

export const letters = {
  code_subject: "Your Mutosi code",
  code_text: (p) =>
    `Your code is ${p.code}. It is good for 5 minutes.\n\nShare it with nobody. If you did not ask for it, ignore this letter.\n\nMutosi`,
} satisfies Letters;
