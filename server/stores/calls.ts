/**
 * Calls of stores: the list, the nearest ones, the stores that hand over orders, and the store that serves a place.
 * Spec §3 Store, §7; /diem-ban
 */
import { contract } from "contract/contract.ts";
import { ShopError } from "contract/errors.ts";
import { type RawBuilder, sql } from "kysely";
import { implement } from "../calls/handle.ts";
import { listStores, nearestStores, onTheWire } from "./finding.ts";
import { byType, readStores } from "./stores.ts";

type Place = { city: string; district: string; ward: string };

/**
 * SQL: stores in the same province; first those in the same ward, then in the same legacy district. A district code of three
 * digits means that the place is given in the legacy system; rules/stores#districts
 */
function nearby({ city, district, ward }: Place): { where: RawBuilder<unknown>; order: RawBuilder<unknown> } {
  if (!/^\d{3}$/.test(district)) {
    return { where: sql`s.province_code = ${city}`, order: sql`s.ward_code = ${ward} desc` };
  }
  return {
    where: sql`s.legacy_city_code = ${city}`,
    order: sql`s.legacy_district_code = ${district} and s.legacy_ward_code = ${ward} desc,
      s.legacy_district_code = ${district} desc`,
  };
}

export const storesCalls = implement(contract.stores, {
  list: listStores,
  nearest: nearestStores,

  receivers: async (ctx, { city_code, district_code, ward_code }) => {
    const { where, order } = nearby({ city: city_code, district: district_code, ward: ward_code });
    const found = await readStores(ctx, {
      where: sql`s.receive_at_store and ${where}`,
      order: sql`${order}, ${byType}, s.id`,
      most: sql`100`,
    });
    return found.map(onTheWire);
  },

  distributor: async (ctx, place) => {
    const { where, order } = nearby(place);
    const [store] = await readStores(ctx, {
      where: sql`s.type <> 'service' and ${where}`,
      order: sql`${order}, array_position(array['agent', 'hub', 'store', 'flagship'], s.type), s.id`,
      most: sql`1`,
    });
    // Spec §8: "The address you selected does not have a responsive store".
    if (!store) throw new ShopError("not_found", { fields: { city: [{ key: "no_responsive_store" }] } });
    return onTheWire(store);
  },
});
