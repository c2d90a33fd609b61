import type { mails as vi } from "../../vi/surveys/mails.ts";

export const mails: typeof vi = {
  thanks: "Thank you. Your answers are saved.",
  invited: (p) =>
    `Hello ${p.name},\n\nA few questions, about a minute, until ${p.until}:\n${p.link}\n\nYou need not answer. No more surveys:\n${p.stop_link}`,
  low: (p) => `Survey “${p.title}”: the customer is not content.`,
};
