/**
 * The rate table as the database holds it, in one statement, cached in the process (tag `fulfilment`): carriers in their
 * order, rules and surcharges, and which warehouses send where. What it all means is in fees.ts.
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
type Stored = {
  carriers: CarrierRow[];
  free_delivery: FreeDelivery[];
  surcharges: Pick<Rates, "remote_rate_bp" | "remote_days" | "island_fee" | "island_days"> | null;
  warehousesByRegion: Partial<Record<Region, string[]>>;
};
export type RateTable = {
  rates: Rates;
  names: ReadonlyMap<string, Partial<Record<Locale, string>>>;
  warehousesByRegion: Stored["warehousesByRegion"];
};

export const rateTable = memo("fulfilment", async (ctx): Promise<RateTable> => {
  const { rows } = await sql<Stored>`
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
      (select coalesce(jsonb_object_agg(o.region, o.warehouses), '{}') from fulfilment.origins o) as warehousesByRegion
  `.execute(ctx.sql);
  const { carriers = [], free_delivery = [], surcharges = null, warehousesByRegion = {} } = rows[0] ?? {};
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
    warehousesByRegion,
  };
});

export async function rates(ctx: Ctx): Promise<Rates> {
  return (await rateTable(ctx)).rates;
}

/** The name of a carrier in a language, the Vietnamese one where there is none. */
export function carrierName({ names }: RateTable, code: string, locale: Locale): string {
  return names.get(code)?.[locale] ?? names.get(code)?.vi ?? code;
}

/**
 * The warehouses that may send to a region: first its own, then the fallback warehouses for when stock is
 * short. Empty when none is configured.
 */
export async function warehousesFor(ctx: Ctx, region: Region, table?: RateTable): Promise<Warehouse[]> {
  const { warehousesByRegion } = table ?? (await rateTable(ctx));
  const warehouses = await setting(ctx, "warehouses");
  const codes = warehousesByRegion[region] ?? [];
  return codes.flatMap((code) => warehouses.find((each) => each.code === code) ?? []);
}

export function warehouseArea(warehouse: Warehouse): DeliveryArea {
  return deliveryAreaOf({ ward_code: warehouse.address.ward_code, legacy_address: warehouse.legacy_address });
}
