/** Property values are formatted in the reader's language. */
import type { Locale } from "contract/values/locale.ts";
import { expect, test } from "vitest";
import { type Attribute, type PropertyValue, specText, valueText } from "./property-values.ts";

const label = { vi: "Số cấp lọc", en: "Filter stages", ja: "ろ過段数" };
const options = new Map([["gas", { vi: "Bếp gas", en: "Gas", ja: "ガス" }]]);
const of = (type: Attribute["type"], unit = ""): Attribute => ({
  ...{ code: "x", type, unit, filterable: true, label, hint: label, options },
});

test.each<[Attribute, PropertyValue, string, string, string]>([
  [of("number", "L"), 5.5, "5.5 L", "5.5 L", "5.5L"],
  [of("number", "W"), 1700, "1,700 W", "1,700 W", "1,700W"],
  [of("integer", "tháng"), 12, "12 tháng", "12 months", "12か月"],
  [of("number", "h"), 24, "24 giờ", "24 h", "24時間"],
  [of("number", "L/ngày"), 16, "16 L/ngày", "16 L/day", "16L/日"],
  [of("range"), { min: 4, max: 6 }, "4–6 người", "4–6 people", "4～6人"],
  [of("range"), { min: 4, max: 4 }, "4 người", "4 people", "4人"],
  [of("bool"), true, "Có", "Yes", "あり"],
  [of("bool"), false, "Không", "No", "なし"],
  [of("enum"), "gas", "Bếp gas", "Gas", "ガス"],
  [of("list"), ["gas", "RO-810"], "Bếp gas, RO-810", "Gas, RO-810", "ガス、RO-810"],
  [of("text"), "5.0–9.5", "5,0–9,5", "5.0–9.5", "5.0–9.5"],
  [of("text", "mm"), "690 × 410", "690 × 410 mm", "690 × 410 mm", "690 × 410mm"],
  [of("number", "L"), "much", "", "", ""],
])("%# in three languages", (attribute, value, vi, en, ja) => {
  const said = (["vi", "en", "ja"] satisfies Locale[]).map((locale) => valueText(attribute, value, locale));
  expect(said).toEqual([vi, en, ja]);
});

test("on a card a number without a unit is shown with its name, and missing properties are left out", () => {
  expect(specText(of("integer"), 9, "vi")).toBe("Số cấp lọc: 9");
  expect(specText(of("bool"), true, "en")).toBe("Filter stages");
  expect(specText(of("bool"), false, "en")).toBe("");
});
