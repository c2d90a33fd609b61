/**
 * Vacancies and applications on the wire. An application with its file is sent as `POST
 * /v1/client/vacancies/{id}/applications`, multipart/form-data (server/recruitment/apply-route.ts); its JSON calls are here.
 * Spec §2 /tuyen-dung, §3 Recruitment post; rules/recruitment
 */
import { z } from "zod";
import { call, listOf } from "../call.ts";
import { limit, locale, optionalInteger, page, phone, session_id, singleLine, slug } from "../values/fields.ts";
import { applicationStates, employmentTypes } from "./states.ts";

export const VacancyCard = z.object({
  id: z.int(),
  slug: z.string(),
  category_slug: z.string(),
  category_name: z.string(),
  title: z.string(),
  /** Of the title and the texts. */
  lang: locale,
  place: z.string(),
  province_code: z.string(),
  /** Gross a month in đồng. Null: to be agreed. */
  salary: z.object({ min: z.int(), max: z.int() }).nullable(),
  /** The last day, in full. */
  deadline: z.string(),
  days_left: z.int(),
  headcount: z.int(),
});
export type VacancyCard = z.infer<typeof VacancyCard>;

export const Vacancy = VacancyCard.extend({
  state: z.enum(["open", "closed"]),
  employment_type: z.enum(employmentTypes),
  description: z.string(),
  requirements: z.string(),
  benefits: z.string(),
  /** RFC 3339, the first time it was opened. */
  published_at: z.string(),
  /** Open ones, those of its category first. */
  others: z.array(VacancyCard),
  others_count: z.int(),
});
export type Vacancy = z.infer<typeof Vacancy>;

const city_code = z
  .string()
  .regex(/^\d{2}$/)
  .optional();
const MAX_SALARY = 2_000_000_000;

/** What an applicant is answered. */
export const SentApplication = z.object({
  code: z.string(),
  /** RFC 3339: the end of the day by which the first answer comes. */
  answer_by: z.string(),
  /** The day on which it is deleted. */
  delete_on: z.string(),
});
export type SentApplication = z.infer<typeof SentApplication>;

const ApplicationStatus = z.object({
  code: z.string(),
  vacancy: z.object({ title: z.string(), lang: locale, category_slug: z.string(), slug: z.string() }),
  state: z.enum(applicationStates),
  /** RFC 3339 */
  sent_on: z.string(),
  delete_on: z.string(),
  has_cv: z.boolean(),
});
export type ApplicationStatus = z.infer<typeof ApplicationStatus>;

const proof = z.object({ code: singleLine(20, 1), phone, session_id, lang: locale.optional() });
const proofExample = { code: "HS-8M4T2K", phone: "0590000011" };
const tries = { times: 10, seconds: 3600, per: "session" } as const;

export const recruitment = {
  vacancies: call("GET /v1/client/vacancies", {
    summary: "Open vacancies, newest first, by category, province, pay and text",
    who: "anyone",
    input: z.object({
      category: slug.optional(),
      city_code,
      min: optionalInteger(0, MAX_SALARY),
      max: optionalInteger(0, MAX_SALARY),
      q: singleLine(60).default(""),
      page,
      limit,
      lang: locale.optional(),
    }),
    output: listOf(VacancyCard).extend({
      /** Of all that is open, whatever the filters. */
      categories: z.array(z.object({ slug: z.string(), name: z.string(), count: z.int() })),
      provinces: z.array(z.object({ code: z.string(), name: z.string(), count: z.int() })),
      open: z.object({ vacancies: z.int(), people: z.int() }),
      /** RFC 3339: when days left change. */
      until: z.string(),
    }),
    envelope: "bare",
    errors: ["not_found"],
    same_for_all: true,
    details: "`min` and `max` are đồng a month; a vacancy is found whose range overlaps. An unknown category is 404.",
    example: { input: { category: "ky-thuat", city_code: "01" } },
  }),
  vacancy: call("GET /v1/client/vacancies/{id}", {
    summary: "One vacancy by its slug or id, also for a year after it was closed",
    who: "anyone",
    input: z.object({ id: singleLine(60, 1), lang: locale.optional() }),
    output: Vacancy.extend({ until: z.string() }),
    errors: ["not_found"],
    same_for_all: true,
    example: { input: { id: "ky-thuat-vien-lap-dat-ha-noi" } },
  }),
  ownForm: call("POST /v1/client/applications/form", {
    summary: "The application form of a browser as it came back, or what was sent with it",
    who: "anyone",
    safe: true,
    input: z.object({ vacancy_id: singleLine(20, 1), token: singleLine(60, 1), lang: locale.optional() }),
    output: z.object({
      sent: SentApplication.nullable(),
      returned: z
        .object({
          values: z.record(z.string(), z.string()),
          errors: z.record(z.string(), z.array(z.string())),
          message: z.string(),
          code: z.string(),
          retry_after_seconds: z.int().nullable(),
        })
        .nullable(),
      /** A file that was taken and need not be chosen again. */
      cv: z.object({ name: z.string(), bytes: z.int() }).nullable(),
    }),
    details:
      "`token` is the cookie `application` that the form sets. An unknown token is answered as one with nothing kept.",
    example: { input: { vacancy_id: "9001", token: "0123456789012345678901" } },
  }),
  status: call("POST /v1/client/applications/status", {
    summary: "The state of an application, by its code and phone number",
    who: "anyone",
    safe: true,
    input: proof,
    output: ApplicationStatus,
    errors: ["not_found"],
    limit: tries,
    example: { input: proofExample },
  }),
  withdraw: call("POST /v1/client/applications/withdraw", {
    summary: "Withdraw an application: its file goes at once, all of it within a day",
    who: "anyone",
    input: proof,
    output: ApplicationStatus,
    errors: ["not_found", "state_conflict"],
    limit: tries,
    example: { input: proofExample },
  }),
};
