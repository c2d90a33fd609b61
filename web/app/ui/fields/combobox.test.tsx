import { fold } from "contract/values/text.ts";
import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Combobox, matching } from "./combobox.tsx";

const wards = [
  { value: "00004", text: "Phường Ba Đình", hint: "Hà Nội" },
  { value: "00167", text: "Phường Cầu Giấy", hint: "Hà Nội" },
  { value: "26752", text: "Phường Cầu Ông Lãnh", hint: "Thành phố Hồ Chí Minh" },
  { value: "00229", text: "Phường Đống Đa", hint: "Hà Nội" },
  { value: "75", text: "Thành phố Đà Nẵng", hint: "gồm Quảng Nam" },
];
const found = (typed: string) => matching(wards, typed, fold).map(({ text }) => text);

describe("a unit is found by its name as typed", () => {
  test.each([
    ["dong da", ["Phường Đống Đa"]],
    ["ĐỐNG ĐA", ["Phường Đống Đa"]],
    ["cau gi", ["Phường Cầu Giấy"]],
    ["lanh cau", ["Phường Cầu Ông Lãnh"]],
    ["quang nam", ["Thành phố Đà Nẵng"]],
    ["giay ha noi", ["Phường Cầu Giấy"]],
    ["au", []],
    ["không có", []],
  ])("%s", (typed, expected) => expect(found(typed)).toEqual(expected));

  test("what begins like the typed words comes first", () => {
    expect(found("thành phố")).toEqual(["Thành phố Đà Nẵng", "Phường Cầu Ông Lãnh"]);
  });

  test("before anything is typed all are there, in their order", () => {
    expect(found("  ")).toEqual(wards.map(({ text }) => text));
  });
});

test("without scripts the same choice is a list of the form, with the chosen one selected", () => {
  const words = { none: "Không có", clear: "Xóa", close: "Đóng", found: (count: number) => `${count} kết quả` };
  const html = renderToString(
    <Combobox
      name="ward"
      label="Phường"
      placeholder="Chọn"
      defaultValue="00229"
      options={wards}
      {...{ fold, labels: words }}
    />,
  );
  expect(html).toMatch(/<select[^>]* name="ward"/);
  expect(html).toMatch(/<option value="00229" selected="">Phường Đống Đa \(Hà Nội\)<\/option>/);
});
