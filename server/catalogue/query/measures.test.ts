/** Measures in a query match every way a shop writes the unit. rules/search */
import { describe, expect, it } from "vitest";
import { wordsOf } from "../index/terms.ts";
import { isMeasure, partMeasures, waysOfMeasure } from "./measures.ts";

describe("a typed measure", () => {
  it.each([
    ["máy lạnh 9000btu", "máy lạnh 9000 btu"],
    ["máy lạnh 12.000 BTU", "máy lạnh 12000 BTU"],
    ["1,5HP", "1.5 HP"],
    ["tivi 55in samsung", "tivi 55 inch samsung"],
    ['tivi 55"', "tivi 55 inch"],
    ["máy hút 2 in 1", "máy hút 2 in 1"],
    ["máy hút 2in1", "máy hút 2in1"],
    ["RC-15HP", "RC-15HP"],
    ["hp 107a", "hp 107a"],
  ])("%s is read as %s", (typed, read) => {
    expect(partMeasures(typed).replace(/\s+/g, " ").trim()).toBe(read);
  });

  it("a measure matches every way a shop may have written it", () => {
    const ways = (text: string) => waysOfMeasure(wordsOf(text)).map((lexemes) => lexemes.join(" + "));
    expect(ways("9000 btu")).toEqual(expect.arrayContaining(["9000 btu", "9000btu", "9.000 btu", "9 000 + 000 btu"]));
    expect(ways("1.5 hp")).toEqual(expect.arrayContaining(["1.5 hp", "1.5hp", "1 5 + 5 hp", "1 5hp", "1.5 ngua"]));
    expect(ways("5 cánh")).toEqual([]);
    expect(isMeasure(wordsOf("55")[0], wordsOf("inch")[0])).toBe(true);
    expect(isMeasure(wordsOf("rc15")[0], wordsOf("inch")[0])).toBe(false);
  });
});
