import { entriesPerPage } from "contract/content/sitemap.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { setPrice } from "../test-prices.ts";

let shop: TestShop;
const far = 2 * entriesPerPage + 1; // the first number of the third page

beforeAll(async () => {
  shop = await testShop();
  for (const [id, slug, status] of [
    [far, "noi-o-trang-ba", "active"],
    [far + 1, "noi-dang-an", "hidden"],
  ] as const) {
    await sql`
      insert into catalogue.products (id, slug, model, brand_id, category_id, status, vat_class, weight_grams, length_mm,
        width_mm, height_mm, shipping_class, warranty_months, serial_prefix, art_kind, updated_at)
      select ${id}, ${slug}, ${slug}, brand_id, category_id, ${status}, vat_class, weight_grams, length_mm, width_mm,
        height_mm, shipping_class, warranty_months, serial_prefix, art_kind, '2027-01-02T03:04:05Z'
      from catalogue.products where slug = 'may-ep-cham-sorami-ju-75-mieng-75-mm'`.execute(shop.sql);
    await sql`insert into catalogue.product_texts (product_id, locale, name) values (${id}, 'vi', ${slug})`.execute(
      shop.sql,
    );
    await sql`insert into catalogue.variants (id, product_id, sku, art_body, is_default)
      values (${id}, ${id}, ${slug}, '#ffffff', true)`.execute(shop.sql);
    await setPrice(shop, id, { list_price: 1000 });
  }
});
afterAll(() => shop.close());

describe("sitemap entries of products", () => {
  it("all products on sale are listed page by page, and every page exists", async () => {
    const { catalogue } = shop.visitor();
    const { pages } = await catalogue.addressPages({});
    const found = await Promise.all(pages.map(({ page }) => catalogue.addresses({ page })));
    expect(found.map((each) => each.length)).toEqual(pages.map(({ count }) => count));
    const { meta } = await catalogue.products({ limit: 1 });
    expect(found.flat()).toHaveLength(meta.total);
    expect(new Set(found.flat().map(({ slug }) => slug)).size).toBe(meta.total);
  });

  it("each entry has the product's canonical URL", async () => {
    const { catalogue } = shop.visitor();
    const [address] = await catalogue.addresses({ page: 1 });
    const product = await catalogue.productBySlug({ slug: address?.slug ?? "" });
    expect(product.categories.at(-1)?.slug).toBe(address?.category_slug);
    expect(product.updated_at).toBe(address?.updated_at);
  });

  it("products not on sale are not listed", async () => {
    expect((await shop.visitor().catalogue.addresses({ page: 3 })).map(({ slug }) => slug)).toEqual(["noi-o-trang-ba"]);
  });
});

it("entries have the time of the last change", async () => {
  const { pages, categories } = await shop.visitor().catalogue.addressPages({});
  expect(pages.map(({ page }) => page)).toEqual([1, 3]);
  expect(pages.at(-1)).toMatchObject({ count: 1, updated_at: "2027-01-02T03:04:05.000Z" });
  expect(categories.find(({ slug }) => slug === "may-ep-cham")?.updated_at).toBe("2027-01-02T03:04:05.000Z");
});

it.each([2, 1_000_000])("page %i, which has no products, is 'not found'", async (page) => {
  await expect(shop.visitor().catalogue.addresses({ page })).rejects.toMatchObject({ status: 404 });
});
