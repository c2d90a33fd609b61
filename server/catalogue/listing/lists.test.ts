/** Lists a shopper filters and sorts: a wrong count, a lost product or a repeated one costs a sale. */

import type { ProductList } from "contract/catalogue/catalogue.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { writeFacetValues } from "../index/facet-ranges.ts";
import { index } from "../index/listing-index.ts";
import { recordSales } from "../inventory/sales.ts";
import { allocateStock } from "../inventory/stock.ts";
import { setPrice } from "../test-prices.ts";

let shop: TestShop;
const statements: string[] = [];
beforeAll(async () => {
  shop = await testShop({ onQuery: (text) => statements.push(text) });
});
afterAll(() => shop.close());

type Input = Parameters<ReturnType<TestShop["visitor"]>["catalogue"]["products"]>[0];
const list = (input: Input, locale: "vi" | "en" | "ja" = "vi"): Promise<ProductList> =>
  shop.visitor({ locale }).catalogue.products(input);
const all = (input: Input) => list({ ...input, limit: 100 });
const facet = (found: ProductList, code: string) => found.facets.find((each) => each.code === code);
const ids = (found: ProductList) => found.data.map((card) => card.product_id);

describe("the list of a category", () => {
  test("a category lists each of its products once, a parent category those of its children", async () => {
    const tree = await shop.visitor().catalogue.categoryTree({});
    let total = 0;
    for (const root of tree) {
      const ofRoot = await all({ category: root.slug });
      const members = await Promise.all(root.children.map((child) => all({ category: child.slug })));
      expect(new Set(ids(ofRoot))).toEqual(new Set(members.flatMap(ids)));
      expect(ofRoot.meta.total).toBe(root.product_count);
      for (const [at, child] of root.children.entries()) expect(members[at]?.meta.total).toBe(child.product_count);
      total += ofRoot.meta.total;
    }
    expect(total).toBe(158);
    expect((await list({})).meta.total).toBe(158);
  });

  test("a category is found by slug, id and former slug", async () => {
    expect(ids(await list({ cat: "noi-com-dien" }))).toEqual(ids(await list({ category: "noi-com-dien" })));
    await sql`insert into catalogue.old_category_slugs values ('noi-com', 20)`.execute(shop.sql);
    const fresh = await shop.visitor().catalogue.category({ id: 20 });
    expect(fresh).toMatchObject({ slug: "noi-com-dien", parent_slug: "nau-nuong", level: 2 });
    expect(fresh.path.map((crumb) => crumb.slug)).toEqual(["nau-nuong", "noi-com-dien"]);
    expect((await list({ category: "khong-co" })).meta.total).toBe(0);
    await expect(shop.visitor().catalogue.category({ id: "khong-co" })).rejects.toMatchObject({ status: 404 });
  });
});

