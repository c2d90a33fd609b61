/** Surveys on the wire: read, answered, and their results; defined, opened and closed by staff. Spec §7 polls; rules/surveys */
import { z } from "zod";
import { call } from "../call.ts";
import { flagOr, locale, optionalOrderCode, rowNumber, session_id, singleLine } from "../values/fields.ts";
import { SurveyDefinition } from "./definition.ts";
import { operators, pollStates, questionTypes, respondentKinds } from "./questions.ts";

const Option = z.object({ code: z.string(), label: z.string() });

const PollQuestion = z.object({
  id: z.string(),
  type: z.enum(questionTypes),
  required: z.boolean(),
  text: z.string(),
  show_if: z
    .object({ question: z.string(), op: z.enum(operators), value: z.union([z.string(), z.number()]) })
    .nullable(),
  options: z.array(Option),
  /** Of several choices; null: all of them. */
  max_choices: z.int().nullable(),
  max_length: z.int(),
  /** Of a scale, with what its ends mean. */
  min: z.int(),
  max: z.int(),
  low: z.string(),
  high: z.string(),
});
export type PollQuestion = z.infer<typeof PollQuestion>;

/** What was chosen, in whole percents. Never a text. */
export const PollResults = z.object({
  respondents: z.int(),
  questions: z.array(z.object({ id: z.string(), options: z.array(z.object({ code: z.string(), percent: z.int() })) })),
});
export type PollResults = z.infer<typeof PollResults>;

export const pollConditions = ["open", "not_yet", "closed", "answered", "not_invited"] as const;

export const Poll = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  intro: z.string(),
  /** Of its texts. */
  lang: locale,
  questions: z.array(PollQuestion),
  state: z.enum(pollConditions),
  /** RFC 3339; null where it has no end of its own. */
  ends_at: z.string().nullable(),
  once_per: z.enum(respondentKinds),
  /** A box that has to be ticked. */
  asks_consent: z.boolean(),
  /** A low answer opens a message to the shop. */
  opens_message: z.boolean(),
  /** Brought back with the answer where no account and no invitation says who answers. */
  respondent: z.string().nullable(),
  /** To who has answered, where they are public. */
  results: PollResults.nullable(),
});
export type Poll = z.infer<typeof Poll>;

const whose = {
  /** The token of an invitation. */
  t: singleLine(400).optional(),
  respondent: singleLine(400).optional(),
  /** An order of the caller, for a survey about one. */
  order: optionalOrderCode.optional(),
  session_id,
  lang: locale.optional(),
};

const value = z.union([
  z.array(z.string().max(40)).max(40),
  z.string().max(4_000),
  z.number().min(0).max(1_000),
  z.boolean(),
]);
const id = singleLine(60, 1);

const StaffPoll = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  state: z.enum(pollStates),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  answers: z.int(),
  /** Goes up with each change. */
  changed_at: z.string(),
});
export type StaffPoll = z.infer<typeof StaffPoll>;

const StaffPollRecord = StaffPoll.extend({
  definition: SurveyDefinition,
  history: z.array(z.object({ at: z.string(), act: z.string(), who: z.string() })),
});

/** Counts of what was chosen, and texts without a person. */
export const StaffResults = z.object({
  id: z.int(),
  title: z.string(),
  answers: z.int(),
  questions: z.array(
    z.object({
      id: z.string(),
      type: z.enum(questionTypes),
      text: z.string(),
      answered: z.int(),
      options: z.array(z.object({ code: z.string(), label: z.string(), count: z.int(), percent: z.int() })),
      /** The newest first, at most 200. */
      texts: z.array(z.string()),
    }),
  ),
});
export type StaffResults = z.infer<typeof StaffResults>;

const writes = { staff: "content:write" } as const;
const publishes = { staff: "content:publish" } as const;
const reads = { staff: "reports:read" } as const;
const number = { id: rowNumber };
const EXAMPLE = 9001;

