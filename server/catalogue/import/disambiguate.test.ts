/** Truncated names, slugs and SKUs of imported products stay distinct. rules/import */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commonVariantName, disambiguateSlug, slugOfHandle, truncateWithHash } from "./disambiguate.ts";

describe("a text that is truncated", () => {
  it("truncated texts still differ by what was cut off, and are the same in every run", () => {
    const long = "may-loc-nuoc-ro-nong-nguoi-lanh-hydrogen-kangaroo-";
    expect(truncateWithHash(`${long}kg10a12-10-loi`, 50)).not.toBe(truncateWithHash(`${long}kg10a17-10-loi`, 50));
    expect(truncateWithHash(`${long}kg10a12-10-loi`, 50)).toBe(truncateWithHash(`${long}kg10a12-10-loi`, 50));
    expect(truncateWithHash("noi-com", 50)).toBe("noi-com");
    fc.assert(
      fc.property(fc.string({ minLength: 0, maxLength: 200 }), (text) => {
        expect(truncateWithHash(text, 50).length).toBeLessThanOrEqual(50);
      }),
    );
  });
});

describe("slug of a handle", () => {
  it("the slug is the slugified handle if short and Latin, otherwise one with a hash", () => {
    expect(slugOfHandle("noi-com-dien")).toBe("noi-com-dien");
    expect(slugOfHandle("Nồi cơm điện 1,8 lít")).toBe("noi-com-dien-1-8-lit");
    const long = "op-lung-chong-soc-hoa-tiet-co-dien-danh-cho-dien-thoai-thong-minh-cao-cap-ban-moi";
    const handles = [`${long}-a`, `${long}-b`, "手机壳-iphone", "键盘-iphone", "iphone"];
    expect(new Set(handles.map(slugOfHandle)).size).toBe(handles.length);
    for (const handle of handles) expect(slugOfHandle(handle)).toMatch(/^[a-z0-9-]{1,80}$/);
  });
});

describe("slug of a combination of options", () => {
  const handle = "land-of-the-free-iphone-impact-resistant-case-patriotic-stars-stripes-phone-cover";
  it("each combination has its own slug, whatever the handle's length and script", () => {
    const options = [
      "iPhone 13 / Matte",
      "iPhone 13 / Glossy",
      "红色",
      "黑色",
      "S",
      "s",
      "5 lít",
      `${"x ".repeat(90)}1`,
    ];
    const taken = new Set<string>();
    for (const option of [...options, `${"x ".repeat(90)}2`]) {
      for (const slug of [handle, "ao"]) taken.add(disambiguateSlug(slug, option, taken));
    }
    expect(taken.size).toBe(2 * (options.length + 1));
    for (const slug of taken) expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect(Math.max(...[...taken].map((slug) => slug.length))).toBeLessThanOrEqual(80);
    expect(disambiguateSlug("noi-x", "8 lít", new Set())).toBe("noi-x-8-lit");
  });
});

describe("common name of several variants", () => {
  it.each([
    [["Áo - Color Beige Arena - Talla S", "Beige Arena"], ["Áo - Color Blanco - Talla S", "Blanco"], "Áo - Talla S"],
    [["Nồi cơm Sharp 1,8 lít màu đỏ", "Đỏ"], ["Nồi cơm Sharp 1,8 lít màu đen", "Đen"], "Nồi cơm Sharp 1,8 lít"],
    [["Quạt (Trắng)", "Trắng"], ["Quạt (Xám)", "Xám"], "Quạt"],
    [["Ấm X", "Đỏ"], ["Ấm X", "Đen"], "Ấm X"],
    [["Red Bull mini, Red", "Red"], ["Red Bull mini, Blue", "Blue"], "Red Bull mini"],
    [["Ấm đỏ tươi", "Đỏ"], ["Bình đen", "Đen"], "Ấm đỏ tươi"],
    [["Đỏ", "Đỏ"], ["Đen", "Đen"], "Đỏ"],
  ])("%j and %j is %s", ([one = "", red], [other = "", black], name) => {
    expect(
      commonVariantName([
        { name: one, colour: red },
        { name: other, colour: black },
      ]),
    ).toBe(name);
  });
});
