/** Content pages in each language, the language switch, and the 404 page. Spec §2. */
import { type Locale, locales, localisedPath } from "contract/values/locale.ts";
import { describe, expect, it } from "vitest";
import { putIntoCart, wake } from "../harness/checkout.ts";
import { comesTo, DEFAULT_WAY, heading, sees, shoppers, soon, type Way } from "../harness/shopper.ts";

const shopper = shoppers();
const readers: Way[] = locales.map((locale, place) => ({
  ...DEFAULT_WAY,
  ...{ name: locale, locale, scripts: place !== 2, is_phone: place === 1 },
}));

describe.each(readers)("a reader of $name", (way) => {
  it("goes from the news to an article", async () => {
    const lan = await shopper(way);
    const { content } = lan.words;
    await lan.open("/tin-tuc");
    await soon(() => heading(lan.page)).toBe(content.news_title);
    const first = lan.page.locator("main .news-grid li a").first();
    const title = await first.locator("h2, h3").textContent();
    const pictures = await lan.page
      .locator("main .news-grid img")
      .evaluateAll((list) => list.map((picture) => picture.getAttribute("src")));
    expect(new Set(pictures).size).toBe(pictures.length);
    expect(await lan.page.locator("main .news-grid time").count()).toBe(pictures.length);
    await first.click();
    await soon(() => heading(lan.page)).toBe(title);
    expect((await lan.page.locator("main article").textContent())?.length).toBeGreaterThan(200);
  });

  it("sees the products of an article with their price, and opens one", async () => {
    const lan = await shopper(way);
    await lan.open("/tin-tuc/tu-van-chon-mua/noi-chien-khong-dau-bao-nhieu-lit-la-vua");
    const mentioned = lan.page.locator("main .mentioned").first();
    await sees(mentioned, /\d\sđ$/);
    const name = (await mentioned.locator("h3").textContent()) ?? "";
    await mentioned.click();
    await comesTo(lan.page, ({ pathname }) => pathname.includes("/san-pham/noi-chien-khong-dau/"));
    await soon(() => heading(lan.page)).toBe(name);
  });

  it("finds a question by its text, a policy, and a store of a province", async () => {
    const lan = await shopper(way);
    const { content, stores } = lan.words;
    await lan.open("/faq");
    const question = lan.page.locator("main details").first();
    expect(await question.getAttribute("open")).toBeNull();
    await question.locator("summary").click();
    await question.locator("summary + *").waitFor();
    await lan.page.getByLabel(content.faq_find).fill("QR");
    await lan.page.getByLabel(content.faq_find).press("Enter");
    await comesTo(lan.page, ({ searchParams }) => searchParams.get("q") === "QR");
    await soon(() => lan.page.locator("main details").first().textContent()).toMatch(/QR/);

    await lan.open("/thong-tin");
    await lan.page.locator("main li a[href*='/thong-tin/']").first().click();
    await comesTo(lan.page, ({ pathname }) => /\/thong-tin\/.+/.test(pathname));
    await sees(lan.page.locator("main"), /2026/);

    await lan.open("/diem-ban");
    const all = await lan.page.locator("main").getByRole("status").textContent();
    await lan.page.getByLabel(stores.province).selectOption("01");
    await lan.page.locator("main").getByRole("button", { name: stores.show, exact: true }).click();
    await comesTo(lan.page, ({ searchParams }) => searchParams.get("city_code") === "01");
    await soon(() => lan.page.locator("main").getByRole("status").textContent()).not.toBe(all);
    await soon(() => lan.page.locator("main li h2").count()).toBeGreaterThan(1);

    await lan.open("/diem-ban");
    await lan.page.getByLabel(stores.find).fill("cau giay");
    await lan.page.getByLabel(stores.find).press("Enter");
    await comesTo(lan.page, ({ searchParams }) => searchParams.get("q") === "cau giay");
    const provinces = lan.page.getByRole("navigation", { name: stores.chips }).getByRole("link");
    await sees(lan.page.locator("main .store-list"), /C[aầ]u Gi[aấ]y/);
    expect(await lan.page.getByLabel(stores.find).inputValue()).toBe("cau giay");
    expect(await provinces.count()).toBeLessThan(34);
  });

  it("gets the 404 page, whose search refuses an empty text, and a link home", async () => {
    const lan = await shopper(way);
    const { common } = lan.words;
    await lan.open("/khong-co-trang-nay");
    await soon(() => heading(lan.page)).toBe(common.thisPageCouldNotBeFound);
    await wake(lan);
    const search = lan.page.locator("main form");
    const box = search.getByRole("searchbox");
    if (way.scripts) {
      await soon(() => search.getByRole("button").isDisabled()).toBe(true);
      await box.fill("   ");
      await soon(() => search.getByRole("button").isDisabled()).toBe(true);
    } else {
      await search.getByRole("button").click(); // the browser refuses an empty field
    }
    expect(lan.page.url()).toBe(lan.at("/khong-co-trang-nay"));
    await box.fill("AF-35");
    await search.getByRole("button").click();
    await comesTo(lan.page, ({ pathname }) => !pathname.endsWith("/khong-co-trang-nay"));
    await lan.open("/khong-co-trang-nay");
    await lan.page.getByRole("link", { name: common.returnToHomePage }).click();
    await comesTo(lan.page, (address) => address.href.replace(/\/$/, "") === lan.at("/").replace(/\/$/, ""));
  });
});

describe("a shopper who changes the language", () => {
  it.each(["not hydrated", "hydrated", "without scripts"])(
    "stays on his page and keeps his cart (the page: %s)",
    async (state) => {
      const lan = await shopper({ ...DEFAULT_WAY, scripts: state !== "without scripts" });
      await putIntoCart(lan);
      const path = "/san-pham/noi-chien-khong-dau?properties[basket]=drawer&sort=price_asc";
      await lan.open(path);
      for (const [locale, title] of [
        ["en", "Air fryers"],
        ["ja", "ノンフライヤー"],
        ["vi", "Nồi chiên không dầu"],
      ] as [Locale, string][]) {
        if (state === "hydrated") await wake(lan);
        await lan.page
          .locator(`header a[hreflang=${locale}], nav a[hreflang=${locale}]`)
          .filter({ visible: true })
          .first()
          .click();
        await comesTo(lan.page, ({ pathname }) => pathname === localisedPath("/san-pham/noi-chien-khong-dau", locale));
        const { searchParams } = new URL(lan.page.url());
        expect([searchParams.get("properties[basket]"), searchParams.get("sort")]).toEqual(["drawer", "price_asc"]);
        await soon(() => heading(lan.page)).toBe(title);
        expect(await lan.page.locator("html").getAttribute("lang")).toBe(locale);
      }
      await lan.page.goto(`${lan.url}/ja/thanh-toan/gio-hang`);
      await sees(lan.page.locator(".lines"), "Sorami ノンフライヤー AF-35 3.5L");
      if (state !== "hydrated") return;
      await lan.page.goto(`${lan.url}/en/faq`);
      await wake(lan);
      await lan.page.locator(".language-offer").getByRole("link").filter({ visible: true }).click();
      await comesTo(lan.page, ({ pathname }) => pathname === "/faq");
      await soon(() => heading(lan.page)).toBe(lan.words.content.faq_title);
    },
  );
});
