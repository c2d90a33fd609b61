/** What ratings, questions and replies are told apart by. Without zod, because screens read it too. rules/reviews */
export const commentKinds = ["rating", "question", "reply"] as const;
export type CommentKind = (typeof commentKinds)[number];

export const commentStates = ["pending", "published", "hidden", "deleted"] as const;
export type CommentState = (typeof commentStates)[number];

/** The tags a rating may have. */
export const hashtags = [
  "gion-deu",
  "de-rua",
  "chay-em",
  "dong-goi-ky",
  "giao-nhanh",
  "dung-mo-ta",
  "lap-gon",
  "nho-gon",
  "ben",
  "de-dung",
  "on",
  "nang",
  "kho-rua",
  "day-ngan",
  "huong-dan-kho",
  "pin-khoe",
  "tho-nhiet-tinh",
  "hop-mop",
] as const;
export type Hashtag = (typeof hashtags)[number];

/** Why a text is hidden. Of `spam` and `fake` the stars do not count: no buyer gave them. */
export const hideReasons = [
  "ad",
  "contact",
  "personal_data",
  "insult",
  "accusation",
  "medical_claim",
  "off_topic",
  "picture",
  "spam",
  "fake",
] as const;
export type HideReason = (typeof hideReasons)[number];

/** Why a reader reports a text. */
export const reportReasons = ["ad", "insult", "personal_data", "off_topic", "fake"] as const;
export type ReportReason = (typeof reportReasons)[number];

/** Beside the name of who wrote. All are computed when shown. */
export const authorMarks = ["verified", "collaborator", "returned", "edited"] as const;
export type AuthorMark = (typeof authorMarks)[number];

/** Rules a text is held or hidden by. */
export const holdRules = [
  "phone_number",
  "link",
  "ad",
  "insult",
  "threat",
  "medical_claim",
  "order_code",
  "bank_account",
  "accusation",
  "spam",
  "flooding",
  "repeated",
  "reported",
] as const;
export type HoldRule = (typeof holdRules)[number];

export const commentSorts = ["helpful", "newest", "stars"] as const;
export type CommentSort = (typeof commentSorts)[number];

export const MAX_HASHTAGS = 5;
export const MAX_PICTURES = { rating: 5, question: 2 } as const;
export const MAX_TEXT = 2000; // letters
export const MAX_REPLY = 1000; // letters
