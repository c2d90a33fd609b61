import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  businessDay,
  formatDate,
  formatDateTime,
  formatNumber,
  localeOfHeader,
  localeOfPath,
  localeOfTag,
  locales,
  localisedPath,
  relativeTime,
} from "./locale.ts";

describe("the language of a URL", () => {
  it.each([
    ["/", "vi", "/"],
    ["/en", "en", "/"],
    ["/ja/", "ja", "/"],
    ["/en/san-pham/noi-com?sort=price#top", "en", "/san-pham/noi-com?sort=price#top"],
    ["/en?a=1", "en", "/?a=1"],
    ["/enough", "vi", "/enough"],
    ["/english/x", "vi", "/english/x"],
    ["/vi/san-pham", "vi", "/vi/san-pham"],
    ["/EN", "vi", "/EN"],
    ["/en.data", "en", "/_root.data"],
    ["/en/san-pham.data?page=2", "en", "/san-pham.data?page=2"],
    ["/_root.data", "vi", "/_root.data"],
  ])("%s", (address, locale, path) => {
    expect(localeOfPath(address)).toEqual({ locale, path });
  });

  it("switching the language leads to the same page and back", () => {
    const segment = fc.stringMatching(/^[a-z0-9-]{3,12}$/);
    const page = fc
      .tuple(fc.array(segment, { maxLength: 3 }), fc.constantFrom("", "?page=2", "#faq", "?a=1&b=/en#x"))
      .map(([segments, tail]) => `/${segments.join("/")}${tail}`);
    fc.assert(
      fc.property(page, fc.constantFrom(...locales), fc.constantFrom(...locales), (path, first, second) => {
        const address = localisedPath(path, first);
        expect(localeOfPath(address)).toEqual({ locale: first, path });
        expect(localisedPath(address, second)).toBe(localisedPath(path, second));
      }),
    );
  });

  it("home has no trailing slash", () => {
    expect(localisedPath("/", "en")).toBe("/en");
    expect(localisedPath("/?x=1", "ja")).toBe("/ja?x=1");
    expect(localisedPath("/en", "vi")).toBe("/");
  });

  it("no path leads to another host", () => {
    for (const trick of ["//evil.example", "/en//evil.example", "/en/\\evil.example", "/ja///evil.example"]) {
      for (const locale of locales) expect(localisedPath(trick, locale)).not.toMatch(/^[/\\]{2}/);
    }
  });
});

describe("Accept-Language", () => {
  it.each([
    ["ja,en;q=0.8", "ja"],
    ["fr-FR,fr;q=0.9,en-GB;q=0.8,vi;q=0.7", "en"],
    ["en;q=0.2, vi-VN;q=0.9", "vi"],
    ["en;q=0", "vi"],
    ["fr, *;q=0.5", "vi"],
    ["", "vi"],
    [undefined, "vi"],
    ["en;q=nonsense", "vi"],
  ])("%s", (header, locale) => {
    expect(localeOfHeader(header)).toBe(locale);
  });

  it("tags of any region are read", () => {
    expect(localeOfTag("ja-JP")).toBe("ja");
    expect(localeOfTag("de")).toBeUndefined();
  });
});

describe("dates in Vietnamese time", () => {
  const late = "2026-11-05T18:04:09Z"; // one in the morning of the 6th in Hà Nội

  it("dates are written in each language's order", () => {
    expect(formatDateTime(late, "vi")).toBe("06/11/2026 01:04");
    expect(formatDateTime(late, "en")).toBe("Nov 6, 2026 1:04 AM");
    expect(formatDateTime(late, "ja")).toBe("2026年11月6日 01:04");
    expect(formatDateTime("2026-01-01T05:00:00Z", "en")).toBe("Jan 1, 2026 12:00 PM");
    expect(formatDateTime("2026-01-01T17:30:00Z", "en")).toBe("Jan 2, 2026 12:30 AM");
    expect(businessDay(late)).toBe("2026-11-06");
  });

  it("a plain date does not shift", () => {
    expect(formatDate("2026-11-05", "vi")).toBe("05/11/2026");
    expect(formatDate("2026-11-05", "ja")).toBe("2026年11月5日");
  });

  it("an invalid time is refused", () => {
    expect(() => formatDate("soon", "vi")).toThrow(RangeError);
    expect(() => relativeTime("soon", 0, "vi")).toThrow(RangeError);
  });
});

describe("numbers are written alike in every language", () => {
  it.each([
    [1234567.5, "1,234,567.5"],
    [5.5, "5.5"],
    [12, "12"],
    [0, "0"],
    [-0.001, "0"],
    [-1234.25, "-1,234.25"],
    [999.999, "1,000"],
  ])("%d", (value, written) => {
    expect(formatNumber(value)).toBe(written);
  });

  it("the requested decimals are kept", () => {
    expect(formatNumber(4.456, 1)).toBe("4.5");
    expect(formatNumber(4.456, 0)).toBe("4");
  });
});

describe("relative time", () => {
  const now = Date.parse("2026-11-21T03:00:00Z");
  const day = 86_400;
  it.each([
    [0, "vừa xong", "just now", "たった今"],
    [-90, "vừa xong", "just now", "たった今"],
    [1, "1 giây trước", "1 second ago", "1秒前"],
    [59, "59 giây trước", "59 seconds ago", "59秒前"],
    [60, "1 phút trước", "1 minute ago", "1分前"],
    [2 * 3600, "2 giờ trước", "2 hours ago", "2時間前"],
    [day, "1 ngày trước", "1 day ago", "1日前"],
    [7 * day, "1 tuần trước", "1 week ago", "1週間前"],
    [29 * day, "4 tuần trước", "4 weeks ago", "4週間前"],
    [30 * day, "1 tháng trước", "1 month ago", "1か月前"],
    [364 * day, "12 tháng trước", "12 months ago", "12か月前"],
    [365 * day, "1 năm trước", "1 year ago", "1年前"],
    [800 * day, "2 năm trước", "2 years ago", "2年前"],
  ])("%d seconds", (seconds, vi, en, ja) => {
    const then = now - seconds * 1000;
    expect(relativeTime(then, now, "vi")).toBe(vi);
    expect(relativeTime(then, now, "en")).toBe(en);
    expect(relativeTime(then, now, "ja")).toBe(ja);
  });
});
