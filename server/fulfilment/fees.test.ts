/** Delivery fees and days from the rate table. rules/fulfilment */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Carrier,
  chargeableGrams,
  type DeliveryArea,
  type Parcel,
  quote,
  type Rates,
  type Zone,
  zoneOf,
} from "./fees.ts";

const file = JSON.parse(
  readFileSync(new URL("../../db/data/fulfilment/shipping-rates.json", import.meta.url), "utf8"),
) as {
  carriers: (Omit<Carrier, "zones" | "max_grams"> & {
    max_kg: number;
    zones: Record<
      Zone,
      { base_vnd: number; base_kg: number; step_kg: number; step_vnd: number; eta_days: [number, number] }
    >;
  })[];
};

const table: Rates = {
  carriers: file.carriers.map(({ zones, max_kg, ...carrier }) => ({
    ...carrier,
    max_grams: max_kg * 1000,
    zones: Object.fromEntries(
      Object.entries(zones).map(([zone, rate]) => [
        zone,
        {
          base: rate.base_vnd,
          base_grams: rate.base_kg * 1000,
          step: rate.step_vnd,
          step_grams: rate.step_kg * 1000,
          days_from: rate.eta_days[0],
          days_to: rate.eta_days[1],
        },
      ]),
    ),
  })),
  free_delivery: [{ code: "FS500", minimum_goods: 500_000, maximum_discount: 30_000, classes: ["parcel"] }],
  remote_rate_bp: 1500,
  remote_days: 1,
  island_fee: 40_000,
  island_days: 3,
};

const spot = (
  legacyProvince: string,
  region: DeliveryArea["region"],
  kind: DeliveryArea["kind"] = "ward",
): DeliveryArea => ({
  legacy_province: legacyProvince,
  region,
  kind,
});
const hanoi = spot("01", "north");
const hanoiCommune = spot("01", "north", "commune");
const daNang = spot("48", "central");
const saigon = spot("79", "south");
const binhDuong = spot("74", "south");
const haGiangCommune = spot("02", "north", "commune");
const phuQuoc = spot("91", "south", "island");

const parcel = (change: Partial<Parcel> = {}): Parcel => ({
  shipping_class: "parcel",
  weight_grams: 1500,
  length_mm: 100,
  width_mm: 100,
  height_mm: 100,
  quantity: 1,
  amount: 300_000,
  ...change,
});

const offer = (code: string, parcels: Parcel[], from: DeliveryArea, to: DeliveryArea) => {
  const found = quote(table, parcels, from, to).find((each) => each.carrier.code === code);
  if (!found) throw new Error(`no ${code}`);
  return found;
};

describe("zones are counted by the provinces of before July 2025", () => {
  it.each([
    ["two wards of one province", hanoi, hanoi, "intra_city"],
    ["a commune of the same province", hanoi, hanoiCommune, "intra_province"],
    ["between two of the three cities", hanoi, saigon, "metro_link"],
    ["Đà Nẵng and Hà Nội", daNang, hanoi, "metro_link"],
    ["Bình Dương, today a part of TP.HCM, is another province", saigon, binhDuong, "intra_region"],
    ["a province of the same region", hanoi, haGiangCommune, "intra_region"],
    ["another region", saigon, haGiangCommune, "inter_region"],
  ] as const)("%s", (_, from, to, zone) => expect(zoneOf(from, to)).toBe(zone));
});

