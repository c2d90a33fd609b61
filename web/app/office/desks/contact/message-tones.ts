import type { ContactState } from "contract/contact/contact-desk.ts";
import type { Tone } from "../../kit/status.tsx";

export const messageTones: Readonly<Record<ContactState, Tone>> = {
  received: "waits",
  in_work: "moves",
  waiting_customer: "planned",
  answered: "ok",
  closed: "over",
};
