/** The demo's 92 stores. Their addresses are written in each language from the administrative units. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { locales } from "contract/values/locale.ts";
import type { Kysely } from "kysely";
import { currentWard, placeText } from "../../server/fulfilment/addresses.ts";
import { fullName, units } from "../../server/fulfilment/units.ts";
import type { DB } from "../tables.ts";
import type { SeedContext } from "./seeds.ts";

type Words = { vi: string; en: string; ja: string };
type StoreEntry = {
  id: number;
  code: string;
  type: string;
  name: Words;
  slug: string;
  hub_path: string | null;
  street: string;
  ward_code: string;
  province_code: string;
  legacy_address: { city_code: string; district_code: string; ward_code: string };
  lat: number;
  lng: number;
  phone: string;
  /** A day on which it is closed has no times. */
  hours: { day: number; open: string | null; close: string | null }[];
  services: string[];
  receive_at_store: boolean;
  status: string;
};

/** Pick-up at a store is shown once checkout can do it. */
const SERVICE_NEEDS: Readonly<Record<string, string>> = { pickup: "delivery" };

export async function seedStores(sql: Kysely<DB>, { needs }: SeedContext): Promise<void> {
  const file = join(import.meta.dirname, "stores", "stores.json");
  const { stores } = JSON.parse(readFileSync(file, "utf8")) as { stores: StoreEntry[] };
  await sql
    .insertInto("stores.stores")
    .values(
      stores.map(({ name: _, street: __, legacy_address, hours, ...store }) => ({
        id: store.id,
        code: store.code,
        slug: store.slug,
        type: store.type,
        hub_path: store.hub_path,
        province_code: store.province_code,
        ward_code: store.ward_code,
        legacy_city_code: legacy_address.city_code,
        legacy_district_code: legacy_address.district_code,
        legacy_ward_code: legacy_address.ward_code,
        lat: store.lat,
        lng: store.lng,
        phone: store.phone,
        hours: JSON.stringify(hours.filter((day) => day.open && day.close)),
        services: store.services.filter((service) => needs.has(SERVICE_NEEDS[service] ?? "") || !SERVICE_NEEDS[service]),
        receive_at_store: store.receive_at_store,
        status: store.status,
      })),
    )
    .execute();
  await sql.insertInto("stores.store_texts").values(stores.flatMap(textsOf)).execute();
}

function textsOf({ id, name, street, province_code, ward_code }: StoreEntry) {
  const ward = currentWard(province_code, ward_code);
  const province = units().provinces.get(province_code);
  if (!province) throw new Error(`Store ${id} stands in no province: ${province_code}`);
  return locales.map((locale) => ({
    store_id: id,
    locale,
    name: name[locale],
    address: locale === "ja" ? `${placeText(ward, locale)} ${street}` : `${street}, ${placeText(ward, locale)}`,
    province: fullName(province, locale),
  }));
}
