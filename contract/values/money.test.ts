import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allocate, divideHalfUp, formatDong, isDong, percentOff, roundCashUp, share, sum } from "./money.ts";

const price = fc.integer({ min: 0, max: 10_000_000_000 });
const anyAmount = fc.integer({ min: -10_000_000_000, max: 10_000_000_000 });
const weights = fc.array(price, { minLength: 1, maxLength: 30 });

describe("splitting an amount over lines", () => {
  it("the parts sum to the whole", () => {
    fc.assert(
      fc.property(anyAmount, weights, (amount, shares) => {
        fc.pre(sum(shares) > 0);
        expect(sum(allocate(amount, shares))).toBe(amount);
      }),
    );
  });

  it("no part exceeds its line", () => {
    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (lines, part) => {
        const total = sum(lines);
        fc.pre(total > 0);
        const discount = Math.floor(total * part);
        allocate(discount, lines).forEach((shareOfLine, index) => {
          expect(shareOfLine).toBeGreaterThanOrEqual(0);
          expect(shareOfLine).toBeLessThanOrEqual(lines[index] ?? 0);
        });
      }),
    );
  });

  it("each part is within one đồng of its exact share", () => {
    fc.assert(
      fc.property(price, weights, (amount, shares) => {
        const total = BigInt(sum(shares));
        fc.pre(total > 0n);
        allocate(amount, shares).forEach((part, index) => {
          const off = BigInt(part) * total - BigInt(amount) * BigInt(shares[index] ?? 0);
          expect(off < total && off > -total).toBe(true);
        });
      }),
    );
  });

  it("the rest goes to the largest remainders, then to the earlier line", () => {
    expect(allocate(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(allocate(10, [3, 3, 4])).toEqual([3, 3, 4]);
    expect(allocate(5, [2, 7])).toEqual([1, 4]);
    expect(allocate(-100, [1, 1, 1])).toEqual([-34, -33, -33]);
    expect(allocate(0, [0, 0])).toEqual([0, 0]);
    expect(allocate(0, [])).toEqual([]);
  });

  it("products beyond 2⁵³ are exact", () => {
    const whole = 9_000_000_000_000_000;
    expect(sum(allocate(whole, [whole / 3, whole / 3, whole / 3 - 1]))).toBe(whole);
    expect(share(9_007_199_254_740_991, 9_999)).toBe(9_006_298_534_815_517);
  });

  it("splitting over no lines is refused", () => {
    expect(() => allocate(1, [])).toThrow(RangeError);
    expect(() => allocate(1, [0, 0])).toThrow(RangeError);
    expect(() => allocate(1, [2, -1])).toThrow(RangeError);
  });
});

describe("percentages", () => {
  it("percentages round half up to one đồng", () => {
    expect(share(50, 100)).toBe(1);
    expect(share(49, 100)).toBe(0);
    expect(share(1_290_000, 1_500)).toBe(193_500);
    expect(divideHalfUp(5n, 2n)).toBe(3);
  });

  it("a reversal reverses the percentage exactly", () => {
    fc.assert(
      fc.property(anyAmount, fc.integer({ min: 0, max: 10_000 }), (amount, rate_bp) => {
        expect(share(amount, rate_bp) + share(-amount, rate_bp)).toBe(0);
      }),
    );
  });

  it("a discount shown as a percentage is never rounded up", () => {
    expect(percentOff(2_890_000, 1_990_000)).toBe(31);
    expect(percentOff(100, 1)).toBe(99);
    expect(percentOff(1_000_000, 999_999)).toBe(0);
    expect(percentOff(0, 0)).toBe(0);
    expect(percentOff(100, 120)).toBe(0);
  });
});

describe("sums", () => {
  it("amounts that are not whole đồng are refused", () => {
    expect(sum([])).toBe(0);
    expect(sum([1, -1, 5])).toBe(5);
    expect(() => sum([0.1, 0.2])).toThrow(RangeError);
    expect(() => sum([Number.MAX_SAFE_INTEGER, 1])).toThrow(RangeError);
    expect(() => sum([Number.NaN])).toThrow(RangeError);
    expect(isDong("1")).toBe(false);
    expect(isDong(1.5)).toBe(false);
    expect(isDong(-3)).toBe(true);
  });

  it("cash amounts are rounded up to the next thousand", () => {
    expect(roundCashUp(12_000)).toBe(12_000);
    expect(roundCashUp(12_001)).toBe(13_000);
    expect(roundCashUp(0)).toBe(0);
  });
});

describe("a price on screen", () => {
  it("a price has comma groups and a sign that does not wrap", () => {
    expect(formatDong(12_990_000)).toBe("12,990,000\u00a0đ");
    expect(formatDong(999)).toBe("999\u00a0đ");
    expect(formatDong(1_000)).toBe("1,000\u00a0đ");
    expect(formatDong(-50_000)).toBe("-50,000\u00a0đ");
    expect(formatDong(123_456_789_012)).toBe("123,456,789,012\u00a0đ");
  });

  it("zero is shown as 0đ", () => {
    expect(formatDong(0)).toBe("0đ");
    expect(formatDong(null)).toBe("0đ");
    expect(formatDong(undefined)).toBe("0đ");
  });
});