describe("the fee of one shipment", () => {
  it("up to the base weight the fee is the base", () => {
    expect(offer("GHN", [parcel({ weight_grams: 2000 })], hanoi, hanoi).fee).toBe(22_000);
  });

  it("above it each half kilogram begun adds a step", () => {
    expect(offer("GHN", [parcel({ weight_grams: 2001 })], hanoi, hanoi).fee).toBe(24_500);
    expect(offer("GHN", [parcel({ weight_grams: 2500 })], hanoi, hanoi).fee).toBe(24_500);
    expect(offer("GHN", [parcel({ weight_grams: 2501 })], hanoi, hanoi).fee).toBe(27_000);
    expect(offer("VTP", [parcel({ weight_grams: 1500 })], hanoi, saigon).fee).toBe(33_000 + 2 * 6_000);
  });

  it("the volumetric weight counts where it is more; divisors differ by carrier", () => {
    const big = parcel({ weight_grams: 3000, length_mm: 300, width_mm: 300, height_mm: 300 });
    expect(offer("GHN", [big], hanoi, hanoi).shipments[0]?.chargeable_grams).toBe(5500); // 27,000 cm³ / 5,000 = 5.4 kg
    expect(offer("GHTK", [big], hanoi, hanoi).shipments[0]?.chargeable_grams).toBe(4500); // / 6,000 = 4.5 kg
    expect(offer("GHN", [big], hanoi, hanoi).fee).toBe(22_000 + 7 * 2_500);
  });

  it("light products are weighed together, heavy ones separately", () => {
    const light = [parcel({ weight_grams: 1200, quantity: 3 })];
    expect(offer("GHN", light, hanoi, hanoi).shipments[0]?.chargeable_grams).toBe(4000); // 3.6 kg
    const heavy = [parcel({ shipping_class: "bulky", weight_grams: 24_200, quantity: 3 })];
    expect(offer("GHN_HEAVY", heavy, hanoi, hanoi).shipments[0]?.chargeable_grams).toBe(73_500); // 3 × 24.5 kg
  });

  it("products our own team installs count by weight only", () => {
    const chair = parcel({
      shipping_class: "install",
      weight_grams: 92_000,
      length_mm: 1600,
      width_mm: 800,
      height_mm: 1200,
    });
    const { fee, shipments } = offer("OWN_INSTALL", [chair], hanoi, hanoi);
    expect(fee).toBe(0);
    expect(shipments[0]?.chargeable_grams).toBe(92_000);
    expect(offer("OWN_INSTALL", [chair], hanoi, haGiangCommune).fee).toBe(345_000); // 300,000 and 15 %
  });

  it("communes of another province cost 15 % more", () => {
    expect(offer("GHN", [parcel({ weight_grams: 1000 })], hanoi, haGiangCommune).fee).toBe(34_500);
    expect(offer("GHN", [parcel({ weight_grams: 1000 })], hanoi, hanoiCommune).fee).toBe(26_000);
  });

  it("islands pay a surcharge", () => {
    expect(offer("GHN", [parcel({ weight_grams: 1000 })], saigon, phuQuoc).fee).toBe(34_500 + 40_000);
    const hoangSa = spot("48", "central", "island");
    expect(offer("GHN", [parcel({ weight_grams: 1000 })], daNang, hoangSa).fee).toBe(26_000 + 40_000);
  });

  it("cash on delivery and insurance are not charged to the shopper", () => {
    const dear = parcel({ weight_grams: 1000, amount: 19_000_000 });
    expect(offer("VNPOST", [dear], hanoi, hanoi).fee).toBe(21_000);
  });
});

describe("delivery days", () => {
  it("days are those of the zone", () => {
    expect(offer("GHN", [parcel()], hanoi, hanoi)).toMatchObject({ days_from: 1, days_to: 1 });
    expect(offer("VTP", [parcel()], saigon, hanoi)).toMatchObject({ days_from: 2, days_to: 3 });
  });

  it("one day more for a commune elsewhere, three for an island, never both", () => {
    expect(offer("GHN", [parcel()], hanoi, haGiangCommune)).toMatchObject({ days_from: 3, days_to: 4 });
    expect(offer("GHN", [parcel()], saigon, phuQuoc)).toMatchObject({ days_from: 5, days_to: 6 });
  });

  it("a mixed order's days run from its first shipment to its last", () => {
    const mixed = [parcel(), parcel({ shipping_class: "install", weight_grams: 30_000 })];
    expect(offer("GHN", mixed, hanoi, hanoi)).toMatchObject({ days_from: 1, days_to: 2 });
  });
});

describe("a mixed order", () => {
  const mixed = [
    parcel({ weight_grams: 2000 }),
    parcel({ shipping_class: "bulky", weight_grams: 22_000 }),
    parcel({ shipping_class: "install", weight_grams: 60_000 }),
  ];

  it("each shipping class is a shipment, and the fee is their sum", () => {
    const { shipments, fee } = offer("GHN", mixed, hanoi, saigon);
    expect(shipments.map(({ shipping_class, carrier, fee }) => [shipping_class, carrier.code, fee])).toEqual([
      ["parcel", "GHN", 34_000 + 2 * 5_000],
      ["bulky", "GHN_HEAVY", 130_000 + 4 * 4_500],
      ["install", "OWN_INSTALL", 500_000],
    ]);
    expect(fee).toBe(44_000 + 148_000 + 500_000);
  });

  it("classes a carrier does not serve go with the cheapest that does", () => {
    const heavyInTown = offer("GHN", mixed.slice(0, 2), hanoi, hanoi);
    expect(heavyInTown.shipments[1]).toMatchObject({ carrier: { code: "OWN_INSTALL" }, fee: 0 });
  });

  it("two lines of one class are one shipment", () => {
    expect(offer("GHN", [parcel(), parcel()], hanoi, hanoi).shipments).toHaveLength(1);
  });
});

describe("carriers that are not available", () => {
  it("a carrier that does not take the product says so", () => {
    const chair = [parcel({ shipping_class: "install", weight_grams: 60_000 })];
    const offers = quote(table, chair, hanoi, hanoi);
    expect(offers[0]).toMatchObject({ carrier: { code: "OWN_INSTALL" }, unavailable_reason: null });
    expect(offers.slice(1).every((each) => each.unavailable_reason === "class_not_served")).toBe(true);
    expect(offers).toHaveLength(table.carriers.length);
  });

  it("a package above the carrier's limit says so", () => {
    expect(offer("GHTK", [parcel({ weight_grams: 20_001 })], hanoi, hanoi).unavailable_reason).toBe("too_heavy");
    expect(offer("VTP", [parcel({ weight_grams: 20_001 })], hanoi, hanoi).unavailable_reason).toBeNull();
    expect(offer("GHTK", [parcel({ weight_grams: 9_000, quantity: 6 })], hanoi, hanoi).unavailable_reason).toBeNull();
    const many = [parcel(), parcel({ shipping_class: "bulky", weight_grams: 600_000 })];
    expect(offer("GHN", many, hanoi, hanoi).unavailable_reason).toBe("too_heavy");
  });

  it("a zone without a price says so", () => {
    const carriers = table.carriers.map((each) => (each.code === "GHN" ? { ...each, zones: {} } : each));
    const offers = quote({ ...table, carriers }, [parcel()], hanoi, hanoi);
    expect(offers.find((each) => each.carrier.code === "GHN")?.unavailable_reason).toBe("zone_not_served");
  });
});

