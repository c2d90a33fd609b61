/** Points and ranks of an account on the wire. Points are whole, signed in the history. Spec §3 User, §7; rules/loyalty */
import { z } from "zod";
import { call, Meta } from "../call.ts";
import { limit, locale, page } from "../values/fields.ts";
import { pointKinds, pointReasons } from "./point-kinds.ts";
import { ranks } from "./ranks.ts";

const lang = locale.optional();

export const MembershipRank = z.object({
  rank: z.enum(ranks),
  name: z.string(),
  /** đồng of completed orders within 12 months, from which on an account has it. */
  min_spend: z.int(),
  /** Of the goods paid, in hundredths of a percent. */
  earn_rate_bp: z.int(),
  benefits: z.array(z.string()),
});
export type MembershipRank = z.infer<typeof MembershipRank>;

export const PointsOverview = z.object({
  /** `usable` + `held` − `debt`. */
  balance: z.int(),
  usable: z.int(),
  /** For orders that are not confirmed yet; they still count in the balance. */
  held: z.int(),
  /** What returns took back beyond the balance; the next points pay it. */
  debt: z.int(),
  /** What open orders earn when they are completed; not in the balance. */
  pending: z.int(),
  /** The soonest end of usable points; `ends_at` is the last second. */
  ending: z.object({ points: z.int(), ends_at: z.string() }).nullable(),
  rank: z.enum(ranks),
  /** The last day of the rank unless it is confirmed then; null for the first rank. */
  rank_until: z.string().nullable(),
  /** đồng that count for the rank, of the 12 months before today. */
  spend: z.int(),
  next: z.object({ rank: z.enum(ranks), min_spend: z.int(), missing: z.int() }).nullable(),
  /** Under sixteen: points can be neither earned nor spent. */
  is_too_young: z.boolean(),
});
export type PointsOverview = z.infer<typeof PointsOverview>;

export const PointEntry = z.object({
  at: z.string(),
  reason: z.enum(pointReasons),
  /** Above 0 is accumulated, below is spent. */
  points: z.int(),
  /** The balance after it. */
  balance: z.int(),
  order_code: z.string().nullable(),
  /** The last second of the points that came, or of the first of those that went. */
  ends_at: z.string().nullable(),
});
export type PointEntry = z.infer<typeof PointEntry>;

export const loyalty = {
  ranks: call("GET /v1/membership-ranks", {
    summary: "The ranks of the membership, the lowest first, with what each asks for and gives",
    who: "anyone",
    input: z.object({ lang }),
    output: z.array(MembershipRank),
    same_for_all: true,
    example: { input: {} },
  }),
  points: call("GET /v1/client/points", {
    summary: "The caller's points, what ends soonest, the rank, and what the next rank takes",
    who: "customer",
    input: z.object({ lang }),
    output: PointsOverview,
    example: { input: {} },
  }),
  history: call("GET /v1/client/points/history", {
    summary: "What came to and went from the caller's points, newest first, with the balance after each",
    who: "customer",
    input: z.object({ kind: z.enum(pointKinds).optional(), page, limit, lang }),
    output: z.object({ data: z.array(PointEntry), meta: Meta }),
    envelope: "bare",
    example: { input: { kind: "accumulated" } },
  }),
};
