/** A judged set of searches: what a shopper types, and the products that must be found. rules/search#typos */
import type { ProductList } from "contract/catalogue/catalogue.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestShop, testShop } from "../../testing/test-shop.ts";

let shop: TestShop;
const statements: string[] = [];
beforeAll(async () => {
  shop = await testShop({ onQuery: (text) => statements.push(text) });
});
afterAll(() => shop.close());

const search = (name: string, more: object = {}): Promise<ProductList> =>
  shop.visitor().catalogue.products({ name, ...more });
const names = (list: ProductList) => list.data.map((card) => card.name);

/** Every one of the first results is of these categories. */
async function finds(typed: string, ...categories: string[]): Promise<ProductList> {
  const list = await search(typed);
  expect(names(list), typed).not.toEqual([]);
  for (const card of list.data.slice(0, 3)) expect(categories, `${typed}: ${card.name}`).toContain(card.category_slug);
  return list;
}

const purifiers = ["may-loc-nuoc-ro", "may-loc-nuoc-nong-lanh"];

describe("product words and synonyms", () => {
  test.each<[string, ...string[]]>([
    ["nồi cơm điện", "noi-com-dien"],
    ["noi com dien", "noi-com-dien"],
    ["NOI COM DIEN", "noi-com-dien"],
    ["nồi cơm", "noi-com-dien"],
    ["nồi nấu cơm", "noi-com-dien"],
    ["rice cooker", "noi-com-dien"],
    ["炊飯器", "noi-com-dien"],
    ["nồi chiên không dầu", "noi-chien-khong-dau"],
    ["noi chien", "noi-chien-khong-dau"],
    ["air fryer", "noi-chien-khong-dau"],
    ["airfryer", "noi-chien-khong-dau"],
    ["nckd", "noi-chien-khong-dau"],
    ["ノンフライヤー", "noi-chien-khong-dau"],
    ["máy lọc nước", ...purifiers],
    ["loc nuoc", ...purifiers],
    ["mln", ...purifiers],
    ["water purifier", ...purifiers],
    ["máy lọc không khí", "may-loc-khong-khi"],
    ["lọc khí", "may-loc-khong-khi"],
    ["空気清浄機", "may-loc-khong-khi"],
    ["bếp từ", "bep-tu"],
    ["bep dien tu", "bep-tu"],
    ["induction hob", "bep-tu"],
    ["máy hút bụi", "may-hut-bui"],
    ["robot hút bụi", "robot-hut-bui"],
    ["máy sinh tố", "may-xay-sinh-to"],
    ["blender", "may-xay-sinh-to"],
    ["ấm siêu tốc", "am-sieu-toc"],
    ["bình siêu tốc", "am-sieu-toc"],
    ["máy rửa chén", "may-rua-bat"],
    ["máy rửa bát", "may-rua-bat"],
    ["ghế mát xa", "ghe-massage"],
    ["bàn ủi", "ban-ui"],
    ["bàn là", "ban-ui"],
    ["cây nước", "cay-nuoc-nong-lanh"],
    ["máy giặt", "may-giat"],
    ["lõi lọc", "loi-loc"],
    ["quạt điều hòa", "quat-dieu-hoa"],
    ["quạt điều hoà", "quat-dieu-hoa"],
    ["bình giữ nhiệt", "binh-giu-nhiet"],
    ["máy chạy bộ", "may-chay-bo"],
  ])("%s", async (typed, ...categories) => {
    await finds(typed, ...categories);
  });
});

describe("spelling, marks and keyboard input", () => {
  test.each<[string, string, ...string[]]>([
    ["nooif chieen khoong daauf", "nồi chiên không dầu", "noi-chien-khong-dau"],
    ["mays locj nuowcs", "máy lọc nước", ...purifiers],
    ["no6i2 chie6n kho6ng da6u2", "nồi chiên không dầu", "noi-chien-khong-dau"],
    ["ma1y lo5c nu7o71c", "máy lọc nước", ...purifiers],
    ["maylocnuoc", "máy lọc nước", ...purifiers],
    ["noichienkhongdau", "nồi chiên không dầu", "noi-chien-khong-dau"],
    ["mayhutbui", "máy hút bụi", "may-hut-bui"],
    ["noi ciên khong dau", "nồi chiên không dầu", "noi-chien-khong-dau"],
    ["noi chine khong dau", "nồi chiên không dầu", "noi-chien-khong-dau"],
    ["may loc nuco", "máy lọc nước", ...purifiers],
    ["massge", "massage", "may-massage", "ghe-massage"],
    ["may xai sinh to", "máy xay sinh tố", "may-xay-sinh-to"],
    ["noi chien ko dau", "nồi chiên không dầu", "noi-chien-khong-dau"],
  ])("%s is read as %s, and the shopper is told so", async (typed, meant, ...categories) => {
    const list = await finds(typed, ...categories);
    expect(list.understood?.corrected).toBe(meant);
  });

  test("searching for exactly what was typed is possible", async () => {
    const list = await search("nooif chieen", { exact: "true" });
    expect(list.meta.total).toBe(0);
    expect(list.understood).toMatchObject({ query: "nooif chieen", corrected: null });
  });

  test("correct words are never corrected", async () => {
    for (const typed of ["nồi cơm", "bếp từ đôi", "air fryer", "inverter", "hepa", "RO-810", "1,8 lít", "炊飯器"]) {
      expect((await search(typed)).understood?.corrected, typed).toBeNull();
    }
  });

  test("typed marks decide between words that differ only in marks", async () => {
    expect((await search("bàn")).data[0]?.category_slug).not.toBe((await search("bán")).data[0]?.category_slug);
    const [iron] = names(await search("bàn"));
    expect(iron).toMatch(/bàn/i);
  });
});

