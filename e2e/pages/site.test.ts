/** The site's responses over HTTP, from the built site and a real database. */
import { createHash } from "node:crypto";
import { request as httpRequest } from "node:http";
import { locales, localisedPath } from "contract/values/locale.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pages } from "../../web/app/routes/pages.ts";
import { type OpenShop, openShop } from "../harness/open-shop.ts";

let shop: OpenShop;
let statements: string[] = [];

beforeAll(async () => {
  shop = await openShop({ onQuery: (text) => statements.push(text) });
});
afterAll(() => shop.close());

type Sent = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

type SendOptions = { method?: string; is_endless?: boolean };

/** Raw HTTP: `fetch` would not let us say a foreign Host. The end of an endless body never comes. */
function send(path: string, headers: Record<string, string> = {}, body?: string, options: SendOptions = {}) {
  const { method = body ? "POST" : "GET", is_endless = false } = options;
  const { hostname, port } = new URL(shop.url);
  return new Promise<Sent>((done, fail) => {
    const sent = httpRequest({ hostname, port, path, method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => {
        const { statusCode: status = 0, headers } = answer;
        done({ status, headers, body: Buffer.concat(parts).toString() });
        if (is_endless) sent.destroy();
      });
    });
    sent.on("error", fail);
    if (is_endless) sent.write(body);
    else sent.end(body);
  });
}

const form = { "content-type": "application/x-www-form-urlencoded" };

