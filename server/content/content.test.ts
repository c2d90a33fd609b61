/** Menus, layout data and policies: links lead to pages, claims are true, and texts are in the reader's language. */
import { siteMenuKeys } from "contract/content/content.ts";
import { type Locale, locales } from "contract/values/locale.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dropMemos } from "../platform/memo.ts";
import { type Setting, setSetting, setting } from "../platform/settings.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { siteMenu } from "./menus.ts";

let shop: TestShop;
const statements: string[] = [];
beforeAll(async () => {
  shop = await testShop({ onQuery: (text) => statements.push(text), now: new Date("2026-11-21T09:00:00+07:00") });
});
afterAll(() => shop.close());

const content = (locale: Locale = "vi") => shop.visitor({ locale }).content;

/** The pages of today, without language. A page joins with the issue that builds it. */
const pages =
  /^\/($|san-pham(\/[a-z0-9-]+){0,2}$|tim-kiem$|so-sanh-san-pham$|thanh-toan\/gio-hang$|tim-kiem-don-hang$|tin-tuc(\/[a-z0-9-]+){0,2}$|faq$|thong-tin\/[a-z-]+$|chinh-sach-bao-mat$|diem-ban$|catalogue-fullscreen$|gioi-thieu-ve-mutosi$|doi-diem-nhan-qua$|chuyen-dien-gia-dung$|dang-ky-bao-hanh$|lien-he$|hop-tac$|tuyen-dung$|sitemap\.html$|login$|tai-khoan(\/[a-z-]+)?$)/;

/** Every `link` anywhere in a value. */
function linksIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(linksIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    (key === "link" || key === "route") && typeof part === "string" && part.startsWith("/") ? [part] : linksIn(part),
  );
}

