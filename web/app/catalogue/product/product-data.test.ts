import type { Product, Variant } from "contract/catalogue/catalogue.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LOW_STOCK, limitsOf, productLd, shownOf, variantFor } from "./product-data.ts";

const sale = fc
  .record({ quota: fc.integer({ min: 1, max: 50 }), minimum: fc.integer({ min: 1, max: 3 }) })
  .chain(({ quota, minimum }) =>
    fc.record({
      code: fc.constant("FS-A"),
      price: fc.constant(590_000),
      starts_at: fc.constant("2026-11-21T05:00:00Z"),
      ends_at: fc.constant("2026-11-21T15:00:00Z"),
      quota: fc.constant(quota),
      sold: fc.integer({ min: 0, max: quota - 1 }),
      minimum: fc.constant(minimum),
      maximum: fc.option(fc.integer({ min: minimum, max: 5 })),
    }),
  );

const variant = (code: string): fc.Arbitrary<Variant> =>
  fc.record({
    product_id: fc.integer({ min: 1, max: 9999 }),
    code: fc.constant(code),
    barcode: fc.constant("2091010536588"),
    colour: fc.constant(null),
    price: fc.integer({ min: 1000, max: 99_000_000 }),
    list_price: fc.constant(null),
    discount_percent: fc.constant(0),
    flash_sale: fc.option(sale),
    programme: fc.constant(null),
    inventory: fc.integer({ min: 0, max: 400 }),
    is_default: fc.constant(code === "SRM-AF35-BK"),
    gallery: fc.constant([{ id: "product/air-fryer/2b2f33/sky", alt: "Nồi chiên" }]),
  });

const product: fc.Arbitrary<Product> = fc.tuple(variant("SRM-AF35-BK"), variant("SRM-AF35-WH")).map((variants) => ({
  product_id: variants[0].product_id,
  code: "SRM-AF35-BK",
  model: "AF-35",
  slug: "noi-chien-af-35",
  name: "Nồi chiên AF-35",
  lang: "vi",
  brand: "Sorami",
  short_description: "Núm xoay đơn giản.",
  description: "",
  highlights: [],
  price: variants[0].price,
  list_price: null,
  discount_percent: 0,
  flash_sale: variants[0].flash_sale,
  programme: null,
  vat_rate: 8,
  categories: [{ slug: "noi-chien-khong-dau", name: "Nồi chiên" }],
  variants,
  properties: [],
  inventory: variants[0].inventory + variants[1].inventory,
  available: true,
  star_rating: null,
  comments: { ratings: 0, questions: 0, stars: { "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 }, items: [] },
  warranty_months: 12,
  warranty_parts: [],
  package: { weight_grams: 3600, length_mm: 320, width_mm: 280, height_mm: 330 },
  shipping_class: "parcel",
  serial_prefix: "SRAF35",
  serial_number: "SRAF35",
  tags: [],
  promotion_programs: [],
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
}));

describe("what a product page sends to the browser", () => {
  test("never contains the stock while there are more than a few units", () => {
    fc.assert(
      fc.property(product, (whole) => {
        const text = JSON.stringify(shownOf(whole));
        expect(text).not.toContain("inventory");
        for (const [place, { stock }] of shownOf(whole).variants.entries()) {
          const pieces = whole.variants[place]?.inventory ?? 0;
          expect(stock).toBe(pieces > LOW_STOCK ? LOW_STOCK + 1 : pieces);
        }
      }),
    );
  });

  test("never lets a shopper ask for fewer or more than a sale allows", () => {
    fc.assert(
      fc.property(product, (whole) => {
        for (const shown of shownOf(whole).variants) {
          const { minimum, maximum } = limitsOf(shown);
          expect(minimum).toBe(shown.flash_sale?.minimum ?? 1);
          expect(maximum).toBeGreaterThanOrEqual(minimum);
          const most = shown.flash_sale?.maximum;
          if (most) expect(maximum).toBeLessThanOrEqual(Math.max(most, minimum));
          if (shown.stock <= LOW_STOCK) expect(maximum).toBeLessThanOrEqual(Math.max(shown.stock, minimum));
        }
      }),
    );
  });

  test("opens the variant of the URL, and the default one for any other URL", () => {
    fc.assert(
      fc.property(product, (whole) => {
        const { variants } = shownOf(whole);
        const code = (query: string) => variantFor(variants, new URLSearchParams(query))?.code;
        expect(code("sku=SRM-AF35-WH")).toBe("SRM-AF35-WH");
        expect(code("code=srm-af35-wh")).toBe("SRM-AF35-WH");
        expect(code("sku=nothing")).toBe("SRM-AF35-BK");
        expect(code("")).toBe("SRM-AF35-BK");
      }),
    );
  });
});

describe("structured data of a product", () => {
  test("claims no rating, no malformed code, and no missing stock", () => {
    fc.assert(
      fc.property(product, (whole) => {
        const told = productLd(shownOf(whole), "/san-pham/x/y", (sku) => `/san-pham/x/y?sku=${sku}`);
        expect(told).not.toHaveProperty("aggregateRating");
        expect(JSON.stringify(told)).not.toContain("2091010536588");
        for (const [place, offer] of told.offers.entries()) {
          const real = whole.variants[place];
          expect(offer.price).toBe(real?.price);
          expect(offer.availability.endsWith("InStock")).toBe((real?.inventory ?? 0) > 0);
        }
      }),
    );
  });
});