export const surveys = {
  poll: call("GET /v1/client/polls/detail/{id}", {
    summary: "A survey with its questions, by id or slug, and whether the caller may answer",
    details:
      "Opening one answers nothing. `t` is the token of an invitation, `respondent` what an earlier answer of this call gave, `order` an order of the caller.",
    who: "anyone",
    input: z.object({ id, ...whose }),
    output: Poll,
    errors: ["not_found", "unauthenticated"],
    example: { input: { id: "thoi-quen-bep" } },
  }),
  answer: call("POST /v1/client/polls/answers/{id}", {
    summary: "Answers a survey, once for its order, account or browser; an answer is final",
    details:
      "`answers` by the id of a question: a code, a list of codes, a number or a text. Answers to questions that their condition hides are dropped. The same again answers the first. At most 5 a day of one address where no account answers.",
    who: "anyone",
    input: z.object({
      id,
      ...whose,
      answers: z.record(z.string().max(40), value).default({}),
      consent: flagOr(false),
    }),
    output: z.object({ thanks: z.string(), results: PollResults.nullable() }),
    errors: ["not_found", "not_invited", "already_answered", "poll_closed"],
    limit: { times: 30, seconds: 3600, per: "session" },
    answer_stored: false,
    example: { input: { id: "thoi-quen-bep", respondent: "", answers: { people: "2-3" }, consent: true } },
  }),
  ofOrder: call("GET /v1/client/polls/of-order/{order}", {
    summary: "The survey about a delivered order of the caller; null where there is none, or it was answered",
    who: "anyone",
    input: z.object({ order: singleLine(20, 1), session_id, lang: locale.optional() }),
    output: z.object({ slug: z.string().nullable(), title: z.string() }),
    errors: ["unauthenticated"],
    example: { input: { order: "K7M2QX9RTA" } },
  }),
  stopInvitations: call("POST /v1/client/polls/stop", {
    summary: "No more invitations to surveys, by the token of one",
    who: "anyone",
    input: z.object({ t: singleLine(400, 1), session_id, lang: locale.optional() }),
    output: z.object({ stopped: z.literal(true) }),
    errors: ["not_found"],
    limit: { times: 20, seconds: 3600, per: "client" },
    example: { input: { t: "0" } },
  }),
  staffPolls: call("GET /v1/staff/polls", {
    summary: "Every survey with how often it was answered",
    who: reads,
    input: z.object({}),
    output: z.array(StaffPoll),
    example: { input: {} },
  }),
  staffPoll: call("GET /v1/staff/polls/{id}", {
    summary: "A survey as it is defined",
    who: writes,
    input: z.object(number),
    output: StaffPollRecord,
    errors: ["not_found"],
    example: { input: { id: EXAMPLE } },
  }),
  savePoll: call("PUT /v1/staff/polls/{id}", {
    summary: "Defines a survey; after its first answer only its texts change",
    who: writes,
    input: z.object({ ...number, definition: SurveyDefinition }),
    output: StaffPollRecord,
    errors: ["not_found", "state_conflict", "conflict"],
    example: {
      input: {
        id: EXAMPLE,
        definition: {
          ...{ id: EXAMPLE, slug: "sau-giao-hang", title: { vi: "Lần giao này thế nào?" }, intro: { vi: "Một câu." } },
          when: { event: "order.delivered", once_per: "order" },
          questions: [{ id: "overall", type: "stars", required: true, text: { vi: "Bạn hài lòng đến đâu?" } }],
        },
      },
    },
  }),
  openPoll: call("POST /v1/staff/polls/{id}/open", {
    summary: "Opens a survey",
    who: publishes,
    input: z.object(number),
    output: z.object({ state: z.enum(pollStates) }),
    errors: ["not_found", "state_conflict"],
    example: { input: { id: EXAMPLE } },
  }),
  closePoll: call("POST /v1/staff/polls/{id}/close", {
    summary: "Closes a survey: it takes no more answers and invites nobody",
    who: publishes,
    input: z.object(number),
    output: z.object({ state: z.enum(pollStates) }),
    errors: ["not_found", "state_conflict"],
    example: { input: { id: EXAMPLE } },
  }),
  results: call("GET /v1/staff/polls/{id}/results", {
    summary: "What was answered: counts, and texts without a person",
    who: reads,
    input: z.object(number),
    output: StaffResults,
    errors: ["not_found"],
    example: { input: { id: EXAMPLE } },
  }),
  resultsFile: call("GET /v1/staff/polls/{id}/results-file", {
    summary: "Every answer of a survey without a person, as a CSV file",
    who: reads,
    input: z.object(number),
    output: z.object({ name: z.string(), content: z.string() }),
    errors: ["not_found"],
    example: { input: { id: EXAMPLE } },
  }),
};
