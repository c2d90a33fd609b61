/** Personal data of service: tickets with their address, pictures, quotes and history. */
import { OWNER, type PersonalData } from "../kernel/personal-data.ts";

const OF_TICKET = "ticket_id in (select id from service.tickets where customer_id = $customer)";
const shared = {
  why: "the contract for a repair or an installation",
  kept: "24 months after its end",
  seen_by: "the owner; staff with warranty:read; the technician for a day",
} as const;

export const servicePersonalData = {
  "service.tickets": {
    ...shared,
    belongs: OWNER,
    what: "repairs and installations: person, address, fault",
    erasure: "blanked",
    exported: [
      ...(["code", "kind", "category_slug", "fault", "fault_text", "state", "full_name", "phone", "street"] as const),
      ...(["address", "is_covered", "agreed", "created_at", "done_at"] as const),
    ],
    withheld: ["consent_hash"],
    plain: [
      ...(["id", "card_id", "state_at", "customer_id", "city_code", "ward_code", "area_code", "locale"] as const),
      ...(["at_centre_on", "moved_times", "not_home_times", "due_at", "made_by", "erased_at", "version"] as const),
    ],
  },
  "service.visits": {
    ...shared,
    belongs: OF_TICKET,
    what: "when a technician comes",
    erasure: "retained",
    exported: ["day", "slot", "booked_at", "freed_at"],
    withheld: ["public_id"],
    plain: ["id", "ticket_id", "technician_code"],
  },
  "service.history": {
    ...shared,
    belongs: OF_TICKET,
    what: "what became of a ticket",
    erasure: "blanked",
    exported: ["at", "act", "state", "note"],
    plain: ["id", "ticket_id", "actor", "by_kind"],
  },
  "service.quotes": {
    ...shared,
    belongs: OF_TICKET,
    what: "costs that were asked and agreed",
    erasure: "retained",
    exported: ["number", "reason", "lines", "total", "state", "made_at", "until", "decided_at"],
    plain: ["ticket_id"],
  },
  "service.parts": {
    ...shared,
    belongs: OF_TICKET,
    what: "parts that were fitted",
    erasure: "retained",
    exported: ["name", "quantity", "price", "warranty_months", "added_at"],
    plain: ["id", "ticket_id"],
  },
  "service.pictures": {
    ...shared,
    belongs: `exists (select from identity.customers a where a.id = $customer
      and (ticket_id in (select id from service.tickets where customer_id = a.id)
        or session_id in (select id from identity.sessions where customer_id = a.id)))`,
    what: "pictures of a machine and its fault",
    erasure: "deleted",
    exported: ["by_kind", "bytes", "stored_at"],
    withheld: ["key"],
    plain: ["session_id", "ticket_id", "held_until"],
  },
} satisfies PersonalData<"service">;