describe("filters", () => {
  test("values of one facet are a union, facets intersect, and each count equals the filtered list", async () => {
    const chosen: Input["properties"] = { colour: ["white", "black"], heat_type: ["mech", "micom"] };
    const found = await all({ category: "noi-com-dien", properties: chosen });
    expect(found.meta.total).toBeGreaterThan(0);
    for (const each of found.facets.filter(({ code }) => !["in_stock", "on_sale"].includes(code))) {
      for (const option of each.options) {
        const alone = await all({ category: "noi-com-dien", properties: { ...chosen, [each.code]: [option.value] } });
        expect(alone.meta.total, `${each.code}=${option.value}`).toBe(option.count);
      }
    }
    const selected = facet(found, "colour")
      ?.options.filter((option) => option.selected)
      .map((option) => option.value);
    expect(new Set(selected)).toEqual(new Set(["white", "black"]));
  });

  test("counts without a filter equal a count of the table", async () => {
    for (const category of ["noi-com-dien", "may-loc-khong-khi", "nau-nuong", undefined]) {
      const found = await all({ category });
      const options = found.facets.flatMap(({ code, options }) => options.map((option) => ({ code, ...option })));
      expect(options.length).toBeGreaterThan(5);
      for (const { code, value, count } of options) {
        const alone = await list({ category, properties: { [code]: [value] }, limit: 1 });
        expect(alone.meta.total, `${category} ${code}=${value}`).toBe(count);
      }
    }
  });

  test("a colour counts for a product when one of its variants has it", async () => {
    const pink = await all({ category: "noi-com-dien", properties: { colour: ["pink"] } });
    expect(pink.data.map((card) => card.code)).toContain("SRM-RC06-WH"); // sold in white, pink and green
  });

  test("the price filter uses current prices, bounds included", async () => {
    const found = await all({ category: "noi-com-dien", price_min: 590_000, price_max: 1_318_000 });
    expect(found.data.map((card) => card.code)).toContain("SRM-RC15F-BK"); // 1,318,000 only in the flash sale
    for (const card of found.data) expect(card.price).toBeLessThanOrEqual(1_318_000);
    expect(Math.min(...found.data.map((card) => card.price))).toBe(590_000);
    expect(found.price_range?.maximum).toBeGreaterThan(1_318_000); // of the list without this filter
    const ranges = await all({ category: "noi-com-dien", properties: { price: ["0-1000000", "5000000-7000000"] } });
    for (const card of ranges.data) expect(card.price < 1_000_000 || card.price >= 5_000_000).toBe(true);
    expect(facet(ranges, "price")?.options.filter((option) => option.selected)).toHaveLength(2);
  });

  test("'in stock' and 'on sale' filter by either parameter name", async () => {
    const [first] = (await list({ category: "noi-ap-suat" })).data;
    const { variants } = await shop.visitor().catalogue.product({ id: first?.product_id ?? 0 });
    for (const { product_id, inventory } of variants) {
      if (inventory > 0) await allocateStock(shop.ctx(), [{ variant_id: product_id, quantity: inventory }]);
    }
    const rest = await all({ category: "noi-ap-suat", in_stock: "1" });
    expect(ids(rest)).not.toContain(first?.product_id);
    expect(facet(await all({ category: "noi-ap-suat" }), "in_stock")?.options).toEqual([
      { value: "true", label: "Còn hàng", count: rest.meta.total, selected: false },
    ]);
    const everything = await all({ category: "noi-ap-suat" });
    expect(everything.data.at(-1)).toMatchObject({ product_id: first?.product_id, available: false }); // last, not gone
    const sale = await all({ properties: { on_sale: ["true"] } });
    for (const card of sale.data) expect(card.list_price).toBeGreaterThan(card.price);
    expect(ids(sale)).toEqual(ids(await all({ on_sale: true })));
  });

  test("a facet without a choice is hidden, and so are ratings that do not exist", async () => {
    for (const { code, options } of (await list({ category: "may-hut-mui" })).facets) {
      if (code !== "in_stock" && code !== "on_sale") expect(options.length, code).toBeGreaterThan(1);
      expect(["brand", "rating"]).not.toContain(code); // one brand, no reviews
    }
    expect((await list({ rating_min: 4 })).meta.total).toBe(0); // nobody has rated one
  });

  test("an unknown facet is ignored, whatever is sent", async () => {
    const plain = await list({ category: "noi-com-dien" });
    const odd = { properties: { nonsense: ["1"], price: ["x-y"], "a'b": ["'"] } };
    expect(ids(await list({ category: "noi-com-dien", ...odd }))).toEqual(ids(plain));
  });

  test.each<Input>([
    { brand: ["nobody"] },
    { properties: { colour: ["ultraviolet"] } },
    { properties: { category: ["khong-co"] } },
    { brand: ["nobody"], properties: { colour: ["ultraviolet"] } },
    { name: "nồi cơm", brand: ["nobody"], properties: { colour: ["ultraviolet"] } },
  ])("a value nobody offers leaves nothing: %j", async (asked) => {
    const found = await list(asked);
    expect(found).toMatchObject({ data: [], meta: { total: 0 } });
  });

  test("an unknown value beside a known one changes nothing", async () => {
    const white = await list({ properties: { colour: ["white"] } });
    expect(ids(await list({ properties: { colour: ["ultraviolet", "white"] } }))).toEqual(ids(white));
  });

  test("facet values ignore case, and are shown as chosen", async () => {
    const plain = await list({ brand: ["sorami"], properties: { colour: ["white"], origin: ["VN"] } });
    const capital = await list({ brand: ["Sorami"], properties: { colour: ["WHITE"], origin: ["vn"] } });
    expect(plain.meta.total).toBeGreaterThan(0);
    expect(capital).toEqual(plain);
    const { options = [] } = facet(capital, "colour") ?? {};
    expect(options.find(({ selected }) => selected)).toMatchObject({ value: "white" });
  });

  test("technical filters are explained in the reader's language", async () => {
    const found = await list({ category: "may-loc-nuoc-ro" }, "en");
    expect(facet(found, "install")).toMatchObject({ label: "Installation", hint: expect.stringContaining("cupboard") });
    const ja = await list({ category: "noi-com-dien" }, "ja");
    expect(facet(ja, "capacity_l")?.options[0]?.label).toBe("0.6L");
    expect(facet(ja, "price")?.options[0]?.label).toBe("1,000,000\u00a0đ未満");
  });

  test("tags and brands filter like facets", async () => {
    const tagged = await all({ tag: "wifi" });
    expect(tagged.meta.total).toBe(11);
    expect((await all({ tag: "khong-co" })).meta.total).toBe(0);
    expect((await list({ brand: "sorami" })).meta.total).toBe(158);
  });
});

