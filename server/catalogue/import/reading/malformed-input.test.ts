/** Prices, texts, properties and files as people write them, right and wrong. rules/import */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Attribute } from "../../products/property-values.ts";
import { cleanDescription, cleanLine, cleanName, cleanText, proseOf } from "../values/clean-text.ts";
import { readPrice } from "../values/price-text.ts";
import { propertyText, readProperty } from "../values/property-text.ts";
import { readCell, safeCell } from "./cells.ts";
import { csvRows, delimiterOf } from "./csv.ts";
import { isField, pathOf } from "./fields.ts";
import { jsonElements } from "./json-elements.ts";
import { encodingOf } from "./text-encoding.ts";

describe("a price", () => {
  it.each([
    ["1990000", 1_990_000],
    ["1.990.000đ", 1_990_000],
    ["1,990,000 VND", 1_990_000],
    ["₫1.990.000", 1_990_000],
    ["１９９００００", 1_990_000],
    ["1 990 000 ₫", 1_990_000],
    ["1990000.00", 1_990_000],
    ["1.990.000,00", 1_990_000],
    ["79.99 USD", 2_080_000],
    ["$1,234.50", 32_097_000],
    [1_990_000, 1_990_000],
  ])("%s is %d đ", (written, dong) => {
    expect(readPrice(written, { currency: "VND", rates: { USD: 26_000 } })).toBe(dong);
  });

  it.each([
    ["Liên hệ", "not a price"],
    ["", "not a price"],
    ["0", "is 0"],
    ["0.00", "is 0"],
    ["-5000", "below zero"],
    ["990", "below 1000"],
    ["123456789012", "above 1000000000"],
    ["1990000,5", "not a whole number"],
    ["1e6", "not a price"],
    ["1.990.00", "not a price"],
    ["79.99 USD", "in USD, and no rate"],
    ["100 XYZ", "in XYZ, and no rate"],
    ["1990000 hoặc 2000000", "not a price"],
  ])("%s is refused: %s", (written, reason) => {
    expect(readPrice(written)).toContain(reason);
  });

  it.each([
    ["1290k", 1_290_000],
    ["1,29 triệu", 1_290_000],
    ["1.29tr", 1_290_000],
    ["1tr290", 1_290_000],
  ])("a price in words is read: %s", (written, dong) => {
    expect(readPrice(written)).toBe(dong);
  });

  it("a price too low for đồng is refused with a hint how to name the currency", () => {
    expect(readPrice("25")).toContain("--currency");
  });

  it("a price is read from any way of writing it", () => {
    const ways = [
      (dong: number) => String(dong),
      (dong: number) => `${dong.toLocaleString("de-DE")} đ`,
      (dong: number) => `${dong.toLocaleString("en-US")} VND`,
      (dong: number) => `${dong}.00`,
    ];
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 1_000_000_000 }), fc.constantFrom(...ways), (dong, write) => {
        expect(readPrice(write(dong))).toBe(dong);
      }),
    );
  });
});

describe("text", () => {
  it("text becomes composed, one line, without invisible characters", () => {
    expect(cleanLine("\ufeffNo\u0302\u0300i  com\u200b \u00a0 die\u0323\u0302n\u202e\n1,8\u00adlít ")).toBe(
      "Nồi com điện 1,8lít".replace("điện", "diện"),
    );
    expect(cleanText("a\r\nb\u2028c\n\n\n\nd \n")).toBe("a\nb\nc\n\nd");
  });

  it("cleaning twice changes nothing more", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(cleanLine(cleanLine(text))).toBe(cleanLine(text));
        expect(cleanText(cleanText(text))).toBe(cleanText(text));
      }),
    );
  });

  it("the HTML elements the shop knows are kept, others are dropped", () => {
    const html = `<div style="x"><h2><b>Tính năng</b></h2><p>Nồi <strong>tốt</strong> &amp; bền&nbsp;lắm</p>
      <ul><li>Một</li><li><p>Hai</p></li></ul><script>alert(1)</script><style>p{}</style>
      <table><tr><th>Công suất</th><td>700 W</td></tr></table><a href="javascript:alert(1)" onclick="x">xem</a>
      <iframe src="//evil.example">khung</iframe><img src=x onerror=alert(1)></div>`;
    const text = proseOf(html);
    expect(text).toContain("### Tính năng\n\nNồi **tốt** & bền lắm\n\n- Một\n- Hai");
    expect(text).toContain("- Công suất: 700 W");
    expect(text).toContain("xem");
    for (const gone of ["<", "alert", "javascript", "style", "khung", "evil"]) expect(text).not.toContain(gone);
  });

  it("names lose tags, and their entities are decoded", () => {
    expect(cleanName("Nồi &amp; chảo <b>inox</b>")).toBe("Nồi & chảo inox");
    expect(cleanName("2 < 3 lít")).toBe("2 < 3 lít");
    expect(cleanDescription("dòng một\ndòng hai")).toBe("dòng một\ndòng hai");
  });
});

describe("a cell", () => {
  it("a cell that begins like a formula is escaped, and reads back as written", () => {
    for (const risky of ["=1+1", "+84", "-5", "@x", "\tx", "\rx", "'=1"]) expect(safeCell(risky)).toMatch(/^'/);
    expect(safeCell("Nồi")).toBe("Nồi");
    const texts = fc.oneof(
      fc.string(),
      fc.string().map((text) => `'${text}`),
      fc.string().map((text) => `=${text}`),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(readCell(safeCell(text))).toBe(text);
      }),
    );
  });
});

