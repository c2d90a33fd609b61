/** Delivery of the demo shop: the rate table of fulfilment/shipping-rates.json, kilograms as grams, rates in basis points. */
import { demoData } from "../database/demo-data.ts";
import type { Sql } from "../database/sql.ts";

type Zone = { base_vnd: number; base_kg: number; step_kg: number; step_vnd: number; eta_days: [number, number] };
type RateFile = {
  origin_rule: { by_region: Record<string, string>; fallback: Record<string, string[]> };
  remote: { remote_rate: number; remote_days: number; island_fee: number; island_days: number };
  free_shipping: { code: string; min_goods: number; max_discount: number; shipping_class: string[] }[];
  carriers: {
    code: string;
    name: string;
    service: string;
    classes: string[];
    volumetric_divisor: number;
    max_kg: number;
    inspection_allowed: boolean;
    zones: Record<string, Zone>;
  }[];
};

/** Where a carrier's name is more than a brand, it is translated. */
const translations: Record<string, { en: string; ja: string }> = {
  GHN_HEAVY: { en: "Giao Hàng Nhanh, heavy goods", ja: "Giao Hàng Nhanh（大型貨物）" },
  OWN_INSTALL: { en: "Delivered and installed by our technicians", ja: "当店スタッフによる配送・設置" },
};

const grams = (kilograms: number) => Math.round(kilograms * 1000);

export async function seedFulfilment(sql: Sql): Promise<void> {
  const { carriers, remote, free_shipping, origin_rule } = demoData<RateFile>("fulfilment/shipping-rates.json");
  await sql
    .insertInto("fulfilment.carriers")
    .values(
      carriers.map(({ code, service, classes, volumetric_divisor, max_kg, inspection_allowed }, position) => ({
        code,
        position,
        service,
        classes,
        volumetric_divisor,
        max_grams: grams(max_kg),
        inspection_allowed,
      })),
    )
    .execute();
  const names = carriers.flatMap(({ code, name }) =>
    Object.entries({ vi: name, ...translations[code] }).map(([locale, text]) => ({
      carrier_code: code,
      locale,
      name: text,
    })),
  );
  await sql.insertInto("fulfilment.carrier_texts").values(names).execute();
  const zones = carriers.flatMap(({ code, zones }) =>
    Object.entries(zones).map(([zone, rate]) => ({
      carrier_code: code,
      zone,
      base: rate.base_vnd,
      base_grams: grams(rate.base_kg),
      step: rate.step_vnd,
      step_grams: grams(rate.step_kg),
      days_from: rate.eta_days[0],
      days_to: rate.eta_days[1],
    })),
  );
  await sql.insertInto("fulfilment.carrier_zones").values(zones).execute();
  await sql
    .insertInto("fulfilment.free_delivery")
    .values(
      free_shipping.map(({ code, min_goods, max_discount, shipping_class }) => ({
        code,
        minimum_goods: min_goods,
        maximum_discount: max_discount,
        classes: shipping_class,
      })),
    )
    .execute();
  await sql
    .insertInto("fulfilment.surcharges")
    .values({
      remote_rate_bp: Math.round(remote.remote_rate * 10_000),
      remote_days: remote.remote_days,
      island_fee: remote.island_fee,
      island_days: remote.island_days,
    })
    .execute();
  const origins = Object.entries(origin_rule.by_region).map(([region, first]) => ({
    region,
    warehouses: [first, ...(origin_rule.fallback[first] ?? [])],
  }));
  await sql.insertInto("fulfilment.origins").values(origins).execute();
}
