/** What the page-turning script computes: which pages lie open, which page an address names, what a search finds. rules/pages#the-catalogue */
import { unchecked } from "contract/unchecked.ts";
import { describe, expect, it } from "vitest";

type Turn = {
  spreadOf(n: number, count: number, isWide: boolean): number[];
  pageOf(search: string, count: number): number;
  matching(texts: string[], typed: string): number[];
};
const file = new URL("../../../public/js/turn.js", import.meta.url).href;
const { spreadOf, pageOf, matching }: Turn = unchecked(await import(file));

describe("pages that lie open", () => {
  it.each([4, 24, 32])(
    "of %i pages each lies open exactly once, the first and the last alone, even ones left",
    (count) => {
      const spreads = new Map<string, number[]>();
      for (let n = 1; n <= count; n++) {
        const open = spreadOf(n, count, true);
        expect(open).toContain(n);
        spreads.set(open.join(), open);
      }
      const all = [...spreads.values()];
      expect(all.flat()).toEqual(Array.from({ length: count }, (_, at) => at + 1));
      expect([all.at(0), all.at(-1)]).toEqual([[1], [count]]);
      for (const open of all.slice(1, -1)) expect([open.length, (open[0] ?? 1) % 2]).toEqual([2, 0]);
    },
  );

  it("on a narrow window it is one page", () => {
    for (let n = 1; n <= 32; n++) expect(spreadOf(n, 32, false)).toEqual([n]);
  });
});

it.each([
  ["", 1],
  ["?trang=8", 8],
  ["?trang=32", 32],
  ["?trang=33", 1],
  ["?trang=0", 1],
  ["?trang=2.5", 1],
  ["?trang=tám", 1],
])("the address %s opens page %i", (search, page) => expect(pageOf(search, 32)).toBe(page));

it("a search finds pages with all words, without accents and case", () => {
  const texts = ["nuoc sach tai voi", "may loc nuoc ro", "quat dung"];
  expect(matching(texts, "NƯỚC")).toEqual([1, 2]);
  expect(matching(texts, "nước lọc")).toEqual([2]);
  expect(matching(texts, "Đứng")).toEqual([3]);
  expect(matching(texts, "bếp")).toEqual([]);
  expect(matching(texts, "  ")).toEqual([]);
});
