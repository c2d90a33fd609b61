/** Administrative units and addresses in both systems, before and since July 2025. rules/fulfilment#codes */
import { isShopError } from "contract/errors.ts";
import { AddressInput } from "contract/fulfilment/fulfilment.ts";
import { describe, expect, it } from "vitest";
import { deliveryAreaOf, regionOf, resolveAddress, resolveDestination, successors } from "./addresses.ts";
import { districtList, provinceList, wardList } from "./unit-lists.ts";
import { legacyPlaceOf, units } from "./units.ts";

const locale = "vi" as const;
const resolve = (input: Partial<Record<keyof AddressInput, string>>) =>
  resolveAddress({ locale }, AddressInput.parse({ street: "18 phố Men Ngọc", ...input }));

/** The fields a refusal names, with their keys. */
function refusal(input: Partial<Record<keyof AddressInput, string>>): Record<string, string | undefined> {
  try {
    resolve(input);
  } catch (error) {
    if (!isShopError(error)) throw error;
    return Object.fromEntries(Object.entries(error.fields).map(([field, problems]) => [field, problems[0]?.key]));
  }
  return {};
}

describe("administrative units", () => {
  it("34 provinces and 3,321 wards today; 63, 696 and 10,035 before", () => {
    const { provinces, wards, legacyProvinces, legacyDistricts, legacyWards } = units();
    expect([provinces.size, wards.size]).toEqual([34, 3321]);
    expect([legacyProvinces.size, legacyDistricts.size, legacyWards.size]).toEqual([63, 696, 10_035]);
  });

  it("every current ward has its province, and a legacy place for the carriers' rates", () => {
    const { wards, provinces } = units();
    for (const ward of wards.values()) {
      expect(provinces.has(ward.province_code), ward.code).toBe(true);
      expect(legacyPlaceOf(ward)?.province.current_code, ward.code).toBe(ward.province_code);
    }
  });
});

describe("conversion of legacy addresses", () => {
  it("all 10,035 legacy wards and five islands without wards convert to wards of the successor province", () => {
    const { legacyWards, legacyDistricts, legacyProvinces } = units();
    const islands = [...legacyDistricts.values()].filter((district) => district.current_ward_code);
    expect(islands).toHaveLength(5);
    const places = [
      ...[...legacyWards.values()].map((ward) => ({ ward_code: ward.code, district_code: ward.district_code })),
      ...islands.map((district) => ({ ward_code: "", district_code: district.code })),
    ];
    let divided = 0;
    for (const place of places) {
      const city_code = legacyDistricts.get(place.district_code)?.province_code ?? "";
      const found = successors({ ...place, city_code });
      expect(found.length, JSON.stringify(place)).toBeGreaterThan(0);
      for (const ward of found) expect(ward.province_code).toBe(legacyProvinces.get(city_code)?.current_code);
      if (found.length > 1) divided += 1;
    }
    expect(divided).toBe(471);
  });

  it("a converted address is stored in both systems", () => {
    const legacy = { address_system: "legacy", city_code: "79", district_code: "778", ward_code: "27490" };
    expect(resolve({ ...legacy, street: "Số 8/15 đường Mây Trắng" })).toEqual({
      address_system: "current",
      city_code: "79",
      district_code: "",
      ward_code: "27475",
      street: "Số 8/15 đường Mây Trắng",
      type: "home",
      text: "Số 8/15 đường Mây Trắng, Phường Tân Hưng, Thành phố Hồ Chí Minh",
      legacy_address: {
        city_code: "79",
        district_code: "778",
        ward_code: "27490",
        text: "Số 8/15 đường Mây Trắng, Phường Tân Phong, Quận 7, Thành phố Hồ Chí Minh",
      },
    });
  });

  it("a ward code depends on its system: 00004 was Trúc Bạch and is Ba Đình", () => {
    const current = resolve({ city_code: "01", ward_code: "00004" });
    expect(current.text).toBe("18 phố Men Ngọc, Phường Ba Đình, Thành phố Hà Nội");
    expect(current.legacy_address).toBeNull();
    const legacy = { address_system: "legacy", city_code: "01", district_code: "001", ward_code: "00004" };
    expect(resolve(legacy).legacy_address?.text).toContain("Phường Trúc Bạch, Quận Ba Đình");
  });

  it("a province code depends on its system: 15 was Yên Bái and is Lào Cai", () => {
    expect(provinceList("current", "vi").find((each) => each.code === "15")?.name).toBe("Lào Cai");
    expect(provinceList("legacy", "vi").find((each) => each.code === "15")?.name).toBe("Yên Bái");
  });

  it("an island without wards needs no ward", () => {
    const island = { address_system: "legacy", city_code: "77", district_code: "755", ward_code: "" };
    expect(resolve(island)).toMatchObject({
      city_code: "79",
      ward_code: "26732",
      text: "18 phố Men Ngọc, Đặc khu Côn Đảo, Thành phố Hồ Chí Minh",
      legacy_address: { ward_code: "", text: "18 phố Men Ngọc, Huyện Côn Đảo, Tỉnh Bà Rịa - Vũng Tàu" },
    });
    expect(refusal({ ...island, ward_code: "26732" })).toEqual({ ward_code: "unit_unknown" });
  });
});

