/**
 * The fee and the days of a delivery, by the rules of the rate table. Pure: from the table, parcels and two places to quotes.
 * There is one shipment per shipping class, and the fee is their sum. The shopper pays the base fee, the weight and the remote
 * surcharge; the shop pays cash-on-delivery and insurance fees, which are not in a quote.
 * db/data/fulfilment/shipping-rates.json; rules/fulfilment#fees; docs/decisions/0020-delivery-fees.md
 */
import type { ShippingClass, UnavailableReason } from "contract/fulfilment/fulfilment.ts";
import { type Dong, type RateBp, share, sum } from "contract/values/money.ts";

export const zones = ["intra_city", "intra_province", "intra_region", "metro_link", "inter_region"] as const;
export type Zone = (typeof zones)[number];
export type Region = "north" | "central" | "south";

/** A ward as the rate table describes it: carriers still use the provinces of before July 2025. */
export type DeliveryArea = { region: Region; legacy_province: string; kind: "ward" | "commune" | "island" };

/** One package of a product, `quantity` times. `amount` is the amount of the line, in đồng. */
export type Parcel = {
  shipping_class: ShippingClass;
  weight_grams: number;
  length_mm: number;
  width_mm: number;
  height_mm: number;
  quantity: number;
  amount: Dong;
};

export type ZoneRate = {
  base: Dong;
  base_grams: number;
  step: Dong;
  step_grams: number;
  days_from: number;
  days_to: number;
};

export type Carrier = {
  code: string;
  service: "light" | "heavy" | "install";
  classes: readonly ShippingClass[];
  /** cm³ per kilogram, which is mm³ per gram; 0 where only the actual weight counts. */
  volumetric_divisor: number;
  max_grams: number;
  inspection_allowed: boolean;
  /** The carrier does not serve a zone that is missing. */
  zones: Partial<Record<Zone, ZoneRate>>;
};

export type FreeDelivery = {
  code: string;
  minimum_goods: Dong;
  maximum_discount: Dong;
  classes: readonly ShippingClass[];
};

export type Rates = {
  /** In the order in which equal quotes are shown. */
  carriers: readonly Carrier[];
  free_delivery: readonly FreeDelivery[];
  remote_rate_bp: RateBp;
  remote_days: number;
  island_fee: Dong;
  island_days: number;
};

export type Shipment = {
  shipping_class: ShippingClass;
  carrier: Carrier;
  fee: Dong;
  /** What a free-delivery rule takes off it. */
  fee_discount: Dong;
  chargeable_grams: number;
  days_from: number;
  days_to: number;
};

export type Quote = {
  carrier: Carrier;
  shipments: Shipment[];
  fee: Dong;
  fee_discount: Dong;
  days_from: number;
  days_to: number;
  unavailable_reason: UnavailableReason | null;
};

const METRO_PROVINCES: readonly string[] = ["01", "48", "79"]; // Hà Nội, Đà Nẵng, TP.HCM: zone_rule

export function zoneOf(from: DeliveryArea, to: DeliveryArea): Zone {
  if (from.legacy_province === to.legacy_province) {
    return from.kind === "ward" && to.kind === "ward" ? "intra_city" : "intra_province";
  }
  if (METRO_PROVINCES.includes(from.legacy_province) && METRO_PROVINCES.includes(to.legacy_province))
    return "metro_link";
  return from.region === to.region ? "intra_region" : "inter_region";
}

/**
 * The weight a carrier charges: the actual or the volumetric weight, whichever is more, rounded up to the next step. Light
 * products are weighed together, heavy ones one by one.
 */
export function chargeableGrams(carrier: Carrier, parcels: readonly Parcel[], step_grams: number): number {
  const stepped = (grams: number) => Math.ceil(grams / step_grams) * step_grams;
  if (carrier.service === "heavy") {
    return parcels.reduce((total, each) => total + each.quantity * stepped(packageGrams(carrier, each)), 0);
  }
  const actual = parcels.reduce((total, each) => total + each.quantity * each.weight_grams, 0);
  const volume = parcels.reduce((total, each) => total + each.quantity * volumetricGrams(carrier, each), 0);
  return stepped(Math.max(actual, volume));
}

function volumetricGrams(carrier: Carrier, parcel: Parcel): number {
  if (carrier.volumetric_divisor === 0) return 0;
  return (parcel.length_mm * parcel.width_mm * parcel.height_mm) / carrier.volumetric_divisor;
}

/** ASSUMED(0020): a carrier's weight limit holds for one package, because appliances travel in their own packages. */
function packageGrams(carrier: Carrier, parcel: Parcel): number {
  return Math.max(parcel.weight_grams, volumetricGrams(carrier, parcel));
}

/** The shipment of one class by one carrier, or the reason there is none. */
function shipmentOf(
  rates: Rates,
  carrier: Carrier,
  shipping_class: ShippingClass,
  parcels: readonly Parcel[],
  from: DeliveryArea,
  to: DeliveryArea,
): Shipment | UnavailableReason {
  if (!carrier.classes.includes(shipping_class)) return "class_not_served";
  const rate = carrier.zones[zoneOf(from, to)];
  if (!rate) return "zone_not_served";
  const own = parcels.filter((parcel) => parcel.shipping_class === shipping_class);
  if (own.some((parcel) => packageGrams(carrier, parcel) > carrier.max_grams)) return "too_heavy";
  const chargeable_grams = chargeableGrams(carrier, own, rate.step_grams);
  const steps = Math.max(0, Math.ceil((chargeable_grams - rate.base_grams) / rate.step_grams));
  const carriage = rate.base + steps * rate.step;
  const { fee, days } = surcharge(rates, carriage, from, to);
  return {
    shipping_class,
    carrier,
    fee: sum([carriage, fee]),
    fee_discount: 0,
    chargeable_grams,
    days_from: rate.days_from + days,
    days_to: rate.days_to + days,
  };
}