describe("models, measures and money", () => {
  test.each(["RC-06", "rc06", "Rc 06", "SRM-RC06-WH", "srmrc06pk", "2091010609367"])(
    "%s is one product, and the answer links to its page",
    async (typed) => {
      const list = await search(typed);
      expect(list.data[0]?.slug).toBe("noi-com-dien-mini-sorami-rc-06-0-6-lit");
      expect(list.understood?.exact_product).toEqual({
        slug: "noi-com-dien-mini-sorami-rc-06-0-6-lit",
        category_slug: "noi-com-dien",
      });
    },
  );

  test.each([
    ["RC-15X", "RC-15F"],
    ["rc15x", "RC-15F"],
    ["nồi cơm RC-15X", "RC-15F"],
    ["WM-99F", "WM-9F"],
  ])("the unknown model %s is read as the model one character away, and the answer says so", async (typed, meant) => {
    const list = await search(typed);
    expect(names(list).join()).toContain(meant);
    expect(list.understood?.corrected).toContain(meant);
    expect((await search(typed, { exact: "true" })).understood).toMatchObject({
      corrected: null,
      did_you_mean: null,
    });
  });

  test.each(["RC-15F", "RC-15", "2000w", "XQ-77Z"])("%s is not corrected to another model", async (typed) => {
    expect((await search(typed)).understood).toMatchObject({ corrected: null, did_you_mean: null });
  });

  test("the model ranks before products that only mention it", async () => {
    const list = await search("ro-810");
    expect(list.data[0]?.name).toContain("RO-810");
    const filters = await search("lõi lọc ro-810");
    for (const card of filters.data) expect(card.category_slug).toBe("loi-loc");
    expect(filters.meta.total).toBeGreaterThan(1);
  });

  test.each(["noi com 1.8l", "nồi cơm 1,8 lít", "noi com 1,8L", "nồi cơm 1.8 lit"])(
    "%s is read as a measure",
    async (typed) => {
      const list = await search(typed);
      expect(list.meta.total).toBe(2);
      for (const card of list.data) expect(card.name).toContain("1.8 lít");
    },
  );

  test("a price in the query becomes a filter, and the rest is searched", async () => {
    const list = await search("máy lọc nước dưới 6 triệu");
    expect(list.understood).toMatchObject({ query: "máy lọc nước", price_min: null, price_max: 6_000_000 });
    expect(list.meta.total).toBeGreaterThan(0);
    for (const card of list.data) expect(card.price).toBeLessThanOrEqual(6_000_000);
    const onlyPrice = await search("2tr5");
    expect(onlyPrice.understood).toMatchObject({ query: "", price_min: 2_000_000, price_max: 3_000_000 });
    expect(onlyPrice.meta.total).toBeGreaterThan(3);
  });

  test("words like 'I want to buy' do not affect the result", async () => {
    const plain = await search("máy lọc không khí");
    for (const typed of [
      "mua máy lọc không khí giá rẻ",
      "máy lọc không khí loại nào tốt",
      "review máy lọc không khí",
    ]) {
      const list = await search(typed);
      expect(names(list), typed).toEqual(names(plain));
      expect(list.understood?.query).toBe("máy lọc không khí");
    }
  });
});

