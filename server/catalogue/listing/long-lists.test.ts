/**
 * A shop with twelve thousand rice cookers. If long lists were cut in the wrong place, a shopper would be shown whatever
 * came first out of the warehouse, and a filter would hide products that are there.
 */

import type { ProductList } from "contract/catalogue/catalogue.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Sql } from "../../database/sql.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { searchDocument } from "../index/search-document.ts";
import { setPrices } from "../products/prices.ts";

const copies = 12_000;
const category = "noi-com-dien";
let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
  await shop.sql.transaction().execute(fill);
});
afterAll(() => shop.close());

async function fill(db: Sql): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true)`.execute(db);
  await sql`insert into catalogue.products (id, slug, model, brand_id, category_id, vat_class, weight_grams, length_mm,
      width_mm, height_mm, shipping_class, warranty_months, serial_prefix, properties, art_kind)
    select 200000 + n, p.slug || '-' || n, p.model || '-' || n, p.brand_id, p.category_id, p.vat_class, p.weight_grams,
      p.length_mm, p.width_mm, p.height_mm, p.shipping_class, p.warranty_months, p.serial_prefix, p.properties, p.art_kind
    from catalogue.products p, generate_series(1, ${copies}) n where p.id = 1060`.execute(db);
  await sql`insert into catalogue.variants (id, product_id, sku, art_body, is_default)
    select 200000 + n, 200000 + n, 'COPY-' || n, '#FFFFFF', true
    from generate_series(1, ${copies}) n`.execute(db);
  const price = (_each: unknown, at: number) => {
    return {
      variant_id: 200_001 + at,
      list_price: 100_100 + at * 100,
      sale_price: null,
      sale_from: null,
      sale_until: null,
    };
  };
  await setPrices(db, Array.from({ length: copies }, price), { by: "system", at: new Date() });
  await sql`insert into catalogue.facet_values (facet, value) values ('colour', 'purple') on conflict do nothing`.execute(
    db,
  );
  const words = searchDocument({
    names: ["Nồi cơm điện"],
    codes: [],
    labels: [],
    short_descriptions: [],
    is_part: false,
  });
  const last = await sql<{ product_id: number }>`
    insert into catalogue.shelf (product_id, variant_id, category_id, root_id, list_price, regular_price, popularity,
      in_stock, colours, created_at, names, choices, words)
    select 200000 + n, 200000 + n, h.category_id, h.root_id, 100000 + n * 100, 100000 + n * 100,
      case when n = ${copies} then 1000000 else n % 1000 end, true, 1, h.created_at,
      jsonb_build_object('vi', 'Nồi cơm điện ' || lpad(n::text, 5, '0')),
      case when n > ${copies - 5} then h.choices || v.id else h.choices end, ${words}::tsvector
    from catalogue.shelf h, catalogue.facet_values v, generate_series(1, ${copies}) n
    where h.product_id = 1060 and v.facet = 'colour' and v.value = 'purple' returning product_id`.execute(db);
  expect(last.rows).toHaveLength(copies);
  await sql`analyze catalogue.shelf`.execute(db);
}

type Input = Parameters<ReturnType<TestShop["visitor"]>["catalogue"]["products"]>[0];
const list = (input: Input, locale: "vi" | "en" = "vi"): Promise<ProductList> =>
  shop.visitor({ locale }).catalogue.products(input);
const ids = ({ data }: ProductList) => data.map((card) => card.product_id);
const best = 200_000 + copies;

test("all of them are counted exactly, whatever their number", async () => {
  expect((await list({})).meta.total).toBe(158 + copies);
  const found = await list({ category });
  expect(found.meta.total).toBe(7 + copies);
  expect(found.more).toBe(false);
});

test.each<[string, Input]>([
  ["a filter", { in_stock: true }],
  ["a filter in a category", { category, price_min: 1 }],
  ["a text", { name: "nồi cơm điện" }],
])(
  "more than ten thousand of %s are more than ten thousand, to the last page there is and no further",
  async (_, input) => {
    const first = await list({ ...input, limit: 24 });
    expect(first).toMatchObject({ more: true, meta: { total: 10_000, last_page: 417 } });
    const last = await list({ ...input, limit: 24, page: 417 });
    expect(last.data).toHaveLength(16);
    expect((await list({ ...input, limit: 24, page: 418 })).data).toEqual([]);
    expect(ids(first).filter((id) => ids(last).includes(id))).toEqual([]);
  },
);

test("counts above the limit are not shown as a number", async () => {
  const found = await list({ name: "nồi cơm điện" });
  expect(found.facets.length).toBeGreaterThan(3);
  for (const facet of found.facets) expect(facet.more, facet.code).toBe(true);
  const few = await list({ name: "nồi cơm điện", price_max: 110_000 });
  expect(few.facets.find(({ code }) => code === "in_stock" || code === "heat_type")?.more ?? false).toBe(false);
  expect(few.meta.total).toBe(100);
});

test("featured products come first, even when they were added last", async () => {
  expect(ids(await list({ name: "nồi cơm điện" }))[0]).toBe(best);
  expect(ids(await list({ name: "nồi cơm" }))).toContain(best);
  const { products } = await shop.visitor().catalogue.suggest({ name: "nồi cơm" });
  expect(products[0]?.product_id).toBe(best);
});

test("a filter finds five of twelve thousand products, with a search text or without", async () => {
  for (const input of [{ name: "nồi cơm điện" }, { category }, { name: "nồi cơm điện", price_min: 1 }]) {
    const found = await list({ ...input, properties: { colour: ["purple"] } });
    expect(found.meta.total, JSON.stringify(input)).toBe(5);
    expect(ids(found).sort()).toEqual([1, 2, 3, 4, 5].map((n) => 200_000 + copies - 5 + n));
    expect(found.price_range, JSON.stringify(input)).not.toBeNull();
  }
});

test("sorted by name, an English reader sees English names first, then Vietnamese ones", async () => {
  const first = await list({ category, sort: "name", limit: 10 }, "en");
  expect(first.data.map((card) => card.lang)).toEqual([...Array(7).fill("en"), ...Array(3).fill("vi")]);
  expect(first.data.slice(7).map((card) => card.name)).toEqual([1, 2, 3].map((n) => `Nồi cơm điện 0000${n}`));
  const later = await list({ category, sort: "name", limit: 10, page: 2 }, "en");
  expect(later.data[0]?.name).toBe("Nồi cơm điện 00004");
  const filtered = await list({ category, sort: "name", limit: 10, price_max: 150_000 }, "en");
  expect(filtered.data[0]?.name).toBe("Nồi cơm điện 00001");
});

test("pages of a search neither repeat nor lose a product at the matching limit", async () => {
  for (const name of ["nồi cơm điện", "nồi"]) {
    const pages = [];
    for (let page = 1; page <= 5; page++) pages.push(ids(await list({ name, page, limit: 60 })));
    const coalesce = pages.flat();
    expect(new Set(coalesce).size).toBe(300);
    for (const page of [1, 2, 3])
      expect(ids(await list({ name, page, limit: 100 }))).toEqual(coalesce.slice((page - 1) * 100, page * 100));
  }
});
