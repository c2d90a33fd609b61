/** The live chat on the wire, as staff have it: queue, conversation, notes, canned replies, presence. rules/chat#desk */
import { z } from "zod";
import { call } from "../call.ts";
import { orderStatuses } from "../orders/order-states.ts";
import { flag, integer, multiLine, optionalInteger, rowNumber, singleLine } from "../values/fields.ts";
import { ChatMessage, exampleChat, randomId } from "./chat.ts";
import { cardKinds, chatStates, inboxViews, MAX_MESSAGE, noteActs, replyTopics } from "./chat-words.ts";

const Person = z.object({ id: z.int(), full_name: z.string() });

export const InboxRow = z.object({
  id: z.string(),
  state: z.enum(chatStates),
  code: z.string().nullable(),
  /** Of an account whose phone it is; null for any other. */
  name: z.string().nullable(),
  city: z.string(),
  /** The beginning of the last message. */
  excerpt: z.string(),
  unseen: z.int(),
  is_urgent: z.boolean(),
  is_late: z.boolean(),
  due_at: z.string().nullable(),
  last_at: z.string(),
  assigned_to: Person.nullable(),
});
export type InboxRow = z.infer<typeof InboxRow>;

export const Inbox = z.object({
  data: z.array(InboxRow),
  meta: z.object({
    waiting: z.int(),
    mine: z.int(),
    is_on: z.boolean(),
    /** Seconds to the first answer today, in the middle; null: none yet. */
    answered_in_seconds: z.int().nullable(),
    /** For the next page; null: there is none. */
    before: z.int().nullable(),
  }),
});
export type Inbox = z.infer<typeof Inbox>;

export const ChatRecord = z.object({
  id: z.string(),
  state: z.enum(chatStates),
  code: z.string().nullable(),
  locale: z.string(),
  phone: z.string(),
  /** False: anybody may have typed it. */
  is_phone_proved: z.boolean(),
  city: z.string(),
  is_urgent: z.boolean(),
  is_late: z.boolean(),
  due_at: z.string().nullable(),
  started_at: z.string(),
  assigned_to: Person.nullable(),
  is_mine: z.boolean(),
  /** Whom it may be passed to, who is there first. */
  colleagues: z.array(Person.extend({ is_on: z.boolean() })),
  good: z.boolean().nullable(),
  last_seq: z.int(),
  seen: z.object({ customer: z.int(), shop: z.int() }),
  messages: z.array(ChatMessage),
  notes: z.array(
    z.object({ id: z.int(), at: z.string(), by: z.string().nullable(), act: z.enum(noteActs), text: z.string() }),
  ),
  /** Only of an account whose phone it is. */
  customer: z
    .object({
      code: z.string(),
      full_name: z.string(),
      since: z.string(),
      cart: z.array(z.object({ variant_id: z.int(), name: z.string(), quantity: z.int() })),
      orders: z.array(
        z.object({ code: z.string(), status: z.enum(orderStatuses), total: z.int(), placed_at: z.string() }),
      ),
    })
    .nullable(),
  /** Earlier ones of the same person, the newest first. */
  earlier: z.array(z.object({ id: z.string(), last_at: z.string(), excerpt: z.string() })),
});
export type ChatRecord = z.infer<typeof ChatRecord>;

export const CannedReply = z.object({
  key: z.string(),
  topic: z.enum(replyTopics),
  vi: z.string(),
  en: z.string(),
  ja: z.string(),
  is_active: z.boolean(),
});
export type CannedReply = z.infer<typeof CannedReply>;

const answers = { staff: "chat:answer" } as const;
const one = { id: randomId };
const example = { id: exampleChat };
const exampleMessage = "CCCCCCCCCCCCCCCCCCCCCC";

