/** The office beside the storefront: each in its own place, and neither to be found from the other's. rules/office#pages */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { reservedSlugs } from "contract/reserved-slugs.ts";
import { locales, localisedPath } from "contract/values/locale.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pages } from "../../web/app/routes/pages.ts";
import { untilActive } from "../harness/browser.ts";
import { atOnce } from "../harness/wire.ts";
import { type Office, openOffice } from "./staff.ts";

const built = join(import.meta.dirname, "../../web/build");
const MAX_FRAME_SCRIPT = 150 * 1024; // bytes, gzip
const own = "quan-tri";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

describe("the storefront", () => {
  it("names the office in none of its files", () => {
    const folder = join(built, "client");
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
      (file) => file.isFile() && !/\.(?:br|gz)$/.test(file.name),
    );
    expect(files.length).toBeGreaterThan(50);
    const naming = files.filter((file) => readFileSync(join(file.parentPath, file.name)).includes(own));
    expect(naming.map(({ name }) => name)).toEqual([]);
  });

  it("names the office on none of its pages, sitemaps and files for machines", { timeout: 300_000 }, async () => {
    const screens = pages
      .filter(({ path }) => !path.includes(":") && !path.includes("*") && !path.startsWith("-/"))
      .flatMap(({ path }) => locales.map((locale) => localisedPath(`/${path}`, locale)));
    const machines = [
      "/robots.txt",
      "/llms.txt",
      "/sitemap.xml",
      "/sitemap-pages.xml",
      "/manifest.webmanifest",
      "/sw.js",
    ];
    const products = await (await fetch(`${office.url}/sitemap-products.xml`)).text();
    const some = [...products.matchAll(/<loc>[^<]*?(\/san-pham\/[^<]+)<\/loc>/g)]
      .slice(0, 10)
      .map(([, path = ""]) => path);
    const naming: string[] = [];
    await atOnce(4, [...screens, ...machines, ...some, "/khong-co-trang-nay"], async (path) => {
      const answer = await fetch(office.url + path);
      const text = (await answer.text()) + JSON.stringify([...answer.headers]);
      if (text.includes(own)) naming.push(path);
    });
    expect(products).not.toContain(own);
    expect(naming).toEqual([]);
  });

  it("has no page, category or article at an address of the office", () => {
    expect(reservedSlugs).toContain(own);
    const first = pages.map(({ path }) => path.split("/")[0] ?? "");
    expect(first.filter((part) => reservedSlugs.includes(part))).toEqual([]);
  });
});

describe("the office", () => {
  it.each([`/${own}`, `/${own}/dang-nhap`, `/${own}/khong-co`, `/${own}/_.data`])(
    "%s is stored nowhere, found by no search engine, and has a policy of its own",
    async (path) => {
      const answer = await fetch(office.url + path, { redirect: "manual" });
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("x-robots-tag")).toContain("noindex");
      if (!(answer.headers.get("content-type") ?? "").startsWith("text/html")) return;
      const policy = answer.headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("style-src 'self'");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(await answer.text()).not.toContain(" style=");
    },
  );

  it("gives each answer another nonce", async () => {
    const policies = await Promise.all(
      [1, 2].map(async () => (await fetch(`${office.url}/${own}/dang-nhap`)).headers.get("content-security-policy")),
    );
    expect(policies[0]).not.toBe(policies[1]);
  });

  it("leads everybody without a staff session to signing in, shoppers with one of theirs included", async () => {
    for (const cookie of ["", "session_id=aaaaaaaaaaaaaaaa", "staff=aaaaaaaaaaaaaaaaaaaaaaaa"]) {
      const answer = await fetch(`${office.url}/${own}/nhan-vien`, { redirect: "manual", headers: { cookie } });
      expect(answer.status).toBe(302);
      expect(answer.headers.get("location")).toBe(`/${own}/dang-nhap?to=%2Fnhan-vien`);
    }
  });

  it("refuses a form that another site's page sends", async () => {
    const answer = await fetch(`${office.url}/${own}/dang-nhap`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://evil.example" },
      body: "intent=sign-in&email=an%40mutosi.example&password=x",
    });
    expect(answer.status).toBe(403);
  });

  it("refuses what a browser fetches ahead of a visit", async () => {
    const answer = await fetch(`${office.url}/${own}`, { headers: { "sec-purpose": "prefetch" }, redirect: "manual" });
    expect(answer.status).toBe(409);
  });

  it("loads little script for its frame", async () => {
    const { page, scripts } = await office.enter("an");
    await page.goto(`${office.url}/${own}`);
    await untilActive(page);
    await page.waitForLoadState("networkidle");
    let bytes = 0;
    for (const script of new Set(scripts))
      bytes += gzipSync(await (await fetch(script)).bytes(), { level: 9 }).byteLength;
    expect(scripts.length).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(MAX_FRAME_SCRIPT);
  });
});
