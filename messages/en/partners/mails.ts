import type { mail as vi } from "../../vi/partners/mails.ts";

export const mail: typeof vi = (p) => ({
  title: "Your proposal has arrived",
  text: `Hello ${p.name},\n\nWe have your proposal to rent us your space (${p.code}) and call back within 2 working days.`,
});
