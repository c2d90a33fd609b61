/** From a form to what the calculation reads, and back for a copy. Pure. rules/promotions#desk */
import type { PromotionForm } from "contract/promotions/promotion-form.ts";
import type { ActionType, PromotionKind } from "contract/promotions/promotions-desk.ts";
import type { Action, Conditions } from "../engine/promotion.ts";
import type { NamedGoods } from "./named-goods.ts";

export type Rule = { action: Action | null; conditions: Conditions };

const TIER = /^(\d{1,3})\s*[:\s]\s*(\d{1,2}|100)\s*%?$/;

function tiersOf(typed: string): { quantity: number; rate_bp: number }[] | null {
  const lines = typed.split(/[\n,;]+/).filter((line) => line.trim() !== "");
  const tiers = lines.flatMap((line) => {
    const [, quantity, percent] = TIER.exec(line.trim()) ?? [];
    return quantity && percent ? [{ quantity: Number(quantity), rate_bp: Number(percent) * 100 }] : [];
  });
  const isWhole = tiers.length === lines.length && tiers.length > 0 && tiers.every(({ quantity }) => quantity > 0);
  return isWhole ? tiers.toSorted((a, b) => a.quantity - b.quantity) : null;
}

/** Null where a figure is missing. */
export function actionOf(form: PromotionForm, goods: NamedGoods): Action | null {
  const { kind, percent, cap, amount, price, buy, free } = form;
  const isDelivery = kind === "delivery_coupon";
  switch (form.action) {
    case "percent":
      if (percent === undefined) return null;
      return {
        type: isDelivery ? "delivery_percent" : "percent",
        rate_bp: percent * 100,
        cap: kind === "programme" ? null : (cap ?? null),
      };
    case "amount":
      return amount === undefined ? null : { type: isDelivery ? "delivery_amount" : "amount", amount };
    case "fixed_price":
      return price === undefined ? null : { type: "fixed_price", price };
    case "tiers": {
      const tiers = tiersOf(form.tiers);
      return tiers && { type: "tiers", tiers };
    }
    case "buy_get":
      return buy === undefined || free === undefined ? null : { type: "buy_get", buy, free };
    case "bundle": {
      const variants = goods.variants.map(({ variant_id }) => variant_id);
      return price === undefined || variants.length < 2 ? null : { type: "bundle", variants, price };
    }
    case "gift": {
      const [gift] = goods.variants;
      // What it is worth is its current price whenever it is given.
      return gift ? { type: "gift", variant_id: gift.variant_id, value: 0 } : null;
    }
  }
}

export function conditionsOf(form: PromotionForm, goods: NamedGoods): Conditions {
  const { min_order, min_quantity, price_from, price_to, hour_from, hour_to } = form;
  const products = [...new Set(goods.products.map(({ product_id }) => product_id))];
  const categories = goods.categories.map(({ id }) => id);
  const some = <T>(list: readonly T[]): list is readonly [T, ...T[]] => list.length > 0;
  return {
    ...(some(products) && { products }),
    ...(some(categories) && { categories }),
    ...(some(form.shipping) && { shipping_classes: form.shipping }),
    ...(price_from !== undefined && { price_from }),
    ...(price_to !== undefined && { price_to }),
    ...(form.with_flash && { with_flash: true }),
    ...(min_quantity !== undefined && { min_quantity }),
    ...(min_order !== undefined && { min_order }),
    ...(some(form.accounts) && { account_kinds: form.accounts }),
    ...(some(form.ranks) && { ranks: form.ranks }),
    ...(form.first_order && { first_order: true }),
    ...(some(form.methods) && { payment_methods: form.methods }),
    ...(hour_from !== undefined && hour_to !== undefined && { hours: { from: hour_from, to: hour_to } }),
  };
}

export const ruleOf = (form: PromotionForm, goods: NamedGoods): Rule =>
  form.kind === "flash_sale"
    ? { action: null, conditions: {} }
    : { action: actionOf(form, goods), conditions: conditionsOf(form, goods) };

/** Names of what a stored rule refers to by id. */
export type RuleNames = {
  categories: readonly { id: number; slug: string }[];
  products: readonly { id: number; sku: string }[];
  variants: readonly { id: number; sku: string }[];
};

type Acts = Pick<
  PromotionForm,
  "action" | "percent" | "cap" | "amount" | "price" | "tiers" | "buy" | "free" | "variants"
>;

/** The figures of an action as a form has them. */
export function actionFields(kind: PromotionKind, action: Action | null, { variants }: RuleNames): Acts {
  const none = { tiers: "", variants: "" };
  const skus = (ids: readonly number[]) =>
    ids.flatMap((id) => variants.find((each) => each.id === id)?.sku ?? []).join("\n");
  const first: ActionType = kind === "flash_sale" ? "fixed_price" : kind === "voucher" ? "amount" : "percent";
  if (!action) return { action: first, ...none };
  switch (action.type) {
    case "percent":
    case "delivery_percent":
      return {
        ...none,
        action: "percent",
        percent: Number.isInteger(action.rate_bp / 100) ? action.rate_bp / 100 : undefined,
        cap: action.cap ?? undefined,
      };
    case "amount":
    case "delivery_amount":
      return { ...none, action: "amount", amount: action.amount };
    case "fixed_price":
      return { ...none, action: "fixed_price", price: action.price };
    case "tiers": {
      const lines = action.tiers.map(({ quantity, rate_bp }) => `${quantity}: ${rate_bp / 100}`);
      return { ...none, action: "tiers", tiers: lines.join("\n") };
    }
    case "buy_get":
      return { ...none, action: "buy_get", buy: action.buy, free: action.free };
    case "bundle":
      return { ...none, action: "bundle", price: action.price, variants: skus(action.variants) };
    case "gift":
      return { ...none, action: "gift", variants: skus([action.variant_id]) };
    case "trade_in":
      return { ...none, action: "percent" };
  }
}
