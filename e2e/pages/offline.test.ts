/** The service worker on a phone that loses its network, in a real browser. */
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import fastifyStatic from "@fastify/static";
import Fastify, { type FastifyInstance } from "fastify";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openBrowser, phone, untilActive, untilSilent, visit } from "../harness/browser.ts";
import { openShop as openWholeShop } from "../harness/open-shop.ts";

const web = resolve(import.meta.dirname, "../../web");
const entry = stripTypeScriptTypes(readFileSync(`${web}/app/navigation/offline.ts`, "utf8")).concat(
  "\nregisterOffline();\n",
);
const PAGE_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'";

let browser: Browser;
let shop: FastifyInstance | undefined;
let port = 0;
/** What the shop shows now, and the requests it got. */
let price = "1,990,000 đ";
let asked: string[] = [];

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());
afterEach(() => shop?.close());

async function openShop(): Promise<void> {
  const app = Fastify({ forceCloseConnections: true });
  app.register(fastifyStatic, { root: `${web}/public`, cacheControl: false });
  app.addHook("onRequest", async (request, reply) => {
    asked.push(request.url);
    reply.header("content-security-policy", PAGE_POLICY).header("vary", "Accept-Encoding");
  });
  const html = (text: string) =>
    `<!doctype html><title>t</title><h1>${text}</h1><script type="module" src="/entry.js"></script>`;
  app.get("/entry.js", (_request, reply) => reply.type("text/javascript").send(entry));
  for (const path of ["/", "/en/", "/may-loc-nuoc"]) {
    app.get(path, (_request, reply) =>
      reply.type("text/html; charset=utf-8").header("cache-control", "no-cache").send(html(price)),
    );
  }
  app.get("/tai-khoan", (_request, reply) =>
    reply.type("text/html; charset=utf-8").header("cache-control", "private, no-store").send(html("Nguyễn Thị Lan")),
  );
  app.get("/hong", (_request, reply) =>
    reply.code(500).type("text/html; charset=utf-8").header("cache-control", "no-cache").send(html("500")),
  );
  await app.listen({ port, host: "127.0.0.1" });
  port = (app.server.address() as AddressInfo).port;
  shop = app;
}

/** A phone that has opened the shop once and had the time to cache what it needs. */
async function openPhone(): Promise<Page> {
  price = "1,990,000 đ";
  asked = [];
  await openShop();
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) {
      await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));
    }
  });
  return page;
}

const open = (page: Page, path: string) => page.goto(`http://127.0.0.1:${port}${path}`);
const heading = (page: Page) => page.locator("h1").textContent();
const losesNetwork = async () => {
  await shop?.close();
  shop = undefined;
};

describe("a phone without a network", () => {
  it("the offline page shows, with its styles, in the language of the URL", async () => {
    const page = await openPhone();
    await losesNetwork();
    for (const [path, lang, words] of [
      ["/gio-hang", "vi", "Mất kết nối mạng"],
      ["/en/cart", "en", "You are offline"],
      ["/ja", "ja", "オフラインです"],
    ] as const) {
      await open(page, path);
      expect(await heading(page)).toBe(words);
      expect(await page.locator("html").getAttribute("lang")).toBe(lang);
      expect(new URL(page.url()).pathname).toBe(path);
      const looks = await page.evaluate(() => ({
        fixture: getComputedStyle(document.body).backgroundColor,
        picture: document.querySelector("img")?.naturalWidth,
      }));
      expect(looks).toEqual({ fixture: "rgb(246, 245, 242)", picture: expect.any(Number) });
      expect(looks.picture).toBeGreaterThan(0);
    }
    await openShop();
    await page.locator("nav a").first().click();
    await page.waitForURL(`http://127.0.0.1:${port}/ja`);
    expect(asked).toContain("/ja");
    await page.context().close();
  });

  it("public pages that were opened show, personal ones do not", async () => {
    const page = await openPhone();
    await open(page, "/may-loc-nuoc?mau=den");
    await open(page, "/tai-khoan");
    expect(await heading(page)).toBe("Nguyễn Thị Lan");
    await open(page, "/hong");
    const kept = await page.evaluate(async () => {
      const texts: string[] = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const key of await cache.keys()) texts.push(`${key.url} ${await (await cache.match(key))?.text()}`);
      }
      return texts.join("\n");
    });
    expect(kept).toContain("/may-loc-nuoc?mau=den");
    expect(kept).not.toMatch(/Lan|tai-khoan|hong/);
    await losesNetwork();
    await open(page, "/may-loc-nuoc?mau=den");
    expect(await heading(page)).toBe("1,990,000 đ");
    await open(page, "/tai-khoan");
    expect(await heading(page)).toBe("Mất kết nối mạng");
    await page.context().close();
  });

  it("the last forty pages opened are cached", async () => {
    const page = await openPhone();
    for (let visit = 1; visit <= 42; visit += 1) await open(page, `/may-loc-nuoc?trang=${visit}`);
    await expect
      .poll(() =>
        page.evaluate(async () => (await (await caches.open("pages-1")).keys()).map((key) => new URL(key.url).search)),
      )
      .toEqual(Array.from({ length: 40 }, (_, index) => `?trang=${index + 3}`));
    await page.context().close();
  });
});

