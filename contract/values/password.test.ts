import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isStrongPassword,
  normalisePassword,
  PASSWORD_SPECIALS,
  passwordRules,
  unmetPasswordRules,
} from "./password.ts";

describe("rules of passwords", () => {
  it.each([
    ["", ["length", "upper", "lower", "digit", "special"]],
    ["abc", ["length", "upper", "digit", "special"]],
    ["Abcdefgh1", ["length", "special"]],
    ["Abcdefgh1!", []],
    ["abcdefgh1!", ["upper"]],
    ["ABCDEFGH1!", ["lower"]],
    ["Abcdefghi!", ["digit"]],
    ["Abcdefgh12", ["special"]],
    ["Abcdefg1!#", ["only"]],
    ["Abcd efgh1!", ["only"]],
    ["Mậtkhẩu123!", []],
    ["Abc1!      ", ["length", "only"]],
    ["Đường123!!", []],
    ["Passwörd1!", []],
  ])("%s", (password, unmet) => {
    expect(unmetPasswordRules(password)).toEqual(unmet);
    expect(isStrongPassword(password)).toBe(unmet.length === 0);
  });

  it("exactly the failing rules are reported", () => {
    const signs = fc.constantFrom(..."abcXYZ0189", ...PASSWORD_SPECIALS, " ", "#", "ệ");
    fc.assert(
      fc.property(fc.string({ unit: signs, maxLength: 20 }), (password) => {
        const unmet = unmetPasswordRules(password);
        expect(unmet).toEqual(passwordRules.filter((rule) => unmet.includes(rule)));
        expect(unmet.includes("digit")).toBe(!/\d/.test(password));
        expect(unmet.includes("only")).toBe(/[ #]/.test(password));
      }),
    );
  });
});

describe("Unicode in passwords", () => {
  it("composed and decomposed input are the same password", () => {
    const password = "Mậtkhẩu123!";
    expect(normalisePassword(password.normalize("NFD"))).toBe(normalisePassword(password));
    expect(unmetPasswordRules(password.normalize("NFD"))).toEqual([]);
  });

  it("a very long password is refused before it is hashed", () => {
    expect(isStrongPassword(`Aa1!${"a".repeat(1000)}`)).toBe(false);
  });
});
