/** Calls of the office about ratings, questions and replies. Words of a customer are never changed. Spec §6; rules/reviews#desk */
import { z } from "zod";
import { call } from "../call.ts";
import { deskCalls } from "../desks/desk-calls.ts";
import { flag, integer, locale, multiLine, rowNumber, singleLine } from "../values/fields.ts";
import { commentsDesk } from "./comments-desk.ts";
import {
  commentKinds,
  commentStates,
  hashtags,
  hideReasons,
  holdRules,
  MAX_REPLY,
  reportReasons,
} from "./review-words.ts";
import { Author, Reply } from "./reviews.ts";

export const CommentRecord = z.object({
  id: z.int(),
  version: z.int(),
  kind: z.enum(commentKinds),
  state: z.enum(commentStates),
  stars: z.int().nullable(),
  text: z.string(),
  lang: locale,
  hashtags: z.array(z.enum(hashtags)),
  pictures: z.array(z.string()),
  author: Author,
  product: z.object({ product_id: z.int(), name: z.string(), slug: z.string(), category_slug: z.string() }),
  /** Of a reply: what it answers. */
  answers: z.object({ id: z.int(), text: z.string() }).nullable(),
  held_for: z.array(z.enum(holdRules)),
  /** The reason the rules propose; null where none fits. */
  proposed_reason: z.enum(hideReasons).nullable(),
  is_safety: z.boolean(),
  reports: z.array(z.object({ reason: z.enum(reportReasons), count: z.int() })),
  hide_reason: z.enum(hideReasons).nullable(),
  hide_note: z.string(),
  /** A rule, or a person: that one does not decide the objection. */
  hidden_by: z.enum(["rule", "you", "another"]).nullable(),
  objection: z
    .object({ text: z.string(), at: z.string(), decision: z.enum(["upheld", "refused"]).nullable() })
    .nullable(),
  answer: Reply.extend({ by: z.string() }).nullable(),
  likes: z.int(),
  /** Earlier texts of the last 12 months, newest first. */
  versions: z.array(z.object({ version: z.int(), stars: z.int().nullable(), text: z.string(), until: z.string() })),
  created_at: z.string(),
  edited_at: z.string().nullable(),
});
export type CommentRecord = z.infer<typeof CommentRecord>;

const one = z.object({ id: rowNumber });
/** What was looked at: another version is refused. */
const seen = one.extend({ version: integer(1, 2_147_483_647) });
const moderate = { staff: "reviews:moderate" } as const;
const answer = { staff: "reviews:reply" } as const;

export const moderation = {
  ...deskCalls("GET /v1/staff/comments", commentsDesk, {
    list: "Ratings, questions and replies as a list: what waits first, injuries before all",
    file: "Ratings, questions and replies of the list as a CSV file",
    example: { state: "pending" },
  }),
  record: call("GET /v1/staff/comments/{id}", {
    summary: "One rating, question or reply with why it waits, its reports, earlier texts and the shop's answer",
    who: moderate,
    input: one,
    output: CommentRecord,
    errors: ["not_found"],
    example: { input: { id: 1 } },
  }),
  publish: call("POST /v1/staff/comment/{id}/publish", {
    summary: "Show a text that waits or is hidden",
    who: moderate,
    input: seen,
    output: CommentRecord,
    errors: ["not_found", "conflict"],
    example: { input: { id: 1, version: 1 } },
  }),
  hide: call("POST /v1/staff/comment/{id}/hide", {
    summary: "Hide a text for a reason, which its author reads; the stars of a buyer count on",
    who: moderate,
    input: seen.extend({
      hide_reason: z.enum(hideReasons, { error: "required_choice" }),
      note: singleLine(300).optional(),
    }),
    output: CommentRecord,
    errors: ["not_found", "conflict"],
    example: { input: { id: 1, version: 1, hide_reason: "off_topic" } },
  }),
  decideObjection: call("POST /v1/staff/comment/{id}/objection", {
    summary: "Decide an author's objection: agreed, the text is shown; who hid it does not decide",
    who: moderate,
    input: seen.extend({ uphold: flag }),
    output: CommentRecord,
    errors: ["not_found", "conflict", "own_request"],
    example: { input: { id: 1, version: 1, uphold: true } },
  }),
  answer: call("PUT /v1/staff/comment/{id}/reply", {
    summary: "The shop's answer to a rating or a question, written or changed; it is shown as the shop's",
    who: answer,
    input: one.extend({ text: multiLine(MAX_REPLY, 2) }),
    output: Reply,
    errors: ["not_found"],
    example: { input: { id: 1, text: "Cảm ơn bạn đã chia sẻ." } },
  }),
  removeAnswer: call("DELETE /v1/staff/comment/{id}/reply", {
    summary: "Take the shop's answer away; safe to repeat",
    who: answer,
    input: one,
    output: z.object({ removed: z.literal(true) }),
    errors: ["not_found"],
    example: { input: { id: 1 } },
  }),
};
