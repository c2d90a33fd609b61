/** Calls of the office about promotions: the list, writing, publishing, stopping. rules/promotions#desk */
import { z } from "zod";
import { call } from "../call.ts";
import { deskCalls } from "../desks/desk-calls.ts";
import { reason, version } from "../staff/fields.ts";
import { integer, optionalInteger, rowNumber } from "../values/fields.ts";
import { PromotionForm, PromotionTitle } from "./promotion-form.ts";
import {
  actionTypes,
  approvalReasons,
  batchStates,
  MAX_BATCH,
  promotionHindrances,
  promotionKinds,
  promotionStates,
  promotionsDesk,
  promotionWarnings,
} from "./promotions-desk.ts";

export const promotionCode = z.string({ error: "required" }).regex(/^(?:KM|GV)-[1-9]\d{0,8}$/, "malformed_value");
const reads = { staff: "promotions:read" } as const;
const writes = { staff: "promotions:write" } as const;
const publishes = { staff: "promotions:publish" } as const;
const example = "KM-1";

/** What publishing would be judged by. */
export const PromotionJudgement = z.object({
  hindrances: z.array(z.enum(promotionHindrances)),
  warnings: z.array(
    z.object({ warning: z.enum(promotionWarnings), names: z.array(z.string()), count: z.int(), until: z.string() }),
  ),
  /** Goods it is about, one by one. */
  goods: z.int(),
  /** The line it lowers most, with what is asked without deals and what comes off the list price. Null: it lowers none alone. */
  deepest: z.object({ sku: z.string(), percent: z.number(), regular: z.int(), off: z.int() }).nullable(),
  /** The most it may cost. Null: nothing bounds it. */
  most: z.int().nullable(),
  /** Empty: one person may publish it. */
  needs: z.array(z.enum(approvalReasons)),
  limits: z.object({ budget: z.int(), percent: z.int() }),
});
export type PromotionJudgement = z.infer<typeof PromotionJudgement>;

export const PromotionLot = z.object({
  sku: z.string(),
  name: z.string(),
  price: z.int(),
  regular: z.int(),
  quota: z.int(),
  sold: z.int(),
  minimum: z.int(),
  maximum: z.int().nullable(),
  available: z.int(),
  /** Units by hour since the beginning, the last 24 of them. */
  hours: z.array(z.object({ at: z.string(), sold: z.int() })),
});
export type PromotionLot = z.infer<typeof PromotionLot>;

export const CodeBatch = z.object({
  id: z.int(),
  prefix: z.string(),
  count: z.int(),
  made: z.int(),
  /** Of each of its codes. */
  max_uses: z.int().nullable(),
  used: z.int(),
  asked_at: z.string(),
  state: z.enum(batchStates),
});
export type CodeBatch = z.infer<typeof CodeBatch>;

export const PromotionRecord = z.object({
  code: z.string(),
  version: z.int(),
  state: z.enum(promotionStates),
  kind: z.enum(promotionKinds),
  title: z.string(),
  /** The whole rule in the reader's language. */
  sentence: z.string(),
  /** As it is written; of a published one as a copy would begin. */
  form: PromotionForm,
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  /** Of a stopped one: when, and the window it had. */
  stopped: z.object({ at: z.string(), starts_at: z.string(), ends_at: z.string() }).nullable(),
  used: z.int(),
  quota: z.int().nullable(),
  cost: z.int(),
  budget: z.int().nullable(),
  /** Its public code; empty: none. */
  public_code: z.string(),
  codes: z.int(),
  slug: z.string().nullable(),
  lots: z.array(PromotionLot),
  batches: z.array(CodeBatch),
  judgement: PromotionJudgement.nullable(),
  changed_at: z.string().nullable(),
  as_of: z.string(),
});
export type PromotionRecord = z.infer<typeof PromotionRecord>;

/** What an act answers: where the promotion stands now. */
export const PromotionStanding = PromotionRecord.pick({
  ...{ code: true, version: true, state: true, starts_at: true, ends_at: true, stopped: true, used: true, quota: true },
  ...{ cost: true, public_code: true },
});
export type PromotionStanding = z.infer<typeof PromotionStanding>;

const asked = { code: promotionCode, version };
const errors = ["not_found", "conflict", "state_conflict"] as const;

const exampleForm = {
  action: "percent" as const,
  title: { vi: "Bếp vui đón Tết", en: "Happy kitchen", ja: "" },
  public_code: "BEPTET",
  categories: ["nau-nuong"],
  percent: 8,
  cap: 300_000,
  min_order: 1_500_000,
  starts: "2027-01-01T00:00",
  ends: "2027-01-16T00:00",
  max_uses: 100,
  per_customer: 1,
};

