import { describe, expect, it } from "vitest";
import { pages } from "../app/routes/pages.ts";
import { namesFile } from "./page-keys.ts";
import { canonicalUrls, isCrossSiteWrite, normalisedUrl } from "./request-checks.ts";

describe("one page has one URL", () => {
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
  ])("%s is %s", (asked, normalised) => {
    expect(normalisedUrl(asked)).toBe(normalised);
    expect(normalisedUrl(normalised)).toBe(normalised);
  });
});

describe("one page has one spelling", () => {
  const spelled = canonicalUrls(pages);
  it.each([
    ["/Tin-Tuc", "/tin-tuc"],
    ["/SAN-PHAM/noi-com", "/san-pham/noi-com"],
    ["/%73an-pham", "/san-pham"],
    ["/EN/Faq", "/en/faq"],
    ["/Faq.data?_routes=faq", "/faq.data?_routes=faq"],
    ["/Tai-Khoan/Quan-Ly-Don-Hang/K7M2QX9RTA", "/tai-khoan/quan-ly-don-hang/K7M2QX9RTA"],
    ["/san-pham/%C3%A1", "/san-pham/%C3%A1"],
    ["/Khong-Co/O-Day/Va/Day", "/Khong-Co/O-Day/Va/Day"],
    ["/tim-kiem?name=%00", "/tim-kiem?name="],
    ["/faq?q=b%E1%BA%BFp%09t%E1%BB%AB%7F%C2%85", "/faq?q=b%E1%BA%BFp+t%E1%BB%AB"],
    ["/tim-kiem?name=%25%20A", "/tim-kiem?name=%25%20A"],
  ])("%s is %s", (asked, right) => {
    expect(spelled(asked)).toBe(right);
    expect(spelled(right)).toBe(right);
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
])("a request for a file gets no page instead: %s %s", (url, isFile) => {
  expect(namesFile(url)).toBe(isFile);
});

describe("cross-site writes", () => {
  const write = (headers: Record<string, string>) =>
    isCrossSiteWrite(new Request("http://shop/thanh-toan/gio-hang", { method: "POST", headers }));

  it.each([
    [{ "sec-fetch-site": "cross-site" }],
    [{ "sec-fetch-site": "same-site" }],
    [{ "sec-fetch-site": "cross-site", host: "mutosi.example", origin: "https://evil.example" }],
    [{ host: "mutosi.example", origin: "https://evil.example" }],
    [{ host: "mutosi.example", origin: "null" }],
    [{ host: "mutosi.example", origin: "https://mutosi.example" }], // the shop is reached by http here
    [{ host: "mutosi.example", origin: "https://mutosi.example.evil.example" }],
    [{ host: "evil.example", origin: "http://evil.example" }],
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

  it("reads are allowed", () => {
    expect(isCrossSiteWrite(new Request("http://shop/", { headers: { "sec-fetch-site": "cross-site" } }))).toBe(false);
  });
});
