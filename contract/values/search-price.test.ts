import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinUnits, parsePrice, splitPriceWords } from "./search-price.ts";

describe("prices in a query", () => {
  it.each([
    ["nồi chiên dưới 2 triệu", { max: 2_000_000, rest: "nồi chiên" }],
    ["noi chien duoi 2 trieu", { max: 2_000_000, rest: "noi chien" }],
    ["Nồi chiên DƯỚI 2TR", { max: 2_000_000, rest: "Nồi chiên" }],
    ["không quá 1,5 triệu máy xay", { max: 1_500_000, rest: "máy xay" }],
    ["quạt nhỏ hơn 500k", { max: 500_000, rest: "quạt" }],
    ["quạt <500k", { max: 500_000, rest: "quạt" }],
    ["quạt 500k trở xuống", { max: 500_000, rest: "quạt" }],
    ["quạt từ 500k trở xuống", { max: 500_000, rest: "quạt" }],
    ["trên 5 triệu dưới 2 triệu", { min: 2_000_000, max: 5_000_000, rest: "" }],
    ["máy lọc nước trên 10 triệu", { min: 10_000_000, rest: "máy lọc nước" }],
    ["ghế massage từ 20 triệu", { min: 20_000_000, rest: "ghế massage" }],
    ["ghế massage từ 20 triệu trở lên", { min: 20_000_000, rest: "ghế massage" }],
    ["ghế massage 20tr trở lên", { min: 20_000_000, rest: "ghế massage" }],
    ["máy lọc nước từ 3 đến 5 triệu", { min: 3_000_000, max: 5_000_000, rest: "máy lọc nước" }],
    ["may loc nuoc tu 3 den 5 trieu", { min: 3_000_000, max: 5_000_000, rest: "may loc nuoc" }],
    ["3-5 triệu máy lọc nước", { min: 3_000_000, max: 5_000_000, rest: "máy lọc nước" }],
    ["quạt 500k - 1tr2", { min: 500_000, max: 1_200_000, rest: "quạt" }],
    ["quạt từ 500 đến 1 triệu", { min: 500_000, max: 1_000_000, rest: "quạt" }],
    ["quạt 900k đến 500k", { min: 500_000, max: 900_000, rest: "quạt" }],
    ["trên 2 triệu dưới 5 triệu nồi", { min: 2_000_000, max: 5_000_000, rest: "nồi" }],
    ["từ 2.000.000đ đến 3.000.000đ", { min: 2_000_000, max: 3_000_000, rest: "" }],
    ["dưới 2,000,000", { max: 2_000_000, rest: "" }],
    ["máy xay 2tr5", { min: 2_000_000, max: 3_000_000, rest: "máy xay" }],
    ["máy xay khoảng 1 củ", { min: 800_000, max: 1_200_000, rest: "máy xay" }],
    ["tầm 500k quạt", { min: 400_000, max: 600_000, rest: "quạt" }],
    ["air fryer under 2 million", { max: 2_000_000, rest: "air fryer" }],
    ["air fryer between 1 and 2 million", { min: 1_000_000, max: 2_000_000, rest: "air fryer" }],
    ["200万ドン以下の炊飯器", { max: 2_000_000, rest: "炊飯器" }],
    ["炊飯器 200万以上", { min: 2_000_000, rest: "炊飯器" }],
    ["nồi dưới 2 triệu 5 lít", { max: 2_000_000, rest: "nồi 5 lít" }],
    ["nồi 5 lít dưới 2 triệu 5", { max: 2_500_000, rest: "nồi 5 lít" }],
    ["quạt dưới 2m", { max: 2_000_000, rest: "quạt" }],
  ])("%s", (query, search) => {
    expect(splitPriceWords(query)).toEqual(search);
  });

  it("bếp từ is a product, not 'from'", () => {
    expect(splitPriceWords("bếp từ 2 triệu")).toEqual({ min: 1_600_000, max: 2_400_000, rest: "bếp từ" });
    expect(splitPriceWords("bep tu 3 den 5 trieu")).toEqual({ min: 3_000_000, max: 5_000_000, rest: "bep tu" });
    expect(splitPriceWords("bếp từ đôi từ 5 triệu")).toEqual({ min: 5_000_000, rest: "bếp từ đôi" });
    expect(splitPriceWords("tủ 3 đến 5 triệu")).toEqual({ min: 3_000_000, max: 5_000_000, rest: "tủ" });
  });
});

