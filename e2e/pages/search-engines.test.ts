/** Sitemaps, robots.txt, llms.txt and structured data: every page once, in each language, with true statements. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenShop, openShop } from "../harness/open-shop.ts";
import { problemsOf } from "../harness/structured-data.ts";

let shop: OpenShop;
/** Addresses of canonical pages are those of `public_url`; the test's shop stands elsewhere. */
let public_url: string;
const MAX_ADDRESSES = 50_000;

beforeAll(async () => {
  shop = await openShop({ programmes: true });
  public_url = shop.shop.base.config.public_url;
});
afterAll(() => shop.close());

async function read(path: string, init?: RequestInit) {
  const answer = await fetch(shop.url + path, { redirect: "manual", ...init });
  return {
    status: answer.status,
    type: answer.headers.get("content-type") ?? "",
    headers: answer.headers,
    text: await answer.text(),
  };
}

const signs: Record<string, string> = { "&amp;": "&", "&quot;": '"', "&#x27;": "'", "&lt;": "<", "&gt;": ">" };
const decoded = (text: string) => text.replace(/&(?:amp|quot|#x27|lt|gt);/g, (sign) => signs[sign] ?? sign);
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => decoded(found));
const pathOf = (address: string) => {
  expect(address.startsWith(public_url), address).toBe(true);
  return address.slice(public_url.length) || "/";
};
const structuredData = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json = ""]) => JSON.parse(json) as Record<string, unknown>,
  );
const kind = (html: string, type: string) => structuredData(html).find((each) => each["@type"] === type);

async function sitemaps(): Promise<{ path: string; text: string; addresses: string[] }[]> {
  const index = await read("/sitemap.xml");
  expect(index).toMatchObject({ status: 200, type: "application/xml; charset=utf-8" });
  return Promise.all(
    all(index.text, /<loc>(.*?)<\/loc>/g).map(async (address) => {
      const path = pathOf(address);
      const { text } = await read(path);
      return { path, text, addresses: all(text, /<loc>(.*?)<\/loc>/g) };
    }),
  );
}

