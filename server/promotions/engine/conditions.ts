/**
 * Which lines a promotion is about, and the first condition that fails. Pure. One function judges for the list of coupons,
 * the cart and placement. rules/promotions#first-failing-condition
 */
import type { CodeSlot } from "contract/promotions/code-slots.ts";
import { type Dong, sum } from "contract/values/money.ts";
import type { PricedGoods } from "./programmes.ts";
import type { Conditions, Failure, GoodsLine, Promotion, Situation } from "./promotion.ts";

const VIETNAM_HOURS = 7; // UTC+7 all year

/** Whether a line has the goods a condition names; flash sales and programmes are not asked here. */
export function names(conditions: Conditions, line: GoodsLine): boolean {
  const { products, categories, brands, shipping_classes, price_from, price_to } = conditions;
  return (
    (!products || products.includes(line.product_id)) &&
    (!categories || line.categories.some((each) => categories.includes(each))) &&
    (!brands || brands.includes(line.brand)) &&
    (!shipping_classes || shipping_classes.includes(line.shipping_class)) &&
    (price_from === undefined || line.regular_price >= price_from) &&
    (price_to === undefined || line.regular_price <= price_to)
  );
}

/** What fails before anything is said of goods; null where nothing does. */
export function personalFailure(promotion: Promotion, situation: Situation): Failure | null {
  const { conditions, uses_left, customer_uses_left, budget_left } = promotion;
  const { now, account } = situation;
  if (!promotion.is_own) return { why: "not_yours" };
  if (now < promotion.starts_at) return { why: "not_begun", starts_at: promotion.starts_at };
  if (now >= promotion.ends_at) return { why: "expired" };
  if (uses_left !== null && uses_left <= 0) return { why: "used_up" };
  if (budget_left !== null && budget_left <= 0) return { why: "used_up" };
  if (customer_uses_left !== null && customer_uses_left <= 0) return { why: "per_customer" };
  if (conditions.first_order && situation.is_first_order === false) return { why: "first_order" };
  if (conditions.ranks && !(account?.rank && conditions.ranks.includes(account.rank))) return { why: "rank" };
  if (conditions.account_kinds && !conditions.account_kinds.includes(account?.kind ?? "guest"))
    return { why: "account_kind" };
  return null;
}

/** What fails of the way an order is made: hour, payment, delivery unit, place, channel. */
export function situationFailure({ kind, conditions }: Promotion, situation: Situation): Failure | null {
  const { hours, payment_methods, cities, channels } = conditions;
  const { payment_method, city_code } = situation;
  const hour = (situation.now.getUTCHours() + VIETNAM_HOURS) % 24;
  if (hours && (hour < hours.from || hour >= hours.to)) return { why: "hours", ...hours };
  if (payment_methods && !(payment_method && payment_methods.includes(payment_method)))
    return { why: "payment_method", methods: payment_methods };
  if (kind === "delivery_coupon" && situation.shipping_method === null) return { why: "unit" };
  if (cities && !(city_code && cities.includes(city_code))) return { why: "area" };
  if (channels && !channels.includes(situation.channel)) return { why: "channel" };
  return null;
}

/** Lines that count for a code of this slot: named, not of a flash sale, of no programme that refuses the slot. */
export function eligibleFor(
  slot: CodeSlot,
  conditions: Conditions,
  lines: readonly PricedGoods[],
): { eligible: PricedGoods[]; failure: Failure | null } {
  const named = lines.filter((line) => names(conditions, line));
  if (named.length === 0) return { eligible: [], failure: { why: "no_such_goods" } };
  const ordinary = named.filter((line) => conditions.with_flash || !line.is_flash);
  if (ordinary.length === 0) return { eligible: [], failure: { why: "flash_only" } };
  const eligible = ordinary.filter((line) => takesCode(line, slot));
  return { eligible, failure: eligible.length === 0 ? { why: "not_combinable" } : null };
}

/** Vouchers and delivery go with every programme. */
function takesCode({ combines_with }: PricedGoods, slot: CodeSlot): boolean {
  return slot === "voucher" || slot === "delivery_coupon" || combines_with === null || combines_with.includes(slot);
}

/** How much of a minimum is missing in these lines; null where it is reached. */
export function minimumFailure(conditions: Conditions, eligible: readonly PricedGoods[]): Failure | null {
  const { min_quantity = 0, min_order = 0 } = conditions;
  const units = sum(eligible.map((line) => line.quantity));
  if (units < min_quantity) return { why: "min_quantity", missing: min_quantity - units };
  const goods: Dong = sum(eligible.map((line) => line.amount));
  return goods < min_order ? { why: "min_order", missing: min_order - goods } : null;
}
