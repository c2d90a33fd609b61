/** Deals over random carts, rules and prices: against a second calculation, and by what must always hold. */

import { shippingClasses } from "contract/fulfilment/fulfilment.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ChosenCodes, codeDiscounts, roomOf } from "./codes.ts";
import { deliveryDiscounts, rankClasses } from "./delivery.ts";
import { currentPriceOf } from "./programmes.ts";
import type { Action, GoodsLine, Promotion, Situation } from "./promotion.ts";
import {
  anyRate,
  cart,
  codes,
  DAY_MS,
  fewConditions,
  goodsLine,
  NOW,
  programmes,
  promotion,
  situation,
} from "./test-deals.ts";
import { oracle } from "./test-oracle.ts";

const RUNS = { numRuns: 400 };

function calculate(goods: readonly GoodsLine[], rules: readonly Promotion[], chosen: ChosenCodes, where: Situation) {
  const { lines, sets } = currentPriceOf(goods, rules, where);
  const off = codeDiscounts(lines, chosen, rules, where);
  const part = (verdict: { shares: ReadonlyMap<string, number> } | null, key: string) => verdict?.shares.get(key) ?? 0;
  const perLine = lines.map((line) => ({
    key: line.key,
    price: line.unit_price,
    flash: line.is_flash,
    set: line.set_share,
    coupon: part(off.coupon, line.key),
    promo: part(off.promo_code, line.key),
    voucher: part(off.voucher, line.key),
    gift: off.gifts.reduce((all, { shares }) => all + (shares.get(line.key) ?? 0), 0),
  }));
  return { lines, sets, off, perLine };
}
const byKey = <T extends { key: string }>(rows: T[]) => rows.toSorted((a, b) => (a.key < b.key ? -1 : 1));

describe("against the second calculation", () => {
  test("every share of every line is the same", () => {
    fc.assert(
      fc.property(cart, programmes, codes, situation, (goods, rules, chosen, where) => {
        const { perLine, off } = calculate(goods, rules, chosen, where);
        const plain = oracle(goods, rules, chosen, where);
        expect(perLine).toEqual(
          plain.rows.map(({ line, price, flash, set, coupon, promo, voucher, gift }) => ({
            ...{ key: line.key, price, flash, set, coupon, promo, voucher, gift },
          })),
        );
        expect(off.gifts.map((gift) => gift.promotion.id).toSorted()).toEqual(
          plain.gifts.map((each) => each.id).toSorted(),
        );
      }),
      { numRuns: 3_000 },
    );
  });
});

describe("what always holds", () => {
  test("parts sum, nothing is negative or a fraction, and no line is paid less than nothing", () => {
    fc.assert(
      fc.property(cart, programmes, codes, situation, (goods, rules, chosen, where) => {
        const { lines, sets, off, perLine } = calculate(goods, rules, chosen, where);
        for (const { shares, taken } of [off.coupon, off.promo_code, off.voucher].filter((each) => each !== null))
          expect([...shares.values()].reduce((all, each) => all + each, 0)).toBe(taken);
        expect(sets.flatMap(({ shares }) => [...shares.values()]).reduce((all, each) => all + each, 0)).toBe(
          lines.reduce((all, line) => all + line.set_share, 0),
        );
        for (const [at, { price, set, coupon, promo, voucher, gift }] of perLine.entries()) {
          const paid = price * (goods[at]?.quantity ?? 0) - set - coupon - promo - voucher;
          for (const amount of [price, set, coupon, promo, voucher, gift, paid]) {
            expect(Number.isSafeInteger(amount)).toBe(true);
            expect(amount).toBeGreaterThanOrEqual(0);
          }
        }
      }),
      RUNS,
    );
  });

  test("no line is lowered by more than half of the price asked without deals by codes and gifts", () => {
    fc.assert(
      fc.property(cart, programmes, codes, situation, (goods, rules, chosen, where) => {
        const { lines, perLine } = calculate(goods, rules, chosen, where);
        for (const [at, line] of lines.entries()) {
          const { coupon = 0, promo = 0, gift = 0 } = perLine[at] ?? {};
          expect(coupon + promo).toBeLessThanOrEqual(Math.max(0, roomOf(line) - gift));
        }
      }),
      RUNS,
    );
  });

  test("caps, amounts and budgets are never passed", () => {
    fc.assert(
      fc.property(cart, programmes, codes, situation, (goods, rules, chosen, where) => {
        const { off } = calculate(goods, rules, chosen, where);
        for (const verdict of [off.coupon, off.promo_code, off.voucher]) {
          if (!verdict) continue;
          const { action, budget_left, uses_left, customer_uses_left } = verdict.promotion;
          if (action.type === "amount") expect(verdict.taken).toBeLessThanOrEqual(action.amount);
          if (action.type === "percent" && action.cap !== null) expect(verdict.taken).toBeLessThanOrEqual(action.cap);
          if (budget_left !== null) expect(verdict.taken).toBeLessThanOrEqual(budget_left);
          if (uses_left === 0 || customer_uses_left === 0) expect(verdict.taken).toBe(0);
        }
      }),
      RUNS,
    );
  });

  test("the order of lines and programmes changes nothing", () => {
    fc.assert(
      fc.property(cart, programmes, codes, situation, (goods, rules, chosen, where) => {
        const forth = calculate(goods, rules, chosen, where);
        const back = calculate(goods.toReversed(), rules.toReversed(), chosen, where);
        expect(byKey(back.perLine)).toEqual(byKey(forth.perLine));
      }),
      RUNS,
    );
  });

  test("a line that is added and removed restores every amount", () => {
    fc.assert(
      fc.property(cart, goodsLine, programmes, codes, situation, (goods, more, rules, chosen, where) => {
        const added = [...goods, { ...more, key: "more", sku: "S9", variant_id: 99 }];
        calculate(added, rules, chosen, where);
        const restored = added.filter((line) => line.key !== "more");
        expect(calculate(restored, rules, chosen, where)).toEqual(calculate(goods, rules, chosen, where));
      }),
      RUNS,
    );
  });

  test("lines of a flash sale take neither coupon, promo code nor voucher, unless the code says so", () => {
    fc.assert(
      fc.property(cart, programmes, codes, situation, (goods, rules, chosen, where) => {
        const { perLine, off } = calculate(goods, rules, chosen, where);
        for (const line of perLine.filter((each) => each.flash))
          for (const verdict of [off.coupon, off.promo_code, off.voucher])
            if (verdict && !verdict.promotion.conditions.with_flash) expect(verdict.shares.get(line.key) ?? 0).toBe(0);
      }),
      RUNS,
    );
  });
});

