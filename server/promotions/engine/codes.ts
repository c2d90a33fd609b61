/**
 * Steps 2 and 3 of the calculation: the coupon, then the promo code on what it leaves, both within the 50 % rule, gifts, and
 * the voucher on what is left. Pure. Which codes are in which slot decides; neither their order nor that of the lines does.
 * rules/promotions#order-of-calculation, rules/promotions#half-price-rule
 */
import type { CodeSlot } from "contract/promotions/code-slots.ts";
import { type Dong, share, sum } from "contract/values/money.ts";
import { eligibleFor, minimumFailure, names, personalFailure, situationFailure } from "./conditions.ts";
import type { PricedGoods } from "./programmes.ts";
import type { Failure, Promotion, Situation } from "./promotion.ts";
import { type Shares, shareOver, sumOf } from "./sharing.ts";

export type ChosenCodes = Partial<Record<CodeSlot, Promotion>>;

/** What became of a code. `cut` was lost to the 50 % rule; `taken` 0 without a failure takes nothing off and is not used. */
export type Verdict = { promotion: Promotion; taken: Dong; cut: Dong; shares: Shares; failure: Failure | null };

export type Gift = { promotion: Promotion; variant_id: number; value: Dong; shares: Shares };

export type CodeDiscounts = {
  coupon: Verdict | null;
  promo_code: Verdict | null;
  voucher: Verdict | null;
  gifts: Gift[];
};

const NOTHING: Shares = new Map();

export function codeDiscounts(
  lines: readonly PricedGoods[],
  codes: ChosenCodes,
  programmes: readonly Promotion[],
  situation: Situation,
): CodeDiscounts {
  const without = goodsCodes(lines, codes, situation, NOTHING);
  const gifts = giftsOf(lines, programmes, situation, without);
  const gifted = new Map(lines.map(({ key }) => [key, sum(gifts.map(({ shares }) => shares.get(key) ?? 0))]));
  const { coupon, promo_code } = gifts.length === 0 ? without : goodsCodes(lines, codes, situation, gifted);
  const left = reduced(reduced(lines, coupon), promo_code);
  return { coupon, promo_code, gifts, voucher: voucherOf(lines, left, codes.voucher, situation) };
}

type GoodsCodes = Pick<CodeDiscounts, "coupon" | "promo_code">;

function goodsCodes(
  lines: readonly PricedGoods[],
  { coupon, promo_code }: ChosenCodes,
  situation: Situation,
  gifted: Shares,
): GoodsCodes {
  const first = coupon ? verdictOf(coupon, "coupon", lines, lines, situation) : null;
  const stands = first !== null && first.failure === null;
  const alone = stands && !(coupon?.combines && promo_code?.combines);
  const second = promo_code
    ? verdictOf(promo_code, "promo_code", lines, reduced(lines, first), situation, alone)
    : null;
  return withinHalf(lines, first, second, gifted);
}

/** Judged on the lines at their current price, taken off what is left of them. */
function verdictOf(
  promotion: Promotion,
  slot: CodeSlot,
  lines: readonly PricedGoods[],
  left: readonly PricedGoods[],
  situation: Situation,
  alone = false,
): Verdict {
  const { failure, eligible } = validateCode(promotion, slot, lines, situation, alone);
  if (failure) return { promotion, taken: 0, cut: 0, shares: NOTHING, failure };
  const keys = new Set(eligible.map(({ key }) => key));
  const open = left.filter(({ key }) => keys.has(key));
  const taken = amountOf(promotion, sum(open.map((line) => line.amount)));
  const shares = shareOver(taken, open, (line) => line.amount);
  return { promotion, taken, cut: 0, shares, failure: null };
}

