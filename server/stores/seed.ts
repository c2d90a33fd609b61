/** Seeds the 92 demo stores. Their addresses are composed in each language from the administrative units. */
import { type Locale, locales } from "contract/values/locale.ts";
import { demoData } from "../database/demo-data.ts";
import type { SeedContext } from "../database/seed.ts";
import type { Sql } from "../database/sql.ts";

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
  /** `open` and `close` are null on a day on which it is closed. */
  hours: { day: number; open: string | null; close: string | null }[];
  time_zone: string;
  services: string[];
  receive_at_store: boolean;
  status: string;
};
/** `types` null: of all stores. */
type SpecialDays = {
  from: string;
  to: string;
  types: string[] | null;
  hours: { open: string; close: string }[];
  name: Words;
};

/** The feature a service depends on: pick-up at a store is shown once checkout offers it. */
const SERVICE_NEEDS: Readonly<Record<string, string>> = { pickup: "delivery" };

/** The name of a ward with its province, and of the province alone, from the list of units. */
export type PlaceNames = (city_code: string, ward_code: string, locale: Locale) => { place: string; province: string };

export async function seedStores(sql: Sql, { builtFeatures }: SeedContext, namesOf: PlaceNames): Promise<void> {
  const { stores, special_days } = demoData<{ stores: StoreEntry[]; special_days: SpecialDays[] }>(
    "stores/stores.json",
  );
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
        time_zone: store.time_zone,
        hours: JSON.stringify(hours.filter((day) => day.open && day.close)),
        services: store.services.filter(
          (service) => builtFeatures.has(SERVICE_NEEDS[service] ?? "") || !SERVICE_NEEDS[service],
        ),
        receive_at_store: store.receive_at_store,
        status: store.status,
      })),
    )
    .execute();
  const texts = stores.flatMap(({ id, name, street, province_code, ward_code }) =>
    locales.map((locale) => {
      const { place, province } = namesOf(province_code, ward_code, locale);
      const address = locale === "ja" ? `${place} ${street}` : `${street}, ${place}`;
      return { store_id: id, locale, name: name[locale], address, province };
    }),
  );
  await sql.insertInto("stores.store_texts").values(texts).execute();
  const days = special_days.flatMap(({ types, from, to, hours, name }) =>
    (types ?? [null]).map((type) => ({
      type,
      from_day: from,
      to_day: to,
      hours: JSON.stringify(hours),
      name: JSON.stringify(name),
    })),
  );
  await sql.insertInto("stores.special_days").values(days).execute();
}
