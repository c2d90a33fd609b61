import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatPhone, isKnownPrefix, liveChatPhone, maskPhone, parsePhone, telLink } from "./phone.ts";

const national = fc
  .tuple(fc.constantFrom("3", "5", "7", "8", "9"), fc.stringMatching(/^\d{8}$/))
  .map(([first, rest]) => first + rest);

describe("accepted phone numbers", () => {
  it.each([
    "0987654321",
    "098 765 4321",
    "098.765.4321",
    "098-765-4321",
    "(098) 765-4321",
    "098\u00a0765\u20114321",
    "+84987654321",
    "+84 98 765 43 21",
    "+84 (0)98 765 4321",
    "84987654321",
    "0084987654321",
    "00840987654321",
    "840987654321",
    "987654321",
    "０９８７６５４３２１",
    "＋８４ ９８７６５４３２１",
    "\u202a0987654321\u202c",
    "\u200b0987654321 ",
  ])("%s", (typed) => {
    expect(parsePhone(typed)).toEqual({ ok: true, e164: "+84987654321" });
  });

  it("every way of writing a number is read", () => {
    fc.assert(
      fc.property(national, fc.constantFrom("0", "+84", "84", "0084", "+840", ""), (number, prefix) => {
        expect(parsePhone(prefix + number)).toEqual({ ok: true, e164: `+84${number}` });
        expect(parsePhone(formatPhone(`+84${number}`))).toEqual({ ok: true, e164: `+84${number}` });
      }),
    );
  });

  it("84 is read as VinaPhone's prefix where it is not the country code", () => {
    expect(parsePhone("841234567")).toEqual({ ok: true, e164: "+84841234567" });
    expect(parsePhone("0841234567")).toEqual({ ok: true, e164: "+84841234567" });
    expect(parsePhone("84841234567")).toEqual({ ok: true, e164: "+84841234567" });
  });
});

describe("refused phone numbers", () => {
  it.each([
    ["098765432", { problem: "short", missing: 1 }],
    ["0987", { problem: "short", missing: 6 }],
    ["0", { problem: "short", missing: 9 }],
    ["+8498765432", { problem: "short", missing: 1 }],
    ["8498765432", { problem: "short", missing: 1 }],
    ["09876543210", { problem: "long", extra: 1 }],
    ["+849876543211", { problem: "long", extra: 1 }],
    ["09876543210987654321", { problem: "long", extra: 10 }],
    ["024 3795 1234", { problem: "landline" }],
    ["+842437951234", { problem: "landline" }],
    ["0225 379 1234", { problem: "landline" }],
    ["01634567890", { problem: "old_prefix", suggestion: "+84334567890" }],
    ["0120 345 6789", { problem: "old_prefix", suggestion: "+84703456789" }],
    ["+84 123 456 7890", { problem: "old_prefix", suggestion: "+84834567890" }],
    ["0199 345 6789", { problem: "old_prefix", suggestion: "+84593456789" }],
    ["1900 1234", { problem: "invalid" }],
    ["1800 599 928", { problem: "invalid" }],
    ["0487654321", { problem: "invalid" }],
    ["+1 415 555 2671", { problem: "invalid" }],
    ["+81 90 1234 5678", { problem: "invalid" }],
    ["", { problem: "invalid" }],
    ["+", { problem: "invalid" }],
    ["98+7654321", { problem: "invalid" }],
    ["0987 65a 321", { problem: "invalid" }],
    ["an@example.com", { problem: "invalid" }],
    ["0".repeat(500), { problem: "invalid" }],
  ])("%s", (typed, problem) => {
    expect(parsePhone(typed)).toEqual({ ok: false, ...problem });
  });

  it("any text is parsed without an error", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }), (typed) => {
        const parsed = parsePhone(typed);
        if (parsed.ok) expect(parsed.e164).toMatch(/^\+84[35789]\d{8}$/);
        else if (parsed.problem === "short") expect(parsed.missing).toBeGreaterThan(0);
        else if (parsed.problem === "long") expect(parsed.extra).toBeGreaterThan(0);
      }),
    );
  });

  it("a suggested number is valid", () => {
    const old = fc.constantFrom("120", "121", "122", "123", "126", "129", "162", "169", "186", "188", "199");
    fc.assert(
      fc.property(old, fc.stringMatching(/^\d{7}$/), (prefix, rest) => {
        const parsed = parsePhone(`0${prefix}${rest}`);
        expect(parsed).toMatchObject({ ok: false, problem: "old_prefix" });
        if (!parsed.ok && parsed.problem === "old_prefix") expect(parsePhone(parsed.suggestion).ok).toBe(true);
      }),
    );
  });
});

describe("phone numbers on screen", () => {
  it("a number is shown in groups", () => {
    expect(formatPhone("+84987654321")).toBe("098-765-4321");
    expect(formatPhone("024 3795 1234")).toBe("024-3795-1234");
    expect(formatPhone("+842420000001")).toBe("024-2000-0001");
    expect(formatPhone("0225 379 1234")).toBe("0225-379-1234");
    expect(formatPhone("1800 0000")).toBe("1800-0000");
    expect(formatPhone("+81 90-1234-5678")).toBe("+81 90-1234-5678");
  });

  it("a number is masked", () => {
    expect(maskPhone("+84987654321")).toBe("098-***-4321");
    expect(maskPhone("odd")).toBe("***dd");
  });

  it("a link to call has the country code, except for a hotline", () => {
    expect(telLink("098-765-4321")).toBe("tel:+84987654321");
    expect(telLink("024 2000 0001")).toBe("tel:+842420000001");
    expect(telLink("+84987654321")).toBe("tel:+84987654321");
    expect(telLink("1800 0000")).toBe("tel:18000000");
  });
});

describe("hints", () => {
  it("an unused prefix gives a hint and is accepted", () => {
    expect(parsePhone("0512345678").ok).toBe(true);
    expect(isKnownPrefix("+84512345678")).toBe(false);
    expect(isKnownPrefix("+84987654321")).toBe(true);
    expect(isKnownPrefix("+84590000011")).toBe(true);
  });

  it("the live chat uses the specification's pattern", () => {
    for (const right of ["0987654321", "84987654321", "+84387654321", "+0787654321"]) {
      expect(right).toMatch(liveChatPhone);
      expect(parsePhone(right).ok).toBe(true);
    }
    for (const wrong of ["987654321", "0287654321", "09876543210", "+84 987654321"]) {
      expect(wrong).not.toMatch(liveChatPhone);
    }
  });
});