describe("order and pages", () => {
  test.each<[Input["sort"], Input["order"], (card: ProductList["data"][number]) => number]>([
    ["price_asc", undefined, (card) => card.price],
    ["price_desc", undefined, (card) => -card.price],
    [{ price: "asc" }, undefined, (card) => card.price],
    [{ price: "desc" }, undefined, (card) => -card.price],
    ["price", "desc", (card) => -card.price],
    ["discount", undefined, (card) => -card.discount_percent],
  ])("%j %s", async (sort, order, key) => {
    const keys = (await all({ sort, order })).data.map(key);
    expect(keys).toEqual(keys.toSorted((one, other) => one - other));
    expect(new Set(keys).size).toBeGreaterThan(10);
  });

  test.each(["vi", "en", "ja"] as const)("sorting by name follows the collation of %s", async (locale) => {
    const found = await list({ sort: "name", limit: 100 }, locale);
    const names = found.data.map((card) => card.name);
    expect(names).toEqual(names.toSorted(new Intl.Collator(locale).compare));
    const back = await list({ sort: "name", order: "desc", limit: 100, page: 2 }, locale);
    expect(back.data.at(-1)?.name).toBe(names[0]);
  });

  test("đ sorts after d in Vietnamese", async () => {
    await sql`update catalogue.shelf set names = jsonb_build_object('vi', case product_id
      when 1060 then 'dầu' when 1061 then 'đá' when 1062 then 'em' when 1063 then 'da' else names ->> 'vi' end)
      where category_id = 20`.execute(shop.sql);
    const names = (await list({ category: "noi-com-dien", sort: "name" })).data.map((card) => card.name);
    expect(names.slice(0, 4)).toEqual(["da", "dầu", "đá", "em"]);
    await index(shop.sql, [1060, 1061, 1062, 1063, 1064, 1065, 1066], shop.now);
  });

  test.each(["featured", "newest", "best_selling", "price_asc", "discount", "name", "rating", "nonsense"])(
    "pages sorted by %s neither repeat nor lose a product",
    async (sort) => {
      const pages = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((page) => list({ sort, page, limit: 24 })));
      const seen = pages.flatMap(ids);
      expect(seen.length).toBe(158);
      expect(new Set(seen).size).toBe(158);
      expect(pages[0]?.meta).toEqual({ current_page: 1, last_page: 7, per_page: 24, total: 158 });
      expect(pages[7]).toMatchObject({ data: [], meta: { current_page: 8, last_page: 7, total: 158 } });
    },
  );

  test("the page number has no limit, the page size has one", async () => {
    expect(await list({ page: 1_000_000, limit: 100 })).toMatchObject({ data: [], meta: { total: 158 } });
    await expect(list({ limit: 101 })).rejects.toMatchObject({ status: 422 });
    await expect(list({ page: 0 })).rejects.toMatchObject({ status: 422 });
  });

  test("a list costs two statements once the shop is warm, filtered or not", async () => {
    const inputs: Input[] = [
      {},
      { category: "quat-dien" },
      { tag: "wifi" },
      { category: "nau-nuong", page: 2, sort: "name" },
    ];
    inputs.push({
      category: "noi-com-dien",
      price_min: 1,
      in_stock: true,
      properties: { colour: ["white"], heat_type: ["ih"] },
    });
    for (const input of inputs) {
      await list(input);
      statements.length = 0;
      await list(input);
      expect(statements.length).toBeLessThanOrEqual(2);
    }
  });
});

