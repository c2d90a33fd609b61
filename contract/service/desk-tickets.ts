/** Calls of the office about repairs and installations: lists, one ticket, its moves, visits, costs; technicians. rules/service#desk */
import { z } from "zod";
import { call } from "../call.ts";
import { deskCalls } from "../desks/desk-calls.ts";
import { reason, version } from "../staff/fields.ts";
import { flag, integer, integerOr, multiLine, singleLine } from "../values/fields.ts";
import { serviceKinds, serviceSlots, ticketActs, ticketMovers, ticketStates, ticketsDesk } from "./service-words.ts";
import { exampleTicket, Quote, ticketCode, Visit } from "./tickets.ts";

const reads = { staff: "warranty:read" } as const;
const writes = { staff: "warranty:write" } as const;
const read = { code: ticketCode, version };
const day = z.string({ error: "required_choice" }).regex(/^\d{4}-\d{2}-\d{2}$/, "malformed_value");
const technicianCode = z.string({ error: "required_choice" }).regex(/^[a-z0-9-]{3,30}$/, "malformed_value");
const example = { code: exampleTicket, version: 1 };

/** One line each: what; how many; đồng of one. */
export const quoteInput = z.object({ reason, lines: multiLine(2_000, 1) });

const StaffVisit = Visit.extend({ technician_code: z.string(), link: z.string().nullable() });

export const TicketRecord = z.object({
  code: z.string(),
  version: z.int(),
  kind: z.enum(serviceKinds),
  machine: z.string(),
  /** The warranty card, where there is one. */
  card: z.object({ code: z.string(), serial: z.string().nullable(), end_on: z.string() }).nullable(),
  /** Earlier tickets of the same fault on this card within its term. */
  same_fault: z.int(),
  fault: z.string().nullable(),
  fault_text: z.string(),
  state: z.enum(ticketStates),
  /** Inside an open ticket in full: that is the desk's purpose. */
  full_name: z.string(),
  phone: z.string(),
  address: z.string(),
  area: z.string().nullable(),
  is_covered: z.boolean().nullable(),
  agreed: z.int().nullable(),
  due_at: z.string().nullable(),
  is_late: z.boolean(),
  created_at: z.string(),
  visit: StaffVisit.nullable(),
  pictures: z.array(z.string()),
  quotes: z.array(Quote),
  parts: z.array(z.object({ name: z.string(), quantity: z.int(), price: z.int(), warranty_months: z.int() })),
  history: z.array(
    z.object({
      at: z.string(),
      by_kind: z.enum(ticketMovers),
      by: z.string().nullable(),
      act: z.enum(ticketActs),
      state: z.enum(ticketStates),
      note: z.string(),
    }),
  ),
  /** Where staff may move it by itself; a visit and a quote have acts of their own. */
  to: z.array(z.enum(ticketStates)),
  /** A visit may be given or changed, a quote made. */
  can: z.object({ assign: z.boolean(), quote: z.boolean(), cover: z.boolean(), parts: z.boolean() }),
  /** Who may come: of the area with the skill, with the days they have off. */
  technicians: z.array(z.object({ code: z.string(), name: z.string() })),
});
export type TicketRecord = z.infer<typeof TicketRecord>;

export const TechnicianRow = z.object({
  code: z.string(),
  version: z.int(),
  full_name: z.string(),
  area: z.string(),
  skills: z.array(z.string()),
  slots: z.array(z.enum(serviceSlots)),
  days_off: z.array(z.string()),
  is_active: z.boolean(),
});
export type TechnicianRow = z.infer<typeof TechnicianRow>;

export const Plan = z.object({
  day: z.string(),
  technicians: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      area: z.string(),
      is_off: z.boolean(),
      visits: z.array(
        z.object({
          slot: z.enum(serviceSlots),
          code: z.string(),
          state: z.enum(ticketStates),
          machine: z.string(),
          place: z.string(),
        }),
      ),
    }),
  ),
});
export type Plan = z.infer<typeof Plan>;