describe("an amount", () => {
  it.each([
    ["2tr5", 2_500_000],
    ["2 triệu 5", 2_500_000],
    ["500k", 500_000],
    ["1,5 triệu", 1_500_000],
    ["1 củ rưỡi", 1_500_000],
    ["1 triệu rưỡi", 1_500_000],
    ["1 triệu 50 nghìn", 1_050_000],
    ["2tr99", 2_990_000],
    ["2tr990", 2_990_000],
    ["2.990.000đ", 2_990_000],
    ["2,990,000 VND", 2_990_000],
    ["1.5 triệu", 1_500_000],
    ["500 cành", 500_000],
    ["500 ngàn đồng", 500_000],
    ["15 million", 15_000_000],
    ["200万ドン", 2_000_000],
  ])("%s", (text, price) => {
    expect(parsePrice(text)).toBe(price);
  });

  it.each(["", "2", "500", "5l", "2m", "5 cánh", "5 ngăn", "abc", "2tr5x", "k", "1500w"])("%s is no amount", (text) => {
    expect(parsePrice(text)).toBeUndefined();
  });
});

describe("a measure is not a price", () => {
  it.each([
    "nồi chiên 5 lít",
    "quạt 5 cánh",
    "quạt 2m",
    "tủ 5 ngăn",
    "máy lọc 9 lõi",
    "bếp 2000w",
    "dưới 2000w",
    "pin trên 20000 mah",
    "máy lạnh dưới 12000 BTU",
    "SRM-AF55",
    "robot X10k",
    "phòng 30m2",
    "nồi 1,8l cho 4 người",
    "từ điển",
    "dưới gầm",
    "tv 4k",
    "",
  ])("%s", (query) => {
    expect(splitPriceWords(query)).toEqual({ rest: query });
  });

  it("bounds are whole đồng, the lower first, for any text", () => {
    const words = fc.constantFrom(
      "nồi",
      "dưới",
      "từ",
      "đến",
      "2",
      "5,5",
      "tr",
      "k",
      "triệu",
      "rưỡi",
      "lít",
      "999999",
      "-",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string({ maxLength: 4 })), { maxLength: 12 }), (parts) => {
        const { min, max, rest } = splitPriceWords(parts.join(" "));
        for (const bound of [min, max]) if (bound !== undefined) expect(Number.isSafeInteger(bound)).toBe(true);
        if (min !== undefined && max !== undefined) expect(min).toBeLessThanOrEqual(max);
        expect(rest.length).toBeLessThanOrEqual(parts.join(" ").normalize("NFKC").length + 1);
      }),
    );
  });
});

describe("normalised measures", () => {
  it.each([
    ["nồi 5 lít", "nồi 5l"],
    ["nồi 5L", "nồi 5l"],
    ["5,5 lít", "5.5l"],
    ["5.5 litre", "5.5l"],
    ["noi 5 lit", "noi 5l"],
    ["bếp 1.500 W", "bếp 1500w"],
    ["phòng 30 m²", "phòng 30m2"],
    ["30 mét vuông", "30m2"],
    ["9 kg", "9kg"],
    ["9 ký", "9kg"],
    ["quạt 60 phân", "quạt 60cm"],
    ["500 ml", "500ml"],
    ["20 lít/ngày", "20lpd"],
    ["5リットルの鍋", "5lの鍋"],
    ["15 bar", "15bar"],
    ["5 lớp", "5 lớp"],
    ["AF5 lít", "AF5 lít"],
    ["cho 2 người", "cho 2 người"],
    ["5 wifi", "5 wifi"],
  ])("%s", (typed, form) => {
    expect(joinUnits(typed)).toBe(form);
  });
});

it.each(["RO-100K", "máy lọc nước RO-100K", "KT-15K", "AB_20tr", "X/500k"])(
  "a model number is no price: %s",
  (model) => {
    expect(splitPriceWords(model)).toEqual({ rest: model });
  },
);
