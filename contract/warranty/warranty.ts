/**
 * Warranty on the wire: what a serial allows, activation, look-up, the certificate, an agent's activation and a new owner.
 * A machine's owner is the account of its card, or the caller who has proved its phone in this session within 30 minutes;
 * to all others a card is what the look-up by serial shows. Spec §1, §2, §3 warranty; rules/warranty
 */
import { z } from "zod";
import { call, listOf } from "../call.ts";
import { CodeSent } from "../identity/user.ts";
import {
  flag,
  flagOr,
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
} from "../values/fields.ts";
import {
  exclusions,
  extensionSources,
  MAX_OBJECTION,
  startKinds,
  transferStates,
  voidReasons,
  warrantyMarks,
  warrantyStates,
} from "./warranty-words.ts";

const lang = locale.optional();
const captcha = z.string().max(4_000).optional();
/** However it was typed, or the address of the label's QR code. */
const serial = singleLine(500, 1);
const publicId = z.string().max(60);

/** What everybody may know of a machine by its serial. */
const ShownWarranty = z.object({
  product: z.object({
    name: z.string(),
    slug: z.string(),
    category_slug: z.string(),
    image: z.object({ id: z.string(), alt: z.string() }),
  }),
  /** Of the machine, extensions included. */
  months: z.int(),
  start_on: z.string().nullable(),
  end_on: z.string(),
  state: z.enum(warrantyStates),
});
export type ShownWarranty = z.infer<typeof ShownWarranty>;

const OwnWarranty = ShownWarranty.extend({
  id: z.string(),
  code: z.string(),
  /** With dashes. Null: a machine of an order whose serial is not known yet. */
  serial: z.string().nullable(),
  marks: z.array(z.enum(warrantyMarks)),
  /** The owner may activate it by one click. */
  can_activate: z.boolean(),
});
export type OwnWarranty = z.infer<typeof OwnWarranty>;

const Term = z.object({
  /** Null: the machine. */
  part: z.string().nullable(),
  months: z.int(),
  /** Null of consumables. */
  end_on: z.string().nullable(),
  kind: z.enum(["machine", "part", "consumable", "new"]),
  from: z.string(),
});

const Transfer = z.object({
  code: z.string(),
  state: z.enum(transferStates),
  asked_at: z.string(),
  /** The owner has until this day. */
  until: z.string(),
});
export type Transfer = z.infer<typeof Transfer>;

export const Certificate = OwnWarranty.extend({
  start_kind: z.enum(startKinds),
  /** Masked unless the phone was proved within 30 minutes. */
  owner: z.object({ full_name: z.string(), phone: z.string(), in_full: z.boolean() }),
  place: z.string(),
  bought_on: z.string().nullable(),
  bought_at: z.string(),
  order_code: z.string().nullable(),
  activated_on: z.string().nullable(),
  term_months: z.int(),
  extensions: z.array(z.object({ source: z.enum(extensionSources), code: z.string(), months: z.int() })),
  repair_days: z.int(),
  terms: z.array(Term),
  repairs: z.array(
    z.object({
      code: z.string(),
      handed_in: z.string(),
      handed_back: z.string().nullable(),
      is_covered: z.boolean(),
      fault: z.string(),
      done: z.string(),
      /** Their first name. */
      technician: z.string(),
    }),
  ),
  exclusions: z.array(z.enum(exclusions)),
  note: z.string(),
  /** Of a card that is void. */
  void: z
    .object({
      reason: z.enum(voidReasons),
      text: z.string(),
      /** Until this day one may object, once. Null: it was done, or the days are over. */
      object_until: z.string().nullable(),
      objection: z.string(),
    })
    .nullable(),
  /** Asked of this owner, and waiting for the answer. */
  transfers: z.array(Transfer),
});
export type Certificate = z.infer<typeof Certificate>;

/** A card by its address: in full for its owner, else as everybody sees it. */
const CardAnswer = z.object({ shown: ShownWarranty, certificate: Certificate.nullable(), has_phone: z.boolean() });

const Checked = z.object({
  serial: z.string(),
  product: ShownWarranty.shape.product.nullable(),
  months: z.int(),
  /** Of what `none` is said nothing is known that could be activated. */
  state: z.enum(["can_activate", "yours", "active", "order", "none"]),
  /** Of one's own. */
  id: z.string().nullable(),
  /** An invoice of this session waits for the form. */
  has_invoice: z.boolean(),
});
export type CheckedSerial = z.infer<typeof Checked>;

const Confirmation = z.object({
  product: ShownWarranty.shape.product,
  end_on: z.string(),
  months: z.int(),
  agent: z.string(),
  until: z.string(),
  state: z.enum(["waiting", "confirmed", "not_me"]),
});
export type Confirmation = z.infer<typeof Confirmation>;

