/**
 * Ratings, questions and replies on the wire. `id` of a product is that of any of its colours: all of them are rated
 * together. Spec §2, §6, §7; rules/reviews
 */
import { z } from "zod";
import { call, listOf, Meta } from "../call.ts";
import {
  flagOr,
  integerOr,
  locale,
  multiLine,
  optionalInteger,
  page,
  rowNumber,
  session_id,
  slug,
} from "../values/fields.ts";
import {
  authorMarks,
  commentKinds,
  commentSorts,
  commentStates,
  hashtags,
  hideReasons,
  MAX_HASHTAGS,
  MAX_PICTURES,
  MAX_REPLY,
  MAX_TEXT,
  reportReasons,
} from "./review-words.ts";

const lang = locale.optional();

export const StarCounts = z.object({ "1": z.int(), "2": z.int(), "3": z.int(), "4": z.int(), "5": z.int() });
export type StarCounts = z.infer<typeof StarCounts>;

export const StarRate = z.object({
  /** 4.6: one decimal, half up. Null without ratings. */
  average: z.number().nullable(),
  count: z.int(),
  stars: StarCounts,
});
export type StarRate = z.infer<typeof StarRate>;

/** "Lan T***", or the full name where the author chose so; null: the account was erased. */
export const Author = z.object({ name: z.string().nullable(), marks: z.array(z.enum(authorMarks)) });

export const Reply = z.object({
  id: z.int(),
  text: z.string(),
  lang: locale,
  author: Author,
  /** Written by the shop. */
  is_shop: z.boolean(),
  at: z.string(),
  edited: z.boolean(),
});
export type Reply = z.infer<typeof Reply>;

/** What everybody may see of a rating or a question. */
export const ShownComment = z.object({
  id: z.int(),
  kind: z.enum(["rating", "question"]),
  stars: z.int().nullable(),
  text: z.string(),
  lang: locale,
  hashtags: z.array(z.enum(hashtags)),
  /** Their addresses. */
  pictures: z.array(z.string()),
  author: Author,
  /** The colour that was bought or asked about; empty for a product of one colour. */
  variant: z.string(),
  at: z.string(),
  edited: z.boolean(),
  likes: z.int(),
  /** The first three; `reply_count` says how many there are. */
  replies: z.array(Reply),
  reply_count: z.int(),
});
export type ShownComment = z.infer<typeof ShownComment>;

/** As cards show it. Null without ratings. */
export const Rating = z.object({ average_x10: z.int(), count: z.int() });

/** Of a product: how many there are, and the most helpful ratings. */
export const ProductReviews = z.object({
  star_rating: Rating.nullable(),
  comments: z.object({ ratings: z.int(), questions: z.int(), stars: StarCounts, items: z.array(ShownComment) }),
});

export const ProductComment = ShownComment.extend({ liked: z.boolean(), mine: z.boolean() });
export type ProductComment = z.infer<typeof ProductComment>;

/** One's own, in any state. */
export const OwnComment = ProductComment.extend({
  kind: z.enum(commentKinds),
  product_id: z.int(),
  product: z.object({ name: z.string(), slug: z.string(), category_slug: z.string() }),
  show_name: z.boolean(),
  state: z.enum(commentStates),
  hide_reason: z.enum(hideReasons).nullable(),
  hide_note: z.string(),
  /** Null: none; else whether the shop still has to decide it, agreed, or did not. */
  objection: z.enum(["waiting", "upheld", "refused"]).nullable(),
});
export type OwnComment = z.infer<typeof OwnComment>;

const commentId = z.object({ id: rowNumber, lang });
const pictureKey = z.string().regex(/^comments\/[\w-]{22}\.webp$/, "malformed_value");
const chosenTags = z
  .array(z.enum(hashtags, { error: "malformed_value" }))
  .max(MAX_HASHTAGS)
  .optional();
const sentPictures = z.array(pictureKey).max(MAX_PICTURES.rating).optional();
const words = multiLine(MAX_TEXT, 1);

