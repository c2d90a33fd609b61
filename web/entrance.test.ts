import { describe, expect, it } from "vitest";
import { foreignWrite, namesFile, straightened } from "./entrance.ts";

describe("one page has one address", () => {
  it.each([
    ["/", "/"],
    ["/san-pham/", "/san-pham"],
    ["//san-pham//noi-com/?page=2", "/san-pham/noi-com?page=2"],
    ["/san-pham/../tin-tuc", "/tin-tuc"],
    ["/san-pham/%2e%2e/tin-tuc", "/tin-tuc"],
    ["/en/", "/en"],
    ["/tim-kiem?name=a//b/", "/tim-kiem?name=a//b/"],
    ["//evil.example/x", "/evil.example/x"],
    ["/\\evil.example", "/evil.example"],
  ])("%s is %s", (asked, straight) => {
    expect(straightened(asked)).toBe(straight);
    expect(straightened(straight)).toBe(straight);
  });
});

it.each([
  ["/wp-login.php", true],
  ["/logo.png?v=2", true],
  ["/en/a/b.JS", true],
  ["/faq", false],
  ["/sitemap.html", false],
  ["/faq.data?_routes=faq", false],
  ["/tim-kiem?name=a.png", false],
  ["/san-pham/noi-com-1.8", true],
])("whoever asks for a file is not sent a page instead: %s %s", (url, is_file) => {
  expect(namesFile(url)).toBe(is_file);
});

describe("another site cannot write in a shopper's name", () => {
  const write = (headers: Record<string, string>) =>
    foreignWrite(new Request("http://shop/thanh-toan/gio-hang", { method: "POST", headers }));

  it.each([
    [{ "sec-fetch-site": "cross-site" }],
    [{ "sec-fetch-site": "same-site" }],
    [{ "sec-fetch-site": "cross-site", host: "mutosi.example", origin: "https://evil.example" }],
    [{ host: "mutosi.example", origin: "https://evil.example" }],
    [{ host: "mutosi.example", origin: "null" }],
    [{ host: "mutosi.example", origin: "https://mutosi.example.evil.example" }],
  ])("%j is refused", (headers) => {
    expect(write(headers)).toBe(true);
  });

  it.each([
    [{ "sec-fetch-site": "same-origin" }],
    [{ host: "192.168.1.5:3000", origin: "http://192.168.1.5:3000" }],
    [{ host: "mutosi.example" }],
  ])("%j is our own form", (headers) => {
    expect(write(headers)).toBe(false);
  });

  it("reading is nobody's harm", () => {
    expect(foreignWrite(new Request("http://shop/", { headers: { "sec-fetch-site": "cross-site" } }))).toBe(false);
  });
});