describe("a cacheable page", () => {
  it("a cached page holds nothing of the visitor for whom it was rendered", async () => {
    const mine = {
      cookie: "session_id=aaaaaaaaaaaaaaaa; visitor=cart.77; i18n_locale=ja",
      "user-agent": "canary-agent",
    };
    const first = await send("/faq?canary-query=1", { ...mine, referer: "http://canary-referer/" });
    const second = await send("/faq");
    expect(first.status).toBe(200);
    expect(second.body).toBe(first.body);
    expect(second.body).not.toMatch(/canary|aaaaaaaa|cart\.77/);
    expect(first.headers["set-cookie"]).toBeUndefined();
  });

  it("the cache cannot be poisoned through Host, forwarded headers or Accept-Language", async () => {
    shop.site.purge(["*"]);
    const poison = {
      host: "evil.example",
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "https",
      "accept-language": "ja",
    };
    const poisoned = await send("/tin-tuc", poison);
    const next = await send("/tin-tuc");
    expect(next.body).toBe(poisoned.body);
    expect(next.body).not.toContain("evil.example");
    expect(next.body).toContain('<html lang="vi">');
  });

  it("many simultaneous requests render the page once; later ones cost no statement", async () => {
    shop.site.purge(["*"]);
    statements = [];
    const answers = await Promise.all(Array.from({ length: 100 }, () => send("/diem-ban")));
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    const made = statements.length;
    expect(made).toBeLessThanOrEqual(3);
    await send("/diem-ban?utm_source=mail");
    expect(statements.length).toBe(made);
  });

  it.each(["/", "/san-pham", "/san-pham/noi-com-dien", "/tim-kiem?name=noi+com", "/tin-tuc", "/faq", "/diem-ban"])(
    "%s costs at most three statements when it is not cached",
    async (path) => {
      await send(path); // menus, settings and the like are in the process from now on
      shop.site.purge(["*"]);
      statements = [];
      expect((await send(path)).status).toBe(200);
      expect(statements.length).toBeLessThanOrEqual(3);
    },
  );

  it("a category page shows a changed title of its article after the purge", async () => {
    const path = "/san-pham/quat-dien";
    const slug = "chon-quat-cho-phong-co-tre-nho";
    for (const tag of ["posts", `post:${slug}`]) {
      expect((await send(path)).body).toContain(`/tin-tuc/tu-van-chon-mua/${slug}`);
      await sql`update content.post_texts set title = ${`Tựa mới ${tag}`} where locale = 'vi'
        and post_id = (select id from content.posts where slug = ${slug})`.execute(shop.shop.sql);
      expect((await send(path)).body).not.toContain(`Tựa mới ${tag}`);
      shop.site.purge([tag]);
      expect((await send(path)).body).toContain(`Tựa mới ${tag}`);
    }
  });

  it("a category page reads its article once, and on later pages not at all", async () => {
    const slug = "nau-nuong"; // more products than a page has
    const group = `/san-pham/${slug}`;
    await sql`insert into content.post_topics (post_id, category_slug, position) select min(id), ${slug}, 1
      from content.posts`.execute(shop.shop.sql);
    for (const [path, count] of [
      [group, 1],
      [`${group}?page=2`, 0],
    ] as const) {
      await send(path);
      shop.site.purge(["*"]);
      statements = [];
      const { status, body } = await send(path);
      expect([path, status, body.split('class="advice"').length - 1]).toEqual([path, 200, count]);
      expect(statements.filter((text) => text.includes("content.posts"))).toHaveLength(count);
    }
  });

  it("a page is answered 304 to a client that has it, and is compressed", async () => {
    const plain = await send("/faq");
    const brotli = await send("/faq", { "accept-encoding": "br" });
    expect(brotli.headers).toMatchObject({
      "content-encoding": "br",
      vary: "Accept-Encoding",
      "cache-control": "no-cache",
    });
    const again = await send("/faq", { "accept-encoding": "br", "if-none-match": String(brotli.headers.etag) });
    expect(again).toMatchObject({ status: 304, body: "" });
    expect(brotli.headers.etag).not.toBe(plain.headers.etag);
    const head = await send("/faq", {}, undefined, { method: "HEAD" });
    expect(head).toMatchObject({ status: 200, body: "" });
    expect(head.headers.etag).toBe(plain.headers.etag);
  });

  it("the content policy allows only the two inline scripts named by hash", async () => {
    for (const path of ["/", "/khong-co", "/thanh-toan/gio-hang"]) {
      const { headers, body } = await send(path);
      const policy = String(headers["content-security-policy"]);
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe|\*|nonce/);
      const inline = [...body.matchAll(/<script(?![^>]*type="application\/(?:ld\+)?json")[^>]*>(.*?)<\/script>/gs)];
      const hashes = inline.map(([, text = ""]) => createHash("sha256").update(text).digest("base64"));
      expect(hashes).toHaveLength(2);
      for (const hash of hashes) expect(policy).toContain(`'sha256-${hash}'`);
      expect(body).not.toMatch(/\sstyle="|\son\w+="/);
    }
  });
});

describe("pages of two visitors in turns", () => {
  it("neither visitor sees the other's cart", async () => {
    const product = (await shop.shop.visitor().catalogue.products({ limit: 2, in_stock: true })).data[0];
    const answer = await send(
      "/thanh-toan/gio-hang",
      { ...form, "sec-fetch-site": "same-origin" },
      `intent=add&product_id=${product?.product_id}&quantity=1`,
    );
    expect(answer.status).toBeLessThan(400);
    const cookies = [answer.headers["set-cookie"] ?? []].flat().map((each) => each.split(";")[0]);
    const cookie = cookies.filter((each) => !each?.startsWith("flash")).join("; ");
    expect(cookie).toMatch(/session_id=/);
    for (let round = 0; round < 20; round++) {
      const [hers, his] = await Promise.all([send("/thanh-toan/gio-hang", { cookie }), send("/thanh-toan/gio-hang")]);
      expect(hers.body).toContain(product?.name);
      expect(his.body).not.toContain(product?.name);
      expect(hers.headers["cache-control"]).toContain("no-store");
    }
  });
});