const example = { id: 1082 };

export const reviews = {
  productComments: call("GET /v1/client/product/{id}/comments", {
    summary: "Ratings or questions of a product, everybody's alike, with what its stars add up to",
    who: "anyone",
    details: "A person's own that is not shown to others yet stands first for that person.",
    input: z.object({
      id: rowNumber,
      kind: z.enum(["rating", "question"]).optional(),
      stars: optionalInteger(1, 5),
      hashtag: z.enum(hashtags, { error: "malformed_value" }).optional(),
      /** Only those with pictures. */
      pictures: flagOr(false),
      sort: z.enum(commentSorts, { error: "malformed_value" }).optional(),
      page,
      limit: integerOr(10, 1, 50),
      session_id,
      lang,
    }),
    output: z.object({
      data: z.array(ProductComment),
      meta: Meta.extend({ summary: StarRate, questions: z.int(), with_pictures: z.int() }),
    }),
    envelope: "bare",
    errors: ["not_found", "unauthenticated"],
    example: { input: { ...example, stars: 5 } },
  }),
  hashtags: call("GET /v1/client/hashtagcomment", {
    summary: "Tags of ratings: those a product has, most used first, or those offered for writing in a category",
    who: "anyone",
    input: z
      .object({ product_id: optionalInteger(1, 2_147_483_647), category_slug: slug.optional(), lang })
      .refine(({ product_id, category_slug }) => (product_id === undefined) !== (category_slug === undefined), {
        path: ["product_id"],
        error: "one_of_two",
      }),
    output: z.array(z.object({ code: z.enum(hashtags), label: z.string(), count: z.int() })),
    errors: ["not_found"],
    example: { input: { product_id: 1082 } },
  }),
  starRate: call("GET /v1/client/get-star-rate/{id}", {
    summary: "Average and histogram of a product's ratings",
    who: "anyone",
    input: z.object({ id: rowNumber, lang }),
    output: StarRate,
    errors: ["not_found"],
    example: { input: example },
  }),
  comment: call("GET /v1/client/product-comment/{id}", {
    summary: "One rating or question with all its replies; one that is not published, for its author alone",
    who: "anyone",
    input: commentId.extend({ session_id }),
    output: ProductComment.extend({ product_id: z.int(), state: z.enum(commentStates) }),
    errors: ["not_found", "unauthenticated"],
    example: { input: { id: 1 } },
  }),
  like: call("POST /v1/product-comment-like/{id}", {
    summary: "Say that a comment helps, or take it back; it is set, so a repeat changes nothing",
    who: "customer",
    log_in_key: "log_in_to_rate",
    input: z.object({ id: rowNumber, liked: flagOr(true), lang }),
    output: z.object({ liked: z.boolean(), likes: z.int() }),
    errors: ["not_found", "own_comment", "daily_limit"],
    example: { input: { id: 1 } },
  }),
  own: call("GET /v1/client/product-comments", {
    summary: "What the caller wrote, in every state, and what they bought and may rate",
    who: "customer",
    log_in_key: "log_in_to_rate",
    input: z.object({ state: z.enum(commentStates).optional(), page, limit: integerOr(24, 1, 100), lang }),
    output: listOf(OwnComment).extend({
      /** Delivered and not rated, the newest first: ids for `products/cards`. */
      to_rate: z.array(z.object({ product_id: z.int(), delivered_at: z.string() })),
    }),
    envelope: "bare",
    example: { input: {} },
  }),
  form: call("GET /v1/client/product-comment-form/{id}", {
    summary: "What the caller may write about a product: bought or not, their rating, and what they began",
    who: "customer",
    input: z.object({ id: rowNumber, lang }),
    output: z.object({
      product_id: z.int(),
      product: OwnComment.shape.product,
      is_bought: z.boolean(),
      is_seller: z.boolean(),
      rating: OwnComment.nullable(),
      draft: z
        .object({
          stars: z.int().nullable(),
          text: z.string(),
          hashtags: z.array(z.enum(hashtags)),
          show_name: z.boolean(),
          pictures: z.array(z.string()),
        })
        .nullable(),
    }),
    errors: ["not_found"],
    example: { input: example },
  }),
  write: call("POST /v1/client/product-comments", {
    summary: "Rate a bought product, or ask a question about one",
    who: "customer",
    log_in_key: "log_in_to_rate",
    details:
      "What no rule holds is shown at once; the answer says the state. Pictures are keys of `POST /v1/client/comment-picture`; without `pictures` a rating takes those of its draft.",
    input: z.object({
      kind: z.enum(["rating", "question"], { error: "required_choice" }),
      product_id: rowNumber,
      stars: optionalInteger(1, 5),
      text: words,
      hashtags: chosenTags,
      pictures: sentPictures,
      show_name: flagOr(false),
      lang,
    }),
    output: OwnComment,
    errors: ["not_found", "not_bought", "seller_cannot_rate", "already_rated", "daily_limit"],
    limit: { times: 60, seconds: 3600, per: "client" },
    example: { input: { kind: "question", product_id: 1082, text: "Máy này rửa có nhanh không ạ?" } },
  }),
  edit: call("PUT /v1/client/product-comment/{id}", {
    summary: "Change what one wrote; it is examined again, likes and replies stay",
    who: "customer",
    log_in_key: "log_in_to_rate",
    input: z.object({
      id: rowNumber,
      stars: optionalInteger(1, 5),
      text: words,
      hashtags: chosenTags,
      pictures: sentPictures,
      show_name: flagOr(false),
      lang,
    }),
    output: OwnComment,
    errors: ["not_found", "daily_limit"],
    limit: { times: 60, seconds: 3600, per: "client" },
    example: { input: { id: 1, text: "Dùng ba tháng rồi vẫn chạy êm, dễ rửa." } },
  }),
  remove: call("DELETE /v1/client/product-comment/{id}", {
    summary: "Delete what one wrote; its stars go, and one may write anew",
    who: "customer",
    input: commentId,
    output: z.object({ deleted: z.literal(true) }),
    errors: ["not_found"],
    example: { input: { id: 1 } },
  }),
  reply: call("POST /v1/client/product-comment/{id}/reply", {
    summary: "Reply to a rating or a question",
    who: "customer",
    log_in_key: "log_in_to_rate",
    input: z.object({ id: rowNumber, text: multiLine(MAX_REPLY, 2), lang }),
    output: OwnComment,
    errors: ["not_found", "daily_limit"],
    limit: { times: 60, seconds: 3600, per: "client" },
    example: { input: { id: 1, text: "Mình dùng cũng thấy vậy." } },
  }),
  report: call("POST /v1/client/product-comment/{id}/report", {
    summary: "Report a text to the shop; twice counts once, and three accounts hold it until it is examined",
    who: "customer",
    log_in_key: "log_in_to_rate",
    input: z.object({ id: rowNumber, reason: z.enum(reportReasons, { error: "required_choice" }), lang }),
    output: z.object({ reported: z.literal(true) }),
    errors: ["not_found", "own_comment", "daily_limit"],
    example: { input: { id: 1, reason: "ad" } },
  }),
  object: call("POST /v1/client/product-comment/{id}/objection", {
    summary: "Object, once, to one's text being hidden; another person decides",
    who: "customer",
    input: z.object({ id: rowNumber, text: multiLine(MAX_REPLY, 2), lang }),
    output: OwnComment,
    errors: ["not_found", "already_objected"],
    example: { input: { id: 1, text: "Tôi không quảng cáo cho ai cả." } },
  }),
  removePicture: call("DELETE /v1/client/comment-picture", {
    summary: "Take a picture out of what one has begun to write",
    who: "customer",
    input: z.object({ picture: pictureKey, lang }),
    output: z.object({ removed: z.literal(true) }),
    example: { input: { picture: `comments/${"A".repeat(22)}.webp` } },
  }),
};
