import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskTaxCode, parseTaxCode } from "./tax-code.ts";

describe("accepted tax codes", () => {
  it.each([
    ["0300588569", "0300588569", "enterprise"],
    ["0101248141", "0101248141", "enterprise"],
    ["0199999014", "0199999014", "enterprise"],
    [" 0300 588 569 ", "0300588569", "enterprise"],
    ["0300588569-001", "0300588569-001", "branch"],
    ["0300588569001", "0300588569-001", "branch"],
    ["0300588569 – 001", "0300588569-001", "branch"],
    ["０３００５８８５６９", "0300588569", "enterprise"],
    ["001203004567", "001203004567", "person"],
    ["096 3 01 123456", "096301123456", "person"],
  ])("%s", (typed, code, kind) => {
    expect(parseTaxCode(typed)).toEqual({ ok: true, code, kind });
  });

  it("the stored form parses to itself", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{10,13}$/), (digits) => {
        const parsed = parseTaxCode(digits);
        if (parsed.ok) expect(parseTaxCode(parsed.code)).toEqual(parsed);
      }),
    );
  });
});

describe("refused tax codes", () => {
  it.each([
    ["0300588560", { problem: "check_digit" }],
    ["0300588560-001", { problem: "check_digit" }],
    ["0300588569-000", { problem: "branch" }],
    ["030058856", { problem: "short", missing: 1 }],
    ["03", { problem: "short", missing: 8 }],
    ["03005885691", { problem: "length", digits: 11 }],
    ["03005885690011", { problem: "length", digits: 14 }],
    ["097203004567", { problem: "person" }],
    ["000203004567", { problem: "person" }],
    ["001903004567", { problem: "person" }],
    ["0000000000", { problem: "check_digit" }],
    ["03005a8569", { problem: "characters" }],
    ["", { problem: "characters" }],
  ])("%s", (typed, problem) => {
    expect(parseTaxCode(typed)).toEqual({ ok: false, ...problem });
  });

  it("any single wrong digit is found", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 9 }), (place, by) => {
        const right = "0300588569";
        const wrong = right.replace(/\d/g, (digit, at: number) =>
          at === place ? String((Number(digit) + by) % 10) : digit,
        );
        expect(parseTaxCode(wrong).ok).toBe(false);
      }),
    );
  });
});

describe("a personal number", () => {
  it("a personal number is masked, a company's code is not", () => {
    expect(maskTaxCode("001203004567")).toBe("001******567");
    expect(maskTaxCode("0300588569-001")).toBe("0300588569-001");
  });
});
