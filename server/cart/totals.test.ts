/** The amount due, by properties first and then by example. rules/cart#calculation */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type GoodsDiscount, type Prepaid, type PricedLine, type ShippingFee, totals } from "./totals.ts";

const dong = fc.integer({ min: 0, max: 200_000_000 });
const line = fc
  .record({
    kind: fc.constantFrom("bought" as const, "bought" as const, "gift" as const),
    quantity: fc.integer({ min: 1, max: 999 }),
    list_price: dong,
    off: dong,
    flash_sale: fc.boolean(),
    vat_rate_bp: fc.constantFrom(800, 1000),
  })
  .map(({ off, ...each }): Omit<PricedLine, "key"> => ({ ...each, unit_price: Math.max(0, each.list_price - off) }));
const lines = fc
  .array(line, { maxLength: 8 })
  .map((all) => all.map((each, index): PricedLine => ({ key: `l${index}`, ...each })));
const discount: fc.Arbitrary<GoodsDiscount> = fc.record(
  {
    source: fc.constantFrom("coupon", "promo_code"),
    label: fc.string({ maxLength: 4 }),
    amount: fc.oneof(dong, fc.constant(Number.MAX_SAFE_INTEGER)),
    keys: fc.subarray(["l0", "l1", "l2", "l9"]),
  },
  { requiredKeys: ["source", "label", "amount"] },
);
const discounts = fc.array(discount, { maxLength: 4 });
const shipping: fc.Arbitrary<ShippingFee | null> = fc.option(
  fc.record({ fee: fc.integer({ min: 0, max: 5_000_000 }), discount: dong, vat_rate_bp: fc.constantFrom(800, 1000) }),
);
const any = fc.oneof(dong, fc.constant(0), fc.constant(Number.MAX_SAFE_INTEGER));
const prepaid: fc.Arbitrary<Prepaid> = fc.record({
  ...{ voucher: any, trade_in: any, gift_card: any },
  points: fc.integer({ min: 0, max: 500_000 }),
});
const sumOf = (amounts: number[]) => amounts.reduce((before, amount) => before + amount, 0);

test("the parts sum to the whole, in every way a receipt can be added up", () => {
  fc.assert(
    fc.property(lines, discounts, shipping, prepaid, (priced, off, fee, paying) => {
      const amounts = totals(priced, off, fee, paying);
      const { goods, discount, shipping: charged, shipping_discount, total, vat } = amounts.totals;
      const { voucher, trade_in, points, points_amount, gift_card } = amounts.totals;
      const price = goods - discount - voucher + charged - shipping_discount;
      expect(total).toBe(price - trade_in - points_amount - gift_card);
      expect(points_amount).toBe(points * 1000);
      expect(goods).toBe(sumOf(amounts.lines.map((each) => each.line_total)));
      expect(discount).toBe(sumOf(amounts.lines.map((each) => each.discount)));
      expect(voucher).toBe(sumOf(amounts.lines.map((each) => each.voucher)));
      expect(0 - discount).toBe(sumOf(amounts.adjustments.map((each) => each.amount)));
      expect(goods - discount - voucher).toBe(sumOf(amounts.lines.map((each) => each.payable)));
      expect(price).toBe(sumOf(amounts.vat_groups.map((each) => each.gross)));
      expect(vat).toBe(sumOf(amounts.vat_groups.map((each) => each.gross - each.net)));
      for (const each of amounts.lines) expect(each.line_total).toBe(each.discount + each.voucher + each.payable);
    }),
  );
});

test("nothing is below zero, nothing is a fraction, and nothing takes more than it may", () => {
  fc.assert(
    fc.property(lines, discounts, shipping, prepaid, (priced, off, fee, paying) => {
      const amounts = totals(priced, off, fee, paying);
      for (const amount of Object.values(amounts.totals)) {
        expect(Number.isSafeInteger(amount)).toBe(true);
        expect(amount).toBeGreaterThanOrEqual(0);
      }
      for (const each of amounts.lines) {
        expect(each.payable).toBeGreaterThanOrEqual(0);
        expect(each.discount).toBeGreaterThanOrEqual(0);
        expect(each.voucher).toBeGreaterThanOrEqual(0);
        if (each.flash_sale) expect([each.discount, each.voucher]).toEqual([0, 0]);
      }
      for (const [index, each] of amounts.adjustments.entries()) {
        expect(-each.amount).toBeLessThanOrEqual(off[index]?.amount ?? 0);
        expect(each.amount).toBeLessThanOrEqual(0);
      }
      for (const each of ["voucher", "trade_in", "points", "gift_card"] as const)
        expect(amounts.totals[each]).toBeLessThanOrEqual(paying[each]);
    }),
  );
});

