/**
 * Resolves the input of a form or an app to a stored postal address: in the current administrative units, with the legacy
 * ones beside it when it was given in those. Every error names its field. The address text is in Vietnamese, because a
 * carrier reads it. Spec §3 Shipping address; rules/fulfilment#conversion
 */
import { ShopError } from "contract/errors.ts";
import type { Address, AddressInput, PlaceInput } from "contract/fulfilment/fulfilment.ts";
import type { Locale } from "contract/values/locale.ts";
import type { Ctx } from "../kernel/context.ts";
import type { DeliveryArea, Region } from "./fees.ts";
import {
  fullName,
  type LegacyDistrict,
  type LegacyProvince,
  type LegacyWard,
  legacyPlaceOf,
  units,
  type Ward,
} from "./units.ts";

type LegacyInput = Pick<PlaceInput, "city_code" | "district_code" | "ward_code">;
type LegacyPlace = { province: LegacyProvince; district: LegacyDistrict; ward: LegacyWard | undefined };

/**
 * Throws invalid at `city_code`, `district_code`, `ward_code` or `current_ward_code`; a divided legacy ward is
 * `ward_divided` at `ward_code` until `current_ward_code` says which part it is (`convertAddress` lists them).
 */
export function resolveAddress(ctx: Pick<Ctx, "locale">, input: AddressInput): Address {
  const { ward, legacy } = resolvePlace(ctx, input);
  return {
    address_system: "current",
    city_code: ward.province_code,
    district_code: "",
    ward_code: ward.code,
    street: input.street,
    type: input.type,
    text: `${input.street}, ${placeText(ward, "vi")}`,
    legacy_address: legacy
      ? {
          city_code: legacy.province.code,
          district_code: legacy.district.code,
          ward_code: legacy.ward?.code ?? "",
          text: legacyText(input.street, legacy),
        }
      : null,
  };
}

/** The part of an address that the delivery fee depends on. */
export type Destination = { ward_code: string; legacy_address: { city_code: string } | null };

/** As `resolveAddress`, without a street: enough for a quote. `city_code` is of today's system, as conditions of codes ask for. */
export function resolveDestination(ctx: Pick<Ctx, "locale">, input: PlaceInput): Destination & { city_code: string } {
  const { ward, legacy } = resolvePlace(ctx, input);
  return {
    city_code: ward.province_code,
    ward_code: ward.code,
    legacy_address: legacy ? { city_code: legacy.province.code } : null,
  };
}

function resolvePlace(ctx: Pick<Ctx, "locale">, input: PlaceInput): { ward: Ward; legacy: LegacyPlace | undefined } {
  if (input.address_system === "current") {
    return { ward: currentWard(input.city_code, input.ward_code), legacy: undefined };
  }
  const legacy = legacyPlace(input);
  return { ward: successor(legacy, input.current_ward_code, ctx.locale), legacy };
}

/** The current wards that succeeded a legacy ward, one or more. Throws invalid as `resolveAddress` does. */
export function successors(input: LegacyInput): Ward[] {
  const { district, ward } = legacyPlace(input);
  const codes = ward ? ward.current_ward_codes : [district.current_ward_code ?? ""];
  return codes.flatMap((code) => units().wards.get(code) ?? []);
}

/** The current ward of these codes. Throws invalid unless the ward is in the province. */
export function currentWard(city_code: string, ward_code: string): Ward {
  if (!units().provinces.has(city_code)) throw invalidField("city_code", "unit_unknown");
  if (ward_code === "") throw invalidField("ward_code", "required");
  const ward = units().wards.get(ward_code);
  if (ward?.province_code !== city_code) throw invalidField("ward_code", "unit_unknown");
  return ward;
}

function legacyPlace({ city_code, district_code, ward_code }: LegacyInput): LegacyPlace {
  const { legacyProvinces, legacyDistricts, legacyWards } = units();
  const province = legacyProvinces.get(city_code);
  if (!province) throw invalidField("city_code", "unit_unknown");
  const isEmpty = district_code === "" || district_code === "0" || district_code === "-";
  if (isEmpty) throw invalidField("district_code", "required");
  const district = legacyDistricts.get(district_code);
  if (district?.province_code !== city_code) throw invalidField("district_code", "unit_unknown");
  if (ward_code === "" && district.current_ward_code) return { province, district, ward: undefined };
  if (ward_code === "") throw invalidField("ward_code", "required");
  const ward = legacyWards.get(ward_code);
  if (ward?.district_code !== district_code) throw invalidField("ward_code", "unit_unknown");
  return { province, district, ward };
}

function successor({ province, district, ward }: LegacyPlace, chosen: string, locale: Locale): Ward {
  const parts = successors({
    city_code: province.code,
    district_code: district.code,
    ward_code: ward?.code ?? "",
  });
  const [only, second] = parts;
  if (chosen !== "") {
    const part = parts.find((each) => each.code === chosen);
    if (!part) throw invalidField("current_ward_code", "unit_unknown");
    return part;
  }
  if (only && !second) return only;
  throw invalidField("ward_code", "ward_divided", { wards: parts.map((part) => fullName(part, locale)).join(", ") });
}

/** "Phường Kim Liên, Thành phố Hà Nội"; in English "Kim Lien Ward, Hanoi City". */
export function placeText(ward: Ward, locale: Locale): string {
  const province = units().provinces.get(ward.province_code);
  const names = [fullName(ward, locale), province ? fullName(province, locale) : ""];
  return locale === "ja" ? names.reverse().join(" ") : names.join(", ");
}

function legacyText(street: string, { province, district, ward }: LegacyPlace): string {
  const parts = [ward, district, province].flatMap((unit) => (unit ? [fullName(unit, "vi")] : []));
  return [street, ...parts].join(", ");
}

/**
 * A place as the rate table describes it. Throws shipping_unavailable for a stored address whose ward a later decree has
 * dissolved: the shopper must choose again.
 */
export function deliveryAreaOf(place: Destination): DeliveryArea {
  const ward = units().wards.get(place.ward_code);
  const province = ward && units().provinces.get(ward.province_code);
  if (!province) throw new ShopError("shipping_unavailable");
  return {
    region: province.region,
    legacy_province: place.legacy_address?.city_code ?? legacyPlaceOf(ward)?.province.code ?? province.code,
    kind: ward.kind === "P" ? "ward" : ward.kind === "DK" ? "island" : "commune",
  };
}

/**
 * The region of a place given by path segments: read in the legacy system when the district is one of that province, else in
 * the current system, which ignores the district. A missing ward is `0` or `-`. Throws not_found.
 * rules/fulfilment#address-fields
 */
export function regionOf({ city, district, ward }: { city: string; district: string; ward: string }): Region {
  const { provinces, wards, legacyProvinces, legacyDistricts, legacyWards } = units();
  const anywhere = ward === "0" || ward === "-";
  const isLegacy = legacyDistricts.get(district)?.province_code === city;
  const isLegacyWard = anywhere || legacyWards.get(ward)?.district_code === district;
  const isWard = anywhere || wards.get(ward)?.province_code === city;
  const legacy = isLegacy && isLegacyWard ? legacyProvinces.get(city) : undefined;
  const province = legacy ?? (isWard ? provinces.get(city) : undefined);
  if (!province) throw new ShopError("not_found");
  return province.region;
}

function invalidField(field: string, key: string, params?: Record<string, string>): ShopError {
  return new ShopError("invalid", { fields: { [field]: [params ? { key, params } : { key }] } });
}