describe("a legacy ward that was divided", () => {
  const { legacyWards, legacyDistricts } = units();
  const ward = [...legacyWards.values()].find((each) => each.current_ward_codes.length > 1);
  if (!ward) throw new Error("471 wards were divided");
  const divided = {
    address_system: "legacy",
    city_code: legacyDistricts.get(ward.district_code)?.province_code ?? "",
    district_code: ward.district_code,
    ward_code: ward.code,
  };

  it("without a choice of the current ward it is refused at the ward", () =>
    expect(refusal(divided)).toEqual({ ward_code: "ward_divided" }));

  it("each of its successor wards can be chosen, and no other", () => {
    for (const code of ward.current_ward_codes) {
      expect(resolve({ ...divided, current_ward_code: code }).ward_code).toBe(code);
    }
    expect(refusal({ ...divided, current_ward_code: "27475" })).toEqual({ current_ward_code: "unit_unknown" });
  });
});

describe("an unknown place is refused at the field that is wrong", () => {
  it.each([
    [{ city_code: "99", ward_code: "00229" }, { city_code: "unit_unknown" }],
    [{ city_code: "01", ward_code: "99999" }, { ward_code: "unit_unknown" }],
    [{ city_code: "01", ward_code: "" }, { ward_code: "required" }],
    [{ city_code: "79", ward_code: "00229" }, { ward_code: "unit_unknown" }],
    [{ city_code: "02", ward_code: "00229" }, { city_code: "unit_unknown" }],
    [
      { address_system: "legacy", city_code: "99", district_code: "006", ward_code: "00229" },
      { city_code: "unit_unknown" },
    ],
    [
      { address_system: "legacy", city_code: "01", district_code: "", ward_code: "00229" },
      { district_code: "required" },
    ],
    [
      { address_system: "legacy", city_code: "01", district_code: "778", ward_code: "27490" },
      { district_code: "unit_unknown" },
    ],
    [
      { address_system: "legacy", city_code: "01", district_code: "006", ward_code: "27490" },
      { ward_code: "unit_unknown" },
    ],
    [{ address_system: "legacy", city_code: "01", district_code: "006", ward_code: "" }, { ward_code: "required" }],
  ])("%j", (input, fields) => expect(refusal(input)).toEqual(fields));
});

