/**
 * Loyalty points: whole numbers, worth a fixed sum of đồng, spent in steps and never for more than a share of the goods.
 * No account has any yet. rules/promotions#points
 */
import type { Dong, RateBp } from "./money.ts";

/** Whole points, signed, a safe integer; a plain `number`, like `Dong`. */
export type Points = number;

export type PointRules = {
  /** What one point pays for. */
  value: Dong;
  /** Points are spent in multiples of this. */
  step: Points;
  /** The least that can be spent at once. */
  minimum: Points;
  /** The most of the goods' value that points may pay. */
  max_share_bp: RateBp;
};

export const DEFAULT_POINT_RULES: PointRules = { value: 1_000, step: 10, minimum: 10, max_share_bp: 5_000 };

/** What `points` pay for. */
export function pointsValue(points: Points, rules: PointRules = DEFAULT_POINT_RULES): Dong {
  return points * rules.value;
}

/** Points earned on `eligible` đồng (goods paid in money, after vouchers) at a rank's rate; rounded down to whole points. */
export function pointsEarned(eligible: Dong, rate_bp: RateBp, rules: PointRules = DEFAULT_POINT_RULES): Points {
  if (eligible <= 0) return 0;
  return Number((BigInt(eligible) * BigInt(rate_bp)) / (10_000n * BigInt(rules.value)));
}

/** The most points this balance may pay for these goods, in whole steps; 0 where that is below the minimum. */
export function mostSpendable(balance: Points, goods: Dong, rules: PointRules = DEFAULT_POINT_RULES): Points {
  if (balance <= 0 || goods <= 0) return 0;
  const byShare = Number((BigInt(goods) * BigInt(rules.max_share_bp)) / (10_000n * BigInt(rules.value)));
  const most = Math.min(balance, byShare);
  const inSteps = most - (most % rules.step);
  return inSteps < rules.minimum ? 0 : inSteps;
}

/** Whether exactly `points` may be spent: a whole step, at least the minimum, within balance and share. */
export function maySpend(
  points: Points,
  balance: Points,
  goods: Dong,
  rules: PointRules = DEFAULT_POINT_RULES,
): boolean {
  return points >= rules.minimum && points % rules.step === 0 && points <= mostSpendable(balance, goods, rules);
}