describe("a phone with a network", () => {
  it("pages always come from the shop", async () => {
    const page = await openPhone();
    await open(page, "/may-loc-nuoc");
    for (price of ["1,790,000 đ", "1,590,000 đ", "1,390,000 đ"]) {
      await open(page, "/may-loc-nuoc");
      expect(await heading(page)).toBe(price);
    }
    await losesNetwork();
    await open(page, "/may-loc-nuoc");
    expect(await heading(page)).toBe("1,390,000 đ");
    price = "990,000 đ";
    await openShop();
    await page.reload();
    expect(await heading(page)).toBe("990,000 đ");
    await page.context().close();
  });

  it("a page is requested once", async () => {
    const page = await openPhone();
    asked = [];
    await open(page, "/may-loc-nuoc");
    expect(asked.filter((path) => path === "/may-loc-nuoc")).toEqual(["/may-loc-nuoc"]);
    await page.context().close();
  });
});

describe("pages that were visited", () => {
  it("a visited page stays readable offline, with its styles, pictures and texts", async () => {
    const whole = await openWholeShop();
    const opened = await visit(browser, { viewport: phone, hasTouch: true });
    const { page, close } = opened;
    await page.goto(`${whole.url}/`);
    await page.locator("h1").first().waitFor({ state: "attached" });
    await page.mouse.move(10, 10);
    await page.keyboard.press("Tab");
    await untilActive(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await page.reload({ waitUntil: "load" });
    const before = await look(page);
    await expect
      .poll(() => page.evaluate(async () => (await caches.open("pages-1")).keys().then((keys) => keys.length)))
      .toBe(1);
    await whole.close();

    await page.reload({ waitUntil: "load" });
    const { pictures, ...rest } = await look(page);
    expect({ ...rest, pictures: 0 }).toEqual({ ...before, pictures: 0 });
    expect(before.pictures).toBeGreaterThan(0);
    expect(pictures).toBeGreaterThanOrEqual(before.pictures); // some may have come after the first look

    // Its files are gone: it is reloaded once, and not again and again. What is typed stays, also beyond a search.
    await page.route("**/assets/*.js", (route) => route.abort());
    let loads = 0;
    page.on("load", () => loads++);
    await page.keyboard.press("Shift");
    await expect.poll(() => loads).toBe(1);
    await page.keyboard.press("Shift");
    await page.locator("html[data-stale]").waitFor({ state: "attached" });
    await untilSilent(opened);
    expect(loads).toBe(1);
    const search = page.locator("#search-phone");
    await search.fill("noi com");
    await search.press("Enter");
    await expect.poll(() => heading(page)).toBe("Mất kết nối mạng");
    expect(await page.getByRole("link", { name: "Thử lại" }).getAttribute("href")).toBe("");
    await page.goBack();
    await expect.poll(() => search.inputValue()).toBe("noi com");
    expect((await look(page)).words).toBe(before.words);
    await page.goto(`${whole.url}/ja/tin-tuc`);
    expect(await heading(page)).toBe("オフラインです");
    await close();
  });
});

/** The text of the page, its background, and how many pictures of the first screen are loaded. */
function look(page: Page) {
  return page.evaluate(() => {
    const seen = [...document.querySelectorAll("img")].filter(
      (image) => image.getBoundingClientRect().top < innerHeight,
    );
    return {
      words: document.querySelector("main")?.textContent,
      fixture: getComputedStyle(document.body).backgroundColor,
      pictures: seen.filter((image) => image.complete && image.naturalWidth > 0).length,
    };
  });
}