/** ASSUMED(0020): an island of another province pays both surcharges and waits the longer of the two delays. */
function surcharge(rates: Rates, carriage: Dong, from: DeliveryArea, to: DeliveryArea): { fee: Dong; days: number } {
  const remote = to.kind !== "ward" && from.legacy_province !== to.legacy_province;
  const island = to.kind === "island";
  return {
    fee: (remote ? share(carriage, rates.remote_rate_bp) : 0) + (island ? rates.island_fee : 0),
    days: Math.max(remote ? rates.remote_days : 0, island ? rates.island_days : 0),
  };
}

/**
 * A quote of every carrier in the table: available ones first, cheapest first. The shopper chooses the carrier of the first
 * class in the order parcel, bulky, install; another class that this carrier does not serve goes with the cheapest carrier
 * that does. Without parcels there are no quotes. ASSUMED(0020)
 */
export function quote(rates: Rates, parcels: readonly Parcel[], from: DeliveryArea, to: DeliveryArea): Quote[] {
  const [first, ...others] = classesOf(parcels);
  if (!first) return [];
  const otherClasses = others.map((shipping_class) => {
    const shipmentsOrReasons = rates.carriers.map((carrier) =>
      shipmentOf(rates, carrier, shipping_class, parcels, from, to),
    );
    return { shipping_class, cheapest: cheapestOf(shipmentsOrReasons), reason: mostUsefulReason(shipmentsOrReasons) };
  });
  const quotes = rates.carriers.map((carrier): Quote => {
    const leading = shipmentOf(rates, carrier, first, parcels, from, to);
    if (typeof leading === "string") return unavailableQuote(carrier, leading);
    const shipments = [leading];
    for (const { shipping_class, cheapest, reason } of otherClasses) {
      const own = shipmentOf(rates, carrier, shipping_class, parcels, from, to);
      const shipment = typeof own === "string" ? cheapest : own;
      if (!shipment) return unavailableQuote(carrier, reason);
      shipments.push(shipment);
    }
    const fee = sum(shipments.map((each) => each.fee));
    const free = freeDelivery(rates.free_delivery, parcels, shipments);
    const lowered = shipments.map((each, index) => ({ ...each, fee_discount: free[index] ?? 0 }));
    return {
      carrier,
      shipments: lowered,
      fee,
      fee_discount: sum(free),
      days_from: Math.min(...shipments.map((each) => each.days_from)),
      days_to: Math.max(...shipments.map((each) => each.days_to)),
      unavailable_reason: null,
    };
  });
  return quotes.sort(byAvailabilityAndCost);
}

function classesOf(parcels: readonly Parcel[]): ShippingClass[] {
  const order: readonly ShippingClass[] = ["parcel", "bulky", "install"]; // mixed_rule.classes
  return order.filter((shipping_class) =>
    parcels.some((parcel) => parcel.shipping_class === shipping_class && parcel.quantity > 0),
  );
}

function cheapestOf(shipmentsOrReasons: readonly (Shipment | UnavailableReason)[]): Shipment | undefined {
  return shipmentsOrReasons
    .filter((each) => typeof each !== "string")
    .sort((a, b) => a.fee - b.fee || a.days_to - b.days_to)[0];
}

/** The reason that tells the shopper most: that of a carrier which serves the class, before `class_not_served`. */
function mostUsefulReason(shipmentsOrReasons: readonly (Shipment | UnavailableReason)[]): UnavailableReason {
  const reasons = shipmentsOrReasons.filter((each) => typeof each === "string");
  return reasons.find((each) => each !== "class_not_served") ?? "class_not_served";
}

function unavailableQuote(carrier: Carrier, unavailable_reason: UnavailableReason): Quote {
  return { carrier, shipments: [], fee: 0, fee_discount: 0, days_from: 0, days_to: 0, unavailable_reason };
}

/**
 * The discount of the free-delivery rules per shipment: that of the best single rule, never more than the fee of its classes.
 * ASSUMED(0020): only products of the rule's classes count towards its minimum.
 */
function freeDelivery(
  rules: readonly FreeDelivery[],
  parcels: readonly Parcel[],
  shipments: readonly Shipment[],
): Dong[] {
  const discounts = rules.map((rule) => {
    const goods = sum(parcels.filter((each) => rule.classes.includes(each.shipping_class)).map((each) => each.amount));
    let left = goods < rule.minimum_goods ? 0 : rule.maximum_discount;
    return shipments.map(({ shipping_class, fee }) => {
      const part = rule.classes.includes(shipping_class) ? Math.min(left, fee) : 0;
      left -= part;
      return part;
    });
  });
  return discounts.reduce(
    (best, each) => (sum(each) > sum(best) ? each : best),
    shipments.map(() => 0),
  );
}

/** Array.sort is stable, so equal quotes stay in the order of the table. */
function byAvailabilityAndCost(a: Quote, b: Quote): number {
  const refused = Number(a.unavailable_reason !== null) - Number(b.unavailable_reason !== null);
  return refused || a.fee - a.fee_discount - (b.fee - b.fee_discount) || a.days_to - b.days_to;
}
