/** Personal data of warranty: cards, who asked to own a machine, invoices before their form. */
import { OWNER, type PersonalData } from "../kernel/personal-data.ts";

const OF_PHONE = "phone <> '' and phone = (select phone from identity.customers where id = $customer)";
const OF_CARD = "card_id in (select id from warranty.cards where customer_id = $customer)";
const shared = {
  why: "warranty, by law",
  kept: "the end of the warranty and 2 years",
  seen_by: "the owner; staff with warranty:read, masked",
} as const;

export const warrantyPersonalData = {
  "warranty.cards": {
    ...shared,
    belongs: OWNER,
    what: "machines with their warranty: owner, place, purchase",
    erasure: "blanked",
    exported: [
      ...([
        "code",
        "serial",
        "product_id",
        "term_months",
        "parts",
        "start_on",
        "end_on",
        "phone",
        "full_name",
      ] as const),
      ...(["place", "bought_on", "bought_at", "made_at", "activated_at", "ended", "ended_at"] as const),
      ...(["void_reason", "void_text", "objection", "objected_at"] as const),
    ],
    withheld: ["public_id", "invoice_key", "consent_hash"],
    plain: [
      ...(["id", "origin", "start_kind", "order_line_id", "piece", "customer_id", "locale", "proof"] as const),
      ...(["proof_decided_at", "activated_by", "voided_by", "erased_at", "version"] as const),
    ],
  },
  "warranty.extensions": {
    ...shared,
    belongs: OF_CARD,
    what: "months beside the term",
    erasure: "retained",
    exported: ["source", "code", "months", "booked_at"],
    plain: ["card_id"],
  },
  "warranty.repairs": {
    ...shared,
    belongs: OF_CARD,
    what: "repairs of a machine",
    erasure: "retained",
    exported: ["code", "handed_in", "handed_back", "is_covered", "fault", "done", "parts", "technician"],
    plain: ["card_id"],
  },
  "warranty.history": {
    ...shared,
    belongs: OF_CARD,
    what: "what became of a card",
    erasure: "retained",
    exported: ["at", "act"],
    plain: ["id", "card_id", "actor", "note"],
  },
  "warranty.confirmations": {
    ...shared,
    belongs: OF_PHONE,
    what: "that an agent activated a machine for a phone",
    kept: "12 months after the answer; the phone until then alone where it was confirmed",
    erasure: "blanked",
    exported: ["phone", "made_at", "until", "state", "decided_at"],
    withheld: ["token_hash"],
    plain: ["card_id", "agent_id"],
  },
  "warranty.transfers": {
    ...shared,
    belongs: OWNER,
    what: "machines a person asked to own",
    kept: "12 months after the decision",
    erasure: "deleted",
    exported: ["code", "phone", "full_name", "state", "reason", "asked_at", "decided_at"],
    plain: ["id", "card_id", "customer_id", "locale"],
  },
  "warranty.invoices": {
    ...shared,
    belongs: "session_id in (select id from identity.sessions where customer_id = $customer)",
    what: "an invoice that was sent before its form",
    kept: "24 hours",
    seen_by: "the browser that sent it",
    erasure: "deleted",
    exported: ["bytes", "stored_at"],
    withheld: ["key"],
    plain: ["session_id", "serial", "held_until"],
  },
} satisfies PersonalData<"warranty">;