describe("free delivery", () => {
  it("from 500,000 đ of light products, up to 30,000 đ, never more than the fee", () => {
    expect(offer("GHN", [parcel({ amount: 499_999 })], hanoi, hanoi).fee_discount).toBe(0);
    expect(offer("GHN", [parcel({ amount: 500_000 })], hanoi, hanoi).fee_discount).toBe(22_000);
    expect(offer("GHN", [parcel({ amount: 500_000 })], hanoi, saigon).fee_discount).toBe(30_000);
  });

  it("heavy products are excluded from free delivery", () => {
    const dearChair = parcel({ shipping_class: "install", weight_grams: 60_000, amount: 90_000_000 });
    expect(offer("OWN_INSTALL", [dearChair], hanoi, saigon).fee_discount).toBe(0);
    expect(offer("GHN", [parcel({ amount: 100_000 }), dearChair], hanoi, saigon).fee_discount).toBe(0);
    const lightAndHeavy = offer("VTP", [parcel({ amount: 600_000 }), dearChair], hanoi, hanoi);
    expect(lightAndHeavy).toMatchObject({ fee: 20_000, fee_discount: 20_000 });
  });
});

describe("properties of any quote", () => {
  const anyParcel = fc.record({
    shipping_class: fc.constantFrom("parcel" as const, "bulky" as const, "install" as const),
    weight_grams: fc.integer({ min: 1, max: 60_000 }),
    length_mm: fc.integer({ min: 1, max: 1500 }),
    width_mm: fc.integer({ min: 1, max: 800 }),
    height_mm: fc.integer({ min: 1, max: 800 }),
    quantity: fc.integer({ min: 1, max: 50 }),
    amount: fc.integer({ min: 0, max: 100_000_000 }),
  });
  const order = fc.array(anyParcel, { minLength: 1, maxLength: 6 });
  const place = fc.constantFrom(hanoi, hanoiCommune, daNang, saigon, binhDuong, haGiangCommune, phuQuoc);

  it("fees are whole đồng, the parts are the whole, and the discount never exceeds them", () => {
    fc.assert(
      fc.property(order, place, place, (parcels, from, to) => {
        for (const each of quote(table, parcels, from, to)) {
          expect(Number.isSafeInteger(each.fee)).toBe(true);
          expect(each.fee).toBe(each.shipments.reduce((total, shipment) => total + shipment.fee, 0));
          expect(each.fee_discount).toBeGreaterThanOrEqual(0);
          expect(each.fee_discount).toBeLessThanOrEqual(Math.min(each.fee, 30_000));
          const classes = new Set(parcels.map((parcel) => parcel.shipping_class));
          if (each.unavailable_reason === null) expect(each.shipments).toHaveLength(classes.size);
          else expect(each.fee).toBe(0);
        }
      }),
    );
  });

  it("one more unit never makes a delivery cheaper", () => {
    fc.assert(
      fc.property(order, place, place, (parcels, from, to) => {
        const [first, ...rest] = parcels as [Parcel, ...Parcel[]];
        const more = [{ ...first, quantity: first.quantity + 1 }, ...rest];
        const before = quote(table, parcels, from, to);
        for (const after of quote(table, more, from, to)) {
          const same = before.find((each) => each.carrier === after.carrier);
          expect(after.fee).toBeGreaterThanOrEqual(same?.fee ?? 0);
        }
      }),
    );
  });

  it("the billed weight is never below the real weight", () => {
    fc.assert(
      fc.property(order, (parcels) => {
        for (const carrier of table.carriers) {
          const grams = chargeableGrams(carrier, parcels, 500);
          const actual = parcels.reduce((total, each) => total + each.quantity * each.weight_grams, 0);
          expect(grams % 500).toBe(0);
          expect(grams).toBeGreaterThanOrEqual(actual);
        }
      }),
    );
  });

  it("quotes are sorted by fee, unavailable ones last", () => {
    fc.assert(
      fc.property(order, place, place, (parcels, from, to) => {
        const offers = quote(table, parcels, from, to);
        const due = offers
          .filter((each) => each.unavailable_reason === null)
          .map((each) => each.fee - each.fee_discount);
        expect(due).toEqual(due.toSorted((a, b) => a - b));
        const refused = offers.map((each) => each.unavailable_reason !== null);
        expect(refused).toEqual(refused.toSorted((a, b) => Number(a) - Number(b)));
      }),
    );
  });

  it("an empty order has no quotes", () => expect(quote(table, [], hanoi, hanoi)).toEqual([]));
});
