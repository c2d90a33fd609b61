import fc from "fast-check";
import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Pagination, shownPages } from "./pagination.tsx";

const place = fc
  .integer({ min: 1, max: 400 })
  .chain((lastPage) => fc.record({ page: fc.integer({ min: 1, max: lastPage }), lastPage: fc.constant(lastPage) }));

describe("no page of a list is out of reach", () => {
  test("first, last, current and their neighbours are there, in order, and a gap hides at least two", () => {
    fc.assert(
      fc.property(place, ({ page, lastPage }) => {
        const shown = shownPages(page, lastPage);
        expect(shown[0]).toBe(1);
        expect(shown.at(-1)).toBe(lastPage);
        for (const near of [page - 1, page, page + 1]) {
          if (near >= 1 && near <= lastPage) expect(shown).toContain(near);
        }
        for (const [index, one] of shown.entries()) {
          const before = shown[index - 1];
          const after = shown[index + 1];
          if (one === "gap") expect(Number(after) - Number(before)).toBeGreaterThan(2);
          else if (typeof before === "number") expect(one).toBe(before + 1);
        }
      }),
    );
  });

  test("every page is a link without scripts, and says which one is open", () => {
    const html = renderToString(
      <Pagination
        label="Phân trang"
        page={2}
        lastPage={3}
        toPage={(page) => `/san-pham?page=${page}`}
        previous="Trang trước"
        next="Trang sau"
        pageLabel={(page) => `Trang ${page}`}
      />,
    );
    for (const page of [1, 2, 3]) expect(html).toContain(`href="/san-pham?page=${page}"`);
    expect(html).toMatch(
      /<a[^>]*aria-label="Trang 2"[^>]*aria-current="page"|<a[^>]*aria-current="page"[^>]*aria-label="Trang 2"/,
    );
  });
});
