/**
 * An address while it is being chosen: which provinces, districts and wards fit what was chosen so far, and the current ward of a
 * legacy one. Computed by the server; shared by every form with a postal address.
 */
import type { Shop } from "contract/contract.ts";
import type { Address, AddressSystem, Unit } from "contract/fulfilment/fulfilment.ts";
import type { FieldOf } from "../forms/field-names.ts";
import { type FormInput, sent } from "../forms/forms.ts";

export type Place = {
  address_system: AddressSystem;
  city_code: string;
  district_code: string;
  ward_code: string;
  current_ward_code: string;
};

/** A place with the lists it is chosen from. */
export type PlaceDraft = {
  place: Place;
  provinces: Unit[];
  districts: Unit[];
  wards: Unit[];
  /** What a legacy ward became: one to confirm, several to choose from. */
  converted: { ward_code: string; text: string }[];
};

const ADDRESS_FIELDS = [
  "address_system",
  "city_code",
  "district_code",
  "ward_code",
  "current_ward_code",
  "street",
  "type",
] as const satisfies readonly FieldOf<"cart.setShippingAddress">[];

/** The fields of an address as the calls take them: beside their others. */
export function addressSent(input: FormInput) {
  return sent({ input }, ...ADDRESS_FIELDS);
}

export function isAddressField(name: string): boolean {
  return ADDRESS_FIELDS.some((field) => field === name);
}

/** What a form sent under `address.`. */
export function nestedAddress({ address }: FormInput): FormInput {
  return typeof address === "object" && !Array.isArray(address) ? address : {};
}

/** From the form's fields; units that do not fit the chosen system or province are dropped by the look-ups below. */
export function placeOf(values: FormInput): Place {
  const address = addressSent(nestedAddress(values));
  const text = (name: keyof typeof address) => (typeof address[name] === "string" ? address[name] : "");
  const wanted = values.switch_system;
  const address_system = (wanted ?? text("address_system")) === "legacy" ? "legacy" : "current";
  if (wanted) return { address_system, city_code: "", district_code: "", ward_code: "", current_ward_code: "" };
  return {
    address_system,
    city_code: text("city_code"),
    district_code: address_system === "legacy" ? text("district_code") : "",
    ward_code: text("ward_code"),
    current_ward_code: text("current_ward_code"),
  };
}

/** Enough is chosen for fees. */
export function isWholePlace({ address_system, ward_code, current_ward_code }: Place): boolean {
  return address_system === "current" ? ward_code !== "" : current_ward_code !== "";
}

/** The saved address as it was given. */
export function placeOfAddress(address: Pick<Address, "city_code" | "ward_code" | "legacy_address">): Place {
  const { legacy_address: legacy } = address;
  if (!legacy) return { ...NO_PLACE, city_code: address.city_code, ward_code: address.ward_code };
  return { address_system: "legacy", ...legacy, current_ward_code: address.ward_code };
}

export const NO_PLACE: Place = {
  address_system: "current",
  city_code: "",
  district_code: "",
  ward_code: "",
  current_ward_code: "",
};

export async function placeDraft(shop: Shop, place: Place): Promise<PlaceDraft> {
  const lists = await listsFor(shop, place);
  const fitting = fit(place, lists);
  const converted = await conversion(shop, fitting, lists.wards);
  const current_ward_code = converted.some(({ ward_code }) => ward_code === fitting.current_ward_code)
    ? fitting.current_ward_code
    : converted.length === 1
      ? (converted[0]?.ward_code ?? "")
      : "";
  return { place: { ...fitting, current_ward_code }, ...lists, converted };
}

type Lists = Pick<PlaceDraft, "provinces" | "districts" | "wards">;

async function listsFor(shop: Shop, { address_system, city_code, district_code }: Place): Promise<Lists> {
  const legacy = address_system === "legacy";
  const provinces = await shop.fulfilment.provinces({ address_system });
  if (!provinces.some(({ code }) => code === city_code)) return { provinces, districts: [], wards: [] };
  const districts = legacy ? await shop.fulfilment.districts({ city_code }) : [];
  if (legacy && !districts.some(({ code }) => code === district_code)) return { provinces, districts, wards: [] };
  return { provinces, districts, wards: await shop.fulfilment.wards({ address_system, city_code, district_code }) };
}

function fit(place: Place, { provinces, districts, wards }: Lists): Place {
  const known = (units: Unit[], code: string) => (units.some((unit) => unit.code === code) ? code : "");
  return {
    ...place,
    city_code: known(provinces, place.city_code),
    district_code: known(districts, place.district_code),
    ward_code: known(wards, place.ward_code),
  };
}

async function conversion(shop: Shop, place: Place, wards: Unit[]): Promise<PlaceDraft["converted"]> {
  const { address_system, city_code, district_code, ward_code } = place;
  const chosen = ward_code !== "" || (district_code !== "" && wards.length === 0);
  if (address_system === "current" || !chosen) return [];
  return shop.fulfilment.convertAddress({ city_code, district_code, ward_code });
}
