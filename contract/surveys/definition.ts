/** A survey as it is defined: in the office, in files of `npm run import`, and stored. A field that is not here is refused. rules/surveys#definition */
import { z } from "zod";
import { operators, questionTypes, respondentKinds } from "./questions.ts";

const MAX_TEXT = 300; // characters
const MAX_DAYS = 400;
const MAX_QUESTIONS = 30;
const MAX_OPTIONS = 20;

const text = z.string().trim().min(1, "required").max(MAX_TEXT);
const words = z.strictObject({ vi: text, en: text.optional(), ja: text.optional() });
export type SurveyWords = z.infer<typeof words>;

const id = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, "malformed_value");
const optionCode = z.string().regex(/^[a-z0-9][a-z0-9+_-]{0,29}$/, "malformed_value");
const value = z.union([z.string().max(40), z.number().min(0).max(1_000_000_000)]);
/** In the order of the questions: a condition reads what comes before it. */
const condition = z.strictObject({
  question: id,
  op: z.enum(operators),
  value,
});
/** Judged when an invitation is made, on what the occasion knows. */
const contextCondition = z.strictObject({
  context: id,
  op: z.enum(operators),
  value,
});

const question = z.strictObject({
  id,
  type: z.enum(questionTypes),
  required: z.boolean(),
  text: words,
  show_if: z.union([condition, contextCondition]).optional(),
  options: z
    .array(z.strictObject({ code: optionCode, label: words }))
    .min(2)
    .max(MAX_OPTIONS)
    .optional(),
  max_choices: z.int().min(1).max(MAX_OPTIONS).optional(),
  max_length: z.int().min(1).max(4_000).optional(),
  values: z.array(z.int().min(0).max(10)).max(11).optional(),
  min: z.int().min(0).max(10).optional(),
  max: z.int().min(1).max(10).optional(),
  low: words.optional(),
  high: words.optional(),
  checked: z.literal(false).optional(),
  purpose: z.string().max(40).optional(),
});
export type Question = z.infer<typeof question>;

const days = z.int().min(0).max(MAX_DAYS);
const when = z.strictObject({
  event: z.enum(["order.delivered", "repair.done", "page", "account.consent_newsletter"]),
  once_per: z.enum(respondentKinds),
  delay_hours: z.int().min(0).max(1_000).optional(),
  expires_days: z.int().min(1).max(MAX_DAYS).optional(),
  channels: z.array(z.enum(["email", "push", "account"])).optional(),
  not_if: z.array(z.enum(["open_return", "open_complaint"])).optional(),
  max_per_person_per_days: days.optional(),
  requires_consent: z.enum(["survey", "marketing_email"]).optional(),
  /** Its purpose: an unticked box before the button, which is asked for. */
  consent: z.literal("survey").optional(),
  paths: z.array(z.string()).optional(),
  after_seconds: z.int().min(0).max(600).optional(),
  /** From the day on which it is taken in. */
  starts_days_ago: days.optional(),
  ends_days_ahead: days.optional(),
  /** What was chosen is shown to who has answered, from so many answers on. */
  answers_shown_after: z.int().min(10).max(1_000_000).optional(),
});

const withOptions: ReadonlySet<string> = new Set(["choice", "choices", "yes_no"]);

export const SurveyDefinition = z
  .strictObject({
    id: z.int().min(1).max(2_147_483_647),
    slug: z.string().regex(/^(?=.{3,60}$)(?!\d+$)[a-z0-9]+(?:-[a-z0-9]+)*$/, "slug_invalid"),
    needs: z.array(z.string().max(40)).default([]),
    title: words,
    intro: words,
    when,
    questions: z.array(question).min(1).max(MAX_QUESTIONS),
    after: z
      .record(
        z.string().max(40),
        z.strictObject({
          ...condition.shape,
          opens: z.enum(["message", "repair_again"]),
        }),
      )
      .optional(),
  })
  .superRefine(({ questions }, { addIssue }) => {
    const before = new Set<string>();
    for (const [at, { id, type, options, show_if }] of questions.entries()) {
      const wrong = (field: string) =>
        addIssue({ code: "custom", path: ["questions", at, field], message: "malformed_value" });
      if (before.has(id)) wrong("id");
      if (withOptions.has(type) !== (options !== undefined)) wrong("options");
      if (options && new Set(options.map(({ code }) => code)).size < options.length) wrong("options");
      if (show_if && "question" in show_if && !before.has(show_if.question)) wrong("show_if");
      before.add(id);
    }
  });
export type SurveyDefinition = z.infer<typeof SurveyDefinition>;

/** A file of surveys, as `npm run import` takes it. */
export const SurveyFile = z.looseObject({ polls: z.array(SurveyDefinition).min(1).max(200) });
