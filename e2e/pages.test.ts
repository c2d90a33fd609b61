/** Every address of the route table, in three languages, asleep and awake. House §10. */
import { locales, localisedPath } from "contract/locale.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pages } from "../web/app/routes/pages.ts";
import { openBrowser, phone, untilActive, visit } from "./browser.ts";
import { type OpenShop, openShop } from "./open-shop.ts";

let browser: Browser;
let shop: OpenShop;
/** What stands for the parameters of a row. A new row with parameters needs a line here, or it has no test. */
const samples: Record<string, string> = {
  "san-pham/:category": "san-pham/noi-com-dien",
  "tin-tuc/:category": "tin-tuc/tu-van-chon-mua",
  "thong-tin/:code": "thong-tin/giao-hang",
};

beforeAll(async () => {
  [browser, shop] = await Promise.all([openBrowser(), openShop()]);
  const visitor = shop.shop.visitor();
  const [product] = (await visitor.catalogue.products({ limit: 1 })).data;
  const [post] = (await visitor.content.posts({ limit: 1 })).data;
  samples["san-pham/:category/:slug"] = `san-pham/${product?.category_slug}/${product?.slug}`;
  samples["so-sanh-san-pham/:slug?"] = `so-sanh-san-pham/${product?.slug}`;
  samples["tin-tuc/:category/:slug"] = `tin-tuc/${post?.category_slug}/${post?.slug}`;
});
afterAll(async () => {
  await browser.close();
  await shop.close();
});

const screens = pages.filter(({ layout, path }) => layout !== "none" && path !== "bao-tri" && path !== "*");

function addressOf(path: string): string {
  const sample = path.includes(":") ? samples[path] : path;
  expect(sample, `an example for ${path}`).toBeDefined();
  return `/${sample}`;
}

describe.each(screens.map(({ path }) => path))("/%s", (path) => {
  it.each(locales)("in %s: one heading, its language, no word missing", async (locale) => {
    const answer = await fetch(shop.url + localisedPath(addressOf(path), locale));
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toContain(`<html lang="${locale}">`);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(html.match(/<main[ >]/g)).toHaveLength(1);
    const shown = html.slice(html.indexOf("<body"), html.indexOf('<script type="application/json"'));
    expect(shown.replace(/<[^>]+>/g, " ")).not.toMatch(/\bundefined\b|\bNaN\b|\[object |\bnull\b/);
    expect(html).toMatch(/<title>[^<]{3,}<\/title>/);
  });

  it("wakes on a phone without a complaint, and is no wider than it", async () => {
    const { page, complaints, close } = await visit(browser, { viewport: phone });
    await page.goto(shop.url + localisedPath(addressOf(path), "ja"));
    await page.keyboard.press("Tab");
    await untilActive(page);
    expect(complaints).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    await close();
  });
});
