/**
 * What programmes and the codes of a cart take off: its lines and choices as the calculation of promotions asks for them, and what came of each
 * code. Cart, quotes, list of codes and placement all calculate here. rules/promotions#order-of-calculation
 */
import type { CartCode } from "contract/cart/codes.ts";
import { type FieldError, ShopError } from "contract/errors.ts";
import type { ShippingQuote } from "contract/fulfilment/fulfilment.ts";
import { formatDateTime } from "contract/values/locale.ts";
import { type Dong, formatDong } from "contract/values/money.ts";
import { errorText } from "messages/error-text.ts";
import { distribute } from "../catalogue/inventory/stock.ts";
import type { Ctx } from "../kernel/context.ts";
import { sayTitle } from "../platform/settings.ts";
import type { StoredCode } from "../promotions/codes.ts";
import { type CodeDiscounts, codeDiscounts } from "../promotions/engine/codes.ts";
import { type DeliveryDiscounts, deliveryDiscounts } from "../promotions/engine/delivery.ts";
import { currentPriceOf, type PricedGoods, type SetDiscount } from "../promotions/engine/programmes.ts";
import type { Failure, GoodsLine, Situation } from "../promotions/engine/promotion.ts";
import { sumOf } from "../promotions/engine/sharing.ts";
import type { ProgrammeUse, RunningProgramme } from "../promotions/running-programmes.ts";
import type { GoodsDiscount } from "./totals.ts";
import type { LineWithVariant } from "./view.ts";

/** The choices that conditions ask for. */
export type OrderChoices = Pick<Situation, "payment_method" | "shipping_method" | "city_code">;

export type Deals = {
  lines: PricedGoods[];
  codes: readonly StoredCode[];
  programmes: readonly RunningProgramme[];
  sets: readonly SetDiscount[];
  off: CodeDiscounts;
  gifts: readonly GivenGift[];
  /** Programmes whose gift is earned, and in no warehouse that sends a line of its set. */
  missed: readonly RunningProgramme[];
  situation: Situation;
};

export type GivenGift = { programme: RunningProgramme; variant_id: number; value: Dong; set_keys: string[] };

export type Promotions = { codes: readonly StoredCode[]; programmes: readonly RunningProgramme[] };

export const NO_PROMOTIONS: Promotions = { codes: [], programmes: [] };

/** Pure but for the time: no statement. `warehouses` in the order in which they serve the order's place. */
export function dealsOf(
  ctx: Ctx,
  lines: readonly LineWithVariant[],
  { codes, programmes }: Promotions,
  choices: OrderChoices,
  warehouses: readonly string[] = [],
): Deals {
  const [first] = codes;
  const [other] = programmes;
  const situation: Situation = {
    now: ctx.now,
    account: first?.account ?? other?.account ?? null,
    is_first_order:
      first?.is_first_order ?? programmes.find((each) => each.is_first_order !== null)?.is_first_order ?? null,
    ...choices,
    channel: "web",
  };
  const bought = lines.filter(({ line }) => line.kind === "bought");
  const goods = bought.map(goodsLine);
  const slots = Object.fromEntries(codes.map(({ promotion }) => [promotion.kind, promotion]));
  const calculate = (given: readonly RunningProgramme[]) => {
    const rules = given.map(({ promotion }) => promotion);
    const { lines: priced, sets } = currentPriceOf(goods, rules, situation);
    return { lines: priced, sets, off: codeDiscounts(priced, slots, rules, situation) };
  };
  const all = calculate(programmes);
  const held = stockAfter(lines, warehouses);
  const missed = all.off.gifts.flatMap((gift) => {
    const programme = programmes.find(({ promotion }) => promotion === gift.promotion);
    return programme && !isInParcel(gift, programme, bought, held) ? [programme] : [];
  });
  const found = missed.length === 0 ? all : calculate(programmes.filter((each) => !missed.includes(each)));
  const gifts = found.off.gifts.flatMap(({ promotion, variant_id, value, shares }): GivenGift[] => {
    const programme = programmes.find((each) => each.promotion === promotion);
    return programme ? [{ programme, variant_id, value, set_keys: [...shares.keys()].toSorted() }] : [];
  });
  return { ...found, codes, programmes, gifts, missed, situation };
}

/** Where each variant of these lines would be taken from, and what is left there. */
type Held = Map<number, { from: string[]; left: Map<string, number> }>;

