/** Tokens of the search index: typed and stored text are split in the same way. rules/search */
import { expect, test } from "vitest";
import { searchDocument } from "./search-document.ts";
import { wordsOf } from "./terms.ts";

const cut = (text: string) => wordsOf(text).map(({ word }) => word);

test("marks, case, width and the order of composing make no difference", () => {
  const words = cut("Nồi cơm điện");
  expect(words).toEqual(["noi", "com", "dien"]);
  for (const same of ["NỒI CƠM ĐIỆN", "Nồi cơm điện".normalize("NFD"), "noi com dien", "Ｎồi  cơm\u00a0điện"]) {
    expect(cut(same)).toEqual(words);
  }
});

test.each([
  ["1,8 lít", "1.8l"],
  ["1.8L", "1.8l"],
  ["1.8 litre", "1.8l"],
  ["2.200 W", "2200w"],
  ["2,200W", "2200w"],
  ["2,2 kW", "2200w"],
  ["0,6 lít", "600ml"],
  ["1500 ml", "1.5l"],
  ["9 ký", "9kg"],
  ["30 m²", "30m2"],
  ["4 người", "4people"],
  ["4 people", "4people"],
])("a measure is one term in any spelling: %s", (typed, word) => {
  expect(cut(typed)).toEqual([word]);
});

test("a model is found with its dash, without, and in parts", () => {
  expect(cut("RC-15F")).toEqual(["rc15f", "rc", "15f"]);
  expect(cut("RC15F")).toEqual(["rc15f"]);
  expect(cut("RC 15F")).toEqual(["rc", "15f"]);
  expect(cut("AF-60W")).toEqual(["af60w", "af", "60w"]); // not sixty watts of AF
});

test("Japanese is split into pairs of characters, Latin words in it stay whole", () => {
  expect(cut("アンダーシンクRO浄水器")).toEqual(["アン", "ンダ", "ダー", "ーシ", "シン", "ンク", "ro", "浄水", "水器"]);
  expect(cut("炊")).toEqual(["炊"]);
});

test("punctuation and blanks give no terms", () => {
  expect(cut("  !!! … — & ")).toEqual([]);
});

test("no text can inject into the text-search query", () => {
  const hostile = {
    names: ["it's \\ a:1A 'trap' | & ! <-> ' ; drop"],
    codes: ["O'R-1"],
    labels: [],
    short_descriptions: [],
    is_part: false,
  };
  expect(searchDocument(hostile)).not.toMatch(/(?<!')'(?:drop|trap)(?!')\b.*[;|&]/);
});