describe("corrections", () => {
  test.each([
    ["bình dữ nhiệt", "bình giữ nhiệt", "binh-giu-nhiet"],
    ["máy sửi", "máy sưởi", "may-suoi"],
    ["quạt chần", "quạt trần", "quat-dien"],
    ["ghe mat sa", "ghế mát xa", "ghe-massage"],
  ])("the unknown %s is corrected to %s, and the answer says so", async (typed, meant, category) => {
    const list = await finds(typed, category);
    expect(list.understood).toMatchObject({ corrected: meant, did_you_mean: null });
    expect((await search(typed, { exact: "true" })).understood).toMatchObject({ corrected: null, did_you_mean: null });
  });

  test("a rare word is searched as typed, and a correction is offered", async () => {
    const list = await search("may xay toc");
    expect(list.understood).toMatchObject({ corrected: null, did_you_mean: "máy sấy tóc" });
    expect(names(list)[0]).toContain("Máy xay");
    expect(names(list).join()).toContain("Máy sấy tóc");
    const filtered = await search("may xay toc", { price_max: 1_000_000 });
    expect(filtered.data.every((card) => card.price <= 1_000_000)).toBe(true);
  });

  test("correct queries get no correction", async () => {
    for (const typed of ["quạt trần", "nồi cơm", "máy sấy", "lõi lọc ro-810", "bàn là", "air fryer", "RC-06"]) {
      expect((await search(typed)).understood, typed).toMatchObject({ did_you_mean: null, corrected: null });
    }
  });

  test("the complete name of a product is read as it stands, and finds that product first", async () => {
    const pages = await Promise.all([1, 2].map((page) => shop.visitor().catalogue.products({ page, limit: 100 })));
    const all = pages.flatMap(names);
    expect(all).toHaveLength(158);
    for (const name of all) {
      const list = await search(name);
      expect(list.understood, name).toMatchObject({ did_you_mean: null, corrected: null });
      expect(names(list)[0]).toBe(name);
    }
  });

  test.each(["dyson", "bếp cũ", "bep cu", "tider"])(
    "%s is not corrected to a word with another first letter or a far key",
    async (typed) => {
      expect((await search(typed)).understood).toMatchObject({ did_you_mean: null, corrected: null });
    },
  );

  test("an unknown brand is not corrected to a similar word", async () => {
    for (const typed of ["sony", "dell", "canon", "laptop"]) expect((await search(typed)).meta.total, typed).toBe(0);
  });
});

describe("partial and missing results", () => {
  test("a search for what the shop does not sell has no result", async () => {
    for (const typed of ["tủ lạnh", "váy đầm", "!!!", "xqzwv"]) {
      expect((await search(typed)).meta.total, typed).toBe(0);
    }
  });

  test("if no product matches all words, those that match most come, and the answer says so", async () => {
    const list = await search("robot hút bụi xiaomi");
    expect(list.understood?.partial).toBe(true);
    expect(list.meta.total).toBeGreaterThan(0);
    for (const card of list.data) expect(card.category_slug).toBe("robot-hut-bui");
  });

  test.each([
    ["bếp từ 7 cửa", "bep-tu"],
    ["nồi cơm 9 quai", "noi-com-dien"],
  ])("%s: the product word counts, where half of the words match nothing", async (typed, category) => {
    const list = await search(typed);
    expect(list.understood?.partial).toBe(true);
    expect(list.data[0]?.category_slug).toBe(category);
  });

  test("whatever is typed, the shop answers with at most three statements", async () => {
    await search("nồi cơm"); // the lists are in memory from here on
    const hostile = [
      "'",
      "\\",
      "a & b | !c",
      "'); drop table x; --",
      ":*",
      "<->",
      "nồi:*A",
      "%_",
      "a".repeat(120),
      "💡",
    ];
    const mixed = [
      "nồi ' cơm",
      "(((",
      "1.1.1.1",
      "--",
      "ở đâu bán",
      "RC-06 RC-15F RO-810",
      "nồi nồi nồi nồi nồi nồi nồi",
    ];
    for (const typed of [...hostile, ...mixed]) {
      statements.length = 0;
      await expect(search(typed), typed).resolves.toBeDefined();
      expect(statements.length, typed).toBeLessThanOrEqual(3);
    }
  });
});

describe("suggestions", () => {
  const suggest = (name: string, locale: "vi" | "en" | "ja" = "vi") =>
    shop.visitor({ locale }).catalogue.suggest({ name });

  test.each([
    ["n", "nồi cơm điện"],
    ["noi ch", "nồi chiên không dầu"],
    ["nồi chi", "nồi chiên không dầu"],
    ["nooif ch", "nồi chiên không dầu"],
    ["may loc n", "máy lọc nước ro"],
    ["炊", "炊飯器"],
    ["robot", "robot hút bụi lau nhà"],
  ])("%s suggests %s", async (typed, term) => {
    const { terms, products } = await suggest(typed);
    expect(terms).toContain(term);
    expect(products.length).toBeGreaterThan(0);
  });

  test("terms without a result are not suggested, and there are at most ten suggestions", async () => {
    for (const typed of ["n", "m", "tu l", "tủ lạ", "quạt", "may", "a", "1", "ghế"]) {
      const { terms, categories, products } = await suggest(typed);
      expect(terms.length + categories.length + products.length, typed).toBeLessThanOrEqual(10);
      for (const term of terms) expect((await search(term)).meta.total, `${typed}: ${term}`).toBeGreaterThan(0);
      expect(terms).not.toContain("tủ lạnh");
    }
  });

  test("suggestions are in the reader's language", async () => {
    const { terms, categories, products } = await suggest("rice", "en");
    expect(terms[0]).toBe("rice cookers");
    expect(categories[0]?.name).toBe("Rice cookers");
    expect(products[0]).toMatchObject({ lang: "en", category_slug: "noi-com-dien" });
  });

  test("punctuation alone suggests nothing", async () => {
    expect(await suggest(" - ")).toEqual({ terms: [], categories: [], products: [] });
  });
});
