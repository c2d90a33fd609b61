import type { Unit } from "contract/fulfilment/fulfilment.ts";
import { type Locale, locales } from "contract/values/locale.ts";
import { fold } from "contract/values/text.ts";
import { expect, it } from "vitest";
import { districtList, provinceList, wardList } from "../../../server/fulfilment/unit-lists.ts";
import { matching } from "../ui/fields/combobox.tsx";

const optionsOf = (units: readonly Unit[]) =>
  units.map(({ code, name, full_name, also }) => ({ value: code, name, text: full_name, hint: also.join(", ") }));

const wardsOf = (city_code: string, locale: Locale) =>
  wardList({ address_system: "current", city_code, district_code: "" }, locale);

const folds = new Map<string, string>();
/** As `fold`; each name is compared with all its neighbours. */
function foldOnce(text: string): string {
  const known = folds.get(text) ?? fold(text);
  folds.set(text, known);
  return known;
}

/** What is first in the list, which Enter takes. */
const first = (units: readonly Unit[], typed: string) => matching(optionsOf(units), typed, foldOnce)[0];

it.each([
  ["Hoàn Kiếm", "Phường Hoàn Kiếm"],
  ["hoan kiem", "Phường Hoàn Kiếm"],
  ["ba dinh", "Phường Ba Đình"],
  ["phuong cau giay", "Phường Cầu Giấy"],
  ["hoan ki", "Phường Hoàn Kiếm"],
])("in Hà Nội %s finds %s, whatever former names match", (typed, expected) => {
  expect(first(wardsOf("01", "vi"), typed)?.text).toBe(expected);
});

it.each(locales)("in %s every unit is first when its own name is typed, with its marks or its full name", (locale) => {
  const wrong: string[] = [];
  const check = (units: readonly Unit[]) => {
    for (const { name, full_name } of units) {
      if (first(units, full_name)?.text !== full_name) wrong.push(full_name);
      if (first(units, name)?.name !== name) wrong.push(name);
    }
  };
  const provinces = provinceList("current", locale);
  check(provinces);
  // Of the other languages the province with most of all, and one of names with apostrophes.
  const some = locale === "vi" ? provinces.map(({ code }) => code) : ["79", "66"];
  for (const code of some) check(wardsOf(code, locale));
  for (const code of ["01", "79"]) check(districtList(code, locale));
  expect(wrong).toEqual([]);
});
