import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_POINT_RULES, maySpend, mostSpendable, pointsEarned, pointsValue } from "./points.ts";

const goods = fc.integer({ min: 0, max: 500_000_000 });
const balance = fc.integer({ min: 0, max: 100_000 });

describe("points", () => {
  it("a point is worth 1,000 đ", () => {
    expect(pointsValue(10)).toBe(10_000);
    expect(pointsValue(-3)).toBe(-3_000);
  });

  it("points are earned in whole points, rounded down", () => {
    expect(pointsEarned(1_990_000, 100)).toBe(19);
    expect(pointsEarned(1_990_000, 150)).toBe(29);
    expect(pointsEarned(99_999, 100)).toBe(0);
    expect(pointsEarned(100_000, 100)).toBe(1);
    expect(pointsEarned(-5_000_000, 300)).toBe(0);
  });

  it("points pay at most their share of the goods and at most the balance", () => {
    fc.assert(
      fc.property(balance, goods, (have, price) => {
        const most = mostSpendable(have, price);
        expect(most).toBeLessThanOrEqual(have);
        expect(pointsValue(most) * 2).toBeLessThanOrEqual(price);
        expect(most % DEFAULT_POINT_RULES.step).toBe(0);
        expect(most === 0 || maySpend(most, have, price)).toBe(true);
        expect(maySpend(most + DEFAULT_POINT_RULES.step, have, price)).toBe(false);
      }),
    );
  });

  it("points are spent in tens", () => {
    expect(mostSpendable(1_234, 1_990_000)).toBe(990);
    expect(mostSpendable(57, 10_000_000)).toBe(50);
    expect(mostSpendable(9, 10_000_000)).toBe(0);
    expect(mostSpendable(500, 19_999)).toBe(0);
    expect(maySpend(15, 100, 1_000_000)).toBe(false);
    expect(maySpend(0, 100, 1_000_000)).toBe(false);
    expect(maySpend(-10, 100, 1_000_000)).toBe(false);
    expect(maySpend(20, 100, 1_000_000)).toBe(true);
  });
});
