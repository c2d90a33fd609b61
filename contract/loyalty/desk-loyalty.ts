/** Calls of the office about points: what moved them, one customer's, what is owed to all, and the gifts. rules/loyalty#desk */
import { z } from "zod";
import { call, Meta } from "../call.ts";
import { deskCalls } from "../desks/desk-calls.ts";
import { reason, version } from "../staff/fields.ts";
import { flag, integer, multiLine, optionalInteger, page, rowNumber } from "../values/fields.ts";
import { PointEntry } from "./loyalty.ts";
import { adjustReasons, pointsDesk } from "./points-words.ts";
import { ranks } from "./ranks.ts";
import { rewardKinds } from "./reward-kinds.ts";

const code = z.string().regex(/^[2-9A-HJ-NP-Z]{10}$/, "malformed_value");
const day = z.iso.date("malformed_value");
const example = "23456789AB";

/** At most so many points at once, with an approval too. */
const MAX_ADJUST = 100_000;

export const PointsRecord = z.object({
  code: z.string(),
  /** Masked for who sees customers masked. */
  full_name: z.string(),
  rank: z.enum(ranks),
  /** `usable` + `held` − `debt`. */
  balance: z.int(),
  usable: z.int(),
  held: z.int(),
  debt: z.int(),
  /** What is usable, soonest end first; `ends_at` is the last second. */
  lots: z.array(z.object({ points: z.int(), ends_at: z.string().nullable() })),
  /** Points adjusted in this month of Việt Nam, both directions added. */
  adjusted: z.int(),
  /** Null without the right to adjust. What is above these needs a second person. */
  limits: z.object({ at_once: z.int(), a_month: z.int() }).nullable(),
  history: z.array(
    PointEntry.extend({
      /** Of an adjustment: why, and in words. */
      why: z.enum(adjustReasons).nullable(),
      text: z.string(),
      by: z.string().nullable(),
    }),
  ),
  meta: Meta,
});
export type PointsRecord = z.infer<typeof PointsRecord>;

export const Liability = z.object({
  as_of: z.string(),
  /** By the month of their end, `2027-11`; null of what has none. */
  months: z.array(z.object({ month: z.string().nullable(), usable: z.int(), held: z.int(), amount: z.int() })),
  points: z.int(),
  /** đồng: a point is worth 1,000. */
  amount: z.int(),
  /** Points that customers owe; not taken off. */
  debts: z.object({ points: z.int(), customers: z.int() }),
  /** Open cards and what is on them, in đồng. */
  gift_cards: z.object({ cards: z.int(), amount: z.int() }),
});
export type Liability = z.infer<typeof Liability>;

export const Gift = z.object({
  id: z.int(),
  version: z.int(),
  kind: z.enum(rewardKinds),
  name: z.string(),
  points: z.int(),
  /** đồng a voucher takes off; null of a product. */
  value: z.int().nullable(),
  /** Its own; null: none beside that of the product. */
  stock: z.int().nullable(),
  taken: z.int(),
  per_customer: z.int().nullable(),
  is_active: z.boolean(),
});
export type Gift = z.infer<typeof Gift>;

export const loyaltyOffice = {
  ...deskCalls("GET /v1/staff/points", pointsDesk, {
    list: "What moved the points of customers, as a masked list: by reason, day, phone and order",
    file: "Movements of points of the list as a CSV file, masked",
    example: { reason: "adjust" },
  }),
  customerPoints: call("GET /v1/staff/points/customers/{code}", {
    summary: "Points of one customer: balance, what ends when, what was adjusted this month, and the history",
    who: { staff: "customers:read" },
    input: z.object({ code, page }),
    output: PointsRecord,
    errors: ["not_found"],
    example: { input: { code: example } },
  }),
  adjust: call("POST /v1/staff/points/customers/{code}/adjust", {
    summary: "Give points to a customer or take them, for a reason; the customer is told",
    details:
      "Never below what is usable; a debt is paid first. Up to 500 points in 24 hours and 1,000 in a month for one customer act at once, more becomes a request (202 `approval_asked`).",
    who: { staff: "points:adjust" },
    input: z
      .object({
        code,
        /** Above 0 gives, below takes. */
        points: integer(-MAX_ADJUST, MAX_ADJUST).refine((points) => points !== 0, { error: "required" }),
        why: z.enum(adjustReasons, { error: "required_choice" }),
        /** What shows it: an order, a call, a letter. */
        text: multiLine(500).default(""),
        /** The last day of points that are given; else that of points earned now. */
        ends_on: z.union([z.literal(""), day]).optional(),
      })
      .refine(({ text }) => text !== "", { path: ["text"], error: "required" }),
    output: PointsRecord,
    errors: ["not_found", "conflict", "approval_asked", "approval_needed"],
    example: { input: { code: example, points: 50, why: "late_delivery", text: "Đơn giao trễ 3 ngày" } },
  }),
  liability: call("GET /v1/staff/points/liability", {
    summary: "What the shop owes in points and gift cards, by the month in which they end",
    who: { staff: "reports:finance" },
    input: z.object({}),
    output: Liability,
    example: { input: {} },
  }),
  gifts: call("GET /v1/staff/rewards", {
    summary: "The gifts of the exchange shop, also those that are not offered",
    who: { staff: "promotions:read" },
    input: z.object({}),
    output: z.array(Gift),
    example: { input: {} },
  }),
  saveGift: call("PUT /v1/staff/rewards/{id}", {
    summary: "Change what a gift takes, how many there are, how many one customer may have, and whether it is offered",
    details:
      "Orders placed before keep what they took. The stock is what was ever put aside, so never less than is taken.",
    who: { staff: "promotions:write" },
    input: z.object({
      id: rowNumber,
      version,
      points: integer(1, 1_000_000),
      /** Left out: none of its own. */
      stock: optionalInteger(0, 1_000_000),
      /** Left out: without a limit. */
      per_customer: optionalInteger(1, 1000),
      is_active: flag,
      reason,
    }),
    output: Gift,
    errors: ["not_found", "conflict"],
    example: { input: { id: 8001, version: 1, points: 240, is_active: true, reason: "Giá nhập đổi" } },
  }),
};
