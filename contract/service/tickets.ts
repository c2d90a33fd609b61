/**
 * Repair and installation on the wire: what is offered where and when, requests, and what their owner does with them. The owner
 * of a ticket is its account, or the caller who has proved its phone in this session within 30 minutes; to all others there is
 * none. rules/service
 */
import { z } from "zod";
import { call, listOf } from "../call.ts";
import {
  flag,
  flagOr,
  integer,
  integerOr,
  isObject,
  locale,
  multiLine,
  otp,
  page,
  personName,
  phone,
  session_id,
  singleLine,
  slug,
} from "../values/fields.ts";
import {
  MAX_FAULT_TEXT,
  quoteStates,
  serviceKinds,
  serviceSlots,
  ticketMovers,
  ticketStates,
} from "./service-words.ts";

const lang = locale.optional();
const kind = z.enum(serviceKinds, { error: "required_choice" });
const slot = z.enum(serviceSlots, { error: "required_choice" });
/** `2026-11-28` */
const day = z.string({ error: "required_choice" }).regex(/^\d{4}-\d{2}-\d{2}$/, "malformed_value");
export const ticketCode = z.string().regex(/^SC-[2-9A-HJ-NP-Z]{6}$/, "malformed_value");
const code = ticketCode;
const unit = singleLine(10, 1);
export const exampleTicket = "SC-234567";

const ServicePrice = z.object({
  code: z.string(),
  kind: z.enum(serviceKinds),
  name: z.string(),
  /** VAT included. */
  price: z.int(),
  parts_extra: z.boolean(),
});

const Options = z.object({
  /** Of the skills of our technicians, with the names of the catalogue. */
  categories: z.array(z.object({ slug: z.string(), name: z.string() })),
  kinds: z.array(z.enum(serviceKinds)),
  faults: z.array(z.object({ code: z.string(), name: z.string() })),
  prices: z.array(ServicePrice),
  /** Of the caller, of this category: machines whose card stands. */
  machines: z.array(
    z.object({ id: z.string(), name: z.string(), serial: z.string().nullable(), is_covered: z.boolean() }),
  ),
  /** Keys of pictures this session has sent and no request has taken. */
  pictures: z.array(z.string()),
});
export type ServiceOptions = z.infer<typeof Options>;

const Day = z.object({
  day: z.string(),
  slots: z.array(z.object({ slot: z.enum(serviceSlots), free: z.int() })),
});

const Slots = z.object({
  /** Null: nobody serves the place. */
  area: z.string().nullable(),
  /** Empty where no technician of the area has the skill: then a person calls. */
  days: z.array(Day),
  /** Hours until a person calls, where there are no days. */
  call_back: z.int().nullable(),
  travel_fee: z.int(),
  travel_free_above: z.int().nullable(),
});
export type ServiceSlots = z.infer<typeof Slots>;

export const Visit = z.object({
  day: z.string(),
  slot: z.enum(serviceSlots),
  /** Their first name. */
  technician: z.string(),
});

export const QuoteLine = z.object({ name: z.string(), quantity: z.int(), price: z.int() });
export const Quote = z.object({
  number: z.int(),
  reason: z.string(),
  lines: z.array(QuoteLine),
  total: z.int(),
  state: z.enum(quoteStates),
  made_at: z.string(),
  until: z.string(),
});

const OwnTicket = z.object({
  code: z.string(),
  kind: z.enum(serviceKinds),
  category_slug: z.string(),
  machine: z.string(),
  state: z.enum(ticketStates),
  visit: Visit.nullable(),
  created_at: z.string(),
  /** What the owner has agreed to pay; null: nothing yet. */
  agreed: z.int().nullable(),
  /** A quote waits for the owner's answer. */
  is_asked: z.boolean(),
});
export type OwnTicket = z.infer<typeof OwnTicket>;

export const TicketMove = z.object({
  at: z.string(),
  by: z.enum(ticketMovers),
  state: z.enum(ticketStates),
  note: z.string(),
});

const Ticket = OwnTicket.extend({
  fault: z.string().nullable(),
  fault_text: z.string(),
  full_name: z.string(),
  phone: z.string(),
  address: z.string(),
  is_covered: z.boolean().nullable(),
  pictures: z.array(z.string()),
  quotes: z.array(Quote),
  parts: z.array(z.object({ name: z.string(), quantity: z.int(), warranty_months: z.int() })),
  moves: z.array(TicketMove),
  /** By when a person calls, of a ticket without a visit. */
  call_by: z.string().nullable(),
  /** What its owner may do now. */
  can: z.object({ move: z.boolean(), cancel: z.boolean(), confirm: z.boolean() }),
  moves_left: z.int(),
  lang: z.enum(["vi", "en", "ja"]),
});
export type Ticket = z.infer<typeof Ticket>;

const often = { times: 60, seconds: 3600, per: "client" } as const;

