/** Home shows nothing twice, and no empty section. */

import type { CategoryNode, HomeRows, ProductCard } from "contract/catalogue/catalogue.ts";
import { unchecked } from "contract/unchecked.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { actsOf, type ShownItem, scenesOf, tilesOf } from "./home-data.ts";

const card = (number: number): ProductCard => ({
  product_id: number,
  code: `C${number}`,
  slug: `p-${number}`,
  category_slug: `c-${number % 6}`,
  name: `P ${number}`,
  lang: "vi",
  image: { id: "kind/kettle", alt: "", width: 1, height: 1 } as ProductCard["image"],
  price: 1000,
  list_price: null,
  discount_percent: 0,
  flash_sale: null,
  programme: null,
  badges: [],
  specs: [],
  colours: 1,
  available: true,
  star_rating: null,
});

const anyRow = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 20 }).map((row) => row.map(card));
const anyRows: fc.Arbitrary<HomeRows> = fc.record({
  flash_sale: anyRow,
  best_selling: anyRow,
  best_selling_title: fc.constantFrom("best_selling", "suggested"),
  top_sale: anyRow,
  sale_off: anyRow,
  featured: anyRow,
  newest: anyRow,
});
const tree = unchecked<CategoryNode[]>(
  [0, 1, 2].map((root) => ({
    slug: `g-${root}`,
    name: `G ${root}`,
    children: [{ slug: `c-${root * 2}` }, { slug: `c-${root * 2 + 1}` }],
  })),
);

describe("home", () => {
  it("shows no product twice, whatever the rows hold", () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const { flash_sale, offers, table } = actsOf(rows, tree);
        const shown = [...flash_sale, ...offers, ...table.row, ...table.featured, ...table.newest];
        expect(new Set(shown.map(({ slug }) => slug)).size).toBe(shown.length);
      }),
    );
  });

  it("has one row of discounts: the running sale, else the largest percentages", () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const { flash_sale, offers } = actsOf(rows, tree);
        expect(flash_sale.length === 0 || offers.length === 0).toBe(true);
        if (rows.flash_sale.length === 0) expect(offers.length).toBe(Math.min(10, rows.sale_off.length));
      }),
    );
  });

  it("shows in a tab of categories only what no other section has", () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const { flash_sale, offers, table } = actsOf(rows, tree);
        const elsewhere = new Set(
          [...flash_sale, ...offers, ...table.featured, ...table.newest].map(({ slug }) => slug),
        );
        for (const { places } of table.groups) {
          expect(places.length).toBeGreaterThan(1);
          expect(places.length).toBeLessThanOrEqual(5);
          for (const place of places) expect(elsewhere.has(table.row[place]?.slug ?? "")).toBe(false);
        }
      }),
    );
  });

  it("shows no banner twice", () => {
    const banners = [1, 2, 3, 4, 5, 6].map((number) => ({ id: String(number) }) as ShownItem);
    const { hero, rooms } = scenesOf({ title: "", text: "", link: "", items: banners });
    expect([hero.length, rooms.length]).toEqual([3, 2]);
    expect(new Set([...hero, ...rooms]).size).toBe(5);
    expect(scenesOf(undefined)).toEqual({ hero: [], rooms: [] });
  });

  it("shows needs where the shop has set them, else groups", () => {
    const groups = [{ title: "Nước", link: "/san-pham/nuoc", image: "kind/kettle" }];
    const need = { title: "Nước uống", link: "/san-pham/thiet-bi-nuoc", image: "kind/thermos" };
    const menu = { title: "", text: "", link: "", items: [{ ...need, id: "water" } as ShownItem] };
    expect(tilesOf(menu, groups)).toEqual([need]);
    expect(tilesOf(undefined, groups)).toBe(groups);
    expect(tilesOf({ ...menu, items: [] }, groups)).toBe(groups);
  });
});
