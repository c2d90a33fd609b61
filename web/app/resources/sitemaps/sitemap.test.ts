import { describe, expect, it } from "vitest";
import { latest, sitemap, sitemapIndex } from "./sitemap.ts";

const shop = "https://mutosi.example";

describe("a search engine finds every page in every language", () => {
  const text = sitemap(shop, [{ path: "/", updated_at: "2026-11-01" }, { path: "/tin-tuc?a=1&b=<2>" }]);

  it("each with an entry of its own and the others named beside it", () => {
    expect([...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address).slice(0, 3)).toEqual([
      "https://mutosi.example/",
      "https://mutosi.example/en",
      "https://mutosi.example/ja",
    ]);
    expect(
      text.match(/<xhtml:link rel="alternate" hreflang="ja" href="https:\/\/mutosi.example\/ja"\/>/g),
    ).toHaveLength(3);
    expect(text.match(/hreflang="x-default"/g)).toHaveLength(6);
  });

  it("dated only where something says when it changed", () => {
    expect(text.match(/<lastmod>2026-11-01<\/lastmod>/g)).toHaveLength(3);
    expect(text.match(/<lastmod>/g)).toHaveLength(3);
  });

  it("in well-formed XML whatever a URL holds", () => {
    expect(text).toContain("/tin-tuc?a=1&amp;b=&lt;2&gt;");
  });
});

it("the index names each part", () => {
  const text = sitemapIndex(shop, [{ path: "/sitemap-products.xml?page=2", updated_at: "2026-11-01T00:00:00.000Z" }]);
  expect(text).toContain(
    "<loc>https://mutosi.example/sitemap-products.xml?page=2</loc><lastmod>2026-11-01T00:00:00.000Z</lastmod>",
  );
});

it("the latest of some moments is the last, of none nothing", () => {
  expect(latest(["2026-01-02", undefined, "2026-03-01"])).toBe("2026-03-01");
  expect(latest([undefined])).toBeUndefined();
});
