import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sum } from "./money.ts";
import { vatGroups, vatIn } from "./vat.ts";

describe("VAT of an invoice", () => {
  it("VAT is computed once per rate", () => {
    const lines = [
      { gross: 1_990_000, rate_bp: 800 },
      { gross: 550_000, rate_bp: 1_000 },
      { gross: 10_000, rate_bp: 800 },
    ];
    expect(vatGroups(lines)).toEqual([
      { rate_bp: 800, gross: 2_000_000, net: 1_851_852, vat: 148_148 },
      { rate_bp: 1_000, gross: 550_000, net: 500_000, vat: 50_000 },
    ]);
    expect(vatIn(lines)).toBe(198_148);
    expect(vatGroups([])).toEqual([]);
    expect(vatIn([])).toBe(0);
  });

  it("net and VAT sum to the amount paid, for any lines", () => {
    const line = fc.record({
      gross: fc.integer({ min: -500_000_000, max: 500_000_000 }),
      rate_bp: fc.constantFrom(0, 500, 800, 1_000),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const groups = vatGroups(lines);
        expect(sum(groups.map((group) => group.gross))).toBe(sum(lines.map((each) => each.gross)));
        for (const group of groups) {
          expect(group.net + group.vat).toBe(group.gross);
          expect(Math.abs(group.vat - (group.net * group.rate_bp) / 10_000)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it("a full return reverses exactly the VAT of the sale", () => {
    expect(vatIn([{ gross: -1_990_000, rate_bp: 800 }])).toBe(-vatIn([{ gross: 1_990_000, rate_bp: 800 }]));
  });
});
