/** Stores: the list, its filters and counts, and which store serves a place. */
import { locales } from "contract/values/locale.ts";
import { fold } from "contract/values/text.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { units } from "../fulfilment/units.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";

let shop: TestShop;
const statements: string[] = [];
beforeAll(async () => {
  shop = await testShop({ onQuery: (text) => statements.push(text) });
});
afterAll(() => shop.close());

const setClock = (at: string): void => shop.advanceClock(Date.parse(at) - shop.now.getTime());
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

  it("a code and a former province's name find a store; words beside each other come before scattered ones", async () => {
    const of = async (q: string) => (await stores().list({ q, limit: 100 })).data;
    expect((await of("st0102")).map(({ code }) => code)).toEqual(["ST0102"]);
    const { legacyProvinces } = units();
    for (const { code, name } of [...legacyProvinces.values()].filter((each) => each.current_code !== each.code)) {
      const there = await shop.sql
        .selectFrom("stores.stores")
        .select("code")
        .where("legacy_city_code", "=", code)
        .execute();
      const found = (await of(name)).map((store) => store.code);
      for (const store of there) expect(found, name).toContain(store.code);
    }
    const binhDuong = await of("Bình Dương");
    expect(binhDuong.length).toBeGreaterThan(0);
    const old = await shop.sql.selectFrom("stores.stores").select(["code", "legacy_city_code"]).execute();
    const formerOf = new Map(old.map((each) => [each.code, each.legacy_city_code]));
    for (const store of binhDuong)
      expect(formerOf.get(store.code) === "74" || /binh duong/.test(fold(`${store.name} ${store.address}`))).toBe(true);
  });

  it("a service filters the list, and the list names what any store offers", async () => {
    const { data, services } = await stores().list({ service: "parts", limit: 100 });
    expect(data).toHaveLength(7);
    expect(data.every((store) => store.services.includes("parts"))).toBe(true);
    expect(services).toEqual(["display", "installation", "delivery", "wholesale", "warranty", "parts", "demo"]);
    await expect(stores().list({ service: "repair" as "parts" })).rejects.toMatchObject({ status: 422 });
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

describe("nearest stores", () => {
  const ward = "00229";

  it("of a ward: all stores by their distance from its centre, and how many are in the ward", async () => {
    const { data, meta, ward: from } = await stores().list({ ward_code: ward, limit: 100 });
    expect(meta.total).toBe(92);
    expect(from).toEqual({ name: "Phường Kim Liên", count: 0 });
    const km = data.map(({ distance_km }) => distance_km ?? Number.NaN);
    expect(km).toEqual(km.toSorted((a, b) => a - b));
    expect(data[0]?.province_code).toBe("01");
    const inWard = await stores("en").list({ ward_code: "00166" });
    expect(inWard.ward).toEqual({ name: "Cau Giay Ward", count: 1 });
    expect(inWard.data[0]?.code).toBe("ST0102");
  });

  it.each([
    ["Hoàn Kiếm", 21.0287, 105.8522],
    ["Hạ Long", 20.951, 107.08],
    ["Lạng Sơn", 21.853, 106.761],
    ["Vinh", 18.673, 105.692],
    ["Huế", 16.463, 107.59],
    ["Đà Nẵng", 16.054, 108.202],
    ["Buôn Ma Thuột", 12.667, 108.05],
    ["Bến Thành", 10.772, 106.698],
    ["Cần Thơ", 10.034, 105.788],
    ["Cà Mau", 9.177, 105.152],
  ])("from %s the first is the one that no other is nearer than, with one decimal", async (_name, lat, lng) => {
    const found = await stores().nearest({ lat, lng, limit: 100 });
    expect(found).toHaveLength(92);
    // A second calculation: by the chord through the Earth.
    const point = (at: { lat: number; lng: number }) => {
      const [a, b] = [(at.lat * Math.PI) / 180, (at.lng * Math.PI) / 180];
      return [Math.cos(a) * Math.cos(b), Math.cos(a) * Math.sin(b), Math.sin(a)] as const;
    };
    const from = point({ lat, lng });
    const far = (store: { lat: number; lng: number }) => {
      const chord = Math.hypot(...point(store).map((figure, at) => figure - (from[at] ?? 0)));
      return 2 * 6371.0088 * Math.asin(chord / 2);
    };
    const expected = found.toSorted((a, b) => far(a) - far(b) || a.id - b.id);
    expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    for (const store of found) expect(Math.abs((store.distance_km ?? 0) - far(store))).toBeLessThan(0.0501);
    expect(found[0]?.distance_km).toBeLessThan(60);
  });

  it("kind and service narrow the nearest; those equally far come by id", async () => {
    const service = await stores().nearest({ lat: 21, lng: 105.8, type: "service", limit: 100 });
    expect(service.map(({ type }) => type)).toEqual(Array(7).fill("service"));
    const [first] = await stores().nearest({ lat: 21, lng: 105.8, service: "demo", limit: 1 });
    expect(first?.services).toContain("demo");
    const place = { lat: 10.5, lng: 106.5 };
    await shop.sql.updateTable("stores.stores").set(place).where("id", "in", [2003, 2002]).execute();
    const same = (await stores().nearest({ ...place, limit: 2 })).map(({ id }) => id);
    expect(same).toEqual([2002, 2003]);
  });

  it("an old ward counts as the first it became; its code means another place in today's system", async () => {
    const old = [...units().legacyWards.values()].find(({ current_ward_codes }) => current_ward_codes.length > 1);
    if (!old) throw new Error("no divided ward");
    const [became = ""] = old.current_ward_codes;
    const ofOld = await stores().nearest({ address_system: "legacy", ward_code: old.code, limit: 5 });
    expect(ofOld).toEqual(await stores().nearest({ ward_code: became, limit: 5 }));
    expect(await stores().nearest({ ward_code: "00004", limit: 5 })).not.toEqual(
      await stores().nearest({ address_system: "legacy", ward_code: "00001", limit: 5 }),
    );
  });

  it.each([
    [{ lat: 48.85, lng: 2.35 }, ["lat", "lng"]],
    [{ lat: 7.9, lng: 105 }, ["lat"]],
    [{ lat: 10, lng: 118.5 }, ["lng"]],
    [{ lat: 10 }, ["lng"]],
    [{ lat: "ten", lng: 106 }, ["lat"]],
    [{ ward_code: "99999" }, ["ward_code"]],
    [{}, ["ward_code"]],
  ] as const)("%j is refused at %j", async (input, fields) => {
    await expect(stores().nearest(input)).rejects.toMatchObject({
      status: 422,
      body: { errors: Object.fromEntries(fields.map((name) => [name, expect.any(Array)])) },
    });
  });

  it("where a province has none that fits, the nearest one is told", async () => {
    const { data, nearest } = await stores().list({ city_code: "04", type: "flagship" });
    expect(data).toEqual([]);
    expect(nearest).toMatchObject({ type: "flagship", code: "ST0101", distance_km: expect.any(Number) });
    expect((await stores().list({ city_code: "01" })).nearest).toBeNull();
    expect((await stores().list({ city_code: "04", q: "khong co duong nay" })).nearest).toBeNull();
  });
});

describe("open now", () => {
  const one = async (at: string, code = "ST0101") => {
    setClock(at);
    const list = await stores().list({ q: code });
    const [store] = list.data;
    if (!store) throw new Error(`no ${code}`);
    return { ...store, until: list.until };
  };

  it("the day of the week, holidays of all and of a kind, and the page's end", async () => {
    expect(await one("2026-11-29T10:00:00+07:00")).toMatchObject({
      ...{ today: "2026-11-29", open_now: true, opens_at: null, closes_at: "2026-11-29T21:30:00+07:00" },
      until: "2026-11-29T14:30:00.000Z",
    });
    expect(await one("2026-11-29T22:00:00+07:00")).toMatchObject({
      ...{ open_now: false, opens_at: "2026-11-30T08:00:00+07:00", closes_at: null },
      until: "2026-11-29T17:00:00.000Z",
    });
    const centre = (await stores().list({ type: "service" })).data[0]?.code ?? "";
    // Closed on Sundays, and service centres on New Year's Day, a Friday.
    expect(await one("2026-11-29T10:00:00+07:00", centre)).toMatchObject({ opens_at: "2026-11-30T08:00:00+07:00" });
    expect(await one("2027-01-01T10:00:00+07:00", centre)).toMatchObject({ opens_at: "2027-01-02T08:00:00+07:00" });
    expect(await one("2027-01-01T10:00:00+07:00")).toMatchObject({ open_now: true });
    // The half day before Tết, and the days of Tết.
    expect(await one("2027-02-04T12:00:00+07:00")).toMatchObject({
      open_now: false,
      opens_at: "2027-02-10T08:00:00+07:00",
      special_days: [
        { from: "2027-02-04", to: "2027-02-04", hours: [{ open: "08:00", close: "12:00" }], name: "Ngày trước Tết" },
        { from: "2027-02-05", to: "2027-02-09", hours: [], name: "Nghỉ Tết Đinh Mùi" },
      ],
    });
  });

  it("only open stores are listed where that is asked", async () => {
    setClock("2026-11-29T12:30:00+07:00");
    const { data, meta, until } = await stores().list({ open: true, limit: 100 });
    // A Sunday: hubs closed at noon, service centres all day.
    expect(meta.total).toBe(61);
    expect(data.every(({ open_now, type }) => open_now && type !== "service" && type !== "hub")).toBe(true);
    expect(until).toBe("2026-11-29T13:00:00.000Z");
    setClock("2026-11-29T03:00:00+07:00");
    expect((await stores().list({ open: true })).meta.total).toBe(0);
  });

  it("a store's own days rule over its kind's; no day has two rules of the same stores", async () => {
    const day = (change: object) =>
      shop.sql
        .insertInto("stores.special_days")
        .values({
          ...{ from_day: "2027-01-01", to_day: "2027-01-01", name: JSON.stringify({ vi: "Mở cửa" }) },
          hours: JSON.stringify([{ open: "22:00", close: "02:00" }]),
          ...change,
        })
        .execute();
    const centre = (await stores().list({ type: "service" })).data[0];
    if (!centre) throw new Error("no service centre");
    await day({ store_id: centre.id });
    expect(await one("2027-01-01T10:00:00+07:00", centre.code)).toMatchObject({
      opens_at: "2027-01-01T22:00:00+07:00",
    });
    expect(await one("2027-01-02T01:59:00+07:00", centre.code)).toMatchObject({
      open_now: true,
      closes_at: "2027-01-02T02:00:00+07:00",
    });
    await expect(day({ store_id: centre.id })).rejects.toThrow("special_days_once");
    await expect(day({ type: "service", from_day: "2026-12-31" })).rejects.toThrow("special_days_once");
    await expect(day({ from_day: "2027-02-09", to_day: "2027-02-12" })).rejects.toThrow("special_days_once");
    await expect(day({ type: "hub", store_id: centre.id })).rejects.toThrow("check");
    await day({ type: "hub" });
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
