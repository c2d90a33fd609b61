/**
 * What keeps the shop running, for staff: settings as forms, jobs and those that failed for good, maintenance.
 * rules/platform#settings, rules/platform#jobs
 */
import { z } from "zod";
import { call } from "../call.ts";
import { reason, reasonIfAny } from "../staff/fields.ts";
import { flag, optionalInteger, singleLine } from "../values/fields.ts";

const settles = { staff: "settings:write" } as const;

/** Sections of the settings, in the order of the menu. */
export const settingGroups = ["shop", "delivery", "payments", "orders", "accounts", "limits", "content"] as const;
export type SettingGroup = (typeof settingGroups)[number];

/** A text, a text in the three languages, …, parts of their own, items of one kind, values by a name. */
export const fieldKinds = ["text", "words", "number", "flag", "choice", "group", "list", "record"] as const;

/** One input of a form; `name` is its key within the value, empty for the value itself and for an item. */
const Input = z.object({
  name: z.string(),
  kind: z.enum(fieldKinds),
  required: z.boolean(),
  /** Of a number: its bounds; of a text: its length. */
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  /** Of a choice: its values. */
  options: z.array(z.string()),
});
const withFields = <T extends z.ZodType>(inner: T) => Input.extend({ fields: z.array(inner) });
/** `fields`: of a group its fields, of a list or a record the one that describes an item. As deep as any setting is. */
export const FormField = withFields(withFields(withFields(withFields(Input))));
export type FormField = z.infer<typeof Input> & { fields: FormField[] };

export const SettingRow = z.object({
  key: z.string(),
  group: z.enum(settingGroups),
  /** One line in English about it; the office's own words stand in its catalogue. */
  about: z.string(),
  public: z.boolean(),
  /** Changing it needs a second person: always, or where the new value is looser. */
  guarded: z.enum(["no", "looser", "always"]),
  updated_at: z.string().nullable(),
  /** Who set the value in force: a name, or null for the command and the shop itself. */
  updated_by: z.string().nullable(),
});
export type SettingRow = z.infer<typeof SettingRow>;

export const SettingForm = SettingRow.extend({
  form: FormField,
  value: z.unknown(),
  initial: z.unknown(),
  /** Names the value that was read; a change over another one is refused as `conflict`. */
  version: z.string(),
});
export type SettingForm = z.infer<typeof SettingForm>;

/** `failed`: it will not be tried again by itself. */
export const jobStates = ["failed", "retrying", "running", "waiting", "scheduled"] as const;

export const JobRow = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(jobStates),
  attempts: z.int(),
  max_attempts: z.int(),
  /** What the last try met, without the values it worked on. */
  last_error: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  run_at: z.string(),
});
export type JobRow = z.infer<typeof JobRow>;

const jobIds = z
  .array(z.string().regex(/^\d{1,18}$/, "malformed_value"))
  .min(1, "required")
  .max(100);

export const platform = {
  settings: call("GET /v1/staff/settings", {
    summary: "Settings that have a form, by section",
    who: settles,
    through_maintenance: true,
    input: z.object({}),
    output: z.array(SettingRow),
    example: { input: {} },
  }),
  setting: call("GET /v1/staff/settings/{key}", {
    summary: "One setting: its form and the value in force",
    who: settles,
    through_maintenance: true,
    input: z.object({ key: z.string().max(100) }),
    output: SettingForm,
    errors: ["not_found"],
    example: { input: { key: "shop" } },
  }),
  saveSetting: call("PUT /v1/staff/settings/{key}", {
    summary: "Set it. A guarded one, or a looser limit, needs a second person; a stricter limit holds at once",
    who: settles,
    through_maintenance: true,
    details: "A setting that is guarded asks for a step-up, the others do not.",
    input: z.object({ key: z.string().max(100), value: z.unknown(), version: z.string().max(64), reason: reasonIfAny }),
    output: SettingForm,
    errors: ["not_found", "conflict", "approval_asked"],
    example: {
      input: {
        key: "unproven_orders",
        value: { units_per_session: 20, units_per_address: 100, flash_buyers_per_address: 5 },
        version: "0",
      },
    },
  }),
  jobs: call("GET /v1/staff/jobs", {
    summary: "Jobs: how many wait, and those that failed, are tried again, run or are due later",
    who: settles,
    through_maintenance: true,
    input: z.object({ state: z.enum(jobStates).optional(), limit: optionalInteger(1, 100) }),
    output: z.object({
      waiting: z.int(),
      failed: z.int(),
      /** How late the oldest that could run is, in seconds. */
      delay_seconds: z.int(),
      jobs: z.array(JobRow),
    }),
    example: { input: {} },
  }),
  runJobs: call("POST /v1/staff/jobs/run", {
    summary: "Run jobs again that failed or wait for their next try",
    who: settles,
    through_maintenance: true,
    input: z.object({ ids: jobIds }),
    output: z.object({ done: z.array(z.string()), not_done: z.array(z.string()) }),
    example: { input: { ids: ["1"] } },
  }),
  dropJobs: call("POST /v1/staff/jobs/drop", {
    summary: "Drop jobs that failed for good, with the reason",
    who: settles,
    through_maintenance: true,
    input: z.object({ ids: jobIds, reason }),
    output: z.object({ done: z.array(z.string()), not_done: z.array(z.string()) }),
    example: { input: { ids: ["1"], reason: "Đã gọi cho khách" } },
  }),
  maintenance: call("GET /v1/staff/maintenance", {
    summary: "Whether the shop is closed, and what visitors are told",
    who: settles,
    through_maintenance: true,
    input: z.object({}),
    output: z.object({
      on: z.boolean(),
      /** The machine's environment keeps it closed, whatever is set here. */
      by_environment: z.boolean(),
      until: z.string(),
      message: z.object({ vi: z.string(), en: z.string(), ja: z.string() }),
      version: z.string(),
    }),
    example: { input: {} },
  }),
  setMaintenance: call("PUT /v1/staff/maintenance", {
    summary: "Close the shop's pages and calls, or open them again; the office stays open",
    who: settles,
    through_maintenance: true,
    input: z.object({
      on: flag,
      until: z.union([z.literal(""), z.iso.datetime({ offset: true })]).optional(),
      message: z.object({ vi: singleLine(300), en: singleLine(300), ja: singleLine(300) }).optional(),
      version: z.string().max(64).optional(),
    }),
    output: z.object({ on: z.boolean() }),
    errors: ["conflict"],
    example: { input: { on: false } },
  }),
};