export const chatDesk = {
  inbox: call("GET /v1/staff/chats", {
    summary: "Conversations that wait, the caller's own, or all, the newest first",
    who: answers,
    input: z.object({
      view: z.enum(inboxViews, { error: "malformed_value" }).default("waiting"),
      before: optionalInteger(1, 2_147_483_647),
    }),
    output: Inbox,
    envelope: "bare",
    example: { input: { view: "waiting" } },
  }),
  record: call("GET /v1/staff/chat/{id}", {
    summary: "One conversation with messages and notes, and who its customer is where that is proved",
    who: answers,
    input: z.object(one),
    output: ChatRecord,
    errors: ["not_found"],
    example: { input: example },
  }),
  take: call("POST /v1/staff/chat/{id}/take", {
    summary: "Takes a conversation that waits; one that another has is `chat_taken`",
    who: answers,
    details: "A person has up to 5 at once.",
    input: z.object(one),
    output: ChatRecord,
    errors: ["not_found", "chat_taken", "state_conflict"],
    example: { input: example },
  }),
  answer: call("POST /v1/staff/chat/{id}/messages", {
    summary: "Writes for the shop; the same `client_id` answers the number it has",
    who: answers,
    details: "One's own alone; one that waits is taken by it. A blank of a canned reply that is left is refused.",
    input: z.object({
      ...one,
      client_id: randomId,
      text: multiLine(MAX_MESSAGE).optional(),
      /** A product by the number of its variant, an order of the customer by its code. */
      card: z.object({ kind: z.enum(cardKinds), key: singleLine(40, 1) }).optional(),
    }),
    output: z.object({ seq: z.int(), at: z.string() }),
    errors: ["not_found", "chat_taken", "state_conflict"],
    answer_stored: false,
    example: { input: { ...example, client_id: exampleMessage, text: "Chào bạn, mình giúp gì được?" } },
  }),
  note: call("POST /v1/staff/chat/{id}/note", {
    summary: "Notes something that staff alone see",
    who: answers,
    input: z.object({ ...one, text: multiLine(MAX_MESSAGE) }),
    output: ChatRecord,
    errors: ["not_found"],
    example: { input: { ...example, text: "Khách so sánh với mẫu 50 m²." } },
  }),
  pass: call("POST /v1/staff/chat/{id}/pass", {
    summary: "Passes a conversation on, with all of it",
    who: answers,
    input: z.object({ ...one, to: rowNumber }),
    output: ChatRecord,
    errors: ["not_found", "chat_taken", "state_conflict"],
    example: { input: { ...example, to: 1 } },
  }),
  done: call("POST /v1/staff/chat/{id}/done", {
    summary: "Ends a conversation; safe to repeat",
    who: answers,
    input: z.object(one),
    output: ChatRecord,
    errors: ["not_found", "chat_taken"],
    example: { input: example },
  }),
  staffTyping: call("POST /v1/staff/chat/{id}/typing", {
    summary: "Says that the caller types; it is passed on and not stored",
    who: answers,
    input: z.object(one),
    output: z.object({ told: z.boolean() }),
    errors: ["not_found"],
    answer_stored: false,
    example: { input: example },
  }),
  staffSeen: call("POST /v1/staff/chat/{id}/seen", {
    summary: "Says how far the shop has seen; a smaller number changes nothing",
    who: answers,
    input: z.object({ ...one, seq: integer(0, 2_147_483_647) }),
    output: z.object({ seq: z.int() }),
    errors: ["not_found"],
    answer_stored: false,
    example: { input: { ...example, seq: 1 } },
  }),
  presence: call("PUT /v1/staff/chat-presence", {
    summary: "Says whether the caller takes chats now",
    who: answers,
    input: z.object({ on: flag }),
    output: z.object({ on: z.boolean() }),
    example: { input: { on: true } },
  }),
  replies: call("GET /v1/staff/chat-replies", {
    summary: "Canned replies with their blanks",
    who: answers,
    input: z.object({}),
    output: z.array(CannedReply),
    example: { input: {} },
  }),
  saveReply: call("PUT /v1/staff/chat-replies", {
    summary: "Writes a canned reply, or takes it out of use",
    who: answers,
    input: z.object({
      key: z.string({ error: "required" }).regex(/^[a-z][a-z0-9_]{1,39}$/, "malformed_value"),
      topic: z.enum(replyTopics, { error: "required_choice" }),
      vi: multiLine(MAX_MESSAGE, 1),
      en: multiLine(MAX_MESSAGE),
      ja: multiLine(MAX_MESSAGE),
      is_active: flag,
    }),
    output: CannedReply,
    example: {
      input: {
        key: "hello",
        topic: "greeting",
        vi: "Chào [[name]]",
        en: "Hello [[name]]",
        ja: "[[name]]様",
        is_active: true,
      },
    },
  }),
};
