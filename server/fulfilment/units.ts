/**
 * Administrative units of the current and the legacy system, and which legacy unit became which: read once from the file
 * beside this one and cached in the process. They change by decree, with a release of the shop, never by staff, and every
 * address form reads them (docs/decisions/0021-administrative-units.md). A code has a meaning only together with its system:
 * both use the same codes for different places. rules/fulfilment#codes; sources and licences: db/data/README.md
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Locale } from "contract/values/locale.ts";
import { fold, stripMarks } from "contract/values/text.ts";
import type { Region } from "./fees.ts";

/** TP city, T province, Q H TX districts, P ward, X commune, TT township, DK special zone. */
type Kind = "TP" | "T" | "Q" | "H" | "TX" | "P" | "X" | "TT" | "DK";
type Names = { code: string; name: string; name_en: string; kind: Kind };

type Centre = { lat: number; lng: number };
export type Province = Names & { region: Region; legacy_codes: readonly string[]; centre: Centre };
export type Ward = Names & { province_code: string; centre: Centre };
export type LegacyProvince = Names & { region: Region; current_code: string };
export type LegacyDistrict = Names & { province_code: string; current_ward_code: string | undefined };
export type LegacyWard = Names & { district_code: string; current_ward_codes: readonly string[] };

type Kinds = Record<Kind, Record<Locale, string>>;
type File = {
  meta: { types: Kinds; island_districts_without_wards: Record<string, string> };
  current: {
    provinces: [string, string, string, Kind, Region, number, number, string[]][];
    wards: [string, string, string, string, Kind, number, number][];
  };
  legacy: {
    provinces: [string, string, string, Kind, Region, string][];
    districts: [string, string, string, string, Kind, number, number][];
    wards: [string, string, string, Kind, string[]][];
  };
};

type Units = {
  kinds: Kinds;
  provinces: Map<string, Province>;
  wards: Map<string, Ward>;
  wardsOf: Map<string, Ward[]>;
  legacyProvinces: Map<string, LegacyProvince>;
  legacyDistricts: Map<string, LegacyDistrict>;
  legacyDistrictsOf: Map<string, LegacyDistrict[]>;
  legacyWards: Map<string, LegacyWard>;
  legacyWardsOf: Map<string, LegacyWard[]>;
  /** By code of a current ward: the legacy wards merged into it. */
  origins: Map<string, LegacyWard[]>;
};

let cachedUnits: Units | undefined;

export function units(): Units {
  cachedUnits ??= indexUnits(
    JSON.parse(gunzipSync(readFileSync(join(import.meta.dirname, "admin-units.json.gz"))).toString()),
  );
  return cachedUnits;
}

function indexUnits({ meta, current, legacy }: File): Units {
  const provinces = current.provinces.map(
    ([code, name, nameEn, kind, region, lat, lng, legacyCodes]): Province => ({
      code,
      name,
      name_en: nameEn,
      kind,
      region,
      legacy_codes: legacyCodes,
      centre: { lat, lng },
    }),
  );
  const wards = current.wards.map(
    ([code, province_code, name, nameEn, kind, lat, lng]): Ward => ({
      code,
      province_code,
      name,
      name_en: nameEn,
      kind,
      centre: { lat, lng },
    }),
  );
  const legacyProvinces = legacy.provinces.map(
    ([code, name, nameEn, kind, region, currentCode]): LegacyProvince => ({
      code,
      name,
      name_en: nameEn,
      kind,
      region,
      current_code: currentCode,
    }),
  );
  const islands = meta.island_districts_without_wards;
  const districts = legacy.districts.map(
    ([code, province_code, name, nameEn, kind]): LegacyDistrict => ({
      code,
      province_code,
      name,
      name_en: nameEn,
      kind,
      current_ward_code: islands[code],
    }),
  );
  const legacyWards = legacy.wards.map(
    ([code, district_code, name, kind, currentWardCodes]): LegacyWard => ({
      code,
      district_code,
      name,
      name_en: stripMarks(name),
      kind,
      current_ward_codes: currentWardCodes,
    }),
  );
  const origins = new Map<string, LegacyWard[]>();
  for (const ward of legacyWards) {
    for (const code of ward.current_ward_codes) origins.set(code, [...(origins.get(code) ?? []), ward]);
  }
  return {
    kinds: meta.types,
    provinces: byCode(provinces),
    wards: byCode(wards),
    wardsOf: Map.groupBy(wards, (ward) => ward.province_code),
    legacyProvinces: byCode(legacyProvinces),
    legacyDistricts: byCode(districts),
    legacyDistrictsOf: Map.groupBy(districts, (district) => district.province_code),
    legacyWards: byCode(legacyWards),
    legacyWardsOf: Map.groupBy(legacyWards, (ward) => ward.district_code),
    origins,
  };
}

function byCode<T extends Names>(list: readonly T[]): Map<string, T> {
  return new Map(list.map((each) => [each.code, each]));
}

/** "Phường Kim Liên", "Kim Lien Ward", "Kim Lien坊". A numbered ward keeps the Vietnamese order: "Ward 14". */
export function fullName(unit: Names, locale: Locale): string {
  const kind = units().kinds[unit.kind][locale];
  if (locale === "vi") return `${kind} ${unit.name}`;
  if (/^\d+$/.test(unit.name)) return locale === "en" ? `${kind} ${unit.name}` : `第${unit.name}${kind}`;
  return locale === "en" ? `${unit.name_en} ${titleCase(kind)}` : `${unit.name_en}${kind}`;
}

function titleCase(text: string): string {
  return text.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** The name without its kind, in the reader's script. */
export function shortName(unit: Names, locale: Locale): string {
  return locale === "vi" ? unit.name : unit.name_en;
}

/**
 * The legacy province and district that carriers use for a current ward: those of the legacy ward with its name, else with
 * its code, else of the first one merged into it; for an island without wards, its district. rules/fulfilment#carriers
 */
export function legacyPlaceOf(ward: Ward): { province: LegacyProvince; district: LegacyDistrict } | undefined {
  const { origins, legacyDistricts, legacyProvinces } = units();
  const candidates = origins.get(ward.code) ?? [];
  const chosen =
    candidates.find((each) => fold(each.name) === fold(ward.name)) ??
    candidates.find((each) => each.code === ward.code) ??
    candidates[0];
  const district = chosen
    ? legacyDistricts.get(chosen.district_code)
    : [...legacyDistricts.values()].find((each) => each.current_ward_code === ward.code);
  const province = district && legacyProvinces.get(district.province_code);
  return province && district ? { province, district } : undefined;
}
