/** What is suggested, and what of it is typed already as people type: without marks, in the middle, in another case. */
import { unchecked } from "contract/unchecked.ts";
import { common as words } from "messages/vi/common.ts";
import { describe, expect, it } from "vitest";
import { pathsIn } from "../../paths.ts";
import { around, suggestionsOf } from "./suggestions.tsx";

describe("suggestions", () => {
  const paths = pathsIn("vi");
  const hrefs = (typed: string, found?: Parameters<typeof suggestionsOf>[0]["found"]) =>
    suggestionsOf({ typed, found, terms: ["quạt"], paths, words }).flatMap(({ items }) =>
      items.map(({ href }) => href),
    );

  it("end with the way to all results once a text is typed, also where nothing is known", () => {
    expect(hrefs(" noi com ")).toEqual([paths.search("noi com")]);
    const found = { terms: ["nồi cơm điện"], products: [], categories: [{ slug: "noi", name: "Nồi" }] };
    expect(hrefs("noi com", unchecked(found))).toEqual([
      paths.search("nồi cơm điện"),
      paths.category("noi"),
      paths.search("noi com"),
    ]);
    expect(hrefs(" ")).toEqual([paths.search("quạt")]);
    expect(hrefs("\0")).toEqual([paths.search("quạt")]);
    expect(hrefs("no\0i")).toEqual([paths.search("noi")]);
  });
});

describe("what was typed, in a suggestion", () => {
  it.each([
    ["nồi cơm điện", "noi c", ["", "nồi c", "ơm điện"]],
    ["nồi cơm điện", "NỒI", ["", "nồi", " cơm điện"]],
    ["Máy lọc nước", "lọc", ["Máy ", "lọc", " nước"]],
    ["Đèn bàn", "den", ["", "Đèn", " bàn"]],
    ["nồi cơm", "noi com ", ["", "nồi cơm", ""]],
    ["炊飯器", "炊", ["", "炊", "飯器"]],
    ["quạt", "may", ["quạt", "", ""]],
    ["quạt", "", ["quạt", "", ""]],
    ["may may", "ay", ["may may", "", ""]],
    ["no\u0302\u0300i co\u031bm".normalize("NFD"), "noi", ["", "nồi".normalize("NFD"), " cơm".normalize("NFD")]],
  ])("%s, %s", (text, typed, parts) => {
    expect(around(text, typed)).toEqual(parts);
  });
});
