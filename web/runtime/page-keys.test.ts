import { describe, expect, it } from "vitest";
import type { Page } from "../app/routes/page.ts";
import { pageKeys } from "./page-keys.ts";

const pages: Page[] = [
  { path: "", file: "a.tsx", layout: "default", cacheable: {} },
  { path: "san-pham", file: "b.tsx", layout: "default", cacheable: { query: ["page", "sort", "properties[]"] } },
  { path: "san-pham/:category", file: "b.tsx", layout: "default", cacheable: { query: ["page"] } },
  { path: "san-pham/:category/:slug", file: "c.tsx", layout: "default", cacheable: {} },
  { path: "so-sanh-san-pham/:slug?", file: "d.tsx", layout: "default", cacheable: { query: ["voi"] } },
  { path: "thanh-toan/gio-hang", file: "e.tsx", layout: "checkout" },
  { path: "*", file: "f.tsx", layout: "default", cacheable: {} },
];
const keyOf = pageKeys(pages, new Set(["layout-default", "san-pham"]));
const key = (url: string) => keyOf(url)?.key;

describe("equivalent URLs share a key", () => {
  it.each([
    ["/san-pham?sort=price&page=2", "/san-pham?page=2&sort=price"],
    ["/san-pham", "/san-pham?utm_source=mail&fbclid=1"],
    ["/san-pham", "/san-pham?page="],
    ["/", "/?gclid=abc"],
    ["/san-pham/noi-com/mot", "/san-pham/noi-com/mot?ref=ban"],
    ["/san-pham?properties[origin]=VN", "/san-pham?properties%5Borigin%5D=VN"],
  ])("%s is %s", (one, other) => {
    expect(key(one)).toBe(key(other));
  });
});

describe("different pages have different keys", () => {
  it.each([
    ["/", "/en"],
    ["/san-pham", "/ja/san-pham"],
    ["/san-pham", "/san-pham.data"],
    ["/san-pham?page=1", "/san-pham?page=2"],
    ["/san-pham?properties[origin]=VN", "/san-pham?properties[origin]=CN"],
    ["/san-pham?properties[origin]=VN", "/san-pham?properties[power]=VN"],
    ["/san-pham/a/b", "/san-pham/a/c"],
    ["/san-pham.data", "/san-pham.data?_routes=san-pham"],
    ["/en/khong-co", "/khong-co"],
  ])("%s is not %s", (one, other) => {
    expect(key(one)).not.toBe(key(other));
  });
});

describe("untrusted parts of a URL", () => {
  it("are not rendered, except known parameters", () => {
    const address = keyOf("/san-pham?page=2&evil=<script>&callbackurl=//evil.example")?.address;
    expect(address).toBe("/san-pham?page=2");
  });

  it("cannot fill the memory: unknown URLs are one page a language", () => {
    const asked = Array.from({ length: 100 }, (_, each) => key(`/wp-admin/${each}`));
    expect(new Set(asked).size).toBe(1);
    expect(key("/en/wp-admin")).not.toBe(key("/wp-admin"));
  });

  it("are not cached when too long", () => {
    expect(keyOf(`/san-pham?sort=${"x".repeat(300)}`)).toBeNull();
    const many = Array.from({ length: 60 }, (_, each) => `properties[p${each}]=1`).join("&");
    expect(keyOf(`/san-pham?${many}`)).toBeNull();
  });

  it("cannot add parts to a page", () => {
    expect(keyOf("/san-pham.data?_routes=secret")).toBeNull();
    expect(keyOf("/san-pham?_routes=san-pham")?.address).toBe("/san-pham");
  });
});

it("a page rendered for one visitor has no key", () => {
  expect(keyOf("/thanh-toan/gio-hang")).toBeNull();
  expect(keyOf("/en/thanh-toan/gio-hang.data")).toBeNull();
});

it("an optional last part is two pages", () => {
  expect(key("/so-sanh-san-pham")).toBe("/so-sanh-san-pham");
  expect(key("/so-sanh-san-pham/a?voi=b,c")).toBe("/so-sanh-san-pham/a?voi=b%2Cc");
});

it("home has its data under the router's name for it", () => {
  for (const address of ["/_.data", "/en.data", "/en/_.data"]) expect(key(address)).toBe(address);
});
