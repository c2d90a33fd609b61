import { describe, expect, it } from "vitest";
import { breadcrumbs, pageMeta } from "./meta.ts";

const matches = [
  { loaderData: { public_url: "https://mutosi.example" } },
  { loaderData: { layout: { name: "Mutosi" } } },
  undefined,
];
const args = { location: { pathname: "/en/san-pham" }, matches };
const page = { title: "Rice cookers", description: "Cook rice.", path: "/en/san-pham?page=2" };

describe("a search engine finds the page once, in three languages", () => {
  const meta = pageMeta(args, page);

  it("with its own URL as the canonical one", () => {
    expect(meta).toContainEqual({
      tagName: "link",
      rel: "canonical",
      href: "https://mutosi.example/en/san-pham?page=2",
    });
  });

  it.each([
    ["vi", "https://mutosi.example/san-pham?page=2"],
    ["en", "https://mutosi.example/en/san-pham?page=2"],
    ["ja", "https://mutosi.example/ja/san-pham?page=2"],
    ["x-default", "https://mutosi.example/san-pham?page=2"],
  ])("%s", (hrefLang, href) => {
    expect(meta).toContainEqual({ tagName: "link", rel: "alternate", hrefLang, href });
  });

  it("under the shop's name, once", () => {
    expect(meta).toContainEqual({ title: "Rice cookers – Mutosi" });
    expect(pageMeta(args, { ...page, title: "Mutosi – Home" })).toContainEqual({ title: "Mutosi – Home" });
  });
});

it("a page that must not be indexed says so and has no canonical URL", () => {
  const meta = pageMeta(args, { ...page, path: null });
  expect(meta).toContainEqual({ name: "robots", content: "noindex" });
  expect(JSON.stringify(meta)).not.toContain("canonical");
});

it("a page with a Vietnamese path is canonical in its own language", () => {
  const meta = pageMeta(args, {
    ...page,
    path: "/faq",
    json_ld: [{ "@type": "FAQPage", url: "/faq", "@id": "/#shop" }],
  });
  expect(meta).toContainEqual({ tagName: "link", rel: "canonical", href: "https://mutosi.example/en/faq" });
  expect(meta).toContainEqual({ property: "og:url", content: "https://mutosi.example/en/faq" });
  expect(JSON.stringify(meta)).toContain('"url":"https://mutosi.example/en/faq","@id":"https://mutosi.example/#shop"');
});

it("a description in a language without spaces is cut, too", () => {
  const found = pageMeta(args, { ...page, description: "炊飯器".repeat(100) });
  const description = found.find((each) => "name" in each && each.name === "description");
  expect((description as { content: string }).content).toHaveLength(160);
});

it("a description ends with a whole word", () => {
  const description = "từ ".repeat(100);
  const found = pageMeta(args, { ...page, description }).find((each) => "name" in each && each.name === "description");
  const { content } = found as { content: string };
  expect(content.length).toBeLessThanOrEqual(160);
  expect(content).toMatch(/từ…$/);
});

it("structured data has absolute URLs", () => {
  const jsonLd = [
    breadcrumbs([{ name: "Home", path: "/en" }]),
    {
      "@type": "WebSite",
      potentialAction: { target: { urlTemplate: "/tim-kiem?name={search_term_string}" } },
      image: ["/images/a"],
      name: "/not an address",
    },
  ];
  const text = JSON.stringify(pageMeta(args, { ...page, json_ld: jsonLd }));
  expect(text).toContain('"item":"https://mutosi.example/en"');
  expect(text).toContain('"urlTemplate":"https://mutosi.example/en/tim-kiem?name={search_term_string}"');
  expect(text).toContain('"image":["https://mutosi.example/images/a"]');
  expect(text).toContain('"name":"/not an address"');
});
