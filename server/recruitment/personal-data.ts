/** Personal data of applications: those of an account, and those sent with its phone number. */
import type { PersonalData } from "../kernel/personal-data.ts";

const theirs =
  "(select a.id from recruitment.applications a join identity.customers c on a.customer_id = c.id or a.phone = c.phone where c.id = $customer)";

export const recruitmentPersonalData = {
  "recruitment.applications": {
    belongs: `id in ${theirs}`,
    what: "applications for a vacancy",
    why: "choosing whom to employ, by consent",
    kept: "12 months from sending; a day after it was withdrawn",
    seen_by: "the person, by code and phone; staff with recruitment:read",
    erasure: "deleted",
    exported: [
      "code",
      "state",
      "full_name",
      "phone",
      "email",
      "birthday",
      "province_code",
      "expected_salary",
      "introduction",
      "sent_at",
      "answer_by",
      "delete_on",
      "changed_at",
      "withdrawn_at",
    ],
    withheld: ["cv_key", "consent_hash"],
    plain: ["id", "vacancy_id", "customer_id", "locale"],
  },
  "recruitment.application_events": {
    belongs: `application_id in ${theirs}`,
    what: "what became of an application: states, letters, notes of staff",
    why: "the same",
    kept: "as the application",
    seen_by: "staff with recruitment:read",
    erasure: "deleted",
    exported: ["at", "state"],
    withheld: ["text", "actor"],
    plain: ["id", "application_id"],
  },
  "recruitment.cvs": {
    belongs: `key in (select a.cv_key from recruitment.applications a where a.id in ${theirs})`,
    what: "the file of an application: its name; the file itself is in the storage",
    why: "the same",
    kept: "as the application; 24 hours where its form was not sent",
    seen_by: "staff with recruitment:read, each time with an entry of the audit log",
    erasure: "deleted",
    exported: ["name", "kind", "bytes", "stored_at"],
    withheld: ["key"],
    plain: ["scan", "held_until"],
  },
  "recruitment.forms": {
    belongs: `application_id in ${theirs}`,
    what: "that a browser sent an application; what was typed into one that came back, encrypted",
    why: "so that nothing is typed twice",
    kept: "24 hours; of one that was sent, as the application",
    seen_by: "the browser that has its token",
    erasure: "deleted",
    exported: [],
    withheld: ["token_hash", "typed"],
    plain: ["vacancy_id", "cv_key", "application_id", "expires_at"],
  },
} satisfies PersonalData<"recruitment">;
