/** Light and dark: by the system's choice, by the visitor's, with and without scripts, and on a cached page. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { fryer } from "../harness/checkout.ts";
import { DEFAULT_WAY, type Shopper, shoppers, soon } from "../harness/shopper.ts";

const shopper = shoppers();
const light = "rgb(246, 245, 242)";
const dark = "rgb(17, 20, 19)";
const night: BrowserContextOptions = { colorScheme: "dark" };

const fixture = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const choice = ({ page }: Shopper, value: string) => page.locator(`.theme-switch [value="${value}"]`);
/** The colour of the bar a browser draws around the page. */
const bar = (page: Page) =>
  page.evaluate(() => {
    const metas = [...document.head.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")];
    return metas.find(({ media }) => matchMedia(media).matches)?.content;
  });

describe("the theme of the pages", () => {
  it("the theme follows the system while nothing is chosen", async () => {
    const byDay = await shopper();
    await byDay.open(fryer);
    expect([await fixture(byDay.page), await bar(byDay.page)]).toEqual([light, "#125c50"]);
    const byNight = await shopper(DEFAULT_WAY, night);
    await byNight.open(fryer);
    expect([await fixture(byNight.page), await bar(byNight.page)]).toEqual([dark, "#0a2621"]);
  });

  it("a chosen theme applies at once, on every page, before the first paint", async () => {
    const lan = await shopper();
    await lan.open("/faq");
    await choice(lan, "dark").click();
    expect([await fixture(lan.page), await bar(lan.page)]).toEqual([dark, "#0a2621"]);
    expect(await choice(lan, "dark").getAttribute("aria-pressed")).toBe("true");
    expect(new URL(lan.page.url()).pathname).toBe("/faq");
    // What follows the head is delayed: the page is dark all the same.
    await lan.page.addInitScript(() => {
      new MutationObserver((_, watch) => {
        if (!document.body) return;
        watch.disconnect();
        document.documentElement.dataset.atFirst = document.documentElement.dataset.theme ?? "";
      }).observe(document, { childList: true, subtree: true });
    });
    for (const path of ["/faq", "/thanh-toan/gio-hang", fryer]) {
      await lan.open(path);
      expect(await lan.page.evaluate(() => document.documentElement.dataset.atFirst)).toBe("dark");
      expect(await fixture(lan.page)).toBe(dark);
    }
    await choice(lan, "").click();
    expect([await fixture(lan.page), await bar(lan.page)]).toEqual([light, "#125c50"]);
    await lan.open("/");
    expect(await fixture(lan.page)).toBe(light);
  });

  it("a chosen light theme overrides a dark system", async () => {
    const lan = await shopper(DEFAULT_WAY, night);
    await lan.open("/faq");
    await choice(lan, "light").click();
    await lan.open("/");
    expect([await fixture(lan.page), await bar(lan.page)]).toEqual([light, "#125c50"]);
  });

  it("a theme can be chosen without scripts", async () => {
    const lan = await shopper({ ...DEFAULT_WAY, scripts: false });
    await lan.open("/tim-kiem-don-hang");
    await choice(lan, "dark").click();
    await soon(() => new URL(lan.page.url()).pathname).toBe("/tim-kiem-don-hang");
    await soon(() => fixture(lan.page)).toBe(dark);
    const kept = await fetch(lan.at("/faq"), { headers: { cookie: "theme=dark" } });
    expect(await kept.text()).not.toContain('data-theme="dark"');
    const own = await fetch(lan.at("/thanh-toan/gio-hang"), { headers: { cookie: "theme=dark" } });
    expect(await own.text()).toContain('<html data-theme="dark" lang="vi">');
    expect((await lan.page.context().cookies()).find(({ name }) => name === "theme")?.value).toBe("dark");
  });

  it("text on pictures stays dark on light, and printed pages are white", async () => {
    const lan = await shopper(DEFAULT_WAY, night);
    await lan.open("/");
    const colour = (selector: string) =>
      lan.page.evaluate((found) => getComputedStyle(document.querySelector(found) ?? document.body).color, selector);
    expect(await colour("main .section h2")).not.toBe(await colour(".hero-slide h2"));
    expect(await colour(".hero-slide h2")).toBe("rgb(28, 29, 26)");
    await lan.page.emulateMedia({ media: "print", colorScheme: "dark" });
    expect(await fixture(lan.page)).toBe(light);
  });
});
