/**
 * The live chat on the wire, as a shopper has it. A conversation belongs to the account, or to a visitor's session; of
 * anybody else it is not there. Events come beside these calls: `GET /v1/client/chat/{id}/events`. Spec §2, §5; rules/chat
 */
import { z } from "zod";
import { call } from "../call.ts";
import { orderStatuses } from "../orders/order-states.ts";
import { flag, integer, locale, multiLine, optionalInteger, session_id } from "../values/fields.ts";
import { liveChatPhone, parsePhone } from "../values/phone.ts";
import {
  awayReasons,
  cardKinds,
  chatSides,
  chatStates,
  chatWords,
  MAX_CHAT_PICTURES,
  MAX_MESSAGE,
} from "./chat-words.ts";

/** 128 random bits: of a conversation, and of a message as its sender made it. */
export const randomId = z.string({ error: "required" }).regex(/^[\w-]{22}$/, "malformed_value");

/** As typed, without blanks and dashes; out goes E.164. Spec §5 */
const phone = z
  .string({ error: "required" })
  .transform((typed, ctx) => {
    const number = typed
      .slice(0, 60)
      .normalize("NFKC")
      .replace(/[\s\p{Pd}.()]/gu, "");
    if (liveChatPhone.test(number)) return number.replace(/^\+?(?:84|0)/, "+84");
    const parsed = parsePhone(typed);
    const problem = parsed.ok || parsed.problem === "old_prefix" ? "invalid" : parsed.problem;
    const params = parsed.ok
      ? {}
      : "missing" in parsed
        ? { missing: parsed.missing }
        : "extra" in parsed
          ? { extra: parsed.extra }
          : {};
    ctx.issues.push({ code: "custom", message: number === "" ? "required" : `phone_${problem}`, params, input: typed });
    return typed;
  })
  .pipe(z.string());
const city_code = z.string({ error: "required_choice" }).regex(/^\d{2}$/, "required_choice");

/** Drawn for who looks: what is not there for them any more is null. */
export const ChatCard = z.object({
  kind: z.enum(cardKinds),
  /** Of a product the number of its variant, of an order its code. */
  key: z.string(),
  product: z
    .object({ name: z.string(), slug: z.string(), category_slug: z.string(), price: z.int(), image: z.string() })
    .nullable(),
  order: z.object({ status: z.enum(orderStatuses), total: z.int() }).nullable(),
});
export type ChatCard = z.infer<typeof ChatCard>;

