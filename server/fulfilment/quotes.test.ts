/** Delivery quotes on product page and checkout, from the rate table in the database. rules/fulfilment */
import { locales } from "contract/values/locale.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dropMemos } from "../platform/memo.ts";
import { setSetting, setting } from "../platform/settings.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { resolveAddress } from "./addresses.ts";
import type { Parcel } from "./fees.ts";
import { quotes } from "./quotes.ts";
import { warehousesFor } from "./rates.ts";

let shop: TestShop;
const statements: string[] = [];
const evening = new Date("2026-11-21T23:30:00+07:00"); // still the same day in UTC, and there later than here
beforeAll(async () => {
  shop = await testShop({ onQuery: (text) => statements.push(text), now: evening });
});
afterAll(() => shop.close());

const fulfilment = (locale: (typeof locales)[number] = "vi") => shop.visitor({ locale }).fulfilment;
const juicer = 1082; // a parcel of 7.9 kg, 1.7 million đồng and more
const kimLien = { city_code: "01", ward_code: "00229" };
const home = { ward_code: "00229", legacy_address: null };

const parcel = (change: Partial<Parcel> = {}): Parcel => ({
  shipping_class: "parcel",
  weight_grams: 1000,
  length_mm: 100,
  width_mm: 100,
  height_mm: 100,
  quantity: 1,
  amount: 100_000,
  ...change,
});

describe("a quote", () => {
  it("a quote has its fee from the database and its days from the calendar", async () => {
    const [first] = await quotes(shop.ctx(), { parcels: [parcel()], address: home });
    expect(first).toMatchObject({
      code: "VTP",
      carrier: "Viettel Post",
      name: "Viettel Post",
      fee: 20_000,
      fee_discount: 0,
      eta_from: "2026-11-22",
      eta_to: "2026-11-22",
      available: true,
      cheapest: true,
      inspection_allowed: true,
    });
    const late = { ...shop.ctx(), now: new Date("2026-12-31T18:00:00Z") }; // 1 January in Hà Nội
    const [nextYear] = await quotes(late, { parcels: [parcel()], address: home });
    expect(nextYear?.eta_from).toBe("2027-01-02");
  });

  it("one quote is marked cheapest and one fastest if no other is as fast; unavailable ones never", async () => {
    const marked: number[] = [];
    const heavy = [parcel({ shipping_class: "bulky", weight_grams: 20_000 }), parcel()];
    for (const parcels of [[parcel()], heavy, [parcel({ shipping_class: "install" })]]) {
      const offers = await quotes(shop.ctx(), { parcels, address: home });
      expect(offers.filter((offer) => offer.cheapest)).toHaveLength(1);
      const days = offers
        .filter(({ available }) => available)
        .map(({ eta_to, eta_from, fastest }) => ({ days: `${eta_to} ${eta_from}`, fastest }));
      const earliest = days.map((each) => each.days).toSorted()[0];
      const first = days.filter((each) => each.days === earliest);
      expect(days.filter(({ fastest }) => fastest)).toEqual(first.length === 1 ? first : []);
      marked.push(first.length);
      expect(offers.every((offer) => offer.available || !(offer.cheapest || offer.fastest))).toBe(true);
      expect(offers.every((offer) => offer.available === (offer.unavailable_reason === null))).toBe(true);
    }
    expect(Math.min(...marked)).toBe(1);
    expect(Math.max(...marked)).toBeGreaterThan(1);
    const none = await quotes(shop.ctx(), { parcels: [parcel({ weight_grams: 900_000 })], address: home });
    expect(none.some((offer) => offer.cheapest || offer.fastest || offer.available)).toBe(false);
  });

  it("a quote names every carrier, in the reader's language", async () => {
    const parcels = [parcel(), parcel({ shipping_class: "install", weight_grams: 30_000 })];
    const [english] = await quotes(shop.ctx({ locale: "en" }), { parcels, address: home });
    expect(english?.name).toBe("Viettel Post + Delivered and installed by our technicians");
    expect(english?.shipments.map((shipment) => shipment.service)).toEqual(["VTP", "OWN_INSTALL"]);
    const [japanese] = await quotes(shop.ctx({ locale: "ja" }), { parcels, address: home });
    expect(japanese?.name).toContain("当店スタッフによる配送・設置");
  });

  it("a quote to a legacy address uses its legacy province", async () => {
    const street = "1 đường Biển";
    const current = resolveAddress(shop.ctx(), {
      ...{ address_system: "legacy", city_code: "77", district_code: "755", ward_code: "", current_ward_code: "" },
      ...{ street, type: "home" },
    });
    const [offer] = await quotes(shop.ctx(), { parcels: [parcel()], address: current });
    // Côn Đảo: another province than the warehouse's, and an island: (28,000 + 2 × 3,500) + 15 % + 40,000 by VNPost …
    const dues = [28_000 + 3_500, 29_000 + 3_500, 30_000].map((carriage) => Math.round(carriage * 1.15) + 40_000);
    expect(offer?.fee).toBe(Math.min(...dues));
  });

  it("a quote costs no statement with warm caches", async () => {
    await quotes(shop.ctx(), { parcels: [parcel()], address: home });
    statements.length = 0;
    await quotes(shop.ctx({ locale: "ja" }), { parcels: [parcel()], address: home });
    expect(statements).toEqual([]);
  });

  it("a changed rate table takes effect at once", async () => {
    const setBase = async (base: number) => {
      const zone = shop.sql.updateTable("fulfilment.carrier_zones").set({ base });
      await zone.where("carrier_code", "=", "VTP").where("zone", "=", "intra_city").execute();
      dropMemos(["fulfilment"]);
    };
    await setBase(12_000);
    expect((await quotes(shop.ctx(), { parcels: [parcel()], address: home }))[0]?.fee).toBe(12_000);
    await setBase(20_000);
  });

  it("without a warehouse there are no quotes", async () => {
    const warehouses = await setting(shop.ctx(), "warehouses");
    await setSetting(shop.ctx(), "warehouses", []);
    dropMemos(["settings"]);
    await expect(quotes(shop.ctx(), { parcels: [parcel()], address: home })).rejects.toMatchObject({
      code: "shipping_unavailable",
    });
    await setSetting(shop.ctx(), "warehouses", warehouses);
    dropMemos(["settings"]);
  });
});

