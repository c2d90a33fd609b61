/** Calls of the office about warranties: lists, one card, decisions, and serials. rules/warranty#desk */
import { z } from "zod";
import { call } from "../call.ts";
import { deskCalls } from "../desks/desk-calls.ts";
import { reason, version } from "../staff/fields.ts";
import { flag, flagOr, integer, multiLine, orderCode, singleLine } from "../values/fields.ts";
import { Certificate } from "./warranty.ts";
import {
  MAX_OBJECTION,
  transferStates,
  voidReasons,
  warrantiesDesk,
  warrantyActs,
  warrantyOrigins,
} from "./warranty-words.ts";

const code = z.string().regex(/^BH-[2-9A-HJ-NP-Z]{6}$/, "malformed_value");
const transferCode = z.string().regex(/^DC-[2-9A-HJ-NP-Z]{6}$/, "malformed_value");
const reads = { staff: "warranty:read" } as const;
const writes = { staff: "warranty:write" } as const;
const read = { code, version };
const example = "BH-234567";

/** One card as staff see it. Names and phones are masked. */
export const WarrantyRecord = Certificate.pick({
  code: true,
  product: true,
  serial: true,
  state: true,
  marks: true,
  months: true,
  end_on: true,
  start_kind: true,
  place: true,
  bought_on: true,
  bought_at: true,
  order_code: true,
  activated_on: true,
  extensions: true,
  repair_days: true,
  terms: true,
  repairs: true,
}).extend({
  /** Goes up with each change; an act names the one it read. */
  version: z.int(),
  start_on: z.string(),
  origin: z.enum(warrantyOrigins),
  owner: z.object({ full_name: z.string(), phone: z.string() }),
  void: z
    .object({
      reason: z.enum(voidReasons),
      text: z.string(),
      objection: z.string(),
      /** The caller did it: another person may lift it. */
      by_you: z.boolean(),
    })
    .nullable(),
  has_invoice: z.boolean(),
  /** "Not me" was said to this agent so often in 30 days. Null: no agent activated it. */
  agent: z.object({ name: z.string(), not_me: z.int() }).nullable(),
  transfers: z.array(
    z.object({
      code: z.string(),
      state: z.enum(transferStates),
      asked_at: z.string(),
      full_name: z.string(),
      phone: z.string(),
      /** Staff decide no earlier than this. */
      from: z.string(),
      reason: z.string(),
    }),
  ),
  history: z.array(
    z.object({ at: z.string(), act: z.enum(warrantyActs), by: z.string().nullable(), note: z.string() }),
  ),
});
export type WarrantyRecord = z.infer<typeof WarrantyRecord>;

export const OrderSerials = z.object({
  code: z.string(),
  lines: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      sku: z.string(),
      prefix: z.string(),
      /** One for each piece, null where it is not known. */
      serials: z.array(z.string().nullable()),
    }),
  ),
});
export type OrderSerials = z.infer<typeof OrderSerials>;

/** What an import did, or would do. */
export const SerialsReport = z.object({
  rows: z.int(),
  added: z.int(),
  changed: z.int(),
  refused: z.array(z.object({ row: z.int(), serial: z.string(), why: z.string() })),
});
export type SerialsReport = z.infer<typeof SerialsReport>;

const MAX_FILE = 2_000_000;

