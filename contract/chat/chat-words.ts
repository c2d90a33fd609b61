/** Words and limits of the live chat that the wire, the rules and the screens share. Spec §5; rules/chat */
export const chatStates = ["waiting", "open", "done"] as const;
export type ChatState = (typeof chatStates)[number];

/** Who wrote: the customer, a person of the shop, or the shop itself. */
export const chatSides = ["customer", "staff", "shop"] as const;
export type ChatSide = (typeof chatSides)[number];

/** What the shop itself says; the text is the reader's language's. */
export const chatWords = ["left", "still_there", "done_idle", "done_customer", "done_staff"] as const;
export type ChatWord = (typeof chatWords)[number];

export const cardKinds = ["product", "order"] as const;

/** What staff did with a conversation. */
export const noteActs = ["note", "taken", "passed", "returned", "done", "reopened"] as const;

export const replyTopics = [
  "greeting",
  "product",
  "price",
  "order",
  "delivery",
  "payment",
  "warranty",
  "return",
  "collab",
  "complaint",
  "close",
] as const;

/** Which conversations staff look at. */
export const inboxViews = ["waiting", "mine", "all"] as const;
export type InboxView = (typeof inboxViews)[number];

/** Why nobody answers at once. */
export const awayReasons = ["out_of_hours", "holiday", "nobody", "full"] as const;
export type AwayReason = (typeof awayReasons)[number];

/** Letters of one message. */
export const MAX_MESSAGE = 2_000;
export const MAX_CHAT_PICTURES = 5;
/** Conversations that one person of the shop has at once. */
export const MAX_TAKEN = 5;
/** Hours after its end in which a conversation goes on. */
export const REOPEN_HOURS = 24;
/** The longest wait that is told in minutes. */
export const MAX_TOLD_MINUTES = 30;

/** Blanks of a canned reply that nobody filled in. */
export const hasBlanks = (text: string): boolean => /\[\[\s*\w+\s*\]\]/.test(text);
