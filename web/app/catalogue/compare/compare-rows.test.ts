import fc from "fast-check";
import { vi as words } from "messages/vi.ts";
import { expect, test } from "vitest";
import type { ShownProduct } from "../product/product-data.ts";
import { compareGroups } from "./compare-rows.ts";

const property = fc.record({
  code: fc.constantFrom("power_w", "capacity_l", "noise_db"),
  label: fc.constant("Công suất"),
  value: fc.constantFrom("48 W", "340 W"),
});
const product: fc.Arbitrary<ShownProduct> = fc
  .record({
    price: fc.integer({ min: 1, max: 99_999_999 }),
    available: fc.boolean(),
    model: fc.constantFrom("AF-35", "AF-55"),
    warranty_months: fc.constantFrom(0, 12, 24),
    properties: fc.uniqueArray(property, { selector: ({ code }) => code }),
    warranty_parts: fc.uniqueArray(fc.record({ part: fc.constantFrom("Sợi đốt", "Khay"), months: fc.constant(24) }), {
      selector: ({ part }) => part,
    }),
  })
  .map((facts) => ({
    ...facts,
    product_id: 1,
    code: "SRM",
    slug: "noi-chien",
    name: "Nồi chiên",
    lang: "vi",
    brand: "Sorami",
    short_description: "",
    description: "",
    highlights: [],
    list_price: null,
    discount_percent: 0,
    flash_sale: null,
    programme: null,
    categories: [],
    variants: [],
    promotion_programs: [],
    star_rating: null,
    comments: { ratings: 0, questions: 0, stars: { "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 }, items: [] },
    package: { weight_grams: 3600, length_mm: 320, width_mm: 280, height_mm: 330 },
    shipping_class: "parcel",
    updated_at: "2026-11-21T00:00:00Z",
  }));
const products = fc.array(product, { minLength: 1, maxLength: 4 });

test("the comparison has every property of the products, and no other", () => {
  fc.assert(
    fc.property(products, (compared) => {
      const [, specifications] = compareGroups(compared, words);
      const codes = new Set(compared.flatMap(({ properties }) => properties.map(({ code }) => code)));
      expect(specifications?.rows).toHaveLength(codes.size);
      const said = specifications?.rows.flatMap(({ values }) => values.filter((value) => value !== null)) ?? [];
      const known = compared.flatMap(({ properties }) => properties.map(({ value }) => value));
      expect(said.toSorted()).toEqual(known.toSorted());
      for (const group of compareGroups(compared, words))
        for (const row of group.rows) expect(row.values).toHaveLength(compared.length);
    }),
  );
});

test("a product never differs from itself, and a row differs exactly when two of its values do", () => {
  fc.assert(
    fc.property(product, (one) => {
      for (const group of compareGroups([one, one], words)) expect(group.differs).toBe(false);
    }),
  );
  fc.assert(
    fc.property(products, (compared) => {
      for (const group of compareGroups(compared, words)) {
        for (const { values, differs } of group.rows) expect(differs).toBe(values.some((value) => value !== values[0]));
        expect(group.differs).toBe(group.rows.some((row) => row.differs));
      }
    }),
  );
});
