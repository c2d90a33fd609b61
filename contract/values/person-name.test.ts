import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  capitaliseName,
  compareNames,
  givenName,
  initial,
  nameAsOnBankAccount,
  nameSortKey,
  normaliseName,
  parsePersonName,
} from "./person-name.ts";

describe("nobody is refused for the name they have", () => {
  it.each([
    ["Nguyễn Văn An", "Nguyễn Văn An"],
    ["  nguyễn   văn an ", "nguyễn văn an"],
    ["Nguyễn\u00a0Văn An ", "Nguyễn Văn An"],
    ["Nguyễn Văn An".normalize("NFD"), "Nguyễn Văn An"],
    ["Y'Bhăm Êban", "Y'Bhăm Êban"],
    ["H’Hen Niê", "H’Hen Niê"],
    ["Sato Kotoe", "Sato Kotoe"],
    ["山田　太郎", "山田 太郎"],
    ["John O'Ellery", "John O'Ellery"],
    ["\u200bLê Hoa", "Lê Hoa"],
    ["Ng Ý", "Ng Ý"],
  ])("%s", (typed, name) => {
    expect(parsePersonName(typed)).toEqual({ ok: true, name });
  });

  it("and what is accepted stays accepted", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const parsed = parsePersonName(text);
        if (parsed.ok) expect(parsePersonName(parsed.name)).toEqual(parsed);
        expect(normaliseName(normaliseName(text))).toBe(normaliseName(text));
      }),
    );
  });
});

describe("a parcel is not addressed to nonsense", () => {
  it.each([
    ["An", "one_part"],
    ["Nguyễn Văn An 2", "characters"],
    ["Nguyễn V. An", "characters"],
    ["Nguyễn-Văn An", "characters"],
    ["An <script>", "characters"],
    ["Nguyễn Văn A'", "characters"],
    ["Nguyễn 'An", "characters"],
    ["Nguyễn ''An", "characters"],
    ["Y''B Êban", "characters"],
    ["Nguyễn 😀", "characters"],
    ["\u0301\u0301 an", "characters"],
    ["", "characters"],
    ["An@Bình Lê", "characters"],
    [`${"a".repeat(30)} ${"b".repeat(30)}`, "long"],
  ])("%s", (typed, problem) => {
    expect(parsePersonName(typed)).toEqual({ ok: false, problem });
  });
});

describe("a customer is addressed and listed as customers are here", () => {
  it("by the last word", () => {
    expect(givenName("Nguyễn Văn An")).toBe("An");
    expect(initial("Trần thị ánh")).toBe("Á");
    expect(initial("Lê đạt")).toBe("Đ");
    expect(initial("")).toBe("");
    expect(nameSortKey("Nguyễn Văn An")).toBe("An Nguyễn Văn");
  });

  it("in the Vietnamese alphabet", () => {
    const people = ["Lê Đạt", "Trần Dung", "Nguyễn Văn An", "Bùi Ân", "Vũ An", "Phạm Ánh"];
    expect(people.toSorted(compareNames)).toEqual([
      "Nguyễn Văn An",
      "Vũ An",
      "Phạm Ánh",
      "Bùi Ân",
      "Trần Dung",
      "Lê Đạt",
    ]);
  });

  it("with capitals where they were spared, and untouched where they were not", () => {
    expect(capitaliseName("nguyễn văn an")).toBe("Nguyễn Văn An");
    expect(capitaliseName("h'hen niê")).toBe("H'Hen Niê");
    expect(capitaliseName("NGUYEN VAN AN")).toBe("NGUYEN VAN AN");
    expect(capitaliseName("Ludwig van Beethoven")).toBe("Ludwig van Beethoven");
  });

  it("and named as the bank names them", () => {
    expect(nameAsOnBankAccount("Nguyễn Văn Đạt")).toBe("NGUYEN VAN DAT");
    expect(nameAsOnBankAccount(" H'Hen  Niê ")).toBe("HHEN NIE");
  });
});