export const serviceOffice = {
  ...deskCalls("GET /v1/staff/tickets", ticketsDesk, {
    list: "Tickets of repair and installation as a masked list: by state, code and phone",
    file: "Tickets of the list as a CSV file, masked",
    example: { state: "received" },
  }),
  record: call("GET /v1/staff/ticket/{code}", {
    summary: "One ticket with visit, quotes, parts and history; who opened it is noted",
    who: reads,
    input: z.object({ code: ticketCode }),
    output: TicketRecord,
    errors: ["not_found"],
    example: { input: { code: exampleTicket } },
  }),
  picture: call("GET /v1/staff/ticket/{code}/picture", {
    summary: "A picture of a ticket",
    who: reads,
    input: z.object({ code: ticketCode, key: singleLine(60, 1) }),
    output: z.object({ content: z.string() }),
    errors: ["not_found"],
    example: { input: { code: exampleTicket, key: "service/Jc2kq0hVb8wXnZf3RtLs4A.webp" } },
  }),
  moveTicket: call("POST /v1/staff/ticket/{code}/move", {
    summary: "Move a ticket; any other move than those of its state is 409",
    who: writes,
    input: z.object({ ...read, to: z.enum(ticketStates, { error: "required_choice" }), reason }),
    output: TicketRecord,
    errors: ["not_found", "conflict", "state_conflict"],
    example: { input: { ...example, to: "refused", reason: "Ngoài khu vực" } },
  }),
  assign: call("POST /v1/staff/ticket/{code}/assign", {
    summary: "Give a visit to a technician who is free at that time",
    who: writes,
    input: z.object({
      ...read,
      technician: technicianCode,
      day,
      slot: z.enum(serviceSlots, { error: "required_choice" }),
    }),
    output: TicketRecord,
    errors: ["not_found", "conflict", "state_conflict", "slot_taken"],
    example: { input: { ...example, technician: "kt-hn-1", day: "2026-12-01", slot: "s2" } },
  }),
  quote: call("POST /v1/staff/ticket/{code}/quote", {
    summary: "Ask the owner to agree to costs; another number takes the place of one that waits",
    who: writes,
    input: quoteInput.extend(read),
    output: TicketRecord,
    errors: ["not_found", "conflict", "state_conflict"],
    example: { input: { ...example, reason: "Thay bơm", lines: "Bơm tăng áp; 1; 450000" } },
  }),
  parts: call("POST /v1/staff/ticket/{code}/parts", {
    summary: "Note a part that was fitted",
    who: writes,
    input: z.object({
      ...read,
      name: singleLine(100, 1),
      quantity: integer(1, 99),
      price: integerOr(0, 0, 100_000_000),
      warranty_months: integerOr(0, 0, 120),
    }),
    output: TicketRecord,
    errors: ["not_found", "conflict", "state_conflict"],
    example: { input: { ...example, name: "Bơm tăng áp", quantity: 1, price: 450_000, warranty_months: 12 } },
  }),
  cover: call("POST /v1/staff/ticket/{code}/covered", {
    summary: "Say whether the warranty covers a repair",
    who: writes,
    input: z.object({ ...read, covered: flag, reason }),
    output: TicketRecord,
    errors: ["not_found", "conflict", "state_conflict"],
    example: { input: { ...example, covered: true, reason: "Lỗi bơm" } },
  }),
  technicians: call("GET /v1/staff/technicians", {
    summary: "Technicians with area, skills, times and days off",
    who: reads,
    input: z.object({}),
    output: z.array(TechnicianRow),
    example: { input: {} },
  }),
  saveTechnician: call("PUT /v1/staff/technician/{code}", {
    summary: "A technician's times, days off, and whether they take visits; visits they have stay",
    who: writes,
    input: z.object({
      code: technicianCode,
      version,
      slots: z.array(z.enum(serviceSlots)).max(5).default([]),
      /** Days, one a line. */
      days_off: multiLine(2_000).default(""),
      is_active: flag,
    }),
    output: z.array(TechnicianRow),
    errors: ["not_found", "conflict"],
    example: { input: { code: "kt-hn-1", version: 1, slots: ["s1", "s2"], days_off: "2026-12-24", is_active: true } },
  }),
  plan: call("GET /v1/staff/visits", {
    summary: "Who goes where on a day",
    who: reads,
    input: z.object({ day: day.optional() }),
    output: Plan,
    example: { input: { day: "2026-12-01" } },
  }),
};