const token = z.string().max(60);
const id = publicId;
const exampleId = "A".repeat(22);
const exampleSerial = "SRKT17-2608-00417-T";
/** Beside the limit of the function: 10 different serials an hour without a captcha, 30 in all. */
const often = { times: 60, seconds: 3600, per: "client" } as const;

export const warranty = {
  check: call("POST /v1/client/warranty/check", {
    summary: "Whether the machine with this serial can be activated",
    who: "anyone",
    safe: true,
    details:
      "The label's address is read as well. `none` is one answer for what is unknown and for what was never sold. After 10 different serials an hour a captcha, 30 at most.",
    input: z.object({ serial, captcha, session_id, lang }),
    output: Checked,
    errors: ["unauthenticated", "captcha_required"],
    limit: often,
    example: { input: { serial: exampleSerial } },
  }),
  activate: call("POST /v1/client/warranty/activate", {
    summary: "Activate a machine that was bought elsewhere, or one's own of an order",
    who: "anyone",
    details:
      "`otp` is a code of purpose `warranty`; it is not asked for again within 30 minutes, nor of a machine of the caller's own account. More than 30 days after `bought_on` an invoice is asked for: a key of `POST /v1/client/warranty/invoice`, or the one this session sent for the serial; until staff accept it the term counts from production. An agent names `for_phone` instead of `phone` and `otp`.",
    input: z
      .object({
        serial,
        phone: phone.optional(),
        otp: otp.optional(),
        for_phone: phone.optional(),
        full_name: personName,
        city_code: singleLine(10, 1),
        ward_code: singleLine(10, 1),
        /** `2026-11-20` */
        bought_on: singleLine(10).optional(),
        bought_at: singleLine(100).default(""),
        /** A key of `POST /v1/client/warranty/invoice`. */
        invoice: singleLine(60).optional(),
        consent: flagOr(false),
        captcha,
        session_id,
        lang,
      })
      // No rule of a field by itself, so that the browser asks for it by the server's words alone.
      .superRefine(
        ({ consent }, { addIssue }) => {
          if (consent !== true) addIssue({ code: "custom", path: ["consent"], message: "required_choice" });
        },
        { when: isObject },
      ),
    output: OwnWarranty,
    errors: ["unauthenticated", "already_active", "captcha_required", "otp_wrong", "otp_expired", "forbidden"],
    limit: often,
    answer_stored: false,
    example: {
      input: {
        serial: exampleSerial,
        phone: "0590000022",
        otp: "000000",
        full_name: "Trần Văn Minh",
        city_code: "01",
        ward_code: "00229",
        bought_on: "2026-11-20",
        consent: true,
      },
    },
  }),
  activateOwn: call("POST /v1/client/warranty/{id}/activate", {
    summary: "Activate one's own delivered machine by one click; a repeat answers the same",
    who: "anyone",
    input: z.object({ id, session_id, lang }),
    output: OwnWarranty,
    errors: ["unauthenticated", "not_found", "state_conflict"],
    example: { input: { id: exampleId } },
  }),
  own: call("GET /v1/client/warranties", {
    summary: "The caller's machines: of the account, and of phones proved in this session",
    who: "anyone",
    input: z.object({
      state: z.enum(warrantyStates).optional(),
      page,
      limit: integerOr(24, 1, 100),
      session_id,
      lang,
    }),
    output: listOf(OwnWarranty),
    envelope: "bare",
    errors: ["unauthenticated"],
    example: { input: {} },
  }),
  card: call("GET /v1/client/warranty/{id}", {
    summary: "A certificate: in full for its owner, else product, months, end and state",
    who: "anyone",
    input: z.object({ id, session_id, lang }),
    output: CardAnswer,
    errors: ["not_found", "unauthenticated"],
    example: { input: { id: exampleId } },
  }),
  sendCode: call("POST /v1/client/warranty/{id}/code", {
    summary: "Send a code to the phone of a card; the phone is not named",
    who: "anyone",
    input: z.object({ id, captcha, session_id, lang }),
    output: CodeSent,
    errors: ["unauthenticated", "not_found", "too_many", "captcha_required", "otp_unavailable"],
    opens_session: true,
    answer_stored: false,
    example: { input: { id: exampleId } },
  }),
  prove: call("POST /v1/client/warranty/{id}/proof", {
    summary: "The certificate in full, by the code sent to its phone",
    who: "anyone",
    input: z.object({ id, otp, session_id, lang }),
    output: Certificate,
    errors: ["unauthenticated", "not_found", "otp_wrong", "otp_expired"],
    answer_stored: false,
    example: { input: { id: exampleId, otp: "000000" } },
  }),
  object: call("POST /v1/client/warranty/{id}/objection", {
    summary: "Object, once and within 30 days, to one's card being void; another person decides",
    who: "anyone",
    input: z.object({ id, text: multiLine(MAX_OBJECTION, 1), session_id, lang }),
    output: Certificate,
    errors: ["unauthenticated", "not_found", "state_conflict", "already_objected"],
    example: { input: { id: exampleId, text: "Máy chỉ được sửa ở trung tâm của hãng." } },
  }),
  lookUp: call("POST /v1/client/warranty/lookup", {
    summary:
      "Look up by serial: product, months, end and state, nothing of a person; or by phone: a code for its machines",
    who: "anyone",
    details:
      "`serial` or `phone`; of both the phone counts. Serials that are unknown or were never sold answer the same 404. Every phone gets the same answer, and a code goes out only where there are machines.",
    input: z.object({ serial: singleLine(500).optional(), phone: phone.optional(), captcha, session_id, lang }),
    output: z.union([ShownWarranty, CodeSent]),
    errors: ["unauthenticated", "not_found", "captcha_required", "otp_unavailable"],
    opens_session: true,
    limit: often,
    answer_stored: false,
    example: { input: { serial: exampleSerial } },
  }),
  lookUpConfirm: call("POST /v1/client/warranty/lookup/confirm", {
    summary: "The machines of a phone, by the code sent to it; the proof holds for 30 minutes in this session",
    who: "anyone",
    input: z.object({ phone, otp, session_id, lang }),
    output: z.array(OwnWarranty),
    errors: ["unauthenticated", "otp_wrong", "otp_expired"],
    answer_stored: false,
    example: { input: { phone: "0590000022", otp: "000000" } },
  }),
  confirmation: call("GET /v1/client/warranty-confirm/{token}", {
    summary: "What an agent activated for a phone: product, end and agent, never the phone",
    who: "anyone",
    input: z.object({ token, lang }),
    output: Confirmation,
    errors: ["not_found"],
    example: { input: { token: exampleId } },
  }),
  sendConfirmCode: call("POST /v1/client/warranty-confirm/{token}/code", {
    summary: "Send a code to the phone an agent named",
    who: "anyone",
    input: z.object({ token, captcha, session_id, lang }),
    output: CodeSent,
    errors: ["unauthenticated", "not_found", "too_many", "captcha_required", "otp_unavailable"],
    opens_session: true,
    answer_stored: false,
    example: { input: { token: exampleId } },
  }),
  confirm: call("POST /v1/client/warranty-confirm/{token}", {
    summary: "Say, by the code, that the machine is one's own; a repeat answers the same",
    who: "anyone",
    input: z.object({ token, otp: otp.optional(), session_id, lang }),
    output: OwnWarranty,
    errors: ["unauthenticated", "not_found", "otp_wrong", "otp_expired", "state_conflict"],
    answer_stored: false,
    example: { input: { token: exampleId, otp: "000000" } },
  }),
  notMe: call("POST /v1/client/warranty-confirm/{token}/not-me", {
    summary:
      "Say that the machine is not one's own: the phone leaves the card, the cover stays; a repeat answers the same",
    who: "anyone",
    input: z.object({ token, session_id, lang }),
    output: z.object({ detached: z.literal(true) }),
    errors: ["unauthenticated", "not_found", "state_conflict"],
    example: { input: { token: exampleId } },
  }),
  transfer: call("POST /v1/client/warranty/transfer", {
    summary: "Ask to become a machine's owner; the same words for a serial that has no card",
    who: "anyone",
    input: z.object({ serial, phone, otp: otp.optional(), full_name: personName, captcha, session_id, lang }),
    output: Transfer,
    errors: ["unauthenticated", "state_conflict", "captcha_required", "otp_wrong", "otp_expired"],
    limit: often,
    answer_stored: false,
    details: "A machine that has no owner yet is activated instead: 409.",
    example: { input: { serial: exampleSerial, phone: "0590000022", otp: "000000", full_name: "Trần Văn Minh" } },
  }),
  answerTransfer: call("POST /v1/client/warranty/transfer/{code}/answer", {
    summary: "The owner agrees, by a code to the card's phone, or refuses",
    who: "anyone",
    input: z.object({ code: singleLine(20, 1), accept: flag, otp: otp.optional(), session_id, lang }),
    output: Transfer,
    errors: ["unauthenticated", "not_found", "state_conflict", "otp_wrong", "otp_expired"],
    answer_stored: false,
    example: { input: { code: "DC-234567", accept: true, otp: "000000" } },
  }),
  withdrawTransfer: call("POST /v1/client/warranty/transfer/{code}/withdraw", {
    summary: "Take back what one asked",
    who: "anyone",
    input: z.object({ code: singleLine(20, 1), session_id, lang }),
    output: Transfer,
    errors: ["not_found", "state_conflict", "unauthenticated"],
    example: { input: { code: "DC-234567" } },
  }),
};
