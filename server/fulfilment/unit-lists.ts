/**
 * Lists of units for address forms: in the reader's script, in Vietnamese order, with former and other names that people
 * still type. Each list is built once per language and cached; there are some 2,500 of them, from one file.
 * rules/fulfilment#address-fields; docs/decisions/0021-administrative-units.md
 */
import { ShopError } from "contract/errors.ts";
import type { AddressSystem, Unit } from "contract/fulfilment/fulfilment.ts";
import type { Locale } from "contract/values/locale.ts";
import { fold } from "contract/values/text.ts";
import { fullName, shortName, units } from "./units.ts";

const cachedLists = new Map<string, Unit[]>();
const collator = new Intl.Collator("vi", { numeric: true });

/** Names people type for a province beside its official one, by code. These codes mean the same province in both systems. */
const nicknames: Readonly<Record<string, readonly string[]>> = {
  "46": ["Thừa Thiên Huế"],
  "79": ["Sài Gòn", "TP.HCM", "TPHCM"],
};

type NamedUnit = Parameters<typeof fullName>[0];

function unitList<T extends NamedUnit>(
  key: string,
  all: () => readonly T[],
  otherNames: (unit: T) => string[],
  locale: Locale,
): Unit[] {
  const found = cachedLists.get(`${key} ${locale}`);
  if (found) return found;
  const made = all()
    .toSorted((a, b) => collator.compare(a.name, b.name))
    .map((unit): Unit => {
      const name = shortName(unit, locale);
      const others = new Set([fold(unit.name), ...otherNames(unit)]);
      others.delete(name);
      return { code: unit.code, name, full_name: fullName(unit, locale), also: [...others] };
    });
  cachedLists.set(`${key} ${locale}`, made);
  return made;
}

/** Provinces, each with the names of those merged into it, as "Bình Dương" for Thành phố Hồ Chí Minh. */
export function provinceList(system: AddressSystem, locale: Locale): Unit[] {
  const { provinces, legacyProvinces } = units();
  if (system === "legacy")
    return unitList(
      "legacy",
      () => [...legacyProvinces.values()],
      ({ code }) => [...(nicknames[code] ?? [])],
      locale,
    );
  return unitList(
    "current",
    () => [...provinces.values()],
    ({ code, name, legacy_codes }) => {
      const former = legacy_codes.map((legacy) => legacyProvinces.get(legacy)?.name ?? name);
      return [...former.filter((each) => each !== name), ...(nicknames[code] ?? [])];
    },
    locale,
  );
}

/** Districts of a legacy province. Throws not_found for a province the legacy system did not have. */
export function districtList(city_code: string, locale: Locale): Unit[] {
  const districts = units().legacyDistrictsOf.get(city_code);
  if (!districts) throw new ShopError("not_found");
  return unitList(
    `districts ${city_code}`,
    () => districts,
    () => [],
    locale,
  );
}

/**
 * Wards of a current province, each with the names of the legacy wards and districts merged into it; or wards of a legacy
 * district, which are none for the five island districts. Throws not_found.
 */
export function wardList(
  {
    address_system,
    city_code,
    district_code,
  }: { address_system: AddressSystem; city_code: string; district_code: string },
  locale: Locale,
): Unit[] {
  const { wardsOf, legacyWardsOf, legacyDistricts, origins } = units();
  if (address_system === "legacy") {
    if (legacyDistricts.get(district_code)?.province_code !== city_code) throw new ShopError("not_found");
    return unitList(
      `legacy ${district_code}`,
      () => legacyWardsOf.get(district_code) ?? [],
      () => [],
      locale,
    );
  }
  const wards = wardsOf.get(city_code);
  if (!wards) throw new ShopError("not_found");
  const formerNames = (ward: NamedUnit) =>
    (origins.get(ward.code) ?? []).flatMap((former) => {
      const district = legacyDistricts.get(former.district_code);
      const isDistinctive = former.name !== ward.name && !/^\d+$/.test(former.name); // there were dozens of "Phường 9"
      return [...(isDistinctive ? [former.name] : []), ...(district ? [fullName(district, "vi")] : [])];
    });
  return unitList(`wards ${city_code}`, () => wards, formerNames, locale);
}
