/** Personal data of the live chat. */
import { OWNER, type PersonalData } from "../kernel/personal-data.ts";

const OF_OWN = "conversation_id in (select id from chat.conversations where customer_id = $customer)";
const shared = {
  why: "answering questions",
  kept: "24 months after the last message; then only that there was one, and how it was rated",
  seen_by: "the person; staff with chat:answer",
} as const;

export const chatPersonalData = {
  "chat.conversations": {
    ...shared,
    belongs: OWNER,
    what: "conversations with the shop: when, from which number and province",
    erasure: "blanked",
    exported: ["phone", "city_code", "left_code", "state", "created_at", "last_at", "done_at", "is_good"],
    withheld: ["code"],
    plain: [
      "id",
      "customer_id",
      "session_id",
      "locale",
      "is_urgent",
      "is_returned",
      "assigned_to",
      "last_seq",
      "seen_by_customer",
      "seen_by_staff",
      "version",
      "due_at",
      "first_answer_at",
      "customer_at",
      "asked_at",
      "done_by",
      "erased_at",
    ],
  },
  "chat.messages": {
    ...shared,
    belongs: OF_OWN,
    what: "what was written in them, by both sides",
    erasure: "deleted",
    exported: ["conversation_id", "seq", "side", "text", "word", "card_kind", "card_key", "pictures", "at"],
    plain: ["client_id", "staff_id"],
  },
  "chat.pictures": {
    ...shared,
    belongs: OF_OWN,
    what: "pictures sent in them",
    erasure: "deleted",
    exported: ["key", "created_at"],
    plain: ["conversation_id", "by_customer", "seq"],
  },
  "chat.notes": {
    ...shared,
    belongs: OF_OWN,
    what: "what was done with each conversation, and noted about it",
    seen_by: "staff with chat:answer",
    erasure: "deleted",
    exported: ["at", "act"],
    plain: ["id", "conversation_id", "actor", "text"],
  },
} satisfies PersonalData<"chat">;