describe("delivery", () => {
  const deliveryAction: fc.Arbitrary<Action> = fc.oneof(
    fc.record({
      type: fc.constant("delivery_percent" as const),
      rate_bp: anyRate,
      cap: fc.option(fc.integer({ min: 0, max: 500_000 })),
    }),
    fc.record({ type: fc.constant("delivery_amount" as const), amount: fc.integer({ min: 1, max: 500_000 }) }),
  );
  const fees = fc.subarray([...shippingClasses]).chain((classes) =>
    fc.tuple(
      ...classes.map((shipping_class) =>
        fc.record({
          shipping_class: fc.constant(shipping_class),
          fee: fc.integer({ min: 0, max: 900_000 }),
          rule: fc.integer({ min: 0, max: 100_000 }),
        }),
      ),
    ),
  );

  test("no class is lowered below 0, the coupon stays within its amount, cap and budget, and a tie costs no code", () => {
    fc.assert(
      fc.property(
        ...[
          cart,
          situation,
          fees,
          fc.option(promotion("delivery_coupon", deliveryAction, fewConditions)),
          fc.boolean(),
        ],
        (goods, where, due, coupon, isFree) => {
          const freeClasses = isFree ? (["parcel"] as const) : [];
          const { lines } = currentPriceOf(goods, [], where);
          const off = deliveryDiscounts(due, lines, { rank_classes: freeClasses, coupon, situation: where });
          let byCoupon = 0;
          for (const { shipping_class, source, amount } of off.discounts) {
            const own = due.find((each) => each.shipping_class === shipping_class);
            expect(amount).toBeGreaterThan(0);
            expect(amount).toBeLessThanOrEqual(own?.fee ?? 0);
            if (source !== "delivery_coupon") continue;
            byCoupon += amount;
            expect(amount).toBeGreaterThan(Math.min(own?.rule ?? 0, own?.fee ?? 0));
          }
          expect(off.coupon?.taken ?? 0).toBe(byCoupon);
          if (coupon?.action.type === "delivery_amount") expect(byCoupon).toBeLessThanOrEqual(coupon.action.amount);
          if (coupon?.action.type === "delivery_percent" && coupon.action.cap !== null)
            expect(byCoupon).toBeLessThanOrEqual(coupon.action.cap);
          if (coupon?.budget_left != null) expect(byCoupon).toBeLessThanOrEqual(coupon.budget_left);
        },
      ),
      RUNS,
    );
  });

  test("rank delivery begins with silver and with its minimum of parcels", () => {
    const parcels = [{ shipping_class: "parcel" as const, amount: 500_000 }];
    expect(rankClasses("member", parcels, 500_000)).toEqual([]);
    expect(rankClasses("silver", parcels, 500_000)).toEqual(["parcel"]);
    expect(rankClasses("diamond", parcels, 500_001)).toEqual([]);
    expect(rankClasses(null, parcels, 0)).toEqual([]);
  });
});

