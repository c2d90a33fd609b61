/** The product page: the right product, its current data, in the reader's language. rules/catalogue */
import { imageUrl } from "contract/values/images.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { index } from "../index/listing-index.ts";

let shop: TestShop;
const statements: string[] = [];
beforeAll(async () => {
  shop = await testShop({ onQuery: (text) => statements.push(text) });
});
afterAll(() => shop.close());

const slug = "noi-com-dien-mini-sorami-rc-06-0-6-lit";
const product = (locale: "vi" | "en" | "ja" = "vi") => shop.visitor({ locale }).catalogue.productBySlug({ slug });

describe("one product", () => {
  test("a product is found by slug, former slug and any variant", async () => {
    await sql`insert into catalogue.old_product_slugs values ('noi-com-cu', 1060)`.execute(shop.sql);
    const bySlug = await product();
    expect(bySlug).toMatchObject({ product_id: 1060, code: "SRM-RC06-WH", model: "RC-06", brand: "Sorami", slug });
    expect(await shop.visitor().catalogue.productBySlug({ slug: "noi-com-cu" })).toEqual(bySlug);
    const pink = bySlug.variants.find((variant) => variant.colour?.code === "pink");
    const byVariant = await shop.visitor().catalogue.product({ id: pink?.product_id ?? 0 });
    expect(byVariant).toMatchObject({ slug, product_id: pink?.product_id, code: "SRM-RC06-PK" }); // that variant in front
    await expect(shop.visitor().catalogue.productBySlug({ slug: "khong-co" })).rejects.toMatchObject({ status: 404 });
    await expect(shop.visitor().catalogue.product({ id: 999_999 })).rejects.toMatchObject({ status: 404 });
  });

  test("texts, units and warranty are in the reader's language", async () => {
    const [vi, en, ja] = await Promise.all([product("vi"), product("en"), product("ja")]);
    const said = (each: typeof vi, code: string) => each.properties.find((property) => property.code === code);
    expect([vi, en, ja].map((each) => said(each, "capacity_l")?.value)).toEqual(["0.6 L", "0.6 L", "0.6L"]);
    expect([vi, en, ja].map((each) => said(each, "people")?.value)).toEqual(["1–2 người", "1–2 people", "1～2人"]);
    expect(said(en, "heat_type")).toEqual({ code: "heat_type", label: "Heating", value: "Mechanical" });
    expect(said(vi, "colour")?.value).toBe("Trắng, Hồng, Xanh lá");
    expect(en.warranty_parts).toContainEqual({ part: "Heater", months: 24 });
    expect(ja.categories.map((crumb) => crumb.name)).toEqual(["調理家電", "炊飯器"]);
    expect([vi.lang, en.lang, ja.lang]).toEqual(["vi", "en", "ja"]);
    expect(vi.properties.map((property) => property.code).slice(0, 3)).toEqual(["capacity_l", "heat_type", "people"]);
  });

  test("without a translation the Vietnamese text is shown and marked, on the card too", async () => {
    await sql`delete from catalogue.product_texts where product_id = 1061 and locale = 'ja'`.execute(shop.sql);
    await index(shop.sql, [1061], shop.now);
    const ja = shop.visitor({ locale: "ja" });
    const page = await ja.catalogue.product({ id: 1061 });
    expect(page).toMatchObject({ lang: "vi", name: expect.stringContaining("Nồi cơm") });
    const [card] = await ja.catalogue.cards({ ids: "1061" });
    expect(card).toMatchObject({ lang: "vi", name: page.name });
    expect(card?.specs[0]).toMatch(/ L$/);
    const sorted = await ja.catalogue.products({ category: "noi-com-dien", sort: "name" });
    expect(sorted.meta.total).toBe(7);
  });

  test("every variant has four pictures with their own alt texts", async () => {
    for (const locale of ["vi", "en", "ja"] as const) {
      const { variants } = await product(locale);
      const pictures = variants.flatMap((variant) => variant.gallery);
      expect(pictures).toHaveLength(12);
      expect(new Set(pictures.map((picture) => picture.id)).size).toBe(12);
      for (const { gallery } of variants) expect(new Set(gallery.map((picture) => picture.alt)).size).toBe(4);
      for (const { id, alt } of pictures) {
        expect(imageUrl(id, 800)).toMatch(/^\/images\/[^/]+\/800\/product\/rice-cooker-mini\/[0-9a-f]{6}\//);
        expect(alt.trim()).toBe(alt);
        expect(alt.length).toBeGreaterThan(5);
      }
    }
    const white = (await product("en")).variants[0]?.gallery.map((picture) => picture.alt);
    expect(white?.[0]).toBe("Sorami RC-06 Mini Rice Cooker, 0.6 L, white");
    expect(white?.[1]).toContain("room");
    expect(white?.[2]).toContain("Close-up");
    expect(white?.[3]).toMatch(/ruler, its box \d+ cm/);
  });

  test("each variant has its own availability; a sold-out variant does not hide the product", async () => {
    const { variants } = await shop
      .visitor()
      .catalogue.products({ name: "SRM-BLM4-GN" })
      .then(async ({ data }) => {
        return shop.visitor().catalogue.product({ id: data[0]?.product_id ?? 0 });
      });
    expect(variants.find((variant) => variant.code === "SRM-BLM4-WH")?.inventory).toBe(0);
    expect(variants.some((variant) => variant.inventory > 0)).toBe(true);
    const [card] = await shop.visitor().catalogue.cards({ ids: String(variants[0]?.product_id) });
    expect(card).toMatchObject({
      available: true,
      colours: variants.length,
      badges: expect.arrayContaining(["colours"]),
    });
  });

  test("each variant has its price, and a saving only on sale", async () => {
    const { data } = await shop.visitor().catalogue.products({ limit: 100 });
    for (const card of data) {
      if (card.list_price === null) expect(card.discount_percent).toBe(0);
      else {
        expect(card.list_price).toBeGreaterThan(card.price);
        expect(card.discount_percent).toBe(Math.floor(((card.list_price - card.price) * 100) / card.list_price));
        expect(card.discount_percent).toBeLessThanOrEqual(50);
      }
    }
  });

  test("with warm caches a product is one statement, home's rows one, related and accessories one", async () => {
    const lan = shop.visitor();
    for (const ask of [() => product(), () => lan.catalogue.homeRows({}), () => lan.catalogue.related({ id: 1060 })]) {
      await ask();
      statements.length = 0;
      await ask();
      expect(statements).toHaveLength(1);
    }
  });
});

describe("related products", () => {
  test("similar products and accessories are shown, never the product itself", async () => {
    const lan = shop.visitor();
    const { related, accessories } = await lan.catalogue.related({ id: 1001 });
    expect(related.length).toBeGreaterThan(3);
    expect(new Set(related.map((card) => card.product_id)).size).toBe(related.length);
    expect(related.map((card) => card.product_id)).not.toContain(1001);
    for (const card of accessories) expect(card.category_slug).toBe("loi-loc");
    expect(accessories.length).toBeGreaterThan(0);
    await expect(lan.catalogue.related({ id: 999_999 })).rejects.toMatchObject({ status: 404 });
  });

  test("a product that is linked as an accessory does not fill up the similar ones too", async () => {
    const lan = shop.visitor();
    await sql`delete from catalogue.product_links where product_id = (select product_id from catalogue.shelf
      where variant_id = 1060)`.execute(shop.sql);
    const filled = (await lan.catalogue.related({ id: 1060 })).related.at(-1)?.product_id ?? 0;
    await sql`insert into catalogue.product_links (product_id, other_id, kind, position)
      select own.product_id, other.product_id, 'accessory', 90 from catalogue.shelf own, catalogue.shelf other
      where own.variant_id = 1060 and other.variant_id = ${filled}`.execute(shop.sql);
    const { related, accessories } = await lan.catalogue.related({ id: 1060 });
    expect(accessories.map((card) => card.product_id)).toContain(filled);
    expect(related.map((card) => card.product_id)).not.toContain(filled);
    expect(related.length).toBeGreaterThan(3);
  });

  test("compared products keep their order, without those no longer sold", async () => {
    const lan = shop.visitor();
    const { data } = await lan.catalogue.products({ category: "noi-com-dien", limit: 3 });
    const chosen = data.map((card) => card.slug).reverse();
    const compared = await lan.catalogue.compare({ slugs: [...chosen, "khong-co"].join(",") });
    expect(compared.map((each) => each.slug)).toEqual(chosen);
    await expect(lan.catalogue.compare({ slugs: "a,b,c,d,e" })).rejects.toMatchObject({ status: 422 });
  });

  test("recently viewed products keep their order", async () => {
    const cards = await shop.visitor().catalogue.cards({ ids: "1082,999999,1060,1082" });
    expect(cards.map((card) => card.product_id)).toEqual([1082, 1060, 1082]);
  });
});

describe("rows of products", () => {
  test("home shows chosen products, the largest discounts and new products", async () => {
    const rows = await shop.visitor().catalogue.homeRows({});
    expect(rows.featured[0]?.code).toBe("SRM-RO810-WH");
    const savings = rows.top_sale.map((card) => (card.list_price ?? 0) - card.price);
    expect(savings).toEqual(savings.toSorted((one, other) => other - one));
    const percents = rows.sale_off.map((card) => card.discount_percent);
    expect(percents).toEqual(percents.toSorted((one, other) => other - one));
    expect(rows.newest).toHaveLength(10);
    expect(rows.flash_sale.every((card) => card.flash_sale !== null)).toBe(true);
  });

  test("the calls of the specification answer the same rows in pages", async () => {
    const lan = shop.visitor();
    const [top, off, next] = await Promise.all([
      lan.catalogue.topSale({ limit: 10 }),
      lan.catalogue.saleOff({ limit: 10 }),
      lan.catalogue.saleOff({ limit: 10, page: 2 }),
    ]);
    const rows = await lan.catalogue.homeRows({});
    expect(top.data).toEqual(rows.top_sale);
    expect(off.data).toEqual(rows.sale_off);
    expect(next.data.map((card) => card.product_id)).not.toContain(off.data[0]?.product_id);
    expect(off.meta.total).toBeGreaterThan(20);
  });

  test("categories are listed by level and in the requested order", async () => {
    const lan = shop.visitor({ locale: "en" });
    const up = await lan.catalogue.categories({ level: 1, sort: { order: "asc" } });
    const down = await lan.catalogue.categories({ level: 1, sort: { order: "desc" } });
    expect(up.data).toHaveLength(8);
    expect(down.data.map((each) => each.slug)).toEqual(up.data.map((each) => each.slug).reverse());
    const named = (await lan.catalogue.categories({ level: 2, sort: { name: "asc" }, limit: 100 })).data;
    expect(named.map((each) => each.name)).toEqual(
      named.map((each) => each.name).toSorted(new Intl.Collator("en").compare),
    );
    for (const category of named) expect(category.image?.id).toMatch(/^kind\//);
  });
});