test("voucher, trade-in and points pay for goods alone; what is left, delivery too, a gift card may pay", () => {
  fc.assert(
    fc.property(lines, discounts, shipping, prepaid, (priced, off, fee, paying) => {
      const all = { ...paying, gift_card: Number.MAX_SAFE_INTEGER };
      const { goods, discount, voucher, trade_in, points_amount, total } = totals(priced, off, fee, all).totals;
      expect(goods - discount - voucher - trade_in - points_amount).toBeGreaterThanOrEqual(0);
      expect(total).toBe(0);
    }),
  );
});

test("what pays changes neither price, discount, delivery nor VAT; a voucher lowers the price that is taxed", () => {
  fc.assert(
    fc.property(lines, discounts, shipping, prepaid, (priced, off, fee, paying) => {
      const { vat, goods, discount, shipping: charged } = totals(priced, off, fee, { ...paying, voucher: 0 }).totals;
      const without = totals(priced, off, fee).totals;
      expect({ vat, goods, discount, shipping: charged }).toEqual({
        ...{ vat: without.vat, goods: without.goods },
        ...{ discount: without.discount, shipping: without.shipping },
      });
      expect(totals(priced, off, fee, paying).totals.vat).toBeLessThanOrEqual(without.vat);
    }),
  );
});

test("a gift costs nothing, and changes no other figure", () => {
  fc.assert(
    fc.property(lines, line, discounts, shipping, prepaid, (priced, more, off, fee, paying) => {
      const amounts = totals([...priced, { key: "gift", ...more, kind: "gift" }], off, fee, paying);
      expect(amounts.lines.at(-1)).toMatchObject({ unit_price: 0, line_total: 0, payable: 0, flash_sale: false });
      expect(amounts.totals).toEqual(totals(priced, off, fee, paying).totals);
    }),
  );
});

test("a discount for some lines does not change the others", () => {
  fc.assert(
    fc.property(lines, discount, (priced, off) => {
      fc.pre(off.keys !== undefined);
      for (const each of totals(priced, [off]).lines) {
        if (!off.keys?.includes(each.key)) expect(each.discount).toBe(0);
      }
    }),
  );
});

test("adding a line and removing it restores every amount", () => {
  fc.assert(
    fc.property(lines, line, discounts, shipping, (priced, more, off, fee) => {
      const before = totals(priced, off, fee);
      const withMore = [...priced, { key: "more", ...more }];
      totals(withMore, off, fee);
      expect(
        totals(
          withMore.filter((each) => each.key !== "more"),
          off,
          fee,
        ),
      ).toEqual(before);
    }),
  );
});

test("the order of the lines changes no total", () => {
  fc.assert(
    fc.property(lines, shipping, (priced, fee) => {
      expect(totals(priced.toReversed(), [], fee).totals).toEqual(totals(priced, [], fee).totals);
    }),
  );
});

test("the cash amount is the total rounded up to the next thousand", () => {
  fc.assert(
    fc.property(lines, shipping, (priced, fee) => {
      const { cash, total } = totals(priced, [], fee).totals;
      expect(cash % 1000).toBe(0);
      expect(cash - total).toBeGreaterThanOrEqual(0);
      expect(cash - total).toBeLessThan(1000);
    }),
  );
});

test("a receipt of two rates reads as the accountant computes it", () => {
  const kettle = {
    key: "a",
    kind: "bought",
    quantity: 2,
    list_price: 600_000,
    unit_price: 500_000,
    flash_sale: false,
  } as const;
  const pan = {
    key: "b",
    kind: "bought",
    quantity: 1,
    list_price: 330_000,
    unit_price: 300_000,
    flash_sale: true,
  } as const;
  const receipt = totals(
    [
      { ...kettle, vat_rate_bp: 800 },
      { ...pan, vat_rate_bp: 1000 },
    ],
    [{ source: "coupon", label: "BEP5", amount: 50_001 }],
    { fee: 24_500, discount: 30_000, vat_rate_bp: 800 },
  );
  expect(receipt.lines.map((each) => [each.unit_price, each.list_price, each.payable])).toEqual([
    [500_000, 600_000, 949_999],
    [300_000, 330_000, 300_000],
  ]);
  expect(receipt.vat_groups).toEqual([
    { rate_bp: 800, gross: 949_999, net: 879_629, vat: 70_370 },
    { rate_bp: 1000, gross: 300_000, net: 272_727, vat: 27_273 },
  ]);
  expect(receipt.totals).toEqual({
    goods: 1_300_000,
    discount: 50_001,
    ...{ voucher: 0, trade_in: 0, points: 0, points_amount: 0 },
    shipping: 24_500,
    shipping_discount: 24_500,
    gift_card: 0,
    total: 1_249_999,
    vat: 97_643,
    saving: 280_001,
    cash: 1_250_000,
  });
});

test("an empty cart costs nothing", () => {
  expect(Object.values(totals([]).totals).every((amount) => amount === 0)).toBe(true);
});