export const ChatMessage = z.object({
  /** 1, 2, 3 …: the only order. */
  seq: z.int(),
  client_id: z.string(),
  from: z.enum(chatSides),
  /** First name of who wrote for the shop. */
  by: z.string(),
  text: z.string(),
  word: z.enum(chatWords).nullable(),
  /** Addresses, good for 5 minutes. */
  pictures: z.array(z.string()),
  card: ChatCard.nullable(),
  at: z.string(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

export const Conversation = z.object({
  id: z.string(),
  state: z.enum(chatStates),
  /** Of a message left outside hours. */
  code: z.string().nullable(),
  answer_by: z.string().nullable(),
  /** First name of who answers. */
  with: z.string().nullable(),
  /** While waiting: the place in the queue, and minutes; null: more than half an hour. */
  place: z.int().nullable(),
  minutes: z.int().nullable(),
  last_seq: z.int(),
  /** How far each side has seen: only ever grows. */
  seen: z.object({ customer: z.int(), shop: z.int() }),
  /** Until when a message goes on with one that is over. */
  can_write: z.boolean(),
  good: z.boolean().nullable(),
  started_at: z.string(),
  messages: z.array(ChatMessage),
});
export type Conversation = z.infer<typeof Conversation>;

export const ChatHours = z.object({
  open: z.boolean(),
  /** Why not. */
  away: z.enum(awayReasons).nullable(),
  opens_at: z.string().nullable(),
  /** By when a message left now is answered. */
  answer_by: z.string(),
});
export type ChatHours = z.infer<typeof ChatHours>;

const lang = locale.optional();
const one = { id: randomId, session_id };
export const exampleChat = "AAAAAAAAAAAAAAAAAAAAAA";
const example = { id: exampleChat };
const exampleMessage = "BBBBBBBBBBBBBBBBBBBBBB";
const person = { phone, city_code, captcha: z.string().max(4_000).optional(), session_id, lang };
const examplePerson = { phone: "0590000011", city_code: "01" };
const text = multiLine(MAX_MESSAGE);
const pictureKey = z.string().regex(/^chat\/[\w-]{22}\.webp$/, "malformed_value");

export const chat = {
  hours: call("GET /v1/client/chat-hours", {
    summary: "Whether staff answer now, and when next",
    who: "anyone",
    input: z.object({ lang }),
    output: ChatHours,
    example: { input: {} },
  }),
  start: call("POST /v1/client/chats", {
    summary: "Starts a conversation; one that goes on is answered with itself",
    who: "anyone",
    details:
      "Within the hours and while staff are there; else `chat_closed`, and a message can be left. Beside the limit below: 20 an hour for each address, then a captcha, and 100 a day for each network.",
    input: z.object({ ...person, text: text.optional(), client_id: randomId }),
    output: Conversation,
    errors: ["chat_closed", "captcha_required", "conflict", "unauthenticated"],
    limit: { times: 10, seconds: 3600, per: "session" },
    opens_session: true,
    answer_stored: false,
    example: { input: { ...examplePerson, text: "Máy này dùng được nước giếng không?", client_id: exampleMessage } },
  }),
  leave: call("POST /v1/client/chat-messages-left", {
    summary: "Leaves a message, which is answered in the conversation; members are notified, visitors called",
    who: "anyone",
    details: "The same `client_id` answers the same code. Beside the limit below: 5 a day for each phone number.",
    input: z.object({ ...person, text, client_id: randomId }),
    output: z.object({ id: z.string(), code: z.string(), answer_by: z.string() }),
    errors: ["captcha_required", "conflict", "unauthenticated"],
    limit: { times: 5, seconds: 3600, per: "session" },
    opens_session: true,
    answer_stored: false,
    example: { input: { ...examplePerson, text: "Máy báo đèn đỏ, tôi cần thay lõi nào?", client_id: exampleMessage } },
  }),
  own: call("GET /v1/client/chats", {
    summary: "The caller's conversations, the newest first, and what is known of them for the form",
    who: "anyone",
    input: z.object({ session_id, lang }),
    output: z.object({
      conversations: z.array(
        z.object({
          id: z.string(),
          state: z.enum(chatStates),
          code: z.string().nullable(),
          started_at: z.string(),
          last_at: z.string(),
          can_write: z.boolean(),
          /** Messages of the shop that were not seen yet. */
          unseen: z.int(),
        }),
      ),
      /** Of the account; empty for a visitor. */
      known: z.object({ phone: z.string(), city_code: z.string() }),
    }),
    errors: ["unauthenticated"],
    example: { input: {} },
  }),
  conversation: call("GET /v1/client/chat/{id}", {
    summary: "A conversation with its messages, or those after a number",
    who: "anyone",
    input: z.object({ ...one, after: optionalInteger(0, 2_147_483_647), lang }),
    output: Conversation,
    errors: ["not_found", "unauthenticated"],
    example: { input: example },
  }),
  send: call("POST /v1/client/chat/{id}/messages", {
    summary: "Sends a message; the same `client_id` answers the number it has",
    who: "anyone",
    details:
      "Numbers of cards and of citizens are masked before anything is stored. A conversation that is over goes on for 24 hours, then `chat_over`. Pictures are keys of `POST /v1/client/chat/{id}/pictures`.",
    input: z.object({
      ...one,
      client_id: randomId,
      text: text.optional(),
      pictures: z.array(pictureKey).max(MAX_CHAT_PICTURES).optional(),
      /** A product by the number of its variant, one of the caller's orders by its code. */
      card: z.object({ kind: z.enum(cardKinds), key: z.string().min(1).max(40) }).optional(),
      lang,
    }),
    output: z.object({ seq: z.int(), at: z.string() }),
    errors: ["not_found", "chat_over", "unauthenticated"],
    limit: { times: 20, seconds: 60, per: "session" },
    answer_stored: false,
    example: { input: { ...example, client_id: exampleMessage, text: "Nước máy, 4 người." } },
  }),
  typing: call("POST /v1/client/chat/{id}/typing", {
    summary: "Says that the caller types; it is passed on and not stored",
    who: "anyone",
    input: z.object(one),
    output: z.object({ told: z.boolean() }),
    errors: ["not_found", "unauthenticated"],
    limit: { times: 60, seconds: 60, per: "session" },
    answer_stored: false,
    example: { input: example },
  }),
  seen: call("POST /v1/client/chat/{id}/seen", {
    summary: "Says how far the caller has seen; a smaller number changes nothing",
    who: "anyone",
    input: z.object({ ...one, seq: integer(0, 2_147_483_647) }),
    output: z.object({ seq: z.int() }),
    errors: ["not_found", "unauthenticated"],
    limit: { times: 120, seconds: 60, per: "session" },
    answer_stored: false,
    example: { input: { ...example, seq: 1 } },
  }),
  close: call("POST /v1/client/chat/{id}/close", {
    summary: "Ends a conversation; safe to repeat",
    who: "anyone",
    input: z.object({ ...one, lang }),
    output: Conversation,
    errors: ["not_found", "unauthenticated"],
    example: { input: example },
  }),
  rate: call("POST /v1/client/chat/{id}/rating", {
    summary: "Says once, after the end, whether it helped; a repeat answers the first",
    who: "anyone",
    input: z.object({ ...one, good: flag }),
    output: z.object({ good: z.boolean() }),
    errors: ["not_found", "state_conflict", "unauthenticated"],
    example: { input: { ...example, good: true } },
  }),
  transcript: call("GET /v1/client/chat/{id}/transcript", {
    summary: "All that was written, as text",
    who: "anyone",
    input: z.object({ ...one, lang }),
    output: z.object({ name: z.string(), text: z.string() }),
    errors: ["not_found", "unauthenticated"],
    example: { input: example },
  }),
  mailTranscript: call("POST /v1/client/chat/{id}/transcript", {
    summary: "Sends all that was written to the account's verified e-mail address",
    who: "customer",
    input: z.object({ id: randomId, lang }),
    output: z.object({ sent: z.literal(true) }),
    errors: ["not_found", "state_conflict"],
    limit: { times: 5, seconds: 3600, per: "session" },
    answer_stored: false,
    example: { input: example },
  }),
};