/** Every text anywhere in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

async function everything(locale: Locale): Promise<unknown[]> {
  const calls = content(locale);
  const [chrome, menus, mega, faq, policies, tabs] = await Promise.all([
    calls.chrome({}),
    calls.homeMenus({}),
    calls.siteMenu({ key: "MEGA-MENU" }),
    calls.faq({}),
    calls.policies({}),
    calls.newsTabs({}),
  ]);
  const whole = await Promise.all(policies.map(({ code }) => calls.policy({ code })));
  return [chrome, menus, mega, faq, policies, tabs, whole];
}

describe.each(locales)("in %s", (locale) => {
  it("every link leads to an existing page", async () => {
    const links = linksIn(await everything(locale));
    expect(links.length).toBeGreaterThan(60);
    for (const link of links) expect(link).toMatch(pages);
  });

  it("the policies and categories of the catalogue that are linked exist", async () => {
    const links = new Set(linksIn(await everything(locale)));
    const routes = new Set((await content(locale).policies({})).map(({ route }) => route));
    for (const link of links) if (link.startsWith("/thong-tin/")) expect(routes).toContain(link);
    const slugs = new Set(
      (await shop.sql.selectFrom("catalogue.categories").select("slug").execute()).map(({ slug }) => slug),
    );
    for (const link of links) {
      const category = /^\/san-pham\/([^/]+)$/.exec(link)?.[1];
      if (category) expect(slugs).toContain(category);
    }
  });

  it("every placeholder is filled", async () => {
    for (const text of textsIn(await everything(locale))) expect(text).not.toMatch(/\{[a-z_]+\}/);
  });

  it("features that do not exist are not mentioned: online returns, pick-up", async () => {
    const faq = (await content(locale).faq({})).flatMap((group) => group.items.map((item) => item.id));
    expect(faq).toContain(7001);
    for (const built of [7037, 7026, 7035, 7005, 7028, 7041, 7021, 7022, 7007, 7009, 7010, 7011])
      expect(faq).toContain(built);
    for (const notYet of [7018, 7024, 7030]) expect(faq).not.toContain(notYet);
    const payment = await content(locale).policy({ code: "thanh-toan" });
    expect(payment.sections.map(({ id }) => id)).toEqual([
      "methods",
      "methods-online",
      "deadlines",
      "deadlines-online",
      "security",
      "prices-tax",
      "invoices",
      "problems",
    ]);
    const delivery = await content(locale).policy({ code: "giao-hang" });
    expect(delivery.sections.map(({ id }) => id)).not.toContain("pickup");
    const trust = await content(locale).siteMenu({ key: "SUBTITLE-SECTION" });
    expect(trust.items.map(({ id }) => id)).toEqual([
      "exchange",
      "delivery",
      "cod",
      "warranty",
      "cards",
      "points",
      "activation",
    ]);
    const { data } = await content(locale).posts({ limit: 100 });
    expect(data.map(({ id }) => id)).toContain(5037);
    for (const notYet of [5038, 5040]) expect(data.map(({ id }) => id)).not.toContain(notYet);
  });

  it("every site menu has its entries, titles and pictures", async () => {
    for (const key of siteMenuKeys) {
      const menu = await content(locale).siteMenu({ key });
      expect(menu.items.length, key).toBeGreaterThan(0);
      for (const item of menu.items)
        if (key !== "FEATURED-PRODUCTS") expect(item.title, `${key} ${item.id}`).not.toBe("");
    }
  });
});

describe("menus", () => {
  it("the mega menu has eight groups, each with its children and the products to show beside them", async () => {
    const { items } = await content().siteMenu({ key: "MEGA-MENU" });
    expect(items).toHaveLength(8);
    for (const group of items) {
      expect(group.children.length).toBeGreaterThan(1);
      expect(group.products[0]).toMatchObject({ name: expect.stringContaining("Sorami"), lang: "vi" });
    }
    expect(items[0]?.products[0]).toMatchObject({ code: "SRM-RO810-WH", category_slug: "may-loc-nuoc-ro" });
  });

  it("a product in the menu shows its price, unless a flash sale will change it", async () => {
    const price = async () => (await content().siteMenu({ key: "MEGA-MENU" })).items[0]?.products[0]?.price;
    const { id, current_price } = await shop.sql
      .selectFrom("catalogue.variants as v")
      .innerJoin("catalogue.prices as pr", "pr.variant_id", "v.id")
      .select(["v.id", sql<number>`catalogue.current_price(pr, ${shop.now})`.as("current_price")])
      .where("sku", "=", "SRM-RO810-WH")
      .executeTakeFirstOrThrow();
    await shop.sql.deleteFrom("promotions.flash_sale_items").where("variant_id", "=", id).execute();
    dropMemos(["menus"]);
    expect(await price()).toBe(current_price);
    const sale = await shop.sql
      .selectFrom("promotions.flash_sales")
      .select("id")
      .where("ends_at", ">", shop.now)
      .executeTakeFirstOrThrow();
    const item = { sale_id: sale.id, variant_id: id, price: current_price - 1000, quota: 5 };
    await shop.sql.insertInto("promotions.flash_sale_items").values(item).execute();
    dropMemos(["flash_sales"]);
    expect(await price()).toBeNull();
    await shop.sql.deleteFrom("promotions.flash_sale_items").where("variant_id", "=", id).execute();
    dropMemos(["flash_sales"]);
  });

  it("a hidden product leaves the menu", async () => {
    const setStatus = async (status: string) => {
      const product = shop.sql.updateTable("catalogue.products").set({ status });
      await product.where("slug", "=", "may-loc-nuoc-ro-am-tu-sorami-ro-810-10-loi").execute();
      dropMemos(["menus"]);
    };
    await setStatus("hidden");
    const { items } = await content().siteMenu({ key: "FEATURED-PRODUCTS" });
    expect(items).toHaveLength(11);
    expect(items.flatMap((item) => item.products.map((product) => product.code))).not.toContain("SRM-RO810-WH");
    await setStatus("active");
    expect((await content().siteMenu({ key: "FEATURED-PRODUCTS" })).items).toHaveLength(12);
  });

  it("a banner shows only within its dates, by the shop's clock", async () => {
    const scenes = async (at: string) => {
      const banners = await siteMenu({ ...shop.ctx(), now: new Date(at) }, "SLIDER-BANNER");
      return banners.items.map((item) => item.id);
    };
    expect(await scenes("2026-11-21T09:00:00+07:00")).not.toContain("summer");
    expect(await scenes("2027-04-01T00:30:00+07:00")).toContain("summer"); // still March in UTC
    expect(await scenes("2027-10-01T00:30:00+07:00")).not.toContain("summer");
  });

  it("banners come in two pictures, drawings by their kind", async () => {
    const [banner] = (await content().siteMenu({ key: "SLIDER-BANNER" })).items;
    expect(banner).toMatchObject({
      image: "banner/kitchen",
      image_mobile: "banner/kitchen/phone",
      button: "Xem nồi cơm điện",
    });
    const [corner] = (await content().siteMenu({ key: "HOUSEHOLD-SECTION" })).items;
    expect(corner).toMatchObject({ image: "kind/rice-cooker" });
  });

  it("stores are counted, not listed", async () => {
    const counts = async () => (await content().siteMenu({ key: "QUANTITY-STORE" })).items.map(({ count }) => count);
    expect(await counts()).toEqual([92, 34, 19, 7]);
    await shop.sql.updateTable("stores.stores").set({ status: "closed" }).where("type", "=", "service").execute();
    dropMemos(["menus"]);
    expect((await counts())[0]).toBe(85);
    await shop.sql.updateTable("stores.stores").set({ status: "active" }).execute();
    dropMemos(["menus"]);
  });

  it("the app is linked only if one is set", async () => {
    const ids = async () =>
      (await content().siteMenu({ key: "LINK-DOWNLOAD-APP" })).items.map(({ id, link }) => [id, link]);
    expect(await ids()).toEqual([["web", "/"]]);
    const app = await setting(shop.ctx(), "app_download");
    const links = { ...app.links, app_store: "https://apps.example/mutosi" };
    await setSetting(shop.ctx(), "app_download", { ...app, links } satisfies Setting<"app_download">);
    dropMemos(["settings"]);
    expect(await ids()).toEqual([
      ["web", "/"],
      ["app-store", "https://apps.example/mutosi"],
    ]);
    await setSetting(shop.ctx(), "app_download", app);
    dropMemos(["settings"]);
  });

  it("an unknown menu is 'not found'", async () => {
    await expect(content().siteMenu({ key: "HEADER" as "MEGA-MENU" })).rejects.toMatchObject({ status: 422 });
  });
});

describe("layout data", () => {
  it("layout data has the company's texts in the reader's language", async () => {
    const chrome = await content("en").chrome({});
    expect(chrome).toMatchObject({ name: "Mutosi", hotline: { display: "1800 0000", hours: "8:00–21:00 every day" } });
    expect(chrome.legal_lines[0]).toBe(
      "Mutosi Home Appliances Trading Co., Ltd. Enterprise code 0199999014, issued by Hà Nội Department of Finance on Jan 12, 2026. Responsible for content: Đỗ Minh Khuê.",
    );
    expect(chrome.legal_lines.at(-1)).toBe("© 2026 Mutosi Home Appliances Trading Co., Ltd.");
    expect(chrome.legal_lines).toHaveLength(5);
    expect((await content("ja").chrome({})).popular_searches).toContain("炊飯器");
  });

  it("empty settings are hidden, and shown once they are set", async () => {
    expect(await content().chrome({})).toMatchObject({ social: [], notice: null });
    const social = { ...(await setting(shop.ctx(), "social")), facebook: "https://social.example/mutosi" };
    await setSetting(shop.ctx(), "social", social);
    dropMemos(["settings"]);
    expect((await content().chrome({})).social).toEqual([{ name: "facebook", url: "https://social.example/mutosi" }]);
    await setSetting(shop.ctx(), "social", { ...social, facebook: "" });
    dropMemos(["settings"]);
  });

  it("the app link opens this shop in the reader's language", async () => {
    const { app } = await content("ja").chrome({});
    expect(app?.link).toBe(`${shop.base.config.public_url}/ja`);
  });

  it("payment tiles are those the shop has chosen; otherwise the payment methods decide", async () => {
    expect((await content().chrome({})).payment_logos).toEqual([]);
    await setSetting(shop.ctx(), "payment_logos", ["momo"]);
    dropMemos(["settings"]);
    expect((await content().chrome({})).payment_logos).toEqual(["momo"]);
    await setSetting(shop.ctx(), "payment_logos", []);
    dropMemos(["settings"]);
  });

  it("layout data has the time of the next price change", async () => {
    const turns = await shop.sql.selectFrom("promotions.flash_sales").select(["starts_at", "ends_at"]).execute();
    const ahead = turns
      .flatMap(({ starts_at, ends_at }) => [starts_at, ends_at])
      .filter((at) => at > shop.now)
      .sort((a, b) => a.getTime() - b.getTime());
    expect((await content().chrome({})).prices_change_at).toBe(ahead[0]?.toISOString() ?? null);
  });
});

describe("statements of content pages with warm caches", () => {
  it("layout data, menus, questions, policies and settings cost no statement", async () => {
    await everything("vi");
    statements.length = 0;
    const calls = content("en");
    await Promise.all([
      calls.chrome({}),
      calls.homeMenus({}),
      calls.faq({}),
      calls.policies({}),
      calls.policy({ code: "giao-hang" }),
      calls.postCategories({}),
      calls.setting({ key: "shop" }),
    ]);
    expect(statements).toEqual([]);
  });

  it("a list of posts, an article and the tabs cost one statement each", async () => {
    const calls = content();
    await calls.newsTabs({});
    for (const read of [
      () => calls.posts({}),
      () => calls.posts({ about: "quat-dien" }),
      () => calls.post({ id: 5001 }),
      () => calls.newsTabs({}),
    ]) {
      statements.length = 0;
      await read();
      expect(statements).toHaveLength(1);
    }
  });
});

describe("policies", () => {
  it("a policy has the company, its version and its effective date", async () => {
    const terms = await content().policy({ code: "dieu-khoan" });
    expect(terms).toMatchObject({
      route: "/thong-tin/dieu-khoan",
      version: "2026-11-01",
      effective_from: "2026-11-01",
    });
    const text = terms.sections.map(({ body }) => body).join("\n");
    expect(text).toContain("Công ty TNHH Thương mại Gia dụng Mutosi");
    expect(text).toContain(shop.base.config.public_url);
  });

  it("a changed hotline shows in every text", async () => {
    const shopFacts = await setting(shop.ctx(), "shop");
    await setSetting(shop.ctx(), "shop", { ...shopFacts, phone: "1900 1234" });
    dropMemos(["settings"]);
    const warranty = await content().policy({ code: "bao-hanh" });
    expect(textsIn(warranty).join("\n")).toContain("1900 1234");
    await setSetting(shop.ctx(), "shop", shopFacts);
    dropMemos(["settings"]);
  });

  it("an unknown policy is 'not found'", async () => {
    await expect(content().policy({ code: "khong-co" })).rejects.toMatchObject({ status: 404 });
  });
});