function stockAfter(lines: readonly LineWithVariant[], warehouses: readonly string[]): Held {
  const held: Held = new Map();
  const wanted = Map.groupBy(lines, ({ item }) => item.product_id);
  for (const [variant_id, of] of wanted) {
    const quantity = of.reduce((sum, { line }) => sum + line.quantity, 0);
    const left = new Map(Object.entries(of[0]?.item.stock ?? {}));
    const parts = distribute(quantity, left, warehouses);
    for (const { warehouse, quantity } of parts) left.set(warehouse, (left.get(warehouse) ?? 0) - quantity);
    held.set(variant_id, { from: parts.map(({ warehouse }) => warehouse), left });
  }
  return held;
}

/** One unit of the gift is in a warehouse that sends a line of its set. */
function isInParcel(
  { variant_id, shares }: CodeDiscounts["gifts"][number],
  { gift_stock }: RunningProgramme,
  bought: readonly LineWithVariant[],
  held: Held,
): boolean {
  const stock = held.get(variant_id)?.left ?? gift_stock;
  const set = bought.filter(({ line }) => shares.has(line.key));
  const senders = set.flatMap(({ line }) => held.get(line.variant_id)?.from ?? []);
  return senders.some((warehouse) => (stock.get(warehouse) ?? 0) > 0);
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

/** Sets of programmes, coupon and promo code, as the totals take them. */
export function goodsDiscounts(ctx: Ctx, { codes, programmes, sets, off }: Deals): GoodsDiscount[] {
  const ofSets = sets.flatMap(({ promotion, shares }): GoodsDiscount[] => {
    const programme = programmes.find((each) => each.promotion === promotion);
    if (!programme) return [];
    const { title } = sayTitle(programme.title, ctx.locale);
    return [{ source: "programme", label: title, amount: sumOf(shares), shares }];
  });
  const ofCodes = ([off.coupon, off.promo_code] as const).flatMap((verdict): GoodsDiscount[] => {
    const stored = verdict && codes.find(({ promotion }) => promotion === verdict.promotion);
    if (!verdict || !stored || verdict.taken === 0) return [];
    const { title } = sayTitle(stored.title, ctx.locale);
    const { code, promotion } = stored;
    return [{ source: promotion.kind, label: title, amount: verdict.taken, shares: verdict.shares, code }];
  });
  return [...ofSets, ...ofCodes];
}

/** The current price of each bought line; a line outside the calculation is priced by itself. */
export function currentLines(deals: Deals, lines: readonly LineWithVariant[]): ReadonlyMap<string, PricedGoods> {
  const { programmes, situation } = deals;
  const rules = programmes.map(({ promotion }) => promotion);
  const known = new Map(deals.lines.map((line) => [line.key, line]));
  for (const each of lines) {
    if (each.line.kind !== "bought" || known.has(each.line.key)) continue;
    const [priced] = currentPriceOf([goodsLine(each)], rules, situation).lines;
    if (priced) known.set(each.line.key, priced);
  }
  return known;
}

/** The programme that sets the price of a line, takes something off it, or gave it. */
export function programmeOf({ programmes, sets, gifts }: Deals, line: PricedGoods | string): RunningProgramme | null {
  if (typeof line === "string") return gifts.find((gift) => giftKey(gift) === line)?.programme ?? null;
  const id = line.programme ?? sets.find(({ shares }) => shares.has(line.key))?.promotion.id;
  return programmes.find(({ promotion }) => promotion.id === id) ?? null;
}

/** The key of the line a gift stands in: a programme gives one. */
export const giftKey = ({ programme }: GivenGift): string => `gift-${programme.promotion.id}`;

/** The programmes an order uses, and what each takes off: of a gift its value. */
export function programmeUses({ lines, sets, gifts }: Deals): ProgrammeUse[] {
  const uses = new Map<number, Dong>();
  const add = (id: number, amount: Dong) => uses.set(id, (uses.get(id) ?? 0) + amount);
  for (const { programme, regular_price, unit_price, quantity } of lines)
    if (programme !== null) add(programme, (regular_price - unit_price) * quantity);
  for (const { promotion, shares } of sets) add(promotion.id, sumOf(shares));
  for (const { programme, value } of gifts) add(programme.promotion.id, value);
  return [...uses].map(([promotion_id, amount]) => ({ promotion_id, amount }));
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
export function codeOnWire(ctx: Ctx, { stored, taken, cut, failure }: CodeOutcome, delivery_more: Dong): CartCode {
  const { code, promotion, title } = stored;
  const missing = failure?.why === "min_order" ? failure.missing : 0;
  const named = { slot: promotion.kind, code, ...sayTitle(title, ctx.locale) };
  return { ...named, amount: taken, delivery_more, missing, reason: reasonOf() };

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
