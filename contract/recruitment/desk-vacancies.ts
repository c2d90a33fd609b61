/** Calls of staff about vacancies: the list with all texts, writing, opening and closing. rules/recruitment#vacancies */
import { z } from "zod";
import { call, listOf } from "../call.ts";
import { reason } from "../staff/fields.ts";
import { integer, limit, multiLine, page, rowNumber, singleLine } from "../values/fields.ts";
import { employmentTypes } from "./states.ts";

/** `closed`: by hand, or because the deadline is over. */
export const vacancyStates = ["draft", "open", "closed"] as const;

const MAX_SALARY = 2_000_000_000;
const MAX_TITLE = 120;
const MAX_PLACE = 80;
const MAX_TEXT = 4_000;

/** In Vietnamese, and where it is translated in the others. */
const words = <T extends z.ZodType<string>>(text: T) =>
  z.strictObject({ vi: text, en: text.optional(), ja: text.optional() }, { error: "malformed_value" });

const salary = integer(1, MAX_SALARY);

/** What a vacancy says. */
const VacancyFields = z.object({
  slug: z
    .string({ error: "required" })
    .min(3, "slug_invalid")
    .max(60, "slug_invalid")
    .regex(/^(?!\d+$)(?!ho-so$)[a-z0-9]+(-[a-z0-9]+)*$/, "slug_invalid"),
  category: z.string({ error: "required" }).max(60, "slug_invalid"),
  title: words(singleLine(MAX_TITLE, 1)),
  description: words(multiLine(MAX_TEXT, 1)),
  requirements: words(multiLine(MAX_TEXT, 1)),
  benefits: words(multiLine(MAX_TEXT, 1)),
  province_code: z.string({ error: "required" }).regex(/^\d{2}$/, "malformed_value"),
  place: words(singleLine(MAX_PLACE, 1)),
  /** Gross a month in đồng. Null: to be agreed. */
  salary: z
    .strictObject({ min: salary, max: salary })
    .refine(({ min, max }) => min <= max, "malformed_value")
    .nullable(),
  headcount: integer(1, 10_000),
  employment_type: z.enum(employmentTypes, { error: "required_choice" }),
  /** The last day, in full. */
  deadline: z.iso.date({ error: "malformed_value" }),
});
export type VacancyFields = z.output<typeof VacancyFields>;

export const StaffVacancy = VacancyFields.extend({
  id: z.int(),
  state: z.enum(vacancyStates),
  /** RFC 3339. A change names the one it read. */
  changed_at: z.string(),
  published_at: z.string().nullable(),
  /** Applications that are kept. */
  applications: z.int(),
  /** Newest first. */
  history: z.array(
    z.object({
      at: z.string(),
      actor: z.string(),
      act: z.enum(["opened", "closed", "changed"]),
      deadline: z.string(),
      reason: z.string(),
    }),
  ),
});
export type StaffVacancy = z.infer<typeof StaffVacancy>;

const write = { staff: "content:write" } as const;
const publish = { staff: "content:publish" } as const;
const id = rowNumber;
const example: z.input<typeof VacancyFields> = {
  slug: "tho-sua-may-giat-da-nang",
  category: "ky-thuat",
  title: { vi: "Thợ sửa máy giặt" },
  description: { vi: "- Sửa máy giặt tại nhà khách" },
  requirements: { vi: "- Hai năm kinh nghiệm" },
  benefits: { vi: "- Bảo hiểm đầy đủ" },
  province_code: "48",
  place: { vi: "Đà Nẵng", en: "Da Nang", ja: "ダナン" },
  salary: { min: 10_000_000, max: 15_000_000 },
  headcount: 2,
  employment_type: "full_time",
  deadline: "2027-06-30",
};

export const vacanciesOffice = {
  staffVacancies: call("GET /v1/staff/vacancies", {
    summary: "All vacancies with their texts and what became of them, newest change first",
    who: write,
    input: z.object({ state: z.enum(vacancyStates).optional(), page, limit }),
    output: listOf(StaffVacancy),
    envelope: "bare",
    example: { input: { state: "open", limit: 1 } },
  }),
  createVacancy: call("POST /v1/staff/vacancies", {
    summary: "Writes a vacancy, as a draft",
    who: write,
    input: VacancyFields,
    output: StaffVacancy,
    details: "The same vacancy sent again, while it is a draft, is that draft.",
    example: { input: example },
  }),
  saveVacancy: call("PUT /v1/staff/vacancies/{id}", {
    summary: "Changes what a vacancy says; visitors see it at once where it is open",
    who: write,
    input: VacancyFields.extend({ id, changed_at: z.iso.datetime({ error: "malformed_value" }) }),
    output: StaffVacancy,
    errors: ["not_found", "conflict"],
    details: "`changed_at` is the one that was read; another's later change answers 409.",
    example: { input: { ...example, id: 10_001, changed_at: "2026-11-28T02:00:00.000Z" } },
  }),
  openVacancy: call("POST /v1/staff/vacancies/{id}/open", {
    summary: "Opens a vacancy for applications until its deadline, also one that was closed",
    who: publish,
    input: z.object({ id }),
    output: StaffVacancy,
    errors: ["not_found", "state_conflict"],
    details: "A deadline that is over is moved first.",
    example: { input: { id: 10_001 } },
  }),
  closeVacancy: call("POST /v1/staff/vacancies/{id}/close", {
    summary: "Closes a vacancy before its deadline",
    who: publish,
    input: z.object({ id, reason }),
    output: StaffVacancy,
    errors: ["not_found", "state_conflict"],
    example: { input: { id: 9001, reason: "Đã đủ người" } },
  }),
};
