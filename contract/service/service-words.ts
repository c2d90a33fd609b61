/** Names of repair and installation that calls, screens and desks share. Pure, without zod. rules/service#states */
import { desk } from "../desks/desk.ts";

export const serviceKinds = ["install", "repair", "maintenance", "cleaning"] as const;
export type ServiceKind = (typeof serviceKinds)[number];

/** Times of a visit, the same everywhere; which of them an area has is its row. */
export const serviceSlots = ["s1", "s2", "s3", "s4", "s5"] as const;
export type ServiceSlot = (typeof serviceSlots)[number];

/** db/data/service/service.json. From and to, in Việt Nam's time. */
export const slotTimes: Readonly<Record<ServiceSlot, readonly [from: string, to: string]>> = {
  s1: ["08:00", "10:00"],
  s2: ["10:00", "12:00"],
  s3: ["13:00", "15:00"],
  s4: ["15:00", "17:00"],
  s5: ["17:00", "19:00"],
};
export const slotText = (slot: ServiceSlot): string => slotTimes[slot].join("–");

export const ticketStates = [
  "received",
  "booked",
  "on_the_way",
  "arrived",
  "at_centre",
  "quoted",
  "working",
  "waiting_parts",
  "ready",
  "done",
  "not_home",
  "refused",
  "cancelled",
] as const;
export type TicketState = (typeof ticketStates)[number];

export const finalStates: ReadonlySet<TicketState> = new Set(["done", "refused", "cancelled"]);

/** Who moves a ticket. Staff with `warranty:write` are care and centre at once. */
export const ticketMovers = ["customer", "care", "technician", "centre", "system"] as const;
export type TicketMover = (typeof ticketMovers)[number];

export const quoteStates = ["waiting", "accepted", "refused", "replaced", "lapsed"] as const;
export type QuoteState = (typeof quoteStates)[number];

/** What became of a ticket beside its moves, as its history says it. */
export const ticketActs = ["moved", "assigned", "quoted", "covered", "parts"] as const;
export type TicketAct = (typeof ticketActs)[number];

export const MAX_TICKET_PICTURES = 6;
export const MAX_TICKET_PICTURE_BYTES = 10 * 1024 * 1024;
/** Characters. */
export const MIN_FAULT_TEXT = 5;
export const MAX_FAULT_TEXT = 1_000;
/** Days ahead of today. */
export const BOOK_AHEAD_DAYS = 14;
/** Before its start a slot closes, and is moved and cancelled without a call. */
export const CLOSE_HOURS = 2;
/** By the customer. */
export const MAX_CUSTOMER_MOVES = 3;
export const QUOTE_DAYS = 14;
/** After `ready`, of work at home. */
export const CONFIRM_DAYS = 3;
export const MAX_QUOTE_LINES = 12;
/** Đồng. */
export const MAX_LINE_PRICE = 100_000_000;

export const ticketsDesk = desk({
  name: "tickets",
  right: "warranty:read",
  key: "code",
  columns: {
    code: { kind: "code", shown: true },
    kind: { kind: "choice", options: serviceKinds, shown: true },
    machine: { kind: "text", shown: true },
    full_name: { kind: "text", personal: true, shown: true },
    phone: { kind: "text", personal: true, nullable: true, shown: false },
    area: { kind: "text", nullable: true, shown: true },
    visit: { kind: "text", nullable: true, shown: true },
    technician: { kind: "text", nullable: true, shown: true },
    due_at: { kind: "time", nullable: true, shown: true },
    created_at: { kind: "time", shown: false },
    state: { kind: "choice", options: ticketStates, shown: true },
  },
  filters: {
    state: { kind: "choice", options: ticketStates },
    kind: { kind: "choice", options: serviceKinds },
    /** Open, and its time is over. */
    late: { kind: "flag" },
    created: { kind: "days" },
  },
  sorts: ["due", "newest", "oldest"],
  acts: {},
  views: {
    to_call: { query: { state: "received,not_home" } },
    late: { query: { late: "yes" } },
    open: {
      query: { state: "received,booked,on_the_way,arrived,at_centre,quoted,working,waiting_parts,ready,not_home" },
    },
  },
});
