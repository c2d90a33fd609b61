/** Stores: the list, its filters and counts, and which store serves a place. */
import { locales } from "contract/values/locale.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestShop, testShop } from "../testing/test-shop.ts";

let shop: TestShop;
const statements: string[] = [];
beforeAll(async () => {
  shop = await testShop({ onQuery: (text) => statements.push(text) });
});
afterAll(() => shop.close());

const stores = (locale: (typeof locales)[number] = "vi") => shop.visitor({ locale }).stores;

describe("list of stores", () => {
  it("the pages hold every store once", async () => {
    const seen: string[] = [];
    const { meta } = await stores().list({ limit: 20 });
    expect(meta).toEqual({ current_page: 1, last_page: 5, per_page: 20, total: 92 });
    for (let page = 1; page <= meta.last_page; page++) {
      seen.push(...(await stores().list({ limit: 20, page })).data.map(({ code }) => code));
    }
    expect(new Set(seen).size).toBe(92);
  });

  it("34 provinces are counted, sorted in Vietnamese order, and the counts add up", async () => {
    const { provinces, meta } = await stores().list({});
    expect(provinces).toHaveLength(34);
    expect(provinces.reduce((sum, { count }) => sum + count, 0)).toBe(meta.total);
    // By name, without what kind of unit it is: Cần Thơ is no city under T, and does not come before An Giang.
    const names = provinces.map(({ name }) => name.replace(/^(Thành phố|Tỉnh) /, ""));
    expect(names).toEqual(names.toSorted(new Intl.Collator("vi").compare));
    expect((await stores().list({})).data[0]?.province).toBe("Tỉnh An Giang");
  });

  it("province and type filter the list; the counts of provinces follow the type", async () => {
    const hanoi = await stores().list({ city_code: "01", limit: 100 });
    expect(new Set(hanoi.data.map(({ province_code }) => province_code))).toEqual(new Set(["01"]));
    expect(hanoi.meta.total).toBe(hanoi.provinces.find(({ code }) => code === "01")?.count);
    expect(hanoi.provinces).toHaveLength(34);
    const service = await stores().list({ type: "service" });
    expect(service.meta.total).toBe(7);
    expect(service.provinces.reduce((sum, { count }) => sum + count, 0)).toBe(7);
    expect((await stores().list({ city_code: "02" })).data).toEqual([]);
  });

  it("a search matches name and street, with or without marks, and the counts follow it", async () => {
    const found = async (search: string, locale: (typeof locales)[number] = "vi") => {
      const { data, meta, provinces } = await stores(locale).list({ search, limit: 100 });
      expect(provinces.reduce((sum, { count }) => sum + count, 0)).toBe(meta.total);
      return data.map(({ code }) => code);
    };
    expect(await found("246 Lý Thường Kiệt")).toContain("ST0101");
    expect(await found("ly thuong kiet 246")).toContain("ST0101");
    expect(await found("CẦU GIẤY đại lý")).toContain("ST0102");
    expect(await found("dai ly cau giay")).toContain("ST0102");
    expect(await found("Cau Giay", "en")).toContain("ST0102");
    expect(await found("Mutosi取扱店 Cau Giay", "ja")).toContain("ST0102");
    expect(await found("khong co duong nay")).toEqual([]);
    expect(await found("100%_")).toEqual([]);
    expect(await found("  ")).toHaveLength(92);
  });

  it.each(locales)("the list is in %s", async (locale) => {
    const { data } = await stores(locale).list({ city_code: "01", type: "flagship" });
    expect(data[0]).toMatchObject(
      {
        vi: {
          name: "Showroom Mutosi Hoàn Kiếm",
          address: "246 Lý Thường Kiệt, Phường Hoàn Kiếm, Thành phố Hà Nội",
          province: "Thành phố Hà Nội",
        },
        en: {
          name: "Mutosi Showroom Hoan Kiem",
          address: "246 Lý Thường Kiệt, Hoan Kiem Ward, Hanoi City",
          province: "Hanoi City",
        },
        ja: {
          name: "Mutosiショールーム（Hoan Kiem）",
          address: "Hanoi市 Hoan Kiem坊 246 Lý Thường Kiệt",
          province: "Hanoi市",
        },
      }[locale],
    );
  });

  it("pick-up is hidden while checkout lacks it, and hours on a day a store is closed", async () => {
    const { data } = await stores().list({ limit: 100 });
    expect(data.some(({ services }) => services.includes("pickup"))).toBe(false);
    expect(data.some(({ hours }) => hours.length < 7)).toBe(true);
    for (const { hours } of data) for (const { open, close } of hours) expect(open < close).toBe(true);
  });

  it("a closed store is not listed", async () => {
    const status = (value: string) =>
      shop.sql.updateTable("stores.stores").set({ status: value }).where("code", "=", "ST0101").execute();
    await status("closed");
    expect((await stores().list({ city_code: "01", type: "flagship" })).data).toEqual([]);
    await status("active");
  });

  it("the list costs one statement", async () => {
    statements.length = 0;
    await stores().list({ city_code: "79", search: "nguyen" });
    expect(statements).toHaveLength(1);
  });
});

describe("stores that serve a place", () => {
  it("a store of the ward comes first, then any of its province", async () => {
    const ward = await stores().receivers({ city_code: "01", ward_code: "00166" });
    expect(ward[0]).toMatchObject({ code: "ST0102", receive_at_store: true });
    expect(ward.length).toBeGreaterThan(1);
    expect(new Set(ward.map(({ province_code }) => province_code))).toEqual(new Set(["01"]));
    expect(ward.every(({ receive_at_store }) => receive_at_store)).toBe(true);
  });

  it("a legacy address works: 77 was Bà Rịa - Vũng Tàu", async () => {
    const old = await shop.sql.selectFrom("stores.stores").selectAll().where("legacy_city_code", "=", "77").execute();
    expect(old.length).toBeGreaterThan(0);
    const [one] = old;
    const place = { city: "77", district: one?.legacy_district_code ?? "", ward: one?.legacy_ward_code ?? "" };
    expect(await stores().distributor(place)).toMatchObject({ province_code: "79" });
    const receivers = await stores().receivers({
      city_code: "77",
      district_code: place.district,
      ward_code: place.ward,
    });
    expect(receivers.every(({ province_code }) => province_code === "79")).toBe(true);
  });

  it("agents come before showrooms, service points never", async () => {
    const store = await stores().distributor({ city: "01", district: "0", ward: "00229" });
    expect(store.type).toBe("agent");
    const served: string[] = [];
    for (const { code } of (await stores().list({})).provinces) {
      const found = await stores()
        .distributor({ city: code, district: "-", ward: "-" })
        .catch(() => null);
      expect(found?.type).not.toBe("service");
      if (found) served.push(code);
    }
    expect(served).toHaveLength(32); // two provinces have a service point only
  });

  it("a place without a store is 404 with the specification's message", async () => {
    const place = { city: "04", district: "0", ward: "0", lang: "en" } as const;
    await expect(stores().distributor(place)).rejects.toMatchObject({
      status: 404,
      body: { errors: { city: ["The address you selected does not have a responsive store"] } },
    });
    await expect(stores().distributor({ ...place, city: "99" })).rejects.toMatchObject({ status: 404 });
    expect(await stores().receivers({ city_code: "99" })).toEqual([]);
  });
});
