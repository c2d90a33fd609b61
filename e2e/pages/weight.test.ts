/** The bytes of a page. rules/platform */
import { request } from "node:http";
import { gzipSync } from "node:zlib";
import { locales, localisedPath } from "contract/values/locale.ts";
import type { Browser, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser, phone, untilActive, visit, wide } from "../harness/browser.ts";
import { fryer } from "../harness/checkout.ts";
import { atOnce } from "../harness/wire.ts";
import { runShop } from "../run-shop.ts";

const kb = 1024; // bytes
const most = { html: 16 * kb, css: 15 * kb, script: 130 * kb, list: 350 * kb, fonts: 22 * kb };
const list = "/san-pham/noi-com-dien";
const { url } = runShop();

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** As sent: `fetch` would decompress it. */
function packed(path: string): Promise<{ status: number; bytes: number; encoding: string | undefined }> {
  return new Promise((done, fail) => {
    const asked = request(url + path, { headers: { "accept-encoding": "br" } }, (answer) => {
      let bytes = 0;
      answer.on("data", (part: Buffer) => {
        bytes += part.byteLength;
      });
      answer.on("end", () =>
        done({ status: answer.statusCode ?? 0, bytes, encoding: answer.headers["content-encoding"] }),
      );
    });
    asked.on("error", fail);
    asked.end();
  });
}

describe("a product page", () => {
  it("a product page is within its byte limit in every language", { timeout: 300_000 }, async () => {
    const sitemap = await (await fetch(`${url}/sitemap-products.xml`)).text();
    const paths = [...sitemap.matchAll(/<loc>[^<]*?(\/san-pham\/[^<]+)<\/loc>/g)].map(([, path = ""]) => path);
    const products = [...new Set(paths)];
    expect(products.length).toBeGreaterThan(100);
    const heavy: string[] = [];
    const all = products.flatMap((path) => locales.map((locale) => localisedPath(path, locale)));
    await atOnce(4, all, async (path) => {
      const { status, bytes, encoding } = await packed(path);
      expect({ path, status, encoding }).toEqual({ path, status: 200, encoding: "br" });
      if (bytes > most.html) heavy.push(`${bytes} ${path}`);
    });
    expect(heavy).toEqual([]);
  });

  it("style sheet and scripts of a product page are within their byte limits", async () => {
    const { page, scripts, close } = await visit(browser, { viewport: phone });
    await page.goto(url + fryer);
    const sheets = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].map(
        (link) => new URL(link.href).pathname,
      ),
    );
    expect(sheets).toHaveLength(1);
    expect((await packed(sheets[0] ?? "")).bytes).toBeLessThanOrEqual(most.css);
    expect(scripts).toEqual([]);
    await page.keyboard.press("Shift");
    await untilActive(page);
    await page.waitForLoadState("networkidle");
    let bytes = 0;
    for (const script of new Set(scripts))
      bytes += gzipSync(await (await fetch(script)).bytes(), { level: 9 }).byteLength;
    expect(scripts.length).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(most.script);
    await close();
  });
});

it("a list on a small phone is within its byte limit, with scripts and pictures", async () => {
  const { page, close } = await visit(browser, { viewport: { width: 360, height: 740 } });
  const weights: Promise<number>[] = [];
  page.on("requestfinished", (request) => weights.push(weigh(request)));
  await page.goto(url + list);
  await page.keyboard.press("Shift");
  await untilActive(page);
  await page.waitForLoadState("networkidle");
  const bytes = (await Promise.all(weights)).reduce((sum, each) => sum + each, 0);
  expect(weights.length).toBeGreaterThan(10);
  expect(bytes).toBeLessThanOrEqual(most.list);
  await close();
});

async function weigh(request: Request): Promise<number> {
  const { responseBodySize, responseHeadersSize } = await request.sizes();
  return responseBodySize + responseHeadersSize;
}

it("a page has few forms, however many favourite buttons it has", async () => {
  const { page, close } = await visit(browser, { viewport: phone });
  await page.goto(url);
  expect(await page.locator("[data-favourite]").count()).toBeGreaterThan(20);
  expect(await page.evaluate(() => document.forms.length)).toBeLessThan(10);
  await close();
});

describe.each(locales)("in %s", (locale) => {
  it("the fonts of a page are two small files; a third loads for a foreign name", async () => {
    const { page, close } = await visit(browser, { viewport: phone });
    const fonts = new Map<string, number>();
    page.on("requestfinished", async (request) => {
      if (request.resourceType() !== "font") return;
      const { responseBodySize } = await request.sizes();
      fonts.set(new URL(request.url()).pathname.replace(/-[\w-]{8}\.woff2$/, ""), responseBodySize);
    });
    for (const path of ["/", list, fryer, await newestArticle()]) {
      await page.goto(url + localisedPath(path, locale));
      await page.evaluate(() => document.fonts.ready);
    }
    await expect.poll(() => [...fonts.keys()].sort()).toEqual(["/assets/latin", "/assets/vietnamese"]);
    expect([...fonts.values()].reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(most.fonts);
    await page.goto(`${url}${localisedPath("/tim-kiem", locale)}?name=K%C3%A4rcher`);
    await expect.poll(() => [...fonts.keys()]).toContain("/assets/foreign");
    await close();
  });
});

describe.each([phone, wide])("on a screen $width wide", (viewport) => {
  it.each(["/", list, fryer, "the newest article"])("the largest picture (LCP) is fetched first: %s", async (path) => {
    const { page, close } = await visit(browser, { viewport });
    await page.goto(url + (path.startsWith("/") ? path : await newestArticle()));
    const first = await page.evaluate(() => {
      const picture = document.querySelector<HTMLImageElement>("main img[fetchpriority=high]");
      const preloads = [...document.head.querySelectorAll<HTMLLinkElement>("link[rel=preload][as=image]")];
      const fits = preloads.filter(({ media }) => media === "" || matchMedia(media).matches);
      const shown = picture && new URL(picture.currentSrc).pathname;
      return {
        loading: picture?.loading,
        is_preloaded: shown !== null && fits.some(({ imageSrcset }) => imageSrcset.includes(`${shown} `)),
      };
    });
    expect(first).toEqual({ loading: "auto", is_preloaded: true });
    await close();
  });
});

async function newestArticle(): Promise<string> {
  const news = await (await fetch(`${url}/tin-tuc`)).text();
  return /href="(\/tin-tuc\/[a-z0-9-]+\/[a-z0-9-]+)"/.exec(news)?.[1] ?? "";
}
