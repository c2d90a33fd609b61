import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stripMarks } from "./text.ts";
import { decodedForms, decodeTelex, decodeVni } from "./typing.ts";

describe("Telex keys", () => {
  it.each([
    ["nooif chieen khoong daauf", "nồi chiên không dầu"],
    ["mays locj nuowcs", "máy lọc nước"],
    ["beeps tuwf", "bếp từ"],
    ["quatj ddieenj", "quạt điện"],
    ["ghees", "ghế"],
    ["Noofi Chieen", "nồi chiên"],
    ["nuocws", "nước"],
    ["nuwowcs", "nước"],
    ["chienef", "chiền"],
    ["dieenjd", "điện"],
    ["tw", "tư"],
    ["banf chair ddieenj", "bàn chải điện"],
    ["nwowcs", "nước"],
    ["gioawng", "gioăng"],
    ["tuwr lanhj", "tử lạnh"],
    ["tur lanhj", "tủ lạnh"],
    ["ddieeuf hoaf", "điều hòa"],
    ["thuyr tinh", "thủy tinh"],
    ["giatj quaanf aos", "giạt quần áo"],
    ["giawtj", "giặt"],
    ["giuwowngf", "giường"],
    ["gif", "gì"],
    ["gieengs", "giếng"],
    ["quys khachs", "quý khách"],
    ["quawng", "quăng"],
    ["quaatj", "quật"],
    ["quyeenr", "quyển"],
    ["hoawcj", "hoặc"],
    ["ngoawnf ngoeof", "ngoằn ngoèo"],
    ["khuyur", "khuỷu"],
    ["xoays", "xoáy"],
    ["muaw", "mưa"],
    ["huuw", "hưu"],
    ["ruowuj", "rượu"],
    ["nghieeng", "nghiêng"],
    ["beps", "bép"],
  ])("%s", (typed, meant) => {
    expect(decodeTelex(typed)).toBe(meant);
  });
});

describe("VNI keys", () => {
  it.each([
    ["no6i2 chie6n kho6ng da6u2", "nồi chiên không dầu"],
    ["ma1y lo5c nu7o71c", "máy lọc nước"],
    ["nuoc71", "nước"],
    ["nu7oc1", "nước"],
    ["d9ie6n5", "điện"],
    ["dien965", "điện"],
    ["hoa8c5", "hoặc"],
    ["ba8ng2", "bằng"],
    ["tu73", "tử"],
    ["mu7a", "mưa"],
    ["hoa2", "hòa"],
    ["quy1", "quý"],
    ["be6p1 tu72 5l", "bếp từ 5l"],
  ])("%s", (typed, meant) => {
    expect(decodeVni(typed)).toBe(meant);
  });
});

describe("words that are no Telex or VNI", () => {
  it.each([
    "",
    "noi chien khong dau",
    "nồi chieen",
    "air fryer",
    "bow",
    "grass",
    "xx",
    "box max mix",
    "inox",
    "massage",
    "robot",
    "slow juicer",
    "hand blender",
    "water dispenser",
    "SRM-AF55",
    "bosch",
    "sofa",
    "mixer",
    "warm room",
    "two lamps",
    "wi-fi",
    "ノンフライヤー",
  ])("Telex: %s", (typed) => {
    expect(decodeTelex(typed)).toBe(typed);
  });

  it.each([
    "",
    "5l",
    "1500w",
    "2tr5",
    "h2o",
    "co2",
    "a4",
    "AF55",
    "MA1Y",
    "srm-af55",
    "pm2.5",
    "30m2",
    "no60",
    "ma12y",
    "máy lo5c",
  ])("VNI: %s", (typed) => {
    expect(decodeVni(typed)).toBe(typed);
  });

  it("no letter is lost or added, for any text", () => {
    const typed = fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,2}$/);
    fc.assert(
      fc.property(typed, (query) => {
        const decoded = decodeTelex(query);
        expect(decoded.split(" ")).toHaveLength(query.split(" ").length);
        const kept = new Set(stripMarks(decoded).replaceAll("u", ""));
        for (const letter of kept) expect(query).toContain(letter);
        expect(decodeTelex(decodeTelex(query))).toBe(decoded);
      }),
    );
  });
});

describe("the second reading of a query", () => {
  it("only readings of the keys are tried", () => {
    expect(decodedForms("nooif chieen")).toEqual(["nồi chiên"]);
    expect(decodedForms("no6i2 chie6n")).toEqual(["nồi chiên"]);
    expect(decodedForms("noi chien")).toEqual([]);
  });
});