describe("the sitemap", () => {
  it("the sitemap has every product, article, list, running programme and policy in three languages, each URL once", async () => {
    const maps = await sitemaps();
    const addresses = maps.flatMap((map) => map.addresses);
    for (const map of maps) expect(map.addresses.length).toBeLessThanOrEqual(MAX_ADDRESSES);
    expect(new Set(addresses).size).toBe(addresses.length);
    const visitor = shop.shop.visitor();
    const { meta } = await visitor.catalogue.products({ limit: 1 });
    const products = addresses.filter((each) => /\/san-pham\/[^/]+\/[^/]+$/.test(each));
    expect(products).toHaveLength(3 * meta.total);
    const policies = await visitor.content.policies({});
    for (const { route } of policies) {
      for (const prefix of ["", "/en", "/ja"]) expect(addresses).toContain(`${public_url}${prefix}${route}`);
    }
    const programmes = await visitor.promotions.programmes({});
    expect(programmes.data.length).toBeGreaterThan(0);
    for (const { slug } of programmes.data) expect(addresses).toContain(`${public_url}/en/${slug}`);
    for (const path of ["/", "/en", "/ja", "/san-pham", "/en/tin-tuc", "/ja/faq", "/diem-ban"])
      expect(addresses).toContain(public_url + path);
  });

  it("each URL of the sitemap is the canonical URL of its page", { timeout: 300_000 }, async () => {
    const maps = await sitemaps();
    // All lists and texts; of products and articles every tenth, in all languages.
    const asked = maps.flatMap(({ path, addresses }) =>
      addresses.filter((_, place) => path.includes("pages") || Math.floor(place / 3) % 10 === 0),
    );
    const titles = new Map<string, string>();
    const descriptions = new Map<string, string>();
    for (const address of asked) {
      const { status, text } = await read(pathOf(address));
      expect(status, address).toBe(200);
      expect(all(text, /<link rel="canonical" href="(.*?)"/g), address).toEqual([address]);
      expect(all(text, /<link rel="alternate" hrefLang="(.*?)"/gi), address).toEqual(["vi", "en", "ja", "x-default"]);
      expect(all(text, /<html lang="(.*?)"/g)[0], address).toBe(/^\/(en|ja)\b/.exec(pathOf(address))?.[1] ?? "vi");
      expect(text.match(/<h1[ >]/g), address).toHaveLength(1);
      const [title = ""] = all(text, /<title>(.*?)<\/title>/g);
      const [description = ""] = all(text, /<meta name="description" content="(.*?)"/g);
      expect(titles.get(title), `${title}: ${address}`).toBeUndefined();
      expect(descriptions.get(description), `${description}: ${address}`).toBeUndefined();
      titles.set(title, address);
      descriptions.set(description, address);
      const data = structuredData(text);
      expect(data.length, address).toBeGreaterThan(0);
      expect(
        data.flatMap((each) => problemsOf(each, String(each["@type"]))),
        address,
      ).toEqual([]);
    }
  });

  it.each([
    ["/san-pham?page=2", "/san-pham?page=2"],
    ["/en/tin-tuc?page=2", "/en/tin-tuc?page=2"],
    ["/diem-ban?city_code=01", "/diem-ban?city_code=01"],
    ["/diem-ban?page=2", "/diem-ban?page=2"],
    ["/san-pham?page=2&in_stock=true&sort=name", "/san-pham"],
    ["/san-pham?utm_source=mail", "/san-pham"],
  ])("%s has the canonical URL %s", async (path, canonical) => {
    const { text } = await read(path);
    expect(all(text, /<link rel="canonical" href="(.*?)"/g)).toEqual([public_url + canonical]);
    const first = await read(canonical.replace(/\?.*/, ""));
    if (!canonical.includes("?")) return;
    for (const part of [/<title>(.*?)<\/title>/g, /<meta name="description" content="(.*?)"/g])
      expect(all(text, part)).not.toEqual(all(first.text, part));
  });

  it("a sitemap page beyond the end is 404", async () => {
    expect((await read("/sitemap-products.xml?page=7")).status).toBe(404);
    expect((await read("/sitemap-posts.xml?page=7")).status).toBe(404);
  });
});

describe("robots.txt", () => {
  /** As crawlers read it: `*` stands for anything, the start of a path is enough. */
  const isAllowed = (rules: string[], path: string) =>
    !rules.some((rule) => new RegExp(`^${rule.replace(/[.?+[\]()]/g, "\\$&").replaceAll("*", ".*")}`).test(path));

  it("robots.txt allows the sitemap's URLs and disallows carts, calls and filters", async () => {
    const { text, type } = await read("/robots.txt");
    expect(type).toContain("text/plain");
    expect(text).toContain(`Sitemap: ${public_url}/sitemap.xml`);
    const rules = all(text, /^Disallow: (.+)$/gm);
    for (const { addresses } of await sitemaps())
      for (const address of addresses) expect(isAllowed(rules, pathOf(address)), address).toBe(true);
    for (const path of [
      "/thanh-toan/gio-hang",
      "/en/thanh-toan/trang-thai?uid=1",
      "/-/suggest?name=a",
      "/ja/-/visitor",
      "/v1/client/products",
      "/v0/order/1",
      "/dev/bank",
      "/san-pham?sort=name",
      "/san-pham/noi-com-dien?page=2&properties[origin]=VN",
      "/san-pham/noi-com-dien?properties%5Borigin%5D=VN",
    ])
      expect(isAllowed(rules, path), path).toBe(false);
    for (const path of ["/san-pham?page=2", "/images/x/480", "/assets/a.js", "/llms.txt", "/openapi.json"])
      expect(isAllowed(rules, path), path).toBe(true);
  });

  it("robots.txt is served during maintenance", async () => {
    const { setSetting } = await import("server/platform/settings.ts");
    await setSetting(shop.shop.ctx(), "maintenance", { on: true });
    await expect.poll(async () => (await read("/faq")).status, { timeout: 20_000 }).toBe(302);
    expect((await read("/robots.txt")).status).toBe(200);
    await setSetting(shop.shop.ctx(), "maintenance", { on: false });
    await expect.poll(async () => (await read("/faq")).status, { timeout: 20_000 }).toBe(200);
  });
});

