/**
 * Premises offered to the shop, on the wire. One is sent with its pictures as `POST /v1/client/create-rent-ground`,
 * multipart/form-data (server/partners/rent-ground-route.ts); the JSON calls are here. Spec §7; rules/partners
 */
import { z } from "zod";
import { call } from "../call.ts";
import { deskCall, deskFileCall } from "../desks/desk-call.ts";
import { integer, multiLine, singleLine } from "../values/fields.ts";
import { PICTURES, premisesRights, rentGroundStates, rentGroundsDesk } from "./rent-grounds-desk.ts";

/** What a sender is answered. */
const SentRentGround = z.object({
  code: z.string(),
  /** RFC 3339: the end of the day by which the answer in writing comes. */
  answer_by: z.string(),
  /** The day on which it is deleted. */
  delete_on: z.string(),
});
export type SentRentGround = z.infer<typeof SentRentGround>;

/** A picture that was taken and need not be chosen again. */
const HeldPicture = z.object({ key: z.string(), name: z.string() });
export type HeldPicture = z.infer<typeof HeldPicture>;

const code = z.string().regex(/^HT-[2-9A-HJ-NP-Z]{6}$/, "malformed_value");
const MAX_TEXT = 2_000;

export const RentGroundRecord = z.object({
  code: z.string(),
  state: z.enum(rentGroundStates),
  /** The states it may be moved to now. */
  moves: z.array(z.enum(rentGroundStates)),
  full_name: z.string(),
  phone: z.string(),
  /** Street, ward and province. */
  address: z.string(),
  area_m2: z.int(),
  /** Metres, one decimal. */
  front_m: z.number(),
  monthly_rent: z.int(),
  right: z.enum(premisesRights),
  available_from: z.string(),
  note: z.string(),
  language: z.string(),
  received_at: z.string(),
  answer_by: z.string(),
  delete_on: z.string(),
  /** Of its pictures, as the calls name them. */
  pictures: z.array(z.object({ number: z.int(), name: z.string() })),
  /** Others with the same phone number, newest first. */
  same_person: z.array(z.object({ code: z.string(), received_at: z.string(), state: z.enum(rentGroundStates) })),
  /** Oldest first. A note has no state. */
  events: z.array(
    z.object({ at: z.string(), who: z.string(), state: z.enum(rentGroundStates).nullable(), text: z.string() }),
  ),
});
export type RentGroundRecord = z.infer<typeof RentGroundRecord>;

const who = { staff: "partners:approve" } as const;
const example = "HT-6R3KWT";

export const partners = {
  ownForm: call("POST /v1/client/rent-grounds/form", {
    summary: "The form of premises of a browser as it came back, or what was sent with it",
    who: "anyone",
    safe: true,
    input: z.object({ token: singleLine(60, 1) }),
    output: z.object({
      sent: SentRentGround.nullable(),
      returned: z
        .object({
          values: z.record(z.string(), z.string()),
          errors: z.record(z.string(), z.array(z.string())),
          /** Empty where nothing was wrong: the sender asked for the wards of a province. */
          message: z.string(),
          code: z.string(),
          retry_after_seconds: z.int().nullable(),
        })
        .nullable(),
      pictures: z.array(HeldPicture),
    }),
    details: "`token` is the cookie `rent_ground` that the form sets. An unknown token has nothing kept.",
    example: { input: { token: "0123456789012345678901" } },
  }),
  rentGrounds: deskCall("GET /v1/staff/rent-grounds", rentGroundsDesk, {
    summary: "Premises offered to the shop as a masked list: by state, province and what is due",
    example: { due: "yes" },
  }),
  rentGroundsFile: deskFileCall("GET /v1/staff/files/rent-grounds", rentGroundsDesk, {
    summary: "Premises of the list as a CSV file, masked",
    example: { due: "yes" },
  }),
  rentGround: call("GET /v1/staff/rent-grounds/{code}", {
    summary: "One proposal of premises in full; who opened it stands in the audit log",
    who,
    input: z.object({ code }),
    output: RentGroundRecord,
    errors: ["not_found"],
    example: { input: { code: example } },
  }),
  rentGroundPicture: call("GET /v1/staff/rent-grounds/{code}/pictures/{number}", {
    summary: "A picture of premises, as WebP",
    who,
    input: z.object({ code, number: integer(1, PICTURES.most) }),
    output: z.object({
      /** base64 */
      content: z.string(),
    }),
    errors: ["not_found"],
    example: { input: { code: example, number: 1 } },
  }),
  moveRentGround: call("POST /v1/staff/rent-grounds/{code}/state", {
    summary: "Move a proposal of premises to another state",
    who,
    input: z.object({
      code,
      state: z.enum(rentGroundStates, { error: "required_choice" }),
      text: multiLine(MAX_TEXT).default(""),
    }),
    output: z.object({ state: z.enum(rentGroundStates) }),
    errors: ["not_found", "state_conflict"],
    details: "`text` is a note that only staff read.",
    example: { input: { code: example, state: "talking" } },
  }),
  noteRentGround: call("POST /v1/staff/rent-grounds/{code}/note", {
    summary: "Write a note to a proposal of premises, which only staff read",
    who,
    input: z.object({ code, text: multiLine(MAX_TEXT, 1) }),
    output: z.object({ noted: z.literal(true) }),
    errors: ["not_found"],
    example: { input: { code: example, text: "Đã gọi, hẹn khảo sát thứ Năm." } },
  }),
};
