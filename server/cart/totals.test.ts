/** The amount due, by properties first and then by example. rules/cart#calculation */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type GoodsDiscount, type PricedLine, type ShippingFee, totals } from "./totals.ts";
import { vatRateBp } from "./vat.ts";

const dong = fc.integer({ min: 0, max: 200_000_000 });
const line = fc
  .record({
    quantity: fc.integer({ min: 1, max: 999 }),
    list_price: dong,
    sale_price: fc.option(dong),
    flash_price: fc.option(dong),
    vat_rate_bp: fc.constantFrom(800, 1000),
  })
  .map((each): Omit<PricedLine, "key"> => each);
const lines = fc
  .array(line, { maxLength: 8 })
  .map((all) => all.map((each, index): PricedLine => ({ key: `l${index}`, ...each })));
const discount: fc.Arbitrary<GoodsDiscount> = fc.record(
  {
    source: fc.constantFrom("coupon", "promo_code", "voucher"),
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
const sumOf = (amounts: number[]) => amounts.reduce((before, amount) => before + amount, 0);

test("the parts sum to the whole, in every way a receipt can be added up", () => {
  fc.assert(
    fc.property(lines, discounts, shipping, (priced, off, fee) => {
      const amounts = totals(priced, off, fee);
      const { goods, discount, shipping: charged, shipping_discount, total, vat } = amounts.totals;
      expect(total).toBe(goods - discount + charged - shipping_discount);
      expect(goods).toBe(sumOf(amounts.lines.map((each) => each.line_total)));
      expect(discount).toBe(sumOf(amounts.lines.map((each) => each.discount)));
      expect(0 - discount).toBe(sumOf(amounts.adjustments.map((each) => each.amount)));
      expect(goods - discount).toBe(sumOf(amounts.lines.map((each) => each.payable)));
      expect(total).toBe(sumOf(amounts.vat_groups.map((each) => each.gross)));
      expect(vat).toBe(sumOf(amounts.vat_groups.map((each) => each.gross - each.net)));
      for (const each of amounts.lines) expect(each.line_total).toBe(each.discount + each.payable);
    }),
  );
});

test("no amount is negative or a fraction, and no discount exceeds its limit", () => {
  fc.assert(
    fc.property(lines, discounts, shipping, (priced, off, fee) => {
      const amounts = totals(priced, off, fee);
      for (const amount of Object.values(amounts.totals)) {
        expect(Number.isSafeInteger(amount)).toBe(true);
        expect(amount).toBeGreaterThanOrEqual(0);
      }
      for (const each of amounts.lines) {
        expect(each.payable).toBeGreaterThanOrEqual(0);
        expect(each.discount).toBeGreaterThanOrEqual(0);
        if (each.flash_sale) expect(each.discount).toBe(0);
      }
      for (const [index, each] of amounts.adjustments.entries()) {
        expect(-each.amount).toBeLessThanOrEqual(off[index]?.amount ?? 0);
        expect(each.amount).toBeLessThanOrEqual(0);
      }
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

test("a receipt with two VAT rates has the amounts an accountant computes", () => {
  const kettle = { key: "a", quantity: 2, list_price: 600_000, sale_price: 500_000, flash_price: null };
  const pan = { key: "b", quantity: 1, list_price: 330_000, sale_price: null, flash_price: 300_000 };
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
    shipping: 24_500,
    shipping_discount: 24_500,
    total: 1_249_999,
    vat: 97_643,
    saving: 280_001,
    cash: 1_250_000,
  });
});

test("an empty cart costs nothing", () => {
  expect(Object.values(totals([]).totals).every((amount) => amount === 0)).toBe(true);
});

test("the reduced VAT rate ends with the year 2026, at midnight in Vietnam", () => {
  expect(vatRateBp(8, new Date("2026-12-31T16:59:59Z"))).toBe(800);
  expect(vatRateBp(8, new Date("2026-12-31T17:00:00Z"))).toBe(1000);
  expect(vatRateBp(8, new Date("2025-06-30T16:59:59Z"))).toBe(1000);
  expect(vatRateBp(10, new Date("2026-11-21T00:00:00Z"))).toBe(1000);
});