export const promotionsOffice = {
  ...deskCalls("GET /v1/staff/promotions", promotionsDesk, {
    list: "Promotions as a list: codes, programmes, flash sales and drafts, with uses and cost so far",
    file: "Promotions of the list as a CSV file",
    example: { state: "running" },
  }),
  record: call("GET /v1/staff/promotion/{code}", {
    summary: "One promotion: its rule in words, uses and cost, and of a draft what publishing would be judged by",
    who: reads,
    input: z.object({ code: promotionCode }),
    output: PromotionRecord,
    errors: ["not_found"],
    example: { input: { code: example } },
  }),
  make: call("POST /v1/staff/promotions", {
    summary: "Begin a draft of a kind",
    who: writes,
    input: z.object({
      kind: z.enum(promotionKinds, { error: "required_choice" }),
      action: z.enum(actionTypes, { error: "required_choice" }).optional(),
      title: PromotionTitle,
    }),
    output: z.object({ code: z.string() }),
    example: { input: { kind: "coupon", action: "percent", title: { vi: "Bếp vui đón Tết" } } },
  }),
  copy: call("POST /v1/staff/promotion/{code}/copy", {
    summary: "Begin a draft as a copy of a promotion: what runs is not edited",
    who: writes,
    input: z.object({ code: promotionCode }),
    output: z.object({ code: z.string() }),
    errors: ["not_found"],
    example: { input: { code: example } },
  }),
  save: call("PUT /v1/staff/promotion/{code}", {
    summary: "Save a draft, complete or not",
    who: writes,
    input: PromotionForm.omit({ kind: true }).extend(asked),
    output: z.object({ version: z.int() }),
    errors,
    example: {
      input: { code: example, version: 1, ...exampleForm },
    },
  }),
  drop: call("DELETE /v1/staff/promotion/{code}", {
    summary: "Drop a draft",
    who: writes,
    input: z.object(asked),
    output: z.object({ done: z.literal(true) }),
    errors,
    example: { input: { code: example, version: 1 } },
  }),
  publish: call("POST /v1/staff/promotion/{code}/publish", {
    summary: "Publish a draft: it runs from its beginning on. Above the limits a second person decides",
    who: publishes,
    details:
      "Every eligible line is judged alone; an amount or a gift counts as its value ÷ the minimum. What lowers a line by more than half is refused.",
    input: z.object({ ...asked, reason }),
    output: PromotionStanding,
    errors: [...errors, "approval_void"],
    example: { input: { code: example, version: 1, reason: "Theo kế hoạch tháng" } },
  }),
  stop: call("POST /v1/staff/promotion/{code}/stop", {
    summary: "Stop a promotion at once; vouchers and orders that have it keep it",
    who: publishes,
    input: z.object({ ...asked, reason }),
    output: PromotionStanding,
    errors,
    example: { input: { code: example, version: 1, reason: "Sai nhóm hàng" } },
  }),
  resume: call("POST /v1/staff/promotion/{code}/resume", {
    summary: "Let a stopped promotion run again in the window it had",
    who: publishes,
    input: z.object({ ...asked, reason }),
    output: PromotionStanding,
    errors,
    example: { input: { code: example, version: 2, reason: "Đã kiểm tra lại" } },
  }),
  extend: call("POST /v1/staff/promotion/{code}/extend", {
    summary: "A later end or more uses: all that may change of a published promotion; judged as a whole",
    who: publishes,
    input: z.object({
      ...asked,
      ends: PromotionForm.shape.ends,
      max_uses: optionalInteger(1, 10_000_000),
      reason,
    }),
    output: PromotionStanding,
    errors: [...errors, "approval_void"],
    example: { input: { code: example, version: 1, ends: "2027-06-30T23:59", reason: "Khách còn hỏi" } },
  }),
  makeBatch: call("POST /v1/staff/promotion/{code}/batches", {
    summary: "Make codes by the batch: a job writes them, their file is fetched once",
    who: publishes,
    input: z.object({
      code: promotionCode,
      prefix: z
        .string()
        .regex(/^[A-Z0-9]{0,10}$/, "malformed_value")
        .default(""),
      count: integer(1, MAX_BATCH),
      /** Of each code; without it as often as the promotion allows. */
      max_uses: optionalInteger(1, 1_000_000),
    }),
    output: CodeBatch,
    errors: ["not_found", "state_conflict"],
    limit: { times: 50, seconds: 3600, per: "session" },
    example: { input: { code: example, prefix: "TET", count: 1000, max_uses: 1 } },
  }),
  fetchBatch: call("POST /v1/staff/promotion/{code}/batches/{batch}/file", {
    summary: "The codes of a batch as a CSV file, once: afterwards nobody can read them again",
    who: publishes,
    input: z.object({ code: promotionCode, batch: rowNumber }),
    output: z.object({ name: z.string(), content: z.string() }),
    errors: ["not_found", "state_conflict"],
    example: { input: { code: example, batch: 1 } },
  }),
};