/** The first condition that fails. With `alone`, another code that does not combine stands before this one. */
export function validateCode(
  promotion: Promotion,
  slot: CodeSlot,
  lines: readonly PricedGoods[],
  situation: Situation,
  alone = false,
): { failure: Failure | null; eligible: PricedGoods[] } {
  const before = personalFailure(promotion, situation) ?? situationFailure(promotion, situation);
  if (before) return { failure: before, eligible: [] };
  const { eligible, failure } = eligibleFor(slot, promotion.conditions, lines);
  if (failure) return { failure, eligible };
  if (alone) return { failure: { why: "not_combinable" }, eligible };
  return { failure: minimumFailure(promotion.conditions, eligible), eligible };
}

/** Of so much; a percentage rounded half up, then capped; never more than there is or than the budget has. */
export function amountOf({ action, budget_left }: Promotion, of: Dong): Dong {
  const limit = Math.min(of, budget_left ?? of);
  if (action.type === "amount" || action.type === "delivery_amount") return Math.min(action.amount, limit);
  if (action.type !== "percent" && action.type !== "delivery_percent") return 0;
  const part = share(of, action.rate_bp);
  return Math.min(action.cap === null ? part : Math.min(part, action.cap), limit);
}

/** Lines with what a code took off them. */
function reduced(lines: readonly PricedGoods[], verdict: Verdict | null): PricedGoods[] {
  return lines.map((line) => ({ ...line, amount: line.amount - (verdict?.shares.get(line.key) ?? 0) }));
}

/**
 * Per line, list price less what is paid is at most half of the price asked without deals, gifts included; the coupon is cut
 * before the promo code, and what is cut is lost.
 */
function withinHalf(
  lines: readonly PricedGoods[],
  coupon: Verdict | null,
  promo: Verdict | null,
  gifted: Shares,
): GoodsCodes {
  const first = new Map<string, Dong>();
  const second = new Map<string, Dong>();
  for (const line of lines) {
    const room = Math.max(0, roomOf(line) - (gifted.get(line.key) ?? 0));
    const ofPromo = Math.min(promo?.shares.get(line.key) ?? 0, room);
    second.set(line.key, ofPromo);
    first.set(line.key, Math.min(coupon?.shares.get(line.key) ?? 0, room - ofPromo));
  }
  return { coupon: cutTo(coupon, first), promo_code: cutTo(promo, second) };
}

/** What codes and gifts may still take off a line, below zero where list, sale and flash price differ by more already. */
export function roomOf({ quantity, list_price, regular_price, unit_price, set_share }: PricedGoods): Dong {
  return Math.floor((regular_price * quantity) / 2) - (list_price - unit_price) * quantity - set_share;
}

function cutTo(verdict: Verdict | null, allowed: ReadonlyMap<string, Dong>): Verdict | null {
  if (!verdict) return null;
  const shares = new Map([...verdict.shares.keys()].map((key) => [key, allowed.get(key) ?? 0]));
  const taken = sumOf(shares);
  return { ...verdict, shares, taken, cut: verdict.taken - taken };
}

/** Gifts that are earned by what the codes leave; the value of each is shared over the lines that earn it. */
function giftsOf(
  lines: readonly PricedGoods[],
  programmes: readonly Promotion[],
  situation: Situation,
  { coupon, promo_code }: GoodsCodes,
): Gift[] {
  const left = reduced(reduced(lines, coupon), promo_code);
  return programmes.flatMap((promotion): Gift[] => {
    const { action, conditions } = promotion;
    if (promotion.kind !== "programme" || action.type !== "gift") return [];
    if (personalFailure(promotion, situation) || situationFailure(promotion, situation)) return [];
    const set = left.filter((line) => (conditions.with_flash || !line.is_flash) && names(conditions, line));
    if (sum(set.map((line) => line.amount)) === 0 || minimumFailure(conditions, set)) return [];
    const { variant_id, value } = action;
    return [{ promotion, variant_id, value, shares: shareOver(value, set, (line) => line.amount) }];
  });
}

function voucherOf(
  lines: readonly PricedGoods[],
  left: readonly PricedGoods[],
  voucher: Promotion | undefined,
  situation: Situation,
): Verdict | null {
  return voucher ? verdictOf(voucher, "voucher", lines, left, situation) : null;
}
