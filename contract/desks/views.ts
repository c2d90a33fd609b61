/** What a person keeps of a list: views with a name, and columns and density. rules/office#views */
import { z } from "zod";
import { call } from "../call.ts";
import { roleCode, version } from "../staff/fields.ts";
import { rowNumber, singleLine } from "../values/fields.ts";
import { densities } from "./desk.ts";

const any = { staff: "any" } as const;
/** The name of a desk: `orders`. */
export const deskName = z.string({ error: "required" }).regex(/^[a-z_]{1,40}$/, "malformed_value");
/** Filters and order by their names, as the address of the list says them. */
export const storedFilters = z.record(z.string().max(40), z.string().max(1000));
const column = z.string().regex(/^[a-z_]{1,40}$/, "malformed_value");
const columns = z.array(column).min(1).max(60).nullish();
const density = z.enum(densities, { error: "malformed_value" }).default("normal");

export const DeskView = z.object({
  id: z.int(),
  name: z.string(),
  /** Whom it is shared with; null: the caller's alone. */
  role: z.object({ code: z.string(), name: z.string() }).nullable(),
  can_change: z.boolean(),
  query: z.record(z.string(), z.string()),
  /** Null: those the desk shows by itself. */
  columns: z.array(z.string()).nullable(),
  density: z.enum(densities),
  version: z.int(),
});
export type DeskView = z.infer<typeof DeskView>;

const kept = {
  name: singleLine(60, 1),
  /** Shared with who has this role; absent: the caller's alone. */
  role: roleCode.optional(),
  query: storedFilters.default({}),
  columns,
  density,
};
const errors = ["not_found", "forbidden", "conflict"] as const;

export const deskViews = {
  views: call("GET /v1/staff/desks/{desk}/views", {
    summary: "The caller's own views of a list, those shared with their roles, and their columns and density",
    who: any,
    input: z.object({ desk: deskName }),
    output: z.object({
      /** Shared ones first. */
      views: z.array(DeskView),
      layout: z.object({ columns: z.array(z.string()).nullable(), density: z.enum(densities) }),
      /** Roles the caller may share a view with. */
      roles: z.array(z.object({ code: z.string(), name: z.string() })),
    }),
    errors: ["not_found"],
    example: { input: { desk: "orders" } },
  }),
  saveView: call("POST /v1/staff/desks/{desk}/views", {
    summary: "Keep filters, order, columns and density of a list under a name, for oneself or for a role one has",
    who: any,
    details: "What is searched for is never kept: it may be a person's. One name once a person, and once a role.",
    input: z.object({ desk: deskName, ...kept }),
    output: DeskView,
    errors,
    example: { input: { desk: "orders", name: "Chờ duyệt Hà Nội", query: { status: "waiting_approval" } } },
  }),
  changeView: call("PUT /v1/staff/views/{id}", {
    summary: "Change a view: its owner, or who manages roles",
    who: any,
    input: z.object({ id: rowNumber, version, ...kept }),
    output: DeskView,
    errors,
    example: { input: { id: 1, version: 1, name: "Chờ duyệt", query: { status: "waiting_approval" } } },
  }),
  removeView: call("DELETE /v1/staff/views/{id}", {
    summary: "Remove a view: its owner, or who manages roles",
    who: any,
    input: z.object({ id: rowNumber }),
    output: z.object({ done: z.literal(true) }),
    errors: ["not_found"],
    example: { input: { id: 1 } },
  }),
  saveLayout: call("PUT /v1/staff/desks/{desk}/layout", {
    summary: "The caller's columns and density of a list; without columns those the desk shows by itself",
    who: any,
    input: z.object({ desk: deskName, columns, density }),
    output: z.object({ done: z.literal(true) }),
    errors: ["not_found"],
    example: { input: { desk: "orders", columns: ["code", "total", "status"], density: "dense" } },
  }),
};
