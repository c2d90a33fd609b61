/** The catalogue: laid out from its definition, with today's products and prices. rules/pages#the-catalogue */
import { BookDocument } from "contract/pages/book.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoData } from "../database/demo-data.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

type Entry = { page: number; layout: string; skus?: string[] };
const definition = demoData<{ season: object; pages: Entry[] }>("pages/catalogue-book.json");

describe("the catalogue", () => {
  it("has every page in its order and every product of the definition in its place", async () => {
    const { pages, season, languages } = await shop.visitor().pages.book({});
    expect(season).toBe("Thu đông 2026");
    expect(languages).toEqual(["vi", "en", "ja"]);
    expect(pages.map(({ page }) => page)).toEqual(Array.from({ length: 32 }, (_, at) => at + 1));
    const codes = new Map<number, string>();
    for (const { id, sku } of await shop.sql.selectFrom("catalogue.variants").select(["id", "sku"]).execute())
      codes.set(id, sku);
    for (const { page, skus = [] } of definition.pages) {
      const shown = pages[page - 1]?.products ?? [];
      expect(shown.map((card) => card && codes.get(card.product_id))).toEqual(skus);
    }
    expect(pages.at(-1)?.text).toContain("·");
    expect(pages.find(({ layout }) => layout === "service")?.text).toMatch(/92 điểm tại 34 tỉnh/);
  });

  it.each(["en", "ja"] as const)("is in %s, names of categories and products too", async (locale) => {
    const { pages, lang } = await shop.visitor({ locale }).pages.book({});
    expect(lang).toBe(locale);
    const grid = pages.find(({ layout }) => layout === "grid_4");
    expect(grid?.title).toBeTruthy();
    expect(grid?.title).not.toBe(
      (await shop.visitor().pages.book({})).pages.find(({ page }) => page === grid?.page)?.title,
    );
  });

  it("shows the price of the shop at this moment, the lowest of a category, and an empty place for what is not sold", async () => {
    const [sku = ""] = definition.pages.find(({ layout }) => layout === "grid_4")?.skus ?? [];
    const variant = await shop.sql
      .selectFrom("catalogue.variants")
      .select(["id", "product_id"])
      .where("sku", "=", sku)
      .executeTakeFirstOrThrow();
    const first = async () => (await shop.visitor().pages.book({})).pages.find(({ layout }) => layout === "grid_4");
    const before = (await first())?.products[0];
    const [listed] = await shop.visitor().catalogue.cards({ ids: String(variant.id) });
    expect(before?.price).toBe(listed?.price);
    const { pages } = await shop.visitor().pages.book({});
    for (const intro of pages.filter(({ from_price }) => from_price !== null)) {
      const { data } = await shop.visitor().catalogue.products({ category: intro.category_slug, sort: "price_asc" });
      expect(intro.from_price).toBe(Math.min(...data.map(({ price }) => price)));
    }
    await sql`delete from catalogue.shelf where product_id = ${variant.product_id}`.execute(shop.sql);
    await sql`update catalogue.products set status = 'hidden' where id = ${variant.product_id}`.execute(shop.sql);
    expect((await first())?.products[0]).toBeNull();
    expect((await first())?.products[1]).not.toBeNull();
  });

  it("a code leads to its page of the shop; one that needs what is missing is left out", async () => {
    const service = (await shop.visitor().pages.book({})).pages.find(({ layout }) => layout === "service");
    expect(service?.qr.map(({ link }) => link)).toEqual(["/chuyen-dien-gia-dung", "/diem-ban", "/dang-ky-bao-hanh"]);
    for (const { path, size } of service?.qr ?? []) expect([path.startsWith("M"), size > 20]).toEqual([true, true]);
  });

  it("one that has ended is not found, and no two are shown at once", async () => {
    const another = () =>
      shop.sql
        .insertInto("pages.books")
        .values({
          key: "catalogue-xuan-he-2027",
          document: JSON.stringify(BookDocument.parse({ season: definition.season, pages: definition.pages })),
          starts_at: shop.now,
        })
        .execute();
    await expect(another()).rejects.toThrow("books_one_at_a_time");
    await shop.sql.updateTable("pages.books").set({ ends_at: shop.now }).execute();
    await expect(shop.visitor().pages.book({})).rejects.toMatchObject({ status: 404 });
    await another();
    expect((await shop.visitor().pages.book({})).key).toBe("catalogue-xuan-he-2027");
  });

  it("a definition with a page out of order or an unknown layout is refused", () => {
    const [cover, letter, ...others] = definition.pages;
    expect(BookDocument.safeParse({ season: definition.season, pages: [letter, cover, ...others] }).success).toBe(
      false,
    );
    const odd = definition.pages.map((page) => (page.page === 3 ? { ...page, layout: "poster" } : page));
    expect(BookDocument.safeParse({ season: definition.season, pages: odd }).success).toBe(false);
  });
});
