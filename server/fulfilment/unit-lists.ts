/**
 * Lists of units for choosing: in the reader's script, sorted as Vietnamese does, with the other names people still
 * type. Built once per list and language and cached: there are some 2,500 of them, all from one file.
 * rules/fulfilment#address-fields; docs/decisions/0021-administrative-units.md
 */
import { ShopError } from "contract/errors.ts";
import type { AddressSystem, Unit } from "contract/fulfilment/fulfilment.ts";
import type { Locale } from "contract/values/locale.ts";
import { fold } from "contract/values/text.ts";
import { fullName, shortName, units } from "./units.ts";

const kept = new Map<string, Unit[]>();
const collator = new Intl.Collator("vi", { numeric: true });

/** What people type for a province whatever its name is by law; codes that mean the same in both systems. */
const nicknames: Readonly<Record<string, readonly string[]>> = {
  "46": ["Thừa Thiên Huế"],
  "79": ["Sài Gòn", "TP.HCM", "TPHCM"],
};

type Listed = Parameters<typeof fullName>[0];

function list<T extends Listed>(
  key: string,
  all: () => readonly T[],
  also: (unit: T) => string[],
  locale: Locale,
): Unit[] {
  const found = kept.get(`${key} ${locale}`);
  if (found) return found;
  const made = all()
    .toSorted((a, b) => collator.compare(a.name, b.name))
    .map((unit): Unit => {
      const name = shortName(unit, locale);
      const others = new Set([fold(unit.name), ...also(unit)]);
      others.delete(name);
      return { code: unit.code, name, full_name: fullName(unit, locale), also: [...others] };
    });
  kept.set(`${key} ${locale}`, made);
  return made;
}

/** Each with the provinces it took in, as "Bình Dương" for Thành phố Hồ Chí Minh. */
export function provinceList(system: AddressSystem, locale: Locale): Unit[] {
  const { provinces, legacyProvinces } = units();
  if (system === "legacy")
    return list(
      "legacy",
      () => [...legacyProvinces.values()],
      ({ code }) => [...(nicknames[code] ?? [])],
      locale,
    );
  return list(
    "current",
    () => [...provinces.values()],
    ({ code, name, legacy_codes }) => {
      const former = legacy_codes.map((legacy) => legacyProvinces.get(legacy)?.name ?? name);
      return [...former.filter((each) => each !== name), ...(nicknames[code] ?? [])];
    },
    locale,
  );
}

/** Throws not_found for a province the old system did not have. */
export function districtList(city_code: string, locale: Locale): Unit[] {
  const districts = units().legacyDistrictsOf.get(city_code);
  if (!districts) throw new ShopError("not_found");
  return list(
    `districts ${city_code}`,
    () => districts,
    () => [],
    locale,
  );
}

/**
 * Wards of a current province, each with the old wards and districts it was made of; or of a legacy district. Throws
 * not_found. Empty for the five island districts that had none.
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
    return list(
      `legacy ${district_code}`,
      () => legacyWardsOf.get(district_code) ?? [],
      () => [],
      locale,
    );
  }
  const wards = wardsOf.get(city_code);
  if (!wards) throw new ShopError("not_found");
  const formerNames = (ward: Listed) =>
    (origins.get(ward.code) ?? []).flatMap((former) => {
      const district = legacyDistricts.get(former.district_code);
      const isTelling = former.name !== ward.name && !/^\d+$/.test(former.name); // there were dozens of "Phường 9"
      return [...(isTelling ? [former.name] : []), ...(district ? [fullName(district, "vi")] : [])];
    });
  return list(`wards ${city_code}`, () => wards, formerNames, locale);
}
