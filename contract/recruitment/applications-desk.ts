/** The desk of applications: its list. Pure, without zod, because screens read it too. rules/recruitment#desk */
import { desk } from "../desks/desk.ts";
import { applicationStates } from "./states.ts";

/** Of the file: not scanned, found clean, or gone. */
export const cvStates = ["unscanned", "clean", "none"] as const;

export const applicationsDesk = desk({
  name: "applications",
  right: "recruitment:read",
  key: "code",
  columns: {
    code: { kind: "code", shown: true },
    full_name: { kind: "text", personal: true, shown: true },
    vacancy: { kind: "text", shown: true },
    sent_at: { kind: "time", shown: true },
    answer_by: { kind: "time", shown: true },
    /** Others for the same vacancy with the same phone or e-mail. */
    same_person: { kind: "number", shown: false },
    cv: { kind: "choice", options: cvStates, shown: true },
    state: { kind: "choice", options: applicationStates, shown: true },
  },
  filters: {
    /** The slug of a vacancy. */
    vacancy: { kind: "text" },
    state: { kind: "choice", options: applicationStates },
    /** Waits for its first answer. */
    due: { kind: "flag" },
    sent: { kind: "days" },
  },
  sorts: ["newest", "oldest", "due"],
  acts: {},
  views: { due: { query: { due: "yes", sort: "due" } }, interviews: { query: { state: "interview" } } },
});