describe("lists of units", () => {
  it("a province is found by the names of merged provinces and by usual names", () => {
    const city = provinceList("current", "vi").find((each) => each.code === "79");
    expect(city).toMatchObject({ name: "Hồ Chí Minh", full_name: "Thành phố Hồ Chí Minh" });
    for (const name of ["Bình Dương", "Bà Rịa - Vũng Tàu", "Sài Gòn", "ho chi minh"])
      expect(city?.also).toContain(name);
  });

  it("a ward is found by its former district", () => {
    const wards = wardList({ address_system: "current", city_code: "79", district_code: "" }, "vi");
    expect(wards).toHaveLength(168);
    expect(wards.filter((ward) => ward.also.includes("Quận 7")).map((ward) => ward.name)).toContain("Tân Hưng");
  });

  it("a list is in Vietnamese alphabetical order, numbers by value", () => {
    const names = provinceList("current", "vi").map((each) => each.name);
    expect(names.indexOf("Đà Nẵng")).toBeGreaterThan(names.indexOf("Cần Thơ"));
    expect(names.indexOf("Đồng Tháp")).toBeLessThan(names.indexOf("Gia Lai"));
    const wards = wardList({ address_system: "legacy", city_code: "79", district_code: "764" }, "vi");
    const numbers = wards.map((ward) => Number(ward.name)).filter(Number.isInteger);
    expect(numbers.length).toBeGreaterThan(5);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  it("names are in the reader's script", () => {
    const ward = (lang: "vi" | "en" | "ja") =>
      wardList({ address_system: "current", city_code: "01", district_code: "" }, lang).find(
        (each) => each.code === "00229",
      );
    expect(ward("vi")?.full_name).toBe("Phường Kim Liên");
    expect(ward("en")).toMatchObject({ name: "Kim Lien", full_name: "Kim Lien Ward" });
    expect(ward("ja")?.full_name).toBe("Kim Lien坊");
    expect(wardList({ address_system: "legacy", city_code: "79", district_code: "764" }, "en")[0]?.full_name).toBe(
      "Ward 1",
    );
  });

  it("an unknown province or district has no units", () => {
    const unknown = [
      () => districtList("99", "vi"),
      () => wardList({ address_system: "current", city_code: "99", district_code: "" }, "vi"),
      () => wardList({ address_system: "legacy", city_code: "01", district_code: "778" }, "vi"),
    ];
    for (const look of unknown) expect(look).toThrow(expect.objectContaining({ code: "not_found" }));
    expect(wardList({ address_system: "legacy", city_code: "77", district_code: "755" }, "vi")).toEqual([]);
  });
});

describe("delivery areas of the rate table", () => {
  const spotAt = (city_code: string, ward_code: string) =>
    deliveryAreaOf(
      resolveDestination(
        { locale },
        { address_system: "current", city_code, district_code: "", ward_code, current_ward_code: "" },
      ),
    );

  it("Thủ Dầu Một lies in TP.HCM today and is counted as Bình Dương", () => {
    const ward = wardList({ address_system: "current", city_code: "79", district_code: "" }, "vi").find(
      (each) => each.name === "Thủ Dầu Một",
    );
    expect(spotAt("79", ward?.code ?? "")).toEqual({ region: "south", legacy_province: "74", kind: "ward" });
  });

  it("wards, communes and islands are distinguished", () => {
    expect(spotAt("01", "00229").kind).toBe("ward");
    expect(spotAt("91", "31078")).toEqual({ region: "south", legacy_province: "91", kind: "island" });
    expect(spotAt("01", "09877").kind).toBe("commune");
  });

  it("a stored address whose ward is gone must be chosen again", () => {
    expect(() => deliveryAreaOf({ ward_code: "99999", legacy_address: null })).toThrow(
      expect.objectContaining({ code: "shipping_unavailable" }),
    );
  });

  it("a region is found in either system", () => {
    expect(regionOf({ city: "01", district: "0", ward: "00229" })).toBe("north");
    expect(regionOf({ city: "01", district: "-", ward: "-" })).toBe("north");
    expect(regionOf({ city: "77", district: "755", ward: "0" })).toBe("south");
    expect(regionOf({ city: "48", district: "whatever", ward: "0" })).toBe("central");
    for (const place of [
      { city: "99", district: "0", ward: "0" },
      { city: "77", district: "0", ward: "0" },
      { city: "01", district: "0", ward: "27475" },
    ]) {
      expect(() => regionOf(place)).toThrow(expect.objectContaining({ code: "not_found" }));
    }
  });
});