export const service = {
  options: call("GET /v1/client/service/options", {
    summary:
      "What our technicians do: categories, kinds, faults and prices of one category, and the caller's machines of it",
    who: "anyone",
    input: z.object({ category_slug: slug.optional(), session_id, lang }),
    output: Options,
    errors: ["unauthenticated"],
    example: { input: { category_slug: "may-loc-nuoc-ro" } },
  }),
  slots: call("GET /v1/client/service/slots", {
    summary: "Days and times at which a technician of the ward's area with the category's skill is free",
    who: "anyone",
    details: "Today to 14 days ahead. Without days `call_back` says within how many hours a person calls.",
    input: z.object({ category_slug: slug, city_code: unit, ward_code: unit, lang }),
    output: Slots,
    limit: { times: 600, seconds: 3600, per: "client" },
    example: { input: { category_slug: "may-loc-nuoc-ro", city_code: "01", ward_code: "00229" } },
  }),
  request: call("POST /v1/client/service-requests", {
    summary: "Ask for a repair, an installation, maintenance or cleaning; with `day` and `slot` it is booked",
    who: "anyone",
    details:
      "`otp` is a code of purpose `warranty`; it is not asked for again within 30 minutes, nor for the phone of the caller's account. The pictures this session has sent (`POST /v1/client/service-picture`) go with it. A second open repair of one machine is `open_ticket`.",
    input: z
      .object({
        kind,
        category_slug: slug,
        /** Of the caller. */
        warranty_id: singleLine(60).optional(),
        /** Of the category's list. */
        fault: singleLine(30).optional(),
        text: multiLine(MAX_FAULT_TEXT).default(""),
        full_name: personName,
        phone,
        otp: otp.optional(),
        city_code: unit,
        ward_code: unit,
        street: singleLine(200, 1),
        day: day.optional(),
        slot: slot.optional(),
        consent: flagOr(false),
        captcha: z.string().max(4_000).optional(),
        session_id,
        lang,
      })
      // No rule of a field by itself, so that the browser asks for it by the server's words alone.
      .superRefine(
        ({ consent, day, slot }, { addIssue }) => {
          if (consent !== true) addIssue({ code: "custom", path: ["consent"], message: "required_choice" });
          if (day && !slot) addIssue({ code: "custom", path: ["slot"], message: "required_choice" });
          if (slot && !day) addIssue({ code: "custom", path: ["day"], message: "required_choice" });
        },
        { when: isObject },
      ),
    output: Ticket,
    errors: ["unauthenticated", "slot_taken", "open_ticket", "captcha_required", "otp_wrong", "otp_expired"],
    limit: { times: 20, seconds: 86_400, per: "client" },
    answer_stored: false,
    example: {
      input: {
        kind: "maintenance",
        category_slug: "may-loc-nuoc-ro",
        text: "Thay lõi định kỳ",
        full_name: "Trần Văn Minh",
        phone: "0590000022",
        otp: "000000",
        city_code: "01",
        ward_code: "00229",
        street: "12 phố Sen Hồng",
        consent: true,
      },
    },
  }),
  own: call("GET /v1/client/service-requests", {
    summary: "The caller's tickets: of the account, and of phones proved in this session",
    who: "anyone",
    input: z.object({ page, limit: integerOr(24, 1, 100), session_id, lang }),
    output: listOf(OwnTicket),
    envelope: "bare",
    errors: ["unauthenticated"],
    example: { input: {} },
  }),
  ticket: call("GET /v1/client/service-request/{code}", {
    summary: "One ticket, for its owner: states, visit, quotes, parts and history",
    who: "anyone",
    input: z.object({ code, session_id, lang }),
    output: Ticket,
    errors: ["not_found", "unauthenticated"],
    example: { input: { code: exampleTicket } },
  }),
  times: call("GET /v1/client/service-request/{code}/slots", {
    summary: "Days and times to which the owner may move the visit",
    who: "anyone",
    input: z.object({ code, session_id, lang }),
    output: z.object({ days: z.array(Day) }),
    errors: ["not_found", "unauthenticated"],
    example: { input: { code: exampleTicket } },
  }),
  prove: call("POST /v1/client/service-requests/proof", {
    summary:
      "The tickets of a phone, by a code of purpose `warranty` to it; the proof holds for 30 minutes in this session",
    who: "anyone",
    input: z.object({ phone, otp, session_id, lang }),
    output: z.array(OwnTicket),
    errors: ["unauthenticated", "otp_wrong", "otp_expired"],
    limit: often,
    answer_stored: false,
    example: { input: { phone: "0590000022", otp: "000000" } },
  }),
  move: call("PUT /v1/client/service-request/{code}", {
    summary: "Book a visit, or move it: up to 2 hours before it, three times",
    who: "anyone",
    input: z.object({ code, day, slot, session_id, lang }),
    output: Ticket,
    errors: ["not_found", "unauthenticated", "slot_taken", "too_late", "state_conflict"],
    example: { input: { code: exampleTicket, day: "2026-12-01", slot: "s2" } },
  }),
  cancel: call("DELETE /v1/client/service-request/{code}", {
    summary: "Cancel: up to 2 hours before the visit",
    who: "anyone",
    input: z.object({ code, reason: singleLine(300).default(""), session_id, lang }),
    output: Ticket,
    errors: ["not_found", "unauthenticated", "too_late", "state_conflict"],
    example: { input: { code: exampleTicket, reason: "Tôi đi vắng" } },
  }),
  answerQuote: call("POST /v1/client/service-request/{code}/quote", {
    summary: "Accept or refuse the costs of this very quote; nothing is done before",
    who: "anyone",
    input: z.object({ code, number: integer(1, 99), accept: flag, session_id, lang }),
    output: Ticket,
    errors: ["not_found", "unauthenticated", "state_conflict", "quote_changed"],
    example: { input: { code: exampleTicket, number: 1, accept: true } },
  }),
  confirm: call("POST /v1/client/service-request/{code}/done", {
    summary: "Say that the work is done",
    who: "anyone",
    input: z.object({ code, session_id, lang }),
    output: Ticket,
    errors: ["not_found", "unauthenticated", "state_conflict"],
    example: { input: { code: exampleTicket } },
  }),
  removePicture: call("DELETE /v1/client/service-picture", {
    summary: "Remove a picture this session has sent and no request has taken; a repeat answers the same",
    who: "anyone",
    input: z.object({ key: singleLine(60, 1), session_id, lang }),
    output: z.object({ removed: z.literal(true) }),
    errors: ["unauthenticated"],
    example: { input: { key: "service/Jc2kq0hVb8wXnZf3RtLs4A.webp" } },
  }),
};
