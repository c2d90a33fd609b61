import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  fold,
  foldToAlphanumeric,
  freeSlug,
  hasMarks,
  lengthOf,
  nfc,
  sameSpelling,
  slugify,
  stripMarks,
  truncate,
} from "./text.ts";

const anyText = fc.string({ unit: "grapheme", maxLength: 60 });
const vietnamese = fc
  .array(fc.constantFrom("nồi", "chiên", "không", "dầu", "Đứng", "quạt", "hòa", "thuỷ", "5,5", "lít"), { minLength: 1 })
  .map((words) => words.join(" "));

describe("a product is found however its name is typed", () => {
  it.each([
    ["Nồi chiên không dầu", "noi chien khong dau"],
    ["ĐIỀU HÒA", "dieu hoa"],
    ["Nô\u0300i".normalize("NFD"), "noi"],
    ["  Máy\u00a0\u00a0lọc\tnước ", "may loc nuoc"],
    ["ＳＲＭ－１２", "srm-12"],
    ["30 m²", "30 m2"],
    ["lọc\u200b nước\ufeff", "loc nuoc"],
    ["ドライヤー", "ドライヤー"],
    ["ﾄﾞﾗｲﾔｰ", "ドライヤー"],
    ["ガラス", "ガラス"],
  ])("%s", (typed, folded) => {
    expect(fold(typed)).toBe(folded);
  });

  it("folding twice changes nothing, and neither does the way letters were composed", () => {
    fc.assert(
      fc.property(vietnamese, (text) => {
        expect(fold(fold(text))).toBe(fold(text));
        expect(fold(text.normalize("NFD"))).toBe(fold(text));
        expect(fold(text.toUpperCase())).toBe(fold(text));
      }),
    );
  });

  it("both placements of a tone mark fold alike", () => {
    for (const [one, other] of [
      ["hoà", "hòa"],
      ["khoẻ", "khỏe"],
      ["thuỷ", "thủy"],
      ["luỹ", "lũy"],
    ] as const) {
      expect(fold(one)).toBe(fold(other));
      expect(sameSpelling(one, other)).toBe(true);
    }
    expect(sameSpelling("Điều hoà", "điều hòa")).toBe(true);
    expect(sameSpelling("quí", "quý")).toBe(true);
  });

  it("different words stay different where the spelling counts", () => {
    expect(sameSpelling("bàn", "bán")).toBe(false);
    expect(sameSpelling("bàn", "ban")).toBe(false);
    expect(sameSpelling("đá", "da")).toBe(false);
    expect(sameSpelling("nữa", "nửa")).toBe(false);
  });

  it("also without blanks or dashes", () => {
    expect(foldToAlphanumeric("Máy lọc nước")).toBe("maylocnuoc");
    expect(foldToAlphanumeric("SRM-AF 5.5")).toBe("srmaf55");
  });
});

describe("an address of a page", () => {
  it("is readable", () => {
    expect(slugify("Nồi chiên không dầu 5,5 lít")).toBe("noi-chien-khong-dau-5-5-lit");
    expect(slugify("  --Đèn & quạt!-- ")).toBe("den-quat");
    expect(slugify("炊飯器")).toBe("");
  });

  it("is well formed and short whatever the name", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, vietnamese), (text) => {
        const slug = slugify(text);
        expect(slug).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
        expect(slug.length).toBeLessThanOrEqual(80);
        expect(slugify(slug)).toBe(slug);
      }),
    );
  });

  it("ends between words", () => {
    const slug = slugify("nồi chiên không dầu điện tử ".repeat(6));
    expect(slug.length).toBeLessThanOrEqual(80);
    expect(`${"noi-chien-khong-dau-dien-tu-".repeat(6)}`.startsWith(`${slug}-`)).toBe(true);
    expect(slugify("a".repeat(100))).toBe("a".repeat(80));
  });

  it("is never given to two products", () => {
    const taken = new Set(["may-xay", "may-xay-2"]);
    expect(freeSlug("may-xay", (slug) => taken.has(slug))).toBe("may-xay-3");
    expect(freeSlug("noi", (slug) => taken.has(slug))).toBe("noi");
    const long = slugify("x ".repeat(60));
    const next = freeSlug(long, (slug) => slug === long);
    expect(next.length).toBeLessThanOrEqual(80);
    expect(next.endsWith("-2")).toBe(true);
  });
});

describe("text that is too long for its place", () => {
  it("ends in three dots between words", () => {
    expect(truncate("Nồi chiên không dầu", 19)).toBe("Nồi chiên không dầu");
    expect(truncate("Nồi chiên không dầu", 18)).toBe("Nồi chiên không...");
    expect(truncate("Nồi chiên không dầu", 17)).toBe("Nồi chiên...");
    expect(truncate("ノンフライヤーの選び方", 8)).toBe("ノンフライ...");
  });

  it("never exceeds its place and never breaks a letter", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 3, max: 40 }), (text, length) => {
        const cut = truncate(text, length);
        expect(lengthOf(cut)).toBeLessThanOrEqual(length);
        expect(cut.isWellFormed()).toBe(true);
        if (lengthOf(text) <= length) expect(cut).toBe(nfc(text));
      }),
    );
  });
});

describe("marks", () => {
  it("go, the case stays", () => {
    expect(stripMarks("Nguyễn Văn Đô")).toBe("Nguyen Van Do");
    expect(stripMarks("ガ")).toBe("ガ");
  });

  it("tell accented typing from plain typing", () => {
    expect(hasMarks("noi chien")).toBe(false);
    expect(hasMarks("nồi")).toBe(true);
    expect(hasMarks("đ")).toBe(true);
    expect(hasMarks("炊飯器ガ")).toBe(false);
  });
});