const attribute = (type: Attribute["type"], unit = "", options: [string, string][] = []): Attribute => ({
  ...{ code: "x", type, unit, filterable: false, label: { vi: "x", en: "", ja: "" }, hint: { vi: "", en: "", ja: "" } },
  options: new Map(options.map(([code, vi]) => [code, { vi, en: "", ja: "" }])),
});

describe("a property", () => {
  it("a property is converted to the unit the shop stores", () => {
    expect(readProperty(attribute("number", "L"), "1,8 lít")).toBe(1.8);
    expect(readProperty(attribute("number", "L"), "1800 ml")).toBe(1.8);
    expect(readProperty(attribute("number", "W"), "2,2 kW")).toBe(2200);
    expect(readProperty(attribute("number", "W"), "1.200W")).toBe(1200);
    expect(readProperty(attribute("number", "m²"), "25 m2")).toBe(25);
    expect(readProperty(attribute("bool"), "Có")).toBe(true);
    expect(readProperty(attribute("enum", "", [["inox304", "Inox 304"]]), "INOX 304")).toBe("inox304");
    expect(readProperty(attribute("range"), "4-6 người")).toEqual({ min: 4, max: 6 });
  });

  it("a property that does not fit is refused, not guessed", () => {
    expect(readProperty(attribute("number", "W"), "tùy chế độ")).toBeUndefined();
    expect(readProperty(attribute("number", "W"), "5 lít")).toBeUndefined();
    expect(readProperty(attribute("integer"), "1,5")).toBeUndefined();
    expect(readProperty(attribute("enum", "", [["a", "A"]]), "B")).toBeUndefined();
  });

  it("a property written into a table is read back", () => {
    const numbers = fc
      .double({ noNaN: true, min: -100_000, max: 100_000 })
      .map((value) => Number(value.toFixed(3)) + 0);
    fc.assert(
      fc.property(numbers, (value) => {
        const same = value === 0 ? 0 : value; // never −0
        expect(readProperty(attribute("number", "L"), propertyText(same))).toBe(same);
      }),
    );
    for (const value of [["A, B"], ["a", "b"]])
      expect(readProperty(attribute("list"), propertyText(value))).toEqual(value);
    for (const value of [
      { min: 1, max: 2 },
      { min: 0.5, max: 2.25 },
    ]) {
      expect(readProperty(attribute("range"), propertyText(value))).toEqual(value);
    }
  });
});

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

describe("a file", () => {
  it("JSON in any chunks gives the same elements with their first lines", async () => {
    const list = [{ a: 'x"}]\\', b: [1, { c: "[" }] }, { a: "Đ" }, {}];
    const texts = [
      JSON.stringify(list),
      JSON.stringify(list, null, 2),
      list.map((each) => JSON.stringify(each)).join("\n"),
    ];
    for (const text of texts) {
      for (const size of [1, 3, 1000]) {
        const found = await Array.fromAsync(jsonElements(inPieces(text, size)));
        expect(found.map((each) => JSON.parse(each.text))).toEqual(list);
      }
    }
    const lines = await Array.fromAsync(jsonElements(inPieces(JSON.stringify(list, null, 1), 7)));
    expect(lines.map(({ line }) => line)).toEqual([2, 11, 14]);
    await expect(Array.fromAsync(jsonElements(inPieces('[{"a":1}, {"b', 4)))).rejects.toThrow("middle of a product");
    await expect(Array.fromAsync(jsonElements(inPieces("a,b\n", 4)))).rejects.toThrow("no JSON");
  });

  it("a table in any chunks gives rows with their lines, with any line ending and delimiter", async () => {
    const table = 'sku;name\r\nA1;"Nồi\r\nhai dòng"\r\n\r\nA2;Ấm "xịn"\r\nA3\r\n';
    expect(delimiterOf("sku;name")).toBe(";");
    const rows = await Array.fromAsync(csvRows(inPieces(table, 5), { delimiter: ";", allowQuotes: true }));
    expect(rows).toEqual([
      { line: 2, cells: { sku: "A1", name: "Nồi\nhai dòng" } },
      { line: 5, cells: { sku: "A2", name: 'Ấm "xịn"' } },
      { line: 6, cells: { sku: "A3" } },
    ]);
  });

  it("a file's encoding is detected by its first bytes", () => {
    expect(encodingOf(Buffer.from("\ufeffsku", "utf16le"))).toBe("utf-16le");
    expect(encodingOf(Buffer.from("sku,name,price", "utf16le"))).toBe("utf-16le");
    expect(encodingOf(Buffer.from([0xfe, 0xff, 0, 0x73]))).toBe("utf-16be");
    expect(encodingOf(Buffer.from("\ufeffsku,tên"))).toBe("utf-8");
  });

  it("categories may be given in several ways, fields in one", () => {
    expect(pathOf("Nhà bếp > Nồi &amp; chảo › Nồi lẩu")).toEqual(["Nhà bếp", "Nồi & chảo", "Nồi lẩu"]);
    expect(pathOf("TV/Video / Loa")).toEqual(["TV/Video", "Loa"]);
    expect(["name.en", "stock.HN", "property.Công suất", "price"].every(isField)).toBe(true);
    expect(["name.fr", "stock.hn", "property.", "preis"].some(isField)).toBe(false);
  });
});
