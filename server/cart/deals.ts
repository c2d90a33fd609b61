/**
 * What the codes of a cart take off: its lines and choices as the calculation of promotions asks for them, and what came of each
 * code. Cart, quotes, list of codes and placement all calculate here. rules/promotions#order-of-calculation
 */
import type { CartCode } from "contract/cart/codes.ts";
import { type FieldError, ShopError } from "contract/errors.ts";
import type { ShippingQuote } from "contract/fulfilment/fulfilment.ts";
import { formatDateTime } from "contract/values/locale.ts";
import { type Dong, formatDong } from "contract/values/money.ts";
import { errorText } from "messages/error-text.ts";
import type { Ctx } from "../kernel/context.ts";
import type { StoredCode } from "../promotions/codes.ts";
import { type CodeDiscounts, codeDiscounts } from "../promotions/engine/codes.ts";
import { type DeliveryDiscounts, deliveryDiscounts } from "../promotions/engine/delivery.ts";
import { currentPriceOf, type PricedGoods } from "../promotions/engine/programmes.ts";
import type { Failure, GoodsLine, Situation } from "../promotions/engine/promotion.ts";
import { sayTitle } from "../promotions/flash-sales.ts";
import type { GoodsDiscount } from "./totals.ts";
import type { LineWithVariant } from "./view.ts";

/** The choices that conditions ask for. */
export type OrderChoices = Pick<Situation, "payment_method" | "shipping_method" | "city_code">;

export type Deals = {
  lines: PricedGoods[];
  codes: readonly StoredCode[];
  off: CodeDiscounts;
  situation: Situation;
};

/** Pure but for the time: no statement. */
export function dealsOf(
  ctx: Ctx,
  lines: readonly LineWithVariant[],
  codes: readonly StoredCode[],
  choices: OrderChoices,
): Deals {
  const [first] = codes;
  const situation: Situation = {
    now: ctx.now,
    account: first?.account ?? null,
    is_first_order: first?.is_first_order ?? null,
    ...choices,
    channel: "web",
  };
  const goods = lines.filter(({ line }) => line.kind === "bought").map(goodsLine);
  const { lines: priced } = currentPriceOf(goods, [], situation);
  const slots = Object.fromEntries(codes.map(({ promotion }) => [promotion.kind, promotion]));
  return { lines: priced, codes, off: codeDiscounts(priced, slots, [], situation), situation };
}

function goodsLine({ line, item }: LineWithVariant): GoodsLine {
  const { list_price, regular_price, flash, unit_price, shipping_class, belongs } = item;
  const { product: product_id, categories, brand } = belongs;
  const { key, quantity, variant_id } = line;
  return {
    ...{ key, sku: item.code, variant_id, product_id, categories, brand, shipping_class, quantity },
    ...{ list_price, regular_price, flash_price: flash ? unit_price : null },
  };
}

/** Coupon and promo code, as the totals take them. */
export function goodsDiscounts(ctx: Ctx, { codes, off }: Deals): GoodsDiscount[] {
  return ([off.coupon, off.promo_code] as const).flatMap((verdict): GoodsDiscount[] => {
    const stored = verdict && codes.find(({ promotion }) => promotion === verdict.promotion);
    if (!verdict || !stored || verdict.taken === 0) return [];
    const { title } = sayTitle(stored.title, ctx.locale);
    const { code, promotion } = stored;
    return [{ source: promotion.kind, label: title, amount: verdict.taken, shares: verdict.shares, code }];
  });
}

/** What the delivery coupon makes of a quote: its fees lowered by the larger of rule and coupon. */
export function withDeliveryCoupon(quote: ShippingQuote, deals: Deals): ShippingQuote {
  const { coupon, discounts } = deliveryOf(quote, deals);
  if (!coupon) return quote;
  return { ...quote, fee_discount: discounts.reduce((all, { amount }) => all + amount, 0) };
}

function deliveryOf({ code, shipments }: ShippingQuote, { codes, lines, situation }: Deals): DeliveryDiscounts {
  const coupon = codes.find(({ promotion }) => promotion.kind === "delivery_coupon")?.promotion ?? null;
  const fees = shipments.map(({ shipping_class, fee, fee_discount: rule }) => ({ shipping_class, fee, rule }));
  return deliveryDiscounts(fees, lines, {
    rank_classes: [],
    coupon,
    situation: { ...situation, shipping_method: code },
  });
}

export type CodeOutcome = { stored: StoredCode; taken: Dong; cut: Dong; failure: Failure | null };

/** What came of each code, with the delivery that was chosen; without one a delivery coupon waits for it. */
export function codeOutcomes(deals: Deals, quote: ShippingQuote | null): CodeOutcome[] {
  const { codes, off } = deals;
  return codes.map((stored): CodeOutcome => {
    const { kind } = stored.promotion;
    if (kind === "delivery_coupon") {
      const { coupon } = quote ? deliveryOf(quote, deals) : { coupon: null };
      return coupon
        ? { stored, taken: coupon.taken, cut: 0, failure: coupon.failure }
        : { stored, taken: 0, cut: 0, failure: { why: "unit" } };
    }
    const verdict = off[kind];
    return { stored, taken: verdict?.taken ?? 0, cut: verdict?.cut ?? 0, failure: verdict?.failure ?? null };
  });
}

/** A code of the cart on the wire, in the language of the caller. */
export function codeOnWire(ctx: Ctx, { stored, taken, cut, failure }: CodeOutcome): CartCode {
  const { code, promotion, title } = stored;
  const missing = failure?.why === "min_order" ? failure.missing : 0;
  return { slot: promotion.kind, code, ...sayTitle(title, ctx.locale), amount: taken, missing, reason: reasonOf() };

  function reasonOf(): string | null {
    const told = failure ? failureText(ctx, failure) : taken === 0 ? { key: "code_nothing" } : cutText(cut);
    return told && errorText(ctx.locale, told.key, told.params);
  }
}

const cutText = (cut: Dong): FieldError | null =>
  cut > 0 ? { key: "code_cut", params: { amount: formatDong(cut) } } : null;

/** A code that cannot be used, at the field it was typed into. Spec §8 Coupon add errors. */
export function refusedCode(ctx: Ctx, failure: Failure | { why: "unknown" }): ShopError {
  const { key, params = {} } = failure.why === "unknown" ? { key: "code_unknown" } : failureText(ctx, failure);
  return new ShopError("invalid", { message_key: key, params, fields: { code: [{ key, params }] } });
}

function failureText(ctx: Ctx, failure: Failure): FieldError {
  switch (failure.why) {
    case "unit":
      return { key: "shipping_code_needs_unit" };
    case "not_begun":
      return { key: "code_not_begun", params: { at: formatDateTime(failure.starts_at, ctx.locale) } };
    case "hours":
      return { key: "code_hours", params: { from: failure.from, to: failure.to } };
    case "min_quantity":
      return { key: "code_min_quantity", params: { missing: failure.missing } };
    case "min_order":
      return { key: "code_min_order", params: { missing: formatDong(failure.missing) } };
    default:
      return { key: `code_${failure.why}` };
  }
}
