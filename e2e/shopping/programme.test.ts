/** A programme: its page, a product in its frame, and what the cart makes of it. Spec §2 Catch-alls */
import { locales, localisedPath } from "contract/values/locale.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { putIntoCart } from "../harness/checkout.ts";
import { type OpenShop, openShop } from "../harness/open-shop.ts";
import { sees, shoppers, soon, untilStill, ways } from "../harness/shopper.ts";

const programme = "/bep-sach-nha-am";
const juicer = "may-ep-cham-sorami-ju-75-mieng-75-mm";

let opened: OpenShop;
beforeAll(async () => {
  opened = await openShop({ programmes: true });
});
afterAll(() => opened.close());
const shopper = shoppers(() => opened.url);

describe.each(ways)("a shopper $name", (way) => {
  it("reads the rules of a programme, its products by category, and another programme", async () => {
    const lan = await shopper(way);
    const { promotions } = lan.words;
    await lan.open(programme);
    await sees(lan.page, promotions.rule_flash);
    await sees(lan.page, promotions.rule_return);
    const found = lan.page.getByRole("status").filter({ hasText: /\d/ });
    const all = Number((await found.first().textContent())?.match(/\d+/)?.[0]);
    expect(all).toBeGreaterThan(24);
    await lan.page.locator(".chips a").nth(1).click();
    await soon(async () => Number((await found.first().textContent())?.match(/\d+/)?.[0])).toBeLessThan(all);
    await untilStill(lan.page);
    await lan.page.locator("#to-mua-nhieu-giam-nhieu").click();
    await lan.page.waitForURL(/\/mua-nhieu-giam-nhieu$/, { waitUntil: "commit" });
    await sees(lan.page, promotions.rules);
  });

  it("sees a product in its frame, puts it into the cart, and finds the gift there with its reason", async () => {
    const lan = await shopper(way);
    await lan.open(`${programme}/${juicer}`);
    const canonical = await lan.page.locator("link[rel=canonical]").getAttribute("href");
    expect(new URL(canonical ?? "").pathname).toMatch(new RegExp(`/san-pham/may-ep-cham/${juicer}$`));
    for (let count = 1; count <= 2; count += 1) {
      await lan.open(`${programme}/${juicer}`);
      await lan.page.getByRole("button", { name: lan.words.catalogue.add, exact: true }).click();
      const cart = async () => {
        const { items } = await (await lan.page.request.get(`${opened.url}/v1/client/cart`))
          .json()
          .then(({ data }) => data);
        return items.filter(({ kind }: { kind: string }) => kind === "bought")[0]?.quantity;
      };
      await soon(cart).toBe(count);
    }
    await lan.open("/thanh-toan/gio-hang");
    const gift = lan.page.locator(".lines > li", { hasText: lan.words.cart.gift });
    await gift.waitFor();
    expect(await gift.locator("a[href$='/bep-sach-nha-am']").count()).toBe(1);
  });
});

describe.each(ways)("a shopper $name", (way) => {
  it("is told that the gift is gone, when the quantity no longer reaches what it needs", async () => {
    const lan = await shopper(way);
    const { cart } = lan.words;
    await putIntoCart(lan, `/san-pham/may-ep-cham/${juicer}`);
    await lan.page.getByRole("button", { name: cart.increase }).first().click();
    const gift = lan.page.locator(".lines > li", { hasText: cart.gift });
    await gift.waitFor();
    const { title } = (
      await (
        await lan.page.request.get(`${opened.url}/v1/client/promotion-program/bep-sach-nha-am?lang=${way.locale}`)
      ).json()
    ).data;
    await lan.page.getByRole("button", { name: cart.decrease }).first().click();
    await sees(lan.page, cart.gift_lost({ title }));
    await soon(() => gift.count()).toBe(0);
  });
});

it.each(["/", "/sitemap.html", "/landing-page", `/san-pham/may-ep-cham/${juicer}`])(
  "%s leads to the programmes that run",
  async (path) => {
    for (const locale of locales) {
      const html = await (await fetch(opened.url + localisedPath(path, locale))).text();
      expect(html, locale).toContain(`href="${localisedPath(programme, locale)}"`);
    }
  },
);

it("a page names no programme once the last has ended", async () => {
  const page = async () => (await fetch(`${opened.url}/landing-page`)).text();
  expect(await page()).toContain(programme);
  opened.shop.advanceClock(500 * 86_400_000);
  opened.site.purge(["*"]); // kept pages end by the machine's clock
  for (const path of ["/", "/sitemap.html", "/landing-page"])
    expect(await (await fetch(opened.url + path)).text(), path).not.toContain(`href="${programme}"`);
  opened.shop.advanceClock(-500 * 86_400_000);
  opened.site.purge(["*"]);
});

it.each([
  { name: "360", viewport: { width: 360, height: 740 } },
  { name: "1280", viewport: { width: 1280, height: 900 } },
])("the page does not scroll sideways at $name", async ({ name, viewport }) => {
  const lan = await shopper({ ...(ways[0] as (typeof ways)[number]), is_phone: name === "360" }, { viewport });
  for (const path of [programme, `${programme}/${juicer}`]) {
    await lan.open(path);
    expect(await lan.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
});

it("a name that no page has is the 404 page, and a reserved word is no programme", async () => {
  for (const path of ["/khong-co-chuong-trinh", "/l", "/bep-sach-nha-am/gio-hang", "/Bep-Sach"])
    expect((await fetch(opened.url + path, { redirect: "manual" })).status, path).toBe(404);
});