describe("by hand", () => {
  const always: Situation = {
    now: NOW,
    account: null,
    is_first_order: true,
    payment_method: null,
    shipping_method: "GHN",
    city_code: "01",
    channel: "web",
  };
  const code = (kind: Promotion["kind"], action: Action, more: Partial<Promotion> = {}): Promotion => ({
    ...{ id: 1, kind, action, conditions: {}, priority: 0, combines: true, combines_with: null, is_own: true },
    starts_at: new Date(NOW.getTime() - DAY_MS),
    ends_at: new Date(NOW.getTime() + DAY_MS),
    ...{ uses_left: null, customer_uses_left: null, budget_left: null },
    ...more,
  });
  const line = (key: string, list_price: number, more: Partial<GoodsLine> = {}): GoodsLine => ({
    ...{ key, sku: key, variant_id: 1, product_id: 1, categories: [1], brand: 1, shipping_class: "parcel" },
    ...{ quantity: 1, list_price, regular_price: list_price, flash_price: null },
    ...more,
  });

  test("a promo code of 3 % takes 3 % of what a coupon of 5 % on kitchen goods leaves", () => {
    const goods = [line("pot", 2_000_000, { regular_price: 1_800_000, categories: [7] }), line("fan", 1_000_000)];
    const coupon = code("coupon", { type: "percent", rate_bp: 500, cap: 300_000 }, { conditions: { categories: [7] } });
    const promo = code("promo_code", { type: "percent", rate_bp: 300, cap: 150_000 });
    const { off } = calculate(goods, [], { coupon, promo_code: promo }, always);
    expect([off.coupon?.taken, off.promo_code?.taken]).toEqual([90_000, 81_300]);
    expect(off.promo_code?.shares).toEqual(
      new Map([
        ["fan", 30_000],
        ["pot", 51_300],
      ]),
    );
  });

  test("over half of the price the coupon is cut before the promo code, and a gift tightens it further", () => {
    const goods = [line("pan", 1_000_000, { regular_price: 800_000 })];
    const coupon = code("coupon", { type: "amount", amount: 150_000 });
    const promo = code("promo_code", { type: "amount", amount: 100_000 });
    const { off } = calculate(goods, [], { coupon, promo_code: promo }, always);
    expect([off.coupon?.taken, off.coupon?.cut, off.promo_code?.taken]).toEqual([100_000, 50_000, 100_000]);
    const gift = code("programme", { type: "gift", variant_id: 9, value: 120_000 });
    const withGift = calculate(goods, [gift], { coupon, promo_code: promo }, always).off;
    expect([withGift.gifts.length, withGift.coupon?.taken, withGift.promo_code?.taken]).toEqual([1, 0, 80_000]);
  });

  test("the tier of four filters counts for a coupon and not for a promo code", () => {
    const tiers = code(
      "programme",
      {
        type: "tiers",
        tiers: [
          { quantity: 2, rate_bp: 500 },
          { quantity: 4, rate_bp: 1_000 },
        ],
      },
      { combines_with: ["coupon"] },
    );
    const goods = [line("a", 100_000, { quantity: 3 }), line("b", 200_000)];
    const codes = {
      coupon: code("coupon", { type: "amount", amount: 10_000 }),
      promo_code: code("promo_code", { type: "amount", amount: 10_000 }),
    };
    const { lines, off } = calculate(goods, [tiers], codes, always);
    expect(lines.map((each) => each.unit_price)).toEqual([90_000, 180_000]);
    expect(off.coupon?.taken).toBe(10_000);
    expect(off.promo_code?.failure).toEqual({ why: "not_combinable" });
  });

  test("what is missing of a minimum is told, and goods of a flash sale do not count", () => {
    const goods = [line("pot", 880_000), line("fan", 900_000, { flash_price: 500_000 })];
    const coupon = code("coupon", { type: "amount", amount: 100_000 }, { conditions: { min_order: 1_000_000 } });
    expect(calculate(goods, [], { coupon }, always).off.coupon?.failure).toEqual({
      why: "min_order",
      missing: 120_000,
    });
    const [, fan] = goods;
    if (!fan) throw new Error("a fan");
    expect(calculate([fan], [], { coupon }, always).off.coupon?.failure).toEqual({ why: "flash_only" });
  });

  test("of three units at buy two, get one the cheapest is free, shared over the set", () => {
    const free = code("programme", { type: "buy_get", buy: 2, free: 1 });
    const { perLine } = calculate([line("a", 300_000, { quantity: 2 }), line("b", 100_000)], [free], {}, always);
    expect(perLine.map((each) => each.set)).toEqual([85_714, 14_286]);
  });
});
