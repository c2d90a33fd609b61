/** The audit log: who changed what, when and why. rules/staff#audit */
import { z } from "zod";
import { call } from "../call.ts";
import { integer, optionalInteger, singleLine } from "../values/fields.ts";
import { reason } from "./fields.ts";

export const recordKinds = ["staff", "role", "setting", "order", "customer", "product"] as const;
export type RecordKind = (typeof recordKinds)[number];

const entryId = integer(1, Number.MAX_SAFE_INTEGER);
const older = optionalInteger(1, Number.MAX_SAFE_INTEGER);
const day = z.iso.date({ error: "malformed_value" }).optional();

const Change = z.object({
  /** The column's name. */
  field: z.string(),
  /** Null: there was nothing; of a person's value also: it is not shown here. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** A person's value: to be revealed with a reason. */
  is_personal: z.boolean(),
});

export const AuditEntry = z.object({
  id: z.int(),
  at: z.string(),
  /** A member of staff by name; a command, the shop itself: their kind alone. */
  by: z.object({ kind: z.string(), name: z.string().nullable() }),
  /** The roles the person had at that moment. */
  roles: z.array(z.string()),
  /** The call, or the command. */
  call: z.string(),
  /** `insert`, `update`, `delete`, or what happened where no row changed. */
  event: z.string(),
  /** The table, where a row changed. */
  source: z.string().nullable(),
  record: z.object({ kind: z.string(), key: z.string(), label: z.string() }).nullable(),
  changes: z.array(Change),
  reason: z.string().nullable(),
  /** The approved request that allowed it. */
  approval: z.string().nullable(),
  /** The person was erased: their values are gone. */
  erased: z.boolean(),
  request_id: z.string(),
  network: z.string(),
  device: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const Entries = z.object({
  entries: z.array(AuditEntry),
  /** To be sent as `before` for the next page; null on the last one. */
  next: z.int().nullable(),
});

export const audit = {
  audit: call("GET /v1/staff/audit", {
    summary: "The audit log, newest first: by person, call, record and day",
    who: { staff: "audit:read" },
    details: "Values of a person are not in it; `POST /v1/staff/audit/{id}/reveal` shows those of one entry.",
    input: z.object({
      /** The id of a staff account. */
      who: optionalInteger(1, 2_147_483_647),
      /** The name of a call (`staff.lock`), or of an event (`signed_in`). */
      what: singleLine(80).optional(),
      /** `order:CODE`, `customer:CODE`, `staff:13`, `setting:shop`, `role:owner`. */
      record: singleLine(80).optional(),
      /** Days of Việt Nam, both included. */
      from: day,
      to: day,
      before: older,
    }),
    output: Entries.extend({
      /** All who may stand in it, for a filter. */
      people: z.array(z.object({ id: z.int(), full_name: z.string() })),
    }),
    example: { input: {} },
  }),
  recordHistory: call("GET /v1/staff/history/{kind}/{key}", {
    summary: "What was done with one record, newest first, for who may read the record",
    who: { staff: "any" },
    input: z.object({
      kind: z.enum(recordKinds, { error: "malformed_value" }),
      key: singleLine(80, 1),
      before: older,
    }),
    output: Entries,
    errors: ["not_found"],
    example: { input: { kind: "setting", key: "shop" } },
  }),
  revealAudit: call("POST /v1/staff/audit/{id}/reveal", {
    summary: "The values of a person in one entry, and its reason. Is itself an entry of the log",
    who: { staff: "customers:reveal" },
    input: z.object({ id: entryId, reason }),
    output: z.object({ id: z.int(), reason: z.string().nullable(), changes: z.array(Change) }),
    errors: ["not_found"],
    answer_stored: false,
    example: { input: { id: 1, reason: "Khách hỏi ai đã đổi địa chỉ" } },
  }),
};
