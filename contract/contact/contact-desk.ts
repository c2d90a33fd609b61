/** The desk of messages to the shop: topics, states, and the list. Pure, without zod, because screens read it too. rules/contact#desk */
import { desk } from "../desks/desk.ts";

/** What a sender may write about. */
export const writtenTopics = ["product", "order", "warranty", "complaint", "cooperation", "press", "privacy"] as const;
/** A low answer to a survey opens one too. */
export const contactTopics = [...writtenTopics, "survey"] as const;
export type ContactTopic = (typeof contactTopics)[number];

/** Topics that rest on law: no consent is asked for. */
export const topicsByLaw: ReadonlySet<ContactTopic> = new Set(["complaint", "privacy"]);
/** Topics for which a phone number or an e-mail address is enough. */
export const topicsByEither: ReadonlySet<ContactTopic> = new Set(["complaint", "privacy", "press"]);

export const contactStates = ["received", "in_work", "waiting_customer", "answered", "closed"] as const;
export type ContactState = (typeof contactStates)[number];

export const ANSWER_LENGTH = 4_000;
/** Of a case that waits for more than the law's first period. Working days. */
export const MAX_EXTENSION = 7;

export const contactActs = ["answer", "assign", "extend", "escalate", "prioritise", "close"] as const;
export type ContactAct = (typeof contactActs)[number];

export const messagesDesk = desk({
  name: "messages",
  right: "chat:answer",
  key: "code",
  columns: {
    code: { kind: "code", shown: true },
    topic: { kind: "choice", options: contactTopics, shown: true },
    full_name: { kind: "text", personal: true, shown: true },
    phone: { kind: "text", personal: true, nullable: true, shown: false },
    received_at: { kind: "time", shown: true },
    due_at: { kind: "time", shown: true },
    flags: { kind: "text", shown: true },
    assigned_to: { kind: "text", nullable: true, shown: true },
    state: { kind: "choice", options: contactStates, shown: true },
  },
  filters: {
    state: { kind: "choice", options: contactStates },
    topic: { kind: "choice", options: contactTopics },
    /** Open, and its time is over. */
    late: { kind: "flag" },
    safety: { kind: "flag" },
    received: { kind: "days" },
  },
  sorts: ["due", "newest", "oldest"],
  acts: {},
  views: {
    open: { query: { state: "received,in_work" } },
    complaints: { query: { topic: "complaint", state: "received,in_work,waiting_customer" } },
    late: { query: { late: "yes" } },
  },
});