describe("the site refuses or redirects", () => {
  it("cross-site writes are refused", async () => {
    const write = (headers: Record<string, string>) =>
      send("/thanh-toan/gio-hang", { ...form, ...headers }, "intent=add");
    expect((await write({ "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await write({ origin: "https://evil.example" })).status).toBe(403);
  });

  it("oversized bodies are refused, with any declared length", async () => {
    const big = `intent=add&note=${"x".repeat(70_000)}`;
    expect((await send("/thanh-toan/gio-hang", { ...form, "content-length": String(big.length) }, big)).status).toBe(
      413,
    );
    const chunked = { ...form, "transfer-encoding": "chunked" };
    expect((await send("/thanh-toan/gio-hang", chunked, big)).status).toBe(413);
    expect((await send("/thanh-toan/gio-hang", chunked, big, { is_endless: true })).status).toBe(413);
  });

  it("URLs in another spelling redirect to the canonical one", async () => {
    expect(await send("/san-pham/")).toMatchObject({ status: 301, headers: { location: "/san-pham" } });
    expect(await send("//evil.example/")).toMatchObject({ status: 301, headers: { location: "/evil.example" } });
    expect(await send("/home")).toMatchObject({ status: 301, headers: { location: "/" } });
    expect(await send("/en/home")).toMatchObject({ status: 301, headers: { location: "/en" } });
  });

  it("the language switch redirects to this site only", async () => {
    for (const to of ["//evil.example", "https://evil.example", "/\\evil.example"]) {
      const { headers } = await send(`/-/language?chosen=en&to=${encodeURIComponent(to)}`);
      expect(headers.location).toBe("/en");
    }
    const kept = await send("/-/language?chosen=ja&to=%2Fen%2Ffaq%3Fa%3D1");
    expect(kept.headers.location).toBe("/ja/faq?a=1");
    expect([kept.headers["set-cookie"]].flat().join()).toMatch(
      /i18n_locale=ja; Path=\/; SameSite=Lax; Max-Age=31536000/,
    );
  });

  it("refused calls are answered in the calls' format", async () => {
    const { status, body } = await send("/v1/client/khong-co");
    expect(status).toBe(404);
    expect(JSON.parse(body)).toMatchObject({ code: "not_found" });
  });
});

describe("the site map for people", () => {
  it.each(locales)("in %s leads to every page that search engines may show and anybody may open", async (locale) => {
    const { body: map } = await send(localisedPath("/sitemap.html", locale));
    const missing: string[] = [];
    let count = 0;
    for (const { path, guard, layout } of pages) {
      if (guard !== undefined || layout === "none" || /[:*]/.test(path) || path === "sitemap.html") continue;
      const address = localisedPath(`/${path}`, locale);
      const { status, body } = await send(address);
      if (status !== 200 || /<meta name="robots" content="noindex/.test(body)) continue;
      count += 1;
      if (!map.includes(`href="${address}"`)) missing.push(address);
    }
    expect(count).toBeGreaterThan(15);
    expect(missing).toEqual([]);
  });
});

describe("maintenance", () => {
  it("maintenance stops cached pages at once, redirects to its page, and ends at once", async () => {
    await send("/faq");
    const { ctx } = shop.shop;
    const { setSetting } = await import("server/platform/settings.ts");
    await setSetting(ctx(), "maintenance", { on: true });
    await expect.poll(async () => (await send("/faq")).status, { timeout: 20_000 }).toBe(302);
    expect((await send("/en/faq")).headers.location).toBe("/en/bao-tri");
    expect((await send("/faq.data")).status).toBe(202);
    const closed = await send("/bao-tri");
    expect(closed.status).toBe(503);
    expect(Number(closed.headers["retry-after"])).toBeGreaterThan(0);
    expect(closed.body).toContain("<h1>");
    await setSetting(ctx(), "maintenance", { on: false });
    await expect.poll(async () => (await send("/faq")).status, { timeout: 20_000 }).toBe(200);
    expect(await send("/bao-tri")).toMatchObject({ status: 302, headers: { location: "/" } });
  });
});
