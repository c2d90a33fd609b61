/**
 * Reads the rate table by one statement and memoises it (tag `fulfilment`): carriers in their order, free-delivery rules,
 * surcharges, and the warehouses of each region. fees.ts calculates with it.
 */
import type { Locale } from "contract/values/locale.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { memo } from "../platform/memo.ts";
import { setting } from "../platform/settings.ts";
import { deliveryAreaOf } from "./addresses.ts";
import type { Carrier, DeliveryArea, FreeDelivery, Rates, Region, Zone, ZoneRate } from "./fees.ts";
import type { Warehouse } from "./settings.ts";

type CarrierRow = Omit<Carrier, "zones"> & {
  names: Partial<Record<Locale, string>>;
  zones: (ZoneRate & { zone: Zone })[];
};
type StoredTable = {
  carriers: CarrierRow[];
  free_delivery: FreeDelivery[];
  surcharges: Pick<Rates, "remote_rate_bp" | "remote_days" | "island_fee" | "island_days"> | null;
  warehouses_by_region: Partial<Record<Region, string[]>>;
};
export type RateTable = {
  rates: Rates;
  names: ReadonlyMap<string, Partial<Record<Locale, string>>>;
  warehouses_by_region: StoredTable["warehouses_by_region"];
};

export const rateTable = memo("fulfilment", async (ctx): Promise<RateTable> => {
  const { rows } = await sql<StoredTable>`
    select
      (select coalesce(jsonb_agg(to_jsonb(c) || jsonb_build_object(
          'names', (select coalesce(jsonb_object_agg(t.locale, t.name), '{}')
            from fulfilment.carrier_texts t where t.carrier_code = c.code),
          'zones', (select coalesce(jsonb_agg(to_jsonb(z)), '[]')
            from fulfilment.carrier_zones z where z.carrier_code = c.code)
        ) order by c.position), '[]')
        from fulfilment.carriers c where c.active) as carriers,
      (select coalesce(jsonb_agg(to_jsonb(f) order by f.code), '[]')
        from fulfilment.free_delivery f where f.active) as free_delivery,
      (select to_jsonb(s) from fulfilment.surcharges s) as surcharges,
      (select coalesce(jsonb_object_agg(o.region, o.warehouses), '{}') from fulfilment.origins o) as warehouses_by_region
  `.execute(ctx.sql);
  const { carriers = [], free_delivery = [], surcharges = null, warehouses_by_region = {} } = rows[0] ?? {};
  return {
    rates: {
      ...(surcharges ?? { remote_rate_bp: 0, remote_days: 0, island_fee: 0, island_days: 0 }),
      carriers: carriers.map(({ zones, ...carrier }) => ({
        ...carrier,
        zones: Object.fromEntries(zones.map((each) => [each.zone, each])),
      })),
      free_delivery,
    },
    names: new Map(carriers.map((each) => [each.code, each.names])),
    warehouses_by_region,
  };
});

export async function rates(ctx: Ctx): Promise<Rates> {
  return (await rateTable(ctx)).rates;
}

/** The name of a carrier in a language, else in Vietnamese. */
export function carrierName({ names }: RateTable, code: string, locale: Locale): string {
  return names.get(code)?.[locale] ?? names.get(code)?.vi ?? code;
}

/**
 * The warehouses that may deliver to a region: its own first, then those that replace it when stock is short. Empty when none
 * is configured.
 */
export async function warehousesFor(ctx: Ctx, region: Region, table?: RateTable): Promise<Warehouse[]> {
  const { warehouses_by_region } = table ?? (await rateTable(ctx));
  const warehouses = await setting(ctx, "warehouses");
  const codes = warehouses_by_region[region] ?? [];
  return codes.flatMap((code) => warehouses.find((each) => each.code === code) ?? []);
}

export function warehouseArea(warehouse: Warehouse): DeliveryArea {
  return deliveryAreaOf({ ward_code: warehouse.address.ward_code, legacy_address: warehouse.legacy_address });
}
