/**
 * Messages to the shop and complaints on the wire: sent, followed and gone on with by code and phone or e-mail; assigned,
 * answered, extended and closed by staff. Spec §2 /lien-he; rules/contact
 */
import { z } from "zod";
import { call } from "../call.ts";
import { deskCalls } from "../desks/desk-calls.ts";
import { reason, reasonIfAny, version } from "../staff/fields.ts";
import {
  flagOr,
  inquiry,
  integer,
  isObject,
  multiLine,
  optionalEmail,
  optionalInteger,
  optionalOrderCode,
  optionalPhone,
  personName,
  session_id,
  singleLine,
} from "../values/fields.ts";
import {
  ANSWER_LENGTH,
  type ContactAct,
  contactActs,
  contactStates,
  contactTopics,
  MAX_EXTENSION,
  messagesDesk,
  topicsByEither,
  topicsByLaw,
  writtenTopics,
} from "./contact-desk.ts";

/** `LH-` and six signs, also typed without the dash or in small letters; what is none finds nothing. */
const messageCode = singleLine(20, 1).transform((typed) => typed.toUpperCase().replace(/^LH[\s-]*/, "LH-"));
const staffCode = z.string().regex(/^LH-[2-9A-HJ-NP-Z]{6}$/);

const Send = z
  .object({
    topic: z.enum(writtenTopics, { error: "required_choice" }),
    full_name: personName,
    phone: optionalPhone.optional(),
    email: optionalEmail.optional(),
    order_code: optionalOrderCode.optional(),
    message: inquiry,
    /** Smoke, current, water or an injury: answered the same day. */
    safety: flagOr(false),
    /** Asked for except for complaints and personal data, which rest on law. */
    consent: flagOr(false),
    captcha: z.string().max(4_000).optional(),
    session_id,
  })
  // No rule of a field by itself: what is asked for depends on the topic.
  .superRefine(
    ({ topic, phone, email, consent }, { addIssue }) => {
      const isReachable = !!phone || (topicsByEither.has(topic) && !!email);
      if (!isReachable) addIssue({ code: "custom", path: ["phone"], message: "required" });
      if (consent !== true && !topicsByLaw.has(topic))
        addIssue({ code: "custom", path: ["consent"], message: "required_choice" });
    },
    { when: isObject },
  );

/** Who follows a message shows the phone number or the e-mail address it was sent with. */
const Proof = { code: messageCode, contact: singleLine(254, 1) };

const Line = z.object({
  at: z.string(),
  from: z.enum(["sender", "shop"]),
  text: z.string(),
});

export const FollowedMessage = z.object({
  code: z.string(),
  topic: z.enum(contactTopics),
  state: z.enum(contactStates),
  received_at: z.string(),
  /** The answer comes by then. */
  due_at: z.string(),
  /** Why it takes longer than first said; empty where it does not. */
  extended: z.string(),
  lines: z.array(Line),
  can_reply: z.boolean(),
});
export type FollowedMessage = z.infer<typeof FollowedMessage>;

/** Shares with `status` how often a code may be tried. */
const tries = { times: 10, seconds: 3600, per: "session" } as const;

/** Why an act is not possible now; null: it is. Who may not do it at all is not shown it. */
export const contactHindrances = ["closed", "extended", "no_complaint", "late", "unanswered"] as const;
const Act = z.object({ possible: z.boolean(), why: z.enum(contactHindrances).nullable() }).nullable();

export const MessageRecord = z.object({
  code: z.string(),
  /** Goes up with each change; an act names the one it read. */
  version: z.int(),
  topic: z.enum(contactTopics),
  state: z.enum(contactStates),
  full_name: z.string(),
  phone: z.string(),
  email: z.string(),
  order_code: z.string(),
  locale: z.string(),
  safety: z.boolean(),
  priority: z.boolean(),
  escalated: z.boolean(),
  received_at: z.string(),
  /** Of a complaint: a person is named by then. */
  name_by: z.string().nullable(),
  due_at: z.string(),
  is_late: z.boolean(),
  extended: z.string(),
  assigned_to: z.object({ id: z.int(), full_name: z.string() }).nullable(),
  /** Whom it may be given to. */
  colleagues: z.array(z.object({ id: z.int(), full_name: z.string() })),
  lines: z.array(Line.extend({ by: z.string().nullable() })),
  history: z.array(z.object({ at: z.string(), act: z.string(), by: z.string().nullable(), note: z.string() })),
  acts: z.object(Object.fromEntries(contactActs.map((name) => [name, Act])) as Record<ContactAct, typeof Act>),
});
export type MessageRecord = z.infer<typeof MessageRecord>;

const answers = { staff: "chat:answer" } as const;
const decides = { staff: "customers:write" } as const;
const read = { code: staffCode, version };
const desk = deskCalls("GET /v1/staff/messages", messagesDesk, {
  list: "Messages to the shop as a masked list, due first: filtered, in an order, page by page",
  file: "Messages of the list as a CSV file, masked",
  example: { state: "received" },
});
const example = "LH-234567";

