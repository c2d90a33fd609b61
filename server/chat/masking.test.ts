import { describe, expect, test } from "vitest";
import { maskNumbers } from "./masking.ts";

/** A number of `length` digits that passes the check of Luhn. */
function cardNumber(length: number, seed: number): string {
  const body = Array.from({ length: length - 1 }, (_, n) => String((seed * (n + 3) + n) % 10)).join("");
  const sum = [...body].reverse().reduce((all, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

describe("numbers nobody should send", () => {
  test("a card number of any length is masked but for its last four digits, with blanks and dashes as well", () => {
    for (let length = 13; length <= 19; length += 1) {
      for (let seed = 1; seed < 30; seed += 1) {
        const number = cardNumber(length, seed);
        for (const written of [number, number.replace(/(\d{4})/g, "$1 "), number.replace(/(\d{4})(?=\d)/g, "$1-")]) {
          const masked = maskNumbers(`Thẻ ${written.trim()} nhé`);
          expect(masked).not.toContain(number.slice(0, 6));
          expect(masked.replace(/\D/g, "")).toBe(number.slice(-4));
        }
      }
    }
  });

  test("a citizen's number is masked whole", () => {
    expect(maskNumbers("CCCD 001090012345.")).toBe("CCCD ••••••••••••.");
    expect(maskNumbers("001 090 012 345")).toBe("••••••••••••");
  });

  test("phone numbers, prices, order codes and other long numbers stay", () => {
    for (const text of ["0590000011", "059-000-0011", "5.290.000 đ", "K7M2QX9RTA", "4111111111111112", "123456789012"])
      expect(maskNumbers(text)).toBe(text);
  });
});
