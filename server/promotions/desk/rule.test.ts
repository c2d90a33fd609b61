/** From a form to a rule and back. Pure. rules/promotions#desk */
import { PromotionForm } from "contract/promotions/promotion-form.ts";
import { actionsOf, promotionKinds } from "contract/promotions/promotions-desk.ts";
import { describe, expect, test } from "vitest";
import { lotsOf, type NamedGoods, skusOf } from "./named-goods.ts";
import { actionFields, actionOf, conditionsOf } from "./rule.ts";
import { ruleSentence } from "./sentence.ts";

const variants = [
  { sku: "SRM-A-BK", variant_id: 11, product_id: 1 },
  { sku: "SRM-B-WH", variant_id: 12, product_id: 2 },
];
const goods: NamedGoods = { categories: [{ slug: "nau-nuong", id: 5 }], products: [], variants, unknown: [] };
const names = {
  categories: [{ id: 5, slug: "nau-nuong" }],
  products: [],
  variants: variants.map(({ sku, variant_id }) => ({ id: variant_id, sku })),
};
const figures = { percent: 12, cap: 300_000, amount: 50_000, price: 990_000, buy: 2, free: 1 };
const form = (fields: object) => PromotionForm.parse({ title: { vi: "Thử" }, ...figures, ...fields });

const kinds = promotionKinds.filter((kind) => kind !== "flash_sale");

describe("every action of every kind", () => {
  test.each(kinds.flatMap((kind) => actionsOf[kind].map((action) => [kind, action] as const)))(
    "%s, %s: what a form says is what a copy of it begins with",
    (kind, action) => {
      const typed = form({ kind, action, tiers: "4: 10\n2: 5", variants: "SRM-A-BK\nSRM-B-WH" });
      const rule = actionOf(typed, goods);
      if (!rule) throw new Error("the form is complete");
      const again = form({ ...actionFields(kind, rule, names), kind });
      expect(actionOf(again, goods)).toEqual(rule);
      for (const locale of ["vi", "en"] as const) {
        const reading = { kind, action: rule, conditions: {}, ...names, categories: [], lots: 0 };
        const none = { code: "", starts_at: null, ends_at: null, max_uses: null, per_customer: null, budget: null };
        expect(ruleSentence(locale, reading, none)).toMatch(/^\p{L}|^\d/u);
      }
    },
  );

  test.each(kinds.flatMap((kind) => actionsOf[kind].map((action) => [kind, action] as const)))(
    "%s, %s: is incomplete without its figures",
    (kind, action) => {
      const empty = PromotionForm.parse({ title: { vi: "Thử" }, kind, action });
      expect(actionOf(empty, { ...goods, variants: [] })).toBeNull();
    },
  );
});

test("tiers are in the order of their units however they are typed, and nothing else is read as one", () => {
  const tiers = (typed: string) => actionOf(form({ kind: "programme", action: "tiers", tiers: typed }), goods);
  expect(tiers("4: 10, 2 5%")).toEqual({
    type: "tiers",
    tiers: [
      { quantity: 2, rate_bp: 500 },
      { quantity: 4, rate_bp: 1000 },
    ],
  });
  for (const wrong of ["", "hai: 5", "2: 101", "0: 5", "2: 5\n3"]) expect(tiers(wrong)).toBeNull();
});

test("only what is set is a condition", () => {
  expect(conditionsOf(form({ kind: "coupon", action: "percent" }), { ...goods, categories: [] })).toEqual({});
  const some = form({
    kind: "coupon",
    action: "percent",
    ranks: ["gold"],
    min_order: 500_000,
    hour_from: 9,
    hour_to: 12,
  });
  expect(conditionsOf(some, goods)).toEqual({
    ...{ categories: [5], ranks: ["gold"], min_order: 500_000, hours: { from: 9, to: 12 } },
  });
  expect(conditionsOf(form({ kind: "coupon", action: "percent", hour_from: 9 }), goods)).not.toHaveProperty("hours");
});

test("a lot is SKU, price, quantity, and what one order and one customer may have", () => {
  expect(lotsOf("SRM-A-BK 390,000 50\n\n srm-b-wh;1290000;5;1;2 ")).toEqual([
    { sku: "SRM-A-BK", price: 390_000, quota: 50, minimum: 1, maximum: null },
    { sku: "srm-b-wh", price: 1_290_000, quota: 5, minimum: 1, maximum: 2 },
  ]);
  for (const wrong of ["SRM-A-BK", "SRM-A-BK 390000", "SRM-A-BK 0 5", "SRM-A-BK 390000 5 3 2", "SRM-A-BK 3.9 5"])
    expect(lotsOf(wrong)).toEqual([null]);
  expect(skusOf(" SRM-A-BK, SRM-B-WH;\nSRM-C ")).toEqual(["SRM-A-BK", "SRM-B-WH", "SRM-C"]);
});