it("llms.txt describes the shop, and every link in it works", { timeout: 120_000 }, async () => {
  const { text, type } = await read("/llms.txt");
  expect(type).toBe("text/plain; charset=utf-8");
  const { name } = await shop.shop.visitor().content.chrome({});
  expect(text.startsWith(`# ${name}\n\n> `)).toBe(true);
  const links = all(text, /^- \[.+?\]\((.+?)\)/gm);
  expect(links).toContain(`${public_url}/openapi.json`);
  expect(links).toContain(`${public_url}/en/thong-tin/doi-tra`);
  for (const link of new Set(links)) expect((await read(pathOf(link))).status, link).toBe(200);
});

describe("structured data", () => {
  it.each([
    [{ "@type": "Offer", price: "1,000", priceCurrency: "VND", url: "https://a/", availability: "yes" }, 3],
    [{ "@type": "Person", name: "" }, 2],
    [{ "@type": "BreadcrumbList", itemListElement: [] }, 1],
    [{ "@type": "Pizza" }, 1],
    [{ "@type": "Organization", name: "A", url: "/", logo: "https://a/b.png" }, 1],
  ])("wrong structured data is reported: %j", (thing, problems) => {
    expect(problemsOf(thing)).toHaveLength(problems);
  });

  it("a product's structured data has its price and availability", async () => {
    const visitor = shop.shop.visitor();
    for (const { slug, category_slug } of (await visitor.catalogue.products({ limit: 6, sort: "discount" })).data) {
      const product = await visitor.catalogue.productBySlug({ slug });
      const { text } = await read(`/san-pham/${category_slug}/${slug}`);
      const { offers } = kind(text, "Product") as { offers: { sku: string; price: number; availability: string }[] };
      expect(offers.map(({ sku, price }) => [sku, price])).toEqual(product.variants.map((v) => [v.code, v.price]));
      expect(offers.map(({ availability }) => availability.endsWith("/InStock"))).toEqual(
        product.variants.map(({ inventory }) => inventory > 0),
      );
      expect("aggregateRating" in (kind(text, "Product") ?? {})).toBe(product.star_rating !== null);
    }
  });

  it("the shop's structured data has its name and search, in the page's language", async () => {
    const { text } = await read("/en");
    expect(kind(text, "Organization")).toMatchObject({ name: "Mutosi", url: `${public_url}/en` });
    expect(kind(text, "WebSite")).toMatchObject({
      potentialAction: { target: { urlTemplate: `${public_url}/en/tim-kiem?name={search_term_string}` } },
    });
    expect((await read("/en/tim-kiem?name=rice+cooker")).status).toBe(200);
  });

  it("structured data of articles and questions has their visible text", async () => {
    const [post] = (await shop.shop.visitor().content.posts({ limit: 1 })).data;
    const article = await read(`/tin-tuc/${post?.category_slug}/${post?.slug}`);
    expect(kind(article.text, "Article")).toMatchObject({ headline: post?.title });
    const { text } = await read("/faq");
    const { mainEntity } = kind(text, "FAQPage") as { mainEntity: { name: string }[] };
    const shown = all(text, /<summary[^>]*>(.*?)<\/summary>/g).map((each) => each.replaceAll(/<[^>]*>/g, ""));
    for (const { name } of mainEntity) expect(shown).toContain(name);
  });
});

describe("requests for anything but a page", () => {
  it("a missing file gets a short 404 without HTML", async () => {
    for (const path of [
      "/wp-login.php",
      "/old-logo.png",
      "/assets/gone.js",
      "/images/gone/480",
      "/.well-known/x.json",
    ]) {
      const { status, type } = await read(path);
      expect(status, path).toBe(404);
      expect(type, path).not.toContain("html");
    }
    expect((await read("/khong-co")).type).toContain("text/html");
  });

  it("OPTIONS for a page is answered", async () => {
    const { status, headers } = await read("/faq", { method: "OPTIONS" });
    expect(status).toBe(204);
    expect(headers.get("allow")).toContain("HEAD");
  });
});
