/**
 * A technician's page on the wire: today's visits behind the link of one of them and a code to the technician's own phone.
 * No staff account. To all others there is none. rules/service#technician
 */
import { z } from "zod";
import { call } from "../call.ts";
import { CodeSent } from "../identity/user.ts";
import { integer, locale, multiLine, otp, session_id, singleLine } from "../values/fields.ts";
import { quoteInput } from "./desk-tickets.ts";
import { serviceKinds, serviceSlots, ticketStates } from "./service-words.ts";

const id = z.string().regex(/^[\w-]{22}$/, "malformed_value");
const lang = locale.optional();
const exampleId = "A".repeat(22);

const Work = z.object({
  id: z.string(),
  code: z.string(),
  day: z.string(),
  slot: z.enum(serviceSlots),
  kind: z.enum(serviceKinds),
  machine: z.string(),
  serial: z.string().nullable(),
  fault: z.string().nullable(),
  fault_text: z.string(),
  state: z.enum(ticketStates),
  full_name: z.string(),
  address: z.string(),
  is_covered: z.boolean().nullable(),
  pictures: z.array(z.string()),
  /** Without prices. */
  moves: z.array(z.object({ at: z.string(), state: z.enum(ticketStates), note: z.string() })),
  parts: z.array(z.object({ name: z.string(), quantity: z.int() })),
  /** A quote that waits for the customer. */
  asked: z.int().nullable(),
  agreed: z.int().nullable(),
  to: z.array(z.enum(ticketStates)),
});
export type Work = z.infer<typeof Work>;

const Visits = z.object({ technician: z.string(), visits: z.array(Work) });
export type Visits = z.infer<typeof Visits>;

const errors = ["not_found", "unauthenticated", "phone_unconfirmed"] as const;

export const technician = {
  visit: call("GET /v1/client/visit/{id}", {
    summary: "The technician's visits of the day of this one, after a code to their phone",
    who: "anyone",
    input: z.object({ id, session_id, lang }),
    output: Visits,
    errors,
    example: { input: { id: exampleId } },
  }),
  visitCode: call("POST /v1/client/visit/{id}/code", {
    summary: "Send a code to the phone of the visit's technician; the phone is not named",
    who: "anyone",
    input: z.object({ id, captcha: z.string().max(4_000).optional(), session_id, lang }),
    output: CodeSent,
    errors: [...errors, "captcha_required", "otp_unavailable"],
    opens_session: true,
    answer_stored: false,
    example: { input: { id: exampleId } },
  }),
  visitProof: call("POST /v1/client/visit/{id}/proof", {
    summary: "Open the page by the code",
    who: "anyone",
    input: z.object({ id, otp, session_id, lang }),
    output: Visits,
    errors: [...errors, "otp_wrong", "otp_expired"],
    answer_stored: false,
    example: { input: { id: exampleId, otp: "000000" } },
  }),
  visitMove: call("POST /v1/client/visit/{id}/move", {
    summary: "Move the ticket of a visit; of an older state than shown 409",
    who: "anyone",
    input: z.object({
      id,
      from: z.enum(ticketStates, { error: "required_choice" }),
      to: z.enum(ticketStates, { error: "required_choice" }),
      note: multiLine(300).default(""),
      session_id,
      lang,
    }),
    output: Visits,
    errors: [...errors, "state_conflict"],
    example: { input: { id: exampleId, from: "booked", to: "arrived" } },
  }),
  visitParts: call("POST /v1/client/visit/{id}/parts", {
    summary: "Note a part that was fitted",
    who: "anyone",
    input: z.object({ id, name: singleLine(100, 1), quantity: integer(1, 99), session_id, lang }),
    output: Visits,
    errors: [...errors, "state_conflict"],
    example: { input: { id: exampleId, name: "Van cấp nước", quantity: 1 } },
  }),
  visitQuote: call("POST /v1/client/visit/{id}/quote", {
    summary: "Ask the customer for their agreement to the costs",
    who: "anyone",
    input: quoteInput.extend({ id, session_id, lang }),
    output: Visits,
    errors: [...errors, "state_conflict"],
    example: { input: { id: exampleId, reason: "Thay bơm", lines: "Bơm tăng áp; 1; 450000" } },
  }),
};
