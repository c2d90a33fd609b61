/**
 * Step 4, what lowers the delivery fee: per shipping class the largest of rank delivery, free-delivery rule and delivery
 * coupon; they do not add up, and on a tie what applies by itself wins, so that no code is used for nothing. Pure.
 * rules/promotions#delivery
 */
import { type ShippingClass, shippingClasses } from "contract/fulfilment/fulfilment.ts";
import { type Dong, sum } from "contract/values/money.ts";
import { amountOf, validateCode } from "./codes.ts";
import type { PricedGoods } from "./programmes.ts";
import type { Failure, Promotion, Situation } from "./promotion.ts";

/** The fee of one class, and what a rule of the rate table takes off it. */
export type ClassFee = { shipping_class: ShippingClass; fee: Dong; rule: Dong };

export type DeliverySource = "rank_delivery" | "free_delivery" | "delivery_coupon";

export type DeliveryDiscounts = {
  /** Above 0, in the order of the classes. */
  discounts: { shipping_class: ShippingClass; source: DeliverySource; amount: Dong }[];
  coupon: { promotion: Promotion; taken: Dong; failure: Failure | null } | null;
};

/** `goods`: lines at their current price. `rank_classes`: those whose whole fee the caller's rank bears. */
export function deliveryDiscounts(
  fees: readonly ClassFee[],
  goods: readonly PricedGoods[],
  {
    rank_classes,
    coupon,
    situation,
  }: { rank_classes: readonly ShippingClass[]; coupon: Promotion | null; situation: Situation },
): DeliveryDiscounts {
  const verdict = coupon && validateCode(coupon, "delivery_coupon", goods, situation);
  const isGiven = verdict !== null && verdict.failure === null;
  let taken = 0;
  const ordered = shippingClasses.flatMap((each) => fees.filter(({ shipping_class }) => shipping_class === each));
  const discounts = ordered.flatMap(({ shipping_class, fee, rule }): DeliveryDiscounts["discounts"] => {
    const byRank = rank_classes.includes(shipping_class) ? fee : 0;
    const automatic = Math.max(byRank, Math.min(rule, fee));
    const isServed = coupon?.conditions.shipping_classes?.includes(shipping_class) ?? true;
    const byCoupon = isGiven && coupon && isServed ? amountOf(restOf(coupon, taken), fee) : 0;
    if (byCoupon > automatic) {
      taken += byCoupon;
      return [{ shipping_class, source: "delivery_coupon", amount: byCoupon }];
    }
    if (automatic === 0) return [];
    return [{ shipping_class, source: byRank >= rule ? "rank_delivery" : "free_delivery", amount: automatic }];
  });
  return { discounts, coupon: coupon && { promotion: coupon, taken, failure: verdict?.failure ?? null } };
}

/** A coupon that has paid so much already: its amount, cap and budget are of the order, not of each class. */
function restOf(coupon: Promotion, taken: Dong): Promotion {
  const { action } = coupon;
  const budgetLeft = coupon.budget_left === null ? null : coupon.budget_left - taken;
  if (action.type === "delivery_amount")
    return { ...coupon, budget_left: budgetLeft, action: { ...action, amount: action.amount - taken } };
  if (action.type === "delivery_percent" && action.cap !== null)
    return { ...coupon, budget_left: budgetLeft, action: { ...action, cap: action.cap - taken } };
  return { ...coupon, budget_left: budgetLeft };
}

/** Rank delivery: from silver on, parcels whose goods after codes reach the minimum go free. */
export function rankClasses(
  rank: string | null | undefined,
  goods: readonly { shipping_class: ShippingClass; amount: Dong }[],
  minimum: Dong,
): ShippingClass[] {
  const parcels = sum(goods.filter((each) => each.shipping_class === "parcel").map((each) => each.amount));
  return rank && rank !== "member" && parcels >= minimum ? ["parcel"] : [];
}
