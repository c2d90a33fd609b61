import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { queryText } from "../../paths.ts";
import {
  changed,
  filterCount,
  type ListState,
  lastShownPage,
  listingOf,
  listSorts,
  listStateOf,
  longer,
  queryOf,
  spelledAsOffered,
  toggled,
  unfiltered,
} from "./list-state.ts";

const read = (query: string) => listStateOf(new URLSearchParams(query));
const address = (state: ListState) => queryText(queryOf(state));

const parameter = fc.constantFrom(
  "name",
  "page",
  "limit",
  "sort",
  "price_min",
  "brand",
  "properties[colour]",
  "properties[",
  "x",
);
const value = fc.stringMatching(/^[a-z0-9~.-]{1,12}$/);
const states: fc.Arbitrary<ListState> = fc
  .record({
    name: fc.stringMatching(/^[a-zà-ỹ0-9]([a-zà-ỹ0-9 ]{0,20}[a-z0-9])?$/),
    chosen: fc.dictionary(fc.constantFrom("brand", "tag", "category", "capacity_l", "colour"), fc.array(value)),
    on_sale: fc.boolean(),
    exact: fc.boolean(),
    prices: fc.array(fc.integer({ min: 1, max: 99_999_999 }), { maxLength: 2 }),
    sort: fc.constantFrom(null, ...listSorts),
    page: fc.integer({ min: 1, max: 40 }),
    shown: fc.constantFrom(24, 48, 72, 96),
    opened: fc.constantFrom(
      { facet: "", find: "", facet_page: 1 },
      { facet: "brand", find: "", facet_page: 3 },
      { facet: "brand", find: "pana sonic", facet_page: 1 },
    ),
  })
  .map(({ chosen, on_sale, prices, page, shown, opened, ...rest }) => {
    const choices = Object.fromEntries(
      Object.entries({ ...chosen, on_sale: on_sale ? ["true"] : [] })
        .map(([facet, values]) => [facet, [...new Set(values)].sort()] as const)
        .filter(([, values]) => values.length > 0)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
    const [price_min = null, price_max = null] = prices.sort((a, b) => a - b);
    return { ...rest, ...opened, choices, price_min, price_max, page, shown: page === 1 ? shown : 24 };
  });

describe("the URL of a list", () => {
  test("values in capitals match offered ones, and unknown values stay", () => {
    const facets = [{ code: "brand", options: [{ value: "bosch" }, { value: "tefal" }] }];
    const state = spelledAsOffered(read("?brand=Bosch,bosch,Nobody"), facets);
    expect(state.choices).toEqual({ brand: ["Nobody", "bosch"] });
    expect(toggled(state, "brand", "bosch").choices).toEqual({ brand: ["Nobody"] });
  });

  test("a URL restores its list", () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(read(address(state).slice(1))).toEqual(state);
      }),
    );
  });

  test("the URL does not depend on the order of the form's fields", () => {
    const one = read("properties[colour]=white&brand=sorami&properties[colour]=black&price_min=&page=");
    const other = read("brand=sorami&properties[colour]=black,white");
    expect(address(one)).toBe(address(other));
    expect(address(other)).toBe("?brand=sorami&properties%5Bcolour%5D=black,white");
  });

  test("malformed values are ignored", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(parameter, fc.string())), (typed) => {
        const state = listStateOf(new URLSearchParams(typed));
        expect(read(address(state).slice(1))).toEqual(state);
        expect(state.page).toBeGreaterThan(0);
        expect(state.shown).toBeLessThanOrEqual(96);
      }),
    );
    expect(read("page=0&limit=100000&sort=drop&price_min=-5&properties[__proto__]=x")).toMatchObject({
      page: 1,
      shown: 96,
      sort: null,
      price_min: 5,
    });
  });

  test("prices are read as people write them, in either order", () => {
    expect(read("price_min=3,000,000 đ&price_max=1.500.000")).toMatchObject({
      price_min: 1_500_000,
      price_max: 3_000_000,
    });
    expect(read("price_min=abc&price_max=0")).toMatchObject({ price_min: null, price_max: null });
  });

  test("'yes' is read in every spelling", () => {
    expect(read("in_stock=1&on_sale=true").choices).toEqual({ in_stock: ["true"], on_sale: ["true"] });
    expect(read("in_stock=0&on_sale=false").choices).toEqual({});
  });

  test("the specification's name for a category works", () => {
    expect(read("name=nồi&cat=noi-com-dien").choices).toEqual({ category: ["noi-com-dien"] });
  });
});

describe("choosing filters", () => {
  test("choosing twice removes the filter, and every choice starts on page one", () => {
    fc.assert(
      fc.property(states, value, (state, wanted) => {
        const chosen = toggled(state, "colour", wanted);
        expect(chosen).toMatchObject({ page: 1, shown: 24 });
        expect(toggled(chosen, "colour", wanted)).toEqual(changed(state, {}));
        expect(Math.abs(filterCount(chosen) - filterCount(state))).toBe(1);
      }),
    );
  });

  test("clearing removes the filters and keeps query and sort order", () => {
    fc.assert(
      fc.property(states, (state) => {
        const cleared = unfiltered(state);
        expect(filterCount(cleared)).toBe(0);
        expect(cleared).toMatchObject({ name: state.name, sort: state.sort });
      }),
    );
  });

  test("'show more' adds a page at a time and repeats none", () => {
    let state = read("");
    const pages = [lastShownPage(state)];
    for (let step = 0; step < 7; step++) {
      state = longer(state);
      pages.push(lastShownPage(state));
    }
    expect(pages).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(listingOf(state)).toMatchObject({ page: 8, limit: 24 });
    expect(listingOf(read("limit=72"))).toMatchObject({ page: 1, limit: 72 });
  });
});
