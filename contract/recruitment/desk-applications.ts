/** Calls of the office about applications: lists, one in full, its file, its states and notes. rules/recruitment#desk */
import { z } from "zod";
import { call } from "../call.ts";
import { deskCall, deskFileCall } from "../desks/desk-call.ts";
import { multiLine } from "../values/fields.ts";
import { applicationsDesk, cvStates } from "./applications-desk.ts";
import { applicationStates } from "./states.ts";

const code = z.string().regex(/^HS-[2-9A-HJ-NP-Z]{6}$/, "malformed_value");
const MAX_TEXT = 2_000;

export const ApplicationRecord = z.object({
  code: z.string(),
  state: z.enum(applicationStates),
  /** The states it may be moved to now. */
  moves: z.array(z.enum(applicationStates)),
  vacancy: z.object({ id: z.int(), title: z.string(), category_slug: z.string(), slug: z.string() }),
  full_name: z.string(),
  phone: z.string(),
  email: z.string(),
  birthday: z.string().nullable(),
  province_code: z.string().nullable(),
  expected_salary: z.int().nullable(),
  introduction: z.string(),
  language: z.string(),
  sent_at: z.string(),
  answer_by: z.string(),
  delete_on: z.string(),
  cv: z.object({ name: z.string(), kind: z.enum(["pdf", "docx"]), bytes: z.int(), scan: z.enum(cvStates) }).nullable(),
  /** Others for the same vacancy with the same phone or e-mail, newest first. */
  same_person: z.array(z.object({ code: z.string(), sent_at: z.string(), state: z.enum(applicationStates) })),
  /** Oldest first. A note has no state. */
  events: z.array(
    z.object({ at: z.string(), who: z.string(), state: z.enum(applicationStates).nullable(), text: z.string() }),
  ),
});
export type ApplicationRecord = z.infer<typeof ApplicationRecord>;

const who = { staff: "recruitment:read" } as const;
const example = "HS-8M4T2K";

export const applicationsOffice = {
  applications: deskCall("GET /v1/staff/applications", applicationsDesk, {
    summary: "Applications as a masked list: by vacancy, state and what is due",
    example: { due: "yes" },
  }),
  applicationsFile: deskFileCall("GET /v1/staff/files/applications", applicationsDesk, {
    summary: "Applications of the list as a CSV file, masked",
    example: { due: "yes" },
  }),
  application: call("GET /v1/staff/applications/{code}", {
    summary: "One application in full; who opened it stands in the audit log",
    who,
    input: z.object({ code }),
    output: ApplicationRecord,
    errors: ["not_found"],
    example: { input: { code: example } },
  }),
  cv: call("GET /v1/staff/applications/{code}/cv", {
    summary: "The file of an application; each opening stands in the audit log",
    who,
    input: z.object({ code }),
    output: z.object({
      name: z.string(),
      kind: z.enum(["pdf", "docx"]),
      /** base64 */
      content: z.string(),
    }),
    errors: ["not_found", "file_not_clean"],
    limit: { times: 200, seconds: 3600, per: "session" },
    details: "Where a scanner is set up only a file it found clean is answered, else 423.",
    example: { input: { code: example } },
  }),
  moveApplication: call("POST /v1/staff/applications/{code}/state", {
    summary: "Move an application to its next state; the applicant is written where that is told by letter",
    who,
    details:
      "An interview, an offer and a refusal are told by e-mail; `message` stands in the first two and is required there.",
    input: z
      .object({
        code,
        state: z.enum(applicationStates, { error: "required_choice" }),
        message: multiLine(MAX_TEXT).default(""),
      })
      .refine(({ state, message }) => !["interview", "offer"].includes(state) || message !== "", {
        path: ["message"],
        error: "required",
      }),
    output: z.object({ state: z.enum(applicationStates) }),
    errors: ["not_found", "state_conflict"],
    example: { input: { code: example, state: "reading" } },
  }),
  noteApplication: call("POST /v1/staff/applications/{code}/note", {
    summary: "Write a note to an application, which only staff read",
    who,
    input: z.object({ code, text: multiLine(MAX_TEXT, 1) }),
    output: z.object({ noted: z.literal(true) }),
    errors: ["not_found"],
    example: { input: { code: example, text: "Đã gọi, hẹn thứ Năm." } },
  }),
};
