/** Serial numbers, read however they were typed. rules/warranty#serials */
import { describe, expect, test } from "vitest";
import { checkCharacter, foldSerial, producedIn, readSerial, shownSerial } from "./serials.ts";

const prefixes = new Map(
  ["SRRO810", "SRAF60W", "SRDW6", "SRKT17", "SRIO5", "SROV20"].map((each) => [foldSerial(each), each]),
);
const read = (typed: string) => readSerial(typed, prefixes);

describe("reading a serial", () => {
  test.each([
    "SRRO810-2606-00462-7",
    "SRAF60W-2607-00463-H",
    "SRDW6-2606-00398-K",
    "SRKT17-2608-00417-T",
    "SRIO5-2609-00023-N",
    "SROV20-2607-00005-T",
  ])("%s is read, stored without dashes and shown with them", (serial) => {
    const found = read(serial);
    expect(found).toMatchObject({ ok: true, serial: serial.replaceAll("-", "") });
    expect(found.ok && shownSerial(found.serial)).toBe(serial);
  });

  test.each([
    ["srkt17-26o8-oo417-t", "SRKT17-2608-00417-T"],
    ["SR1O5 2609 00023 N", "SRIO5-2609-00023-N"],
    ["SROV20260700005T", "SROV20-2607-00005-T"],
    ["ＳＲＫＴ１７－２６０８－００４１７－Ｔ", "SRKT17-2608-00417-T"],
    ["https://shop.example/dang-ky-bao-hanh?serial=SRKT17-2608-00417-T#x", "SRKT17-2608-00417-T"],
    ["/dang-ky-bao-hanh?a=1&serial=srkt17%2D2608-00417-t", "SRKT17-2608-00417-T"],
  ])("%s means %s", (typed, meant) => {
    const found = read(typed);
    expect(found.ok && shownSerial(found.serial)).toBe(meant);
  });

  test.each([
    ["SRRO810-2606-00462-A", "mistyped"],
    ["SRRO8102606040627", "mistyped"],
    ["SRAF60W-2607-0046", "short"],
    ["SRXX99-2608-00417-7", "foreign"],
    ["SRKT17-2613-00417-1", "month"],
    ["", "short"],
    ["ABC-123456", "short"],
    ["ELECTROLUX-99-ABCDEFG", "foreign"],
    ["SRKT17-2608-00417-T-77", "mistyped"],
  ])("%s is refused as %s", (typed, problem) => {
    expect(read(typed)).toEqual({ ok: false, problem });
  });

  test("of single wrong signs and swapped neighbours hardly one passes", () => {
    const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let [changed, swapped, passedChanged, passedSwapped] = [0, 0, 0, 0];
    for (let number = 0; number < 200; number += 1) {
      const body = `SRKT172608${String(number * 37).padStart(5, "0")}`;
      const serial = body + checkCharacter(body);
      const at = number % 9;
      const place = serial.length - 2 - at;
      for (const sign of alphabet) {
        if (foldSerial(sign) === foldSerial(serial[place] ?? "")) continue;
        changed += 1;
        if (read(serial.slice(0, place) + sign + serial.slice(place + 1)).ok) passedChanged += 1;
      }
      const [a = "", b = ""] = [serial[place - 1], serial[place]];
      if (a === b) continue;
      swapped += 1;
      if (read(serial.slice(0, place - 1) + b + a + serial.slice(place + 1)).ok) passedSwapped += 1;
    }
    expect(passedChanged / changed).toBeLessThan(0.01);
    expect(passedSwapped / swapped).toBeLessThan(0.02);
  });

  test("a stored serial names its month of production", () => {
    expect(producedIn("SRKT17260800417T")).toBe("2026-08");
  });
});
