import { describe, expect, it } from "vitest";
import { pathsIn, queryText } from "./paths.ts";
import { pages } from "./routes/pages.ts";

describe("a link leads to the same page in the reader's language", () => {
  it.each([
    ["vi", "/san-pham/noi-com-dien/noi-a"],
    ["en", "/en/san-pham/noi-com-dien/noi-a"],
    ["ja", "/ja/san-pham/noi-com-dien/noi-a"],
  ] as const)("in %s", (locale, address) => {
    expect(pathsIn(locale).product({ category_slug: "noi-com-dien", slug: "noi-a" })).toBe(address);
  });

  it("home has no slash too many", () => {
    expect(pathsIn("vi").home()).toBe("/");
    expect(pathsIn("en").home()).toBe("/en");
  });

  it("links that come with the data follow the language; those to other sites stay", () => {
    expect(pathsIn("en").link("/thong-tin/doi-tra")).toBe("/en/thong-tin/doi-tra");
    expect(pathsIn("en").link("https://zalo.me/x")).toBe("https://zalo.me/x");
    expect(pathsIn("en").link("tel:18000000")).toBe("tel:18000000");
    expect(pathsIn("en").link("//other.example/x")).toBe("//other.example/x");
  });
});

it("a query is readable, and what is empty is left out", () => {
  const query = { page: 2, name: "nồi cơm", brand: ["a", "b"], sort: "", none: null, "properties[origin]": "VN" };
  expect(queryText(query)).toBe("?page=2&name=n%E1%BB%93i+c%C6%A1m&brand=a,b&properties%5Borigin%5D=VN");
  expect(queryText({})).toBe("");
});

it("text in a URL is escaped", () => {
  expect(pathsIn("vi").category("a/../b?c")).toBe("/san-pham/a%2F..%2Fb%3Fc");
});

it("no two rows of the route table have the same URL", () => {
  const shapes = pages.map(({ path }) => path.replaceAll(/:\w+/g, ":"));
  expect(new Set(shapes).size).toBe(shapes.length);
});
