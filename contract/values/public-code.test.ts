import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CODE_ALPHABET, groupedCode, isOrderCode, newOrderCode, normaliseCode } from "./public-code.ts";

describe("order codes", () => {
  it("a code uses only unambiguous characters, and all of them", () => {
    const seen = new Set<string>();
    for (let count = 0; count < 500; count++) {
      const code = newOrderCode();
      expect(isOrderCode(code)).toBe(true);
      for (const sign of code) seen.add(sign);
    }
    expect([...seen].sort().join("")).toBe([...CODE_ALPHABET].sort().join(""));
    expect(CODE_ALPHABET).not.toMatch(/[01IO]/);
    expect(CODE_ALPHABET).toHaveLength(32);
  });

  it("codes do not repeat in a day's orders", () => {
    const codes = new Set(Array.from({ length: 20_000 }, newOrderCode));
    expect(codes.size).toBe(20_000);
  });

  it("a code is read in any case and grouping", () => {
    const code = fc.string({ unit: fc.constantFrom(...CODE_ALPHABET), minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(code, (wanted) => {
        expect(normaliseCode(groupedCode(wanted))).toBe(wanted);
        expect(normaliseCode(` ${wanted.toLowerCase().slice(0, 5)} ${wanted.slice(5)}\n`)).toBe(wanted);
        expect(normaliseCode(`#${wanted}\u200b`)).toBe(wanted);
      }),
    );
    expect(groupedCode("K7M2QX9RTA")).toBe("K7M-2QX-9RTA");
  });

  it("other texts are no codes", () => {
    for (const wrong of ["", "K7M2QX9RT", "K7M2QX9RTAA", "K7M2QX9RT0", "k7m2qx9rta", "K7M2QX9RTI"]) {
      expect(isOrderCode(wrong)).toBe(false);
    }
  });
});
