/** Lists that leave as files made by a job. rules/office#files */
import { z } from "zod";
import { call } from "../call.ts";
import { integer, rowNumber } from "../values/fields.ts";
import { deskName, storedFilters } from "./views.ts";

const any = { staff: "any" } as const;
export const fileFormats = ["xlsx", "csv"] as const;

export const DeskExport = z.object({
  id: z.int(),
  desk: z.string(),
  format: z.enum(fileFormats),
  state: z.enum(["waiting", "done", "failed"]),
  /** So far. */
  rows: z.int(),
  bytes: z.int(),
  name: z.string(),
  asked_at: z.string(),
  /** Until when it can be fetched; null until it is made. */
  expires_at: z.string().nullable(),
});
export type DeskExport = z.infer<typeof DeskExport>;

const one = z.object({ id: rowNumber });

export const deskFiles = {
  makeFile: call("POST /v1/staff/desks/{desk}/files", {
    summary: "Make a file of a list, of any length, as a job",
    who: any,
    details:
      "Every column the caller may see, masked as in the list. No cell is a formula: text is text, figures are figures. The file is its maker's alone, for 24 hours from when it is made, while they may read the list.",
    input: z.object({
      desk: deskName,
      format: z.enum(fileFormats, { error: "malformed_value" }),
      query: storedFilters.default({}),
    }),
    output: DeskExport,
    errors: ["not_found", "above_maximum"],
    limit: { times: 60, seconds: 3600, per: "session" },
    example: { input: { desk: "orders", format: "xlsx", query: { status: "confirmed" } } },
  }),
  files: call("GET /v1/staff/desk-files", {
    summary: "The caller's own files, newest first",
    who: any,
    keeps_session: false,
    input: z.object({}),
    output: z.object({ files: z.array(DeskExport) }),
    example: { input: {} },
  }),
  fileInfo: call("GET /v1/staff/desk-files/{id}", {
    summary: "One of the caller's own files, and of how many parts it is",
    who: any,
    input: one,
    output: DeskExport.extend({ parts: z.int() }),
    errors: ["not_found"],
    example: { input: { id: 1 } },
  }),
  filePart: call("GET /v1/staff/desk-files/{id}/parts/{part}", {
    summary: "The bytes of one part of a file, from 0 on, as base64",
    who: any,
    input: one.extend({ part: integer(0, 100_000) }),
    output: z.object({ content: z.string() }),
    errors: ["not_found"],
    example: { input: { id: 1, part: 0 } },
  }),
};
