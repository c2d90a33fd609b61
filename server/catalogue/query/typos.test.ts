/** Distance between typed and known words: near enough for typos, never between other words. rules/search#typos */
import fc from "fast-check";
import { expect, test } from "vitest";
import { hasFarCharacter, isOneSlip, shortened, soundOf } from "./typos.ts";

test.each([
  ["giat", "giac"],
  ["giu", "du"],
  ["say", "xay"],
  ["quat", "quac"],
  ["tran", "chan"],
  ["loi", "noi"],
  ["nghe", "nge"],
  ["ky", "ki"],
])("%s and %s sound alike in some dialect", (one, other) => {
  expect(soundOf(one)).toBe(soundOf(other));
});

test.each([
  ["noi", "bep"],
  ["quat", "quan"],
  ["am", "an"],
])("%s and %s do not sound alike", (one, other) => {
  expect(soundOf(one)).not.toBe(soundOf(other));
});

const word = fc.string({ unit: fc.constantFrom(..."abcn"), minLength: 2, maxLength: 10 });

test("one typo anywhere is distance one, and both words share their other letters", () => {
  fc.assert(
    fc.property(word, fc.nat(), fc.constantFrom(..."abcnx"), (text, place, letter) => {
      const at = place % text.length;
      const missing = text.slice(0, at) + text.slice(at + 1);
      const added = text.slice(0, at) + letter + text.slice(at);
      const wrong = text.slice(0, at) + letter + text.slice(at + 1);
      const swapped = text.slice(0, at) + (text[at + 1] ?? "") + text.charAt(at) + text.slice(at + 2);
      for (const slip of [missing, added, wrong, swapped]) {
        expect(isOneSlip(text, slip), `${text} ${slip}`).toBe(true);
        expect(isOneSlip(slip, text), `${slip} ${text}`).toBe(true);
        expect(shortened(text).isDisjointFrom(shortened(slip)), `${text} ${slip}`).toBe(false);
      }
    }),
  );
});

test("a wrong letter counts less if it is a neighbour on the keyboard, or if both are vowels", () => {
  for (const [one, other] of [
    ["bosxh", "bosch"],
    ["robit", "robot"],
    ["timet", "timer"],
  ] as const)
    expect(hasFarCharacter(one, other), one).toBe(false);
  expect(hasFarCharacter("tider", "timer")).toBe(true);
});

test("two typos are not distance one", () => {
  for (const [one, other] of [
    ["maysay", "maixai"],
    ["noicom", "nocoim"],
    ["quatdien", "quatdi"],
  ] as const) {
    expect(isOneSlip(one, other)).toBe(false);
  }
});
