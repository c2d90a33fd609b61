/** What a page weighs on its way to a phone. Issue "Bytes and work". */

import { request } from "node:http";
import { gzipSync } from "node:zlib";
import { locales, localisedPath } from "contract/locale.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openBrowser, phone, untilActive, visit } from "./browser.ts";
import { fryer } from "./checkout.ts";
import { atOnce } from "./wire.ts";

const kb = 1024; // bytes
const most = { html: 16 * kb, css: 15 * kb, script: 130 * kb };
const { url } = inject("shop");

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** As it travels: `fetch` would unpack it. */
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
  it("is light in every language, whichever product it shows", { timeout: 300_000 }, async () => {
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

  it("has one style sheet that is light, and wakes with little script", async () => {
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
