/** One act on many rows of a list, as a job. rules/office#bulk */
import { z } from "zod";
import { call } from "../call.ts";
import { integer, multiLine, rowNumber } from "../values/fields.ts";
import { deskName, storedFilters } from "./views.ts";

const any = { staff: "any" } as const;
export const MAX_CHOSEN = 100;
/** A selection holds so many rows at most: beyond that no list counts exactly. */
export const MAX_BULK_ROWS = 10_000;

export const bulkStates = ["running", "done", "stopped"] as const;
export const bulkRowStates = ["waiting", "done", "skipped", "failed"] as const;

export const BulkRun = z.object({
  id: z.int(),
  desk: z.string(),
  act: z.string(),
  state: z.enum(bulkStates),
  as_of: z.string(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  /** How many rows are how far; `skipped`: changed since they were chosen. */
  counts: z.object({ waiting: z.int(), done: z.int(), skipped: z.int(), failed: z.int() }),
});
export type BulkRun = z.infer<typeof BulkRun>;

export const BulkRecord = BulkRun.extend({
  /** Those that were not done first, a hundred at most. */
  rows: z.array(
    z.object({
      key: z.string(),
      state: z.enum(bulkRowStates),
      /** Of one that was not done: why, in the caller's language. */
      why: z.string().nullable(),
    }),
  ),
});
export type BulkRecord = z.infer<typeof BulkRecord>;

const one = z.object({ id: rowNumber });
const errors = ["not_found", "conflict"] as const;

export const bulkActs = {
  startBulk: call("POST /v1/staff/desks/{desk}/bulk", {
    summary: "Do one act to chosen rows of a list, or to all that fit its filters, as a job",
    who: any,
    details:
      "Rows are named by `keys`, or by filters with the `count` and `as_of` that the list answered: where another number fits now, or the list is older than 30 minutes, nothing starts (`conflict`). What is chosen is frozen; a row that changes before its turn is skipped and says so. Each row is judged as its own call is; what would need a second person is refused at its row.",
    input: z.object({
      desk: deskName,
      act: z.string({ error: "required" }).regex(/^[a-z_]{1,40}$/, "malformed_value"),
      keys: z.array(z.string().min(1).max(40)).min(1, "required").max(MAX_CHOSEN).optional(),
      query: storedFilters.optional(),
      /** How many rows were said to be chosen. */
      count: integer(1, MAX_BULK_ROWS),
      as_of: z.iso.datetime({ error: "malformed_value" }),
      /** Said to the customer with each row, where the act says something. */
      note: multiLine(500).default(""),
    }),
    output: BulkRun,
    errors,
    limit: { times: 60, seconds: 3600, per: "session" },
    example: {
      input: { desk: "orders", act: "approve", keys: ["7KQ2M9ZX4A"], count: 1, as_of: "2026-11-27T02:10:00Z" },
    },
  }),
  bulks: call("GET /v1/staff/bulk", {
    summary: "The caller's own runs, newest first",
    who: any,
    input: z.object({}),
    output: z.object({ runs: z.array(BulkRun) }),
    example: { input: {} },
  }),
  bulk: call("GET /v1/staff/bulk/{id}", {
    summary: "How far one of the caller's runs is, and what became of its rows",
    who: any,
    keeps_session: false,
    input: one,
    output: BulkRecord,
    errors: ["not_found"],
    example: { input: { id: 1 } },
  }),
  retryBulk: call("POST /v1/staff/bulk/{id}/retry", {
    summary: "Try those rows again that failed; what was skipped stays skipped",
    who: any,
    input: one,
    output: BulkRun,
    errors,
    example: { input: { id: 1 } },
  }),
  stopBulk: call("POST /v1/staff/bulk/{id}/stop", {
    summary: "Stop a run: what is done stays done, the rest is left",
    who: any,
    input: one,
    output: BulkRun,
    errors,
    example: { input: { id: 1 } },
  }),
};
