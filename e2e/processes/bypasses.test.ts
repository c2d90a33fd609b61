/** The shop without what reaches into packages (`BYPASSES=off`), beside the shop with it: the same bytes. decisions/0334 */
import { request } from "node:http";
import { sql } from "kysely";
import { type TestShop, testShop } from "server/testing/test-shop.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ShopProcess, startProcessOf } from "../harness/shop-process.ts";

let shop: TestShop;
let processes: ShopProcess[] = [];
let product = { slug: "", category: "", variant_id: 0 };

beforeAll(async () => {
  shop = await testShop();
  const { rows } = await sql<typeof product>`
    select p.slug, c.slug as category, h.variant_id from catalogue.shelf h
    join catalogue.products p on p.id = h.product_id join catalogue.categories c on c.id = h.category_id
    where h.in_stock order by h.popularity desc, h.product_id limit 1`.execute(shop.sql);
  product = rows[0] ?? product;
  const environment = { NODE_ENV: "production", PUBLIC_URL: "http://shop.example" };
  processes = await Promise.all(["on", "off"].map((BYPASSES) => startProcessOf(shop, { ...environment, BYPASSES })));
});
afterAll(async () => {
  for (const each of processes) await each.stop();
  await shop.close();
});

type Sent = { method?: string; path: string; headers?: Record<string, string>; body?: string };
type Answer = { status: number; headers: Record<string, unknown>; body: string };

/** What differs from request to request: the id of the request, times of now, a drawn challenge. */
const OWN = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

function ask(url: string, { method = "GET", path, headers = {}, body }: Sent): Promise<Answer> {
  return new Promise((done, fail) => {
    const { port, hostname } = new URL(url);
    const sent = request({ port, hostname, path, method, headers: { host: "shop.example", ...headers } }, (came) => {
      const parts: Buffer[] = [];
      came.on("data", (part: Buffer) => parts.push(part));
      came.on("end", () => {
        const { date: _date, etag, ...rest } = came.headers;
        const text = Buffer.concat(parts).toString("latin1");
        const body = text.replaceAll(OWN, "id");
        // The etag of a body with an id is its own.
        const same = body === text ? { ...rest, etag } : rest;
        const headers = JSON.parse(JSON.stringify(same).replaceAll(OWN, "id"));
        done({ status: came.statusCode ?? 0, headers, body });
      });
    });
    sent.on("error", fail);
    sent.end(body);
  });
}

/** The fourth answer: by then statements are prepared and their rows are read by what was described before. */
async function settled(url: string, sending: Sent): Promise<Answer> {
  for (let time = 0; time < 3; time++) await ask(url, sending);
  return ask(url, sending);
}

async function expectSame(sending: Sent, status?: number): Promise<void> {
  const answers: Answer[] = [];
  for (const { url } of processes) answers.push(await settled(url, sending));
  const [on, off] = answers;
  expect.soft(off, sending.path).toEqual(on);
  if (status !== undefined) expect([sending.path, on?.status]).toEqual([sending.path, status]);
}

/** Uncached: a visitor with a flash message. */
const own = { cookie: "flash=x" };
const json = { "content-type": "application/json" };

const LANGUAGES = ["", "/en", "/ja"];

describe("without bypasses a page has the same bytes", () => {
  const pages = (): [path: string, status?: number][] => [
    ["/", 200],
    [`/san-pham/${product.category}`, 200],
    [`/san-pham/${product.category}?sort=price_asc`, 200],
    ["/san-pham?page=2&x=a%20b+c&_routes=none", 200],
    [`/san-pham/${product.category}/${product.slug}`, 200],
    ["/san-pham?name=noi%20com", 200],
    ["/thanh-toan/gio-hang", 200],
    ["/login?redirect=%2Ftai-khoan%3Fa=b%20c&x=d+e", 200],
    ["/diem-ban", 200],
    ["/tim-kiem-don-hang", 200],
    ["/dang-nhap-khong-co", 404],
    ["/san-pham/khong-co/khong-co", 404],
    ["/tai-khoan/don-hang"],
    ["/SAN-PHAM"],
  ];
  it.each(LANGUAGES)("cached, uncached and as data, below %j", { timeout: 300_000 }, async (language) => {
    for (const [path, status] of pages()) {
      for (const headers of [{}, own])
        await expectSame({ path: path === "/" ? language || path : language + path, headers }, status);
    }
    for (const path of [
      "/_.data",
      "/_root.data",
      `${language}/san-pham/${product.category}.data`,
      `${language}/khong-co.data`,
    ])
      await expectSame({ path, headers: own });
  });

  it("as a file for search engines", { timeout: 60_000 }, async () => {
    for (const path of ["/sitemap.xml", "/robots.txt"]) await expectSame({ path }, 200);
  });

  it("a form that is refused, and a write of another site", async () => {
    const form = { ...own, "content-type": "application/x-www-form-urlencoded", origin: "http://shop.example" };
    for (const path of ["/login", "/tim-kiem-don-hang", "/thanh-toan/gio-hang"])
      await expectSame({ method: "POST", path, headers: form, body: "phone=1&intent=none" });
    await expectSame(
      { method: "POST", path: "/login", headers: { ...form, origin: "http://other.example" }, body: "phone=1" },
      403,
    );
  });
});

describe("without bypasses a call has the same bytes", () => {
  it("reads", { timeout: 120_000 }, async () => {
    const reads = [
      `/v1/client/product-detail-by-slug/${product.slug}`,
      `/v1/client/products?category=${product.category}`,
      "/v1/client/products?name=noi%20com%20dien&sort=price_asc",
      "/v1/client/suggestions?name=noi",
      "/v1/client/stores",
      "/v1/client/provinces",
      "/v1/client/faq",
      "/v1/client/cart",
      "/session",
      "/openapi.json",
    ];
    for (const path of reads) await expectSame({ path }, 200);
  });

  it("of one session, once something is in its cart", async () => {
    const body = JSON.stringify({ product_id: product.variant_id, quantity: 1 });
    const added = await fetch(`${processes[1]?.url}/v1/client/add-to-cart`, { method: "POST", headers: json, body });
    const cookie = (added.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
    expect(added.status).toBe(200);
    for (const path of ["/v1/client/cart", "/session", "/thanh-toan/gio-hang"])
      await expectSame({ path, headers: { cookie } }, 200);
  });

  it("refusals", async () => {
    await expectSame({ path: "/v1/client/product-detail-by-slug/khong-co" }, 404);
    await expectSame({ path: "/v1/client/orders/KHONGCO1" }, 404);
    await expectSame({ path: "/v1/client/products?page=abc" }, 422);
    await expectSame({ path: "/v1/client/devices" }, 401);
    await expectSame({ path: "/v1/staff/accounts" }, 401);
    await expectSame({ path: "/v1/khong-co" }, 404);
    await expectSame({ method: "POST", path: "/v1/client/add-to-cart", headers: json, body: "{" }, 400);
    await expectSame({ method: "POST", path: "/v1/client/add-to-cart", headers: json, body: '{"quantity":-1}' }, 422);
  });
});