describe("the listing index agrees with the catalogue", () => {
  test("stored counts equal counted ones, however products and stock came and went", async () => {
    await sql`update catalogue.products set status = 'hidden' where id in (1001, 1061)`.execute(shop.sql);
    await sql`update catalogue.products set category_id = 21 where id = 1062`.execute(shop.sql);
    await setPrice(shop, 1063, { list_price: 9_990_000 });
    await writeFacetValues(shop.sql, [9, 20, 21]);
    await index(shop.sql, [1001, 1061, 1062, 1063, 1063], shop.now);
    await allocateStock(shop.ctx(), [
      {
        variant_id: 1064,
        quantity: (await shop.visitor().catalogue.product({ id: 1064 })).variants[0]?.inventory ?? 0,
      },
    ]);
    const { rows } = await sql`
      with counted as (select category_id, id as value_id, count(*)::int as products from catalogue.shelf,
        catalogue.counted(choices, in_stock, saving) c (id) group by 1, 2)
      select * from counted full join (select * from catalogue.shelf_counts where products <> 0) kept
        using (category_id, value_id) where counted.products is distinct from kept.products`.execute(shop.sql);
    expect(rows).toEqual([]);
    await expect(shop.visitor().catalogue.product({ id: 1001 })).rejects.toMatchObject({ status: 404 });
    expect(await shop.visitor().catalogue.cards({ ids: "1001,1062" })).toMatchObject([
      { category_slug: "noi-ap-suat" },
    ]);
  });

  test("best-selling counts delivered units of 30 days, and is called so only when there are any", async () => {
    const dayMs = 24 * 60 * 60 * 1000;
    const lan = shop.visitor();
    const before = await lan.catalogue.bestsellers({ limit: 20 });
    expect(before.title).toBe("suggested");
    expect(before.data).toHaveLength(20);
    const now = shop.ctx().now.getTime();
    const sold = (variant_id: number, quantity: number, days: number) =>
      recordSales(shop.ctx(), [{ variant_id, quantity }], new Date(now - days * dayMs));
    for (const [at, variant_id] of [1070, 1071, 1072, 1073].entries()) await sold(variant_id, 5 + at, 1);
    await sold(1074, 50, 31); // too long ago
    expect((await lan.catalogue.bestsellers({})).title).toBe("suggested");
    await sold(1075, 3, 29);
    const after = await lan.catalogue.bestsellers({});
    expect(after.title).toBe("best_selling");
    expect(after.data.map((card) => card.product_id)).toEqual([1073, 1072, 1071, 1070, 1075]);
    expect(after.meta.total).toBe(5);
    expect((await lan.catalogue.homeRows({})).best_selling_title).toBe("best_selling");
    expect(ids(await list({ sort: "best_selling" })).slice(0, 5)).toEqual([1073, 1072, 1071, 1070, 1075]);
  });
});
