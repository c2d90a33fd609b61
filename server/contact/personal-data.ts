/** Personal data of messages to the shop. */
import { OWNER, type PersonalData } from "../kernel/personal-data.ts";

const message = "message_id in (select id from contact.messages where customer_id = $customer)";
const shared = {
  why: "answering it; complaints by the law on consumers",
  kept: "2 years after it was closed, complaints 3",
  seen_by: "the person; staff with chat:answer",
} as const;

export const contactPersonalData = {
  "contact.messages": {
    ...shared,
    belongs: OWNER,
    what: "messages and complaints: who asked, how to reach them, about what",
    erasure: "blanked",
    exported: ["code", "topic", "full_name", "phone", "email", "order_code", "safety", "received_at"],
    withheld: ["request_hash"],
    plain: [
      "id",
      "customer_id",
      "locale",
      "state",
      "name_by",
      "due_at",
      "extended",
      "extended_at",
      "answered_at",
      "closed_at",
      "priority",
      "escalated",
      "assigned_to",
      "erased_at",
      "version",
    ],
  },
  "contact.lines": {
    ...shared,
    belongs: message,
    what: "what was written in each message, by both sides",
    erasure: "retained",
    exported: ["at", "is_answer", "text"],
    plain: ["id", "message_id", "actor"],
  },
  "contact.history": {
    ...shared,
    belongs: message,
    what: "what was done with each message",
    erasure: "retained",
    exported: ["at", "act"],
    plain: ["id", "message_id", "actor", "note"],
  },
} satisfies PersonalData<"contact">;