export const warrantyOffice = {
  ...deskCalls("GET /v1/staff/warranties", warrantiesDesk, {
    list: "Warranty cards as a masked list: by state, serial, phone and code",
    file: "Warranty cards of the list as a CSV file, masked",
    example: { state: "active" },
  }),
  record: call("GET /v1/staff/warranty/{code}", {
    summary: "One warranty card with its terms, repairs, history and what waits for a decision; who opened it is noted",
    who: reads,
    input: z.object({ code }),
    output: WarrantyRecord,
    errors: ["not_found"],
    example: { input: { code: example } },
  }),
  invoice: call("GET /v1/staff/warranty/{code}/invoice", {
    summary: "The invoice of a card; each opening stands in the audit log",
    who: writes,
    input: z.object({ code }),
    output: z.object({
      kind: z.enum(["webp", "pdf"]),
      /** base64 */
      content: z.string(),
    }),
    errors: ["not_found"],
    limit: { times: 200, seconds: 3600, per: "session" },
    example: { input: { code: example } },
  }),
  void: call("POST /v1/staff/warranty/{code}/void", {
    summary: "End a card before its time, with reason and evidence; its owner is told and may object",
    who: writes,
    input: z.object({
      ...read,
      void_reason: z.enum(voidReasons, { error: "required_choice" }),
      evidence: multiLine(MAX_OBJECTION, 1),
    }),
    output: WarrantyRecord,
    errors: ["not_found", "conflict", "state_conflict"],
    example: {
      input: { code: example, version: 1, void_reason: "serial_altered", evidence: "Tem bị cạo, ảnh kèm phiếu." },
    },
  }),
  restore: call("POST /v1/staff/warranty/{code}/restore", {
    summary: "Lift what another person voided; dates ran on meanwhile",
    who: writes,
    input: z.object({ ...read, reason }),
    output: WarrantyRecord,
    errors: ["not_found", "conflict", "state_conflict", "forbidden"],
    example: { input: { code: example, version: 2, reason: "Ảnh là của máy khác" } },
  }),
  decideInvoice: call("POST /v1/staff/late/{code}", {
    summary: "Accept the invoice of a late activation, or refuse it: then the term counts from production",
    who: writes,
    input: z.object({ ...read, accept: flag, reason }),
    output: WarrantyRecord,
    errors: ["not_found", "conflict", "state_conflict"],
    example: { input: { code: example, version: 1, accept: true, reason: "Hóa đơn đúng máy" } },
  }),
  decideTransfer: call("POST /v1/staff/transfers/{code}", {
    summary: "Decide about a new owner where the old one does not answer, 7 days after they were told at the earliest",
    who: writes,
    input: z.object({ code: transferCode, accept: flag, reason }),
    output: WarrantyRecord,
    errors: ["not_found", "state_conflict"],
    example: { input: { code: "DC-234567", accept: true, reason: "Đã xem máy và hóa đơn" } },
  }),
  orderSerials: call("GET /v1/staff/order/{code}/serials", {
    summary: "Serials of an order's machines, piece by piece",
    who: { staff: "orders:read" },
    input: z.object({ code: orderCode }),
    output: OrderSerials,
    errors: ["not_found"],
    example: { input: { code: "23456789AB" } },
  }),
  saveOrderSerials: call("PUT /v1/staff/order/{code}/serials", {
    summary:
      "Write the serial of one piece of an order; another one than before takes a reason, and a card moves with it",
    who: { staff: "fulfilment:pick" },
    input: z.object({
      code: orderCode,
      key: singleLine(60, 1),
      piece: integer(1, 10_000),
      serial: singleLine(500, 1),
      reason: singleLine(300).default(""),
    }),
    output: OrderSerials,
    errors: ["not_found", "serial_used"],
    example: { input: { code: "23456789AB", key: "k", piece: 1, serial: "SRKT17-2608-00417-T" } },
  }),
  importSerials: call("POST /v1/staff/serials/import", {
    summary: "Read serials from a CSV file: serial, sku, place, sold_to, sold_on; a dry run first",
    who: { staff: "stock:receive" },
    details:
      "A row with a wrong check character, an unknown product or a serial twice is refused and the others are taken. A serial on an order is left as it is.",
    input: z.object({ csv: z.string({ error: "required" }).min(1, "required").max(MAX_FILE), dry_run: flagOr(true) }),
    output: SerialsReport,
    limit: { times: 60, seconds: 3600, per: "session" },
    example: { input: { csv: "serial,sku,place\nSRKT17-2608-00417-T,SRM-KT17-SV,HN\n", dry_run: true } },
  }),
};
