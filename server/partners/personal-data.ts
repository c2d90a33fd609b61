/** Personal data of who offers premises: of an account, and what was sent with its phone number. */
import type { PersonalData } from "../kernel/personal-data.ts";

const theirs =
  "(select g.id from partners.rent_grounds g join identity.customers c on g.customer_id = c.id or g.phone = c.phone where c.id = $customer)";

export const partnersPersonalData = {
  "partners.rent_grounds": {
    belongs: `id in ${theirs}`,
    what: "premises offered to the shop: who offers them, where they are, for how much",
    why: "deciding whether to rent them, by consent",
    kept: "12 months from sending",
    seen_by: "staff with partners:approve",
    erasure: "deleted",
    exported: [
      ...(["code", "state", "full_name", "phone", "city_code", "ward_code", "street", "area_m2", "front_dm"] as const),
      ...(["monthly_rent", "right", "available_from", "note", "received_at", "answer_by", "delete_on"] as const),
      "changed_at",
    ],
    withheld: ["consent_hash", "request_hash"],
    plain: ["id", "customer_id", "locale"],
  },
  "partners.rent_ground_events": {
    belongs: `rent_ground_id in ${theirs}`,
    what: "what became of premises that were offered: states, notes of staff",
    why: "the same",
    kept: "as the proposal",
    seen_by: "staff with partners:approve",
    erasure: "deleted",
    exported: ["at", "state"],
    withheld: ["text", "actor"],
    plain: ["id", "rent_ground_id"],
  },
  "partners.pictures": {
    belongs: `rent_ground_id in ${theirs}`,
    what: "pictures of premises: their names; the pictures themselves are in the storage",
    why: "the same",
    kept: "as the proposal; 24 hours where its form was not sent",
    seen_by: "staff with partners:approve",
    erasure: "deleted",
    exported: ["name", "stored_at"],
    withheld: ["key", "sent_hash", "token_hash"],
    plain: ["rent_ground_id", "position", "held_until"],
  },
  "partners.forms": {
    belongs: `rent_ground_id in ${theirs}`,
    what: "that a browser offered premises; what was typed into a form that came back, encrypted",
    why: "so that nothing is typed twice",
    kept: "24 hours; of one that was sent, as the proposal",
    seen_by: "the browser that has its token",
    erasure: "deleted",
    exported: [],
    withheld: ["token_hash", "typed"],
    plain: ["rent_ground_id", "expires_at"],
  },
} satisfies PersonalData<"partners">;