describe("the calls", () => {
  it("a product's fee to a ward includes free delivery, with its day", async () => {
    const offers = await fulfilment().productQuote({ product_id: juicer, ...kimLien });
    expect(offers).toHaveLength(8);
    expect(offers[0]).toMatchObject({ available: true, cheapest: true });
    expect(offers[0]?.fee_discount).toBe(Math.min(30_000, offers[0]?.fee ?? 0));
    expect(offers.find((offer) => offer.code === "OWN_INSTALL")).toMatchObject({
      available: false,
      unavailable_reason: "class_not_served",
    });
  });

  it("an unknown product is 'not found', an unknown ward is refused at its field", async () => {
    await expect(fulfilment().productQuote({ product_id: 999_999_999, ...kimLien })).rejects.toMatchObject({
      status: 404,
    });
    await expect(
      fulfilment().productQuote({ product_id: juicer, city_code: "01", ward_code: "27475" }),
    ).rejects.toMatchObject({
      status: 422,
      body: { errors: { ward_code: [expect.stringContaining("Không tìm thấy")] } },
    });
    await expect(
      fulfilment("en").productQuote({ product_id: juicer, city_code: "99", ward_code: "00229" }),
    ).rejects.toMatchObject({
      body: { errors: { city_code: ["This place was not found. Please choose from the list"] } },
    });
  });

  it.each([
    ["01", "0", "00229", "HN"],
    ["48", "-", "20200", "DN"],
    ["79", "any", "27475", "HCM"],
    ["77", "755", "0", "HCM"],
    ["52", "0", "0", "DN"],
  ])("%s/%s/%s is sent from %s", async (city, district, ward, code) => {
    expect(await fulfilment().seller({ city, district, ward })).toMatchObject({ code, kind: "warehouse" });
  });

  it("an unknown place has no warehouse", async () => {
    await expect(fulfilment().seller({ city: "01", district: "0", ward: "27475" })).rejects.toMatchObject({
      status: 404,
    });
  });

  it("fallback warehouses are sorted by distance", async () => {
    const codes = async (region: "north" | "central" | "south") =>
      (await warehousesFor(shop.ctx(), region)).map((warehouse) => warehouse.code);
    expect(await codes("north")).toEqual(["HN", "DN", "HCM"]);
    expect(await codes("central")).toEqual(["DN", "HN", "HCM"]);
    expect(await codes("south")).toEqual(["HCM", "DN", "HN"]);
  });

  it("units and conversion, in three languages", async () => {
    for (const locale of locales) {
      expect(await fulfilment(locale).provinces({})).toHaveLength(34);
      expect(await fulfilment(locale).provinces({ address_system: "legacy" })).toHaveLength(63);
      expect((await fulfilment(locale).districts({ city_code: "01" })).length).toBe(30);
      expect((await fulfilment(locale).wards({ city_code: "79" })).length).toBe(168);
    }
    const old = { city_code: "79", district_code: "778", ward_code: "27490" };
    expect(await fulfilment("en").convertAddress(old)).toEqual([
      { city_code: "79", ward_code: "27475", text: "Tan Hung Ward, Ho Chi Minh City" },
    ]);
    await expect(fulfilment().convertAddress({ ...old, ward_code: "00229" })).rejects.toMatchObject({
      body: { errors: { ward_code: [expect.any(String)] } },
    });
    await expect(fulfilment().districts({ city_code: "99" })).rejects.toMatchObject({ status: 404 });
  });
});