export const contact = {
  send: call("POST /v1/client/contact", {
    summary: "Sends the shop a message or a complaint",
    details:
      "A phone number is asked for; for `complaint`, `privacy` and `press` an e-mail address is enough. The same message of the same sender within a day answers the first code. Beside the limit below: 20 a day for each address, 5 a day for each phone number; from the third of a day a captcha.",
    who: "anyone",
    input: Send,
    output: z.object({
      code: z.string(),
      /** RFC 3339. */
      answer_by: z.string(),
    }),
    errors: ["captcha_required"],
    limit: { times: 5, seconds: 3600, per: "session" },
    answer_stored: false,
    example: {
      input: {
        topic: "product",
        full_name: "Tạ Thị Lan",
        phone: "0590000011",
        message: "Máy dùng được với nước giếng khoan đã qua bể lắng không?",
        consent: true,
      },
    },
  }),
  status: call("POST /v1/client/contact/status", {
    summary: "A message with its answers, by code and phone number or e-mail address",
    who: "anyone",
    input: z.object({ ...Proof, session_id }),
    output: FollowedMessage,
    errors: ["not_found"],
    safe: true,
    limit: tries,
    example: { input: { code: example, contact: "0590000011" } },
  }),
  reply: call("POST /v1/client/contact/{code}/reply", {
    summary: "Goes on with a message; reopens it until 30 days after it was closed",
    who: "anyone",
    input: z.object({ ...Proof, message: inquiry, session_id }),
    output: FollowedMessage,
    errors: ["not_found", "state_conflict"],
    limit: tries,
    example: { input: { code: example, contact: "0590000011", message: "Tôi gửi thêm mã đơn hàng." } },
  }),
};

export const contactDesk = {
  ...desk,
  record: call("GET /v1/staff/messages/{code}", {
    summary: "One message with all that was written, and what may be done",
    who: answers,
    input: z.object({ code: staffCode }),
    output: MessageRecord,
    errors: ["not_found"],
    example: { input: { code: example } },
  }),
  assign: call("POST /v1/staff/messages/{code}/assign", {
    summary: "Gives a message to a member of staff; the sender of a complaint is told who it is",
    who: answers,
    details: "Without `account` to the caller. A case with priority is given to another only with a reason.",
    input: z.object({ ...read, account: optionalInteger(1, 2_147_483_647), reason: reasonIfAny }),
    output: MessageRecord,
    errors: ["not_found", "conflict", "state_conflict"],
    example: { input: { code: example, version: 1 } },
  }),
  answer: call("POST /v1/staff/messages/{code}/answer", {
    summary: "Answers; the sender is told by e-mail where there is an address",
    who: answers,
    input: z.object({
      ...read,
      answer: multiLine(ANSWER_LENGTH, 1),
      /** The sender is asked for more. No clock stops. */
      waiting: flagOr(false),
    }),
    output: MessageRecord,
    errors: ["not_found", "conflict", "state_conflict"],
    example: { input: { code: example, version: 1, answer: "Dùng được, nước cần qua lọc thô." } },
  }),
  extend: call("POST /v1/staff/messages/{code}/extend", {
    summary: "Extends a complaint once, before its end, with the reason its sender is told",
    who: decides,
    input: z.object({ ...read, days: integer(1, MAX_EXTENSION), reason }),
    output: MessageRecord,
    errors: ["not_found", "conflict", "state_conflict"],
    example: { input: { code: example, version: 1, days: 5, reason: "Chờ kết quả kiểm tra máy" } },
  }),
  escalate: call("POST /v1/staff/messages/{code}/escalate", {
    summary: "Passes a message on to who decides",
    who: decides,
    input: z.object({ ...read, reason }),
    output: MessageRecord,
    errors: ["not_found", "conflict", "state_conflict"],
    example: { input: { code: example, version: 1, reason: "Cần quản lý quyết định" } },
  }),
  prioritise: call("POST /v1/staff/messages/{code}/priority", {
    summary: "Gives a message priority or takes it back, with the reason",
    who: answers,
    input: z.object({ ...read, priority: flagOr(true), reason }),
    output: MessageRecord,
    errors: ["not_found", "conflict", "state_conflict"],
    example: { input: { code: example, version: 1, priority: true, reason: "Khách cao tuổi" } },
  }),
  close: call("POST /v1/staff/messages/{code}/close", {
    summary: "Closes an answered message",
    who: answers,
    details: "A complaint is closed by `customers:write` alone.",
    input: z.object({ ...read, reason: reasonIfAny }),
    output: MessageRecord,
    errors: ["not_found", "conflict", "state_conflict", "forbidden"],
    example: { input: { code: example, version: 1 } },
  }),
};
