/**
 * Delivery on the wire: administrative units of both systems, addresses, delivery methods with their fees.
 * `address_system` says which table a code belongs to: codes are re-used with another meaning (rules/fulfilment#codes).
 * Spec §3 Shipping address, §7 Coupons, shipping, payment settings.
 */
import { z } from "zod";
import { call } from "../call.ts";
import { code, flagOr, isObject, locale, personName, phone, rowNumber, singleLine } from "../values/fields.ts";
import { addressTypes } from "./address-types.ts";

export const addressSystems = ["current", "legacy"] as const;
export type AddressSystem = (typeof addressSystems)[number];
export { addressTypes };
export const shippingClasses = ["parcel", "bulky", "install"] as const;
export type ShippingClass = (typeof shippingClasses)[number];

/** Why a carrier cannot take an order to a place; message keys of messages/<locale>/fulfilment/fulfilment.ts. */
export const unavailableReasons = ["class_not_served", "zone_not_served", "too_heavy"] as const;
export type UnavailableReason = (typeof unavailableReasons)[number];

const unitCode = (digits: number) => code(new RegExp(`^\\d{${digits}}$`), "unit_unknown");

/** A unit in a path, where something must stand even if there is none. */
export const unitOrDash = z.string().regex(/^[\w-]{0,8}$/, "unit_unknown");

/** What a form or an app sends. `district_code` is empty in the current system, `ward_code` in five legacy island districts. */
export const AddressInput = z.object({
  address_system: z.enum(addressSystems).default("current"),
  city_code: unitCode(2),
  district_code: z
    .string()
    .regex(/^(\d{3}|0|-|)$/, "unit_unknown")
    .default(""),
  ward_code: z
    .string()
    .regex(/^(\d{5}|)$/, "unit_unknown")
    .default(""),
  /** Which of the wards a divided legacy ward became; read only with a legacy address. */
  current_ward_code: z
    .string()
    .regex(/^(\d{5}|)$/, "unit_unknown")
    .default(""),
  street: singleLine(160, 1),
  type: z.enum(addressTypes).default("home"),
});
export type AddressInput = z.infer<typeof AddressInput>;

type Units = Pick<AddressInput, "address_system" | "district_code" | "ward_code">;

const missing = (field: string) => ({ path: [field], error: "required", when: isObject });

const hasDistrict = ({ address_system, district_code }: Units): boolean =>
  address_system !== "legacy" || district_code !== "";
/** Five legacy districts have no wards; whether it is one of them the server sees. */
const hasWard = ({ address_system, district_code, ward_code }: Units): boolean =>
  ward_code !== "" || (address_system === "legacy" && district_code !== "");

/** Refuses an address without its ward or legacy district. */
export function wholeAddress<T extends z.ZodType<Units>>(schema: T) {
  return schema.refine(hasDistrict, missing("district_code")).refine(hasWard, missing("ward_code"));
}

/**
 * An address as stored: the current units (so `address_system` is `current` and `district_code` empty), and the legacy
 * ones it was given in. `text` is one line in Vietnamese, never inverted: what a carrier reads.
 */
export const Address = z.object({
  address_system: z.enum(addressSystems),
  city_code: z.string(),
  district_code: z.string(),
  ward_code: z.string(),
  street: z.string(),
  type: z.enum(addressTypes),
  text: z.string(),
  /** The same place in the system of before July 2025, when it was given so. */
  legacy_address: z
    .object({ city_code: z.string(), district_code: z.string(), ward_code: z.string(), text: z.string() })
    .nullable(),
});
export type Address = z.infer<typeof Address>;

const lang = locale.optional();

/** An entry of an address book, with its receiver. */
export const SavedAddress = Address.extend({
  id: z.string(),
  /** What its owner calls it; may be empty. */
  label: z.string(),
  full_name: z.string(),
  phone: z.string(),
  /** Of one book exactly one. */
  is_default: z.boolean(),
  /** Given in the old system, and the converted place is not confirmed yet. */
  needs_confirmation: z.boolean(),
  /** Its ward is no more: it has to be chosen again before anything can be sent there. */
  is_outdated: z.boolean(),
});
export type SavedAddress = z.infer<typeof SavedAddress>;

/** A legacy address is stored at once where one ward came of it; `current_ward_code` says that its owner agrees. */
export const SavedAddressInput = AddressInput.extend({
  label: singleLine(40).default(""),
  full_name: personName,
  phone,
  is_default: flagOr(false),
  lang,
});
export type SavedAddressInput = z.infer<typeof SavedAddressInput>;

/** Names an address of the caller's book. */
export const addressId = z.string({ error: "required" }).max(40);

/** Where a cart or an order is delivered: an address given in full, or the `address_id` of one in the address book. */
export const AddressOrId = AddressInput.extend({
  address_id: addressId.optional(),
  city_code: AddressInput.shape.city_code.optional(),
  street: AddressInput.shape.street.optional(),
});
export type AddressOrId = z.infer<typeof AddressOrId>;

/** Where an address may be left out: requires its other fields where its province is named. */
export function optionalAddress<T extends z.ZodType<AddressOrId>>(schema: T) {
  const whereGiven = (isWhole: (given: AddressOrId) => boolean) => (given: AddressOrId) =>
    given.city_code === undefined || isWhole(given);
  return schema
    .refine(
      whereGiven(({ street }) => street !== undefined),
      missing("street"),
    )
    .refine(whereGiven(hasDistrict), missing("district_code"))
    .refine(whereGiven(hasWard), missing("ward_code"));
}

/** Requires the fields of an address where `address_id` is missing. */
export function eitherAddress<T extends z.ZodType<AddressOrId>>(schema: T) {
  const unlessNamed = (isGiven: (given: AddressOrId) => boolean) => (given: AddressOrId) =>
    given.address_id !== undefined || isGiven(given);
  return schema
    .refine(
      unlessNamed(({ city_code }) => city_code !== undefined),
      missing("city_code"),
    )
    .refine(
      unlessNamed(({ street }) => street !== undefined),
      missing("street"),
    )
    .refine(unlessNamed(hasDistrict), missing("district_code"))
    .refine(unlessNamed(hasWard), missing("ward_code"));
}

export const Unit = z.object({
  code: z.string(),
  name: z.string(),
  /** "Phường Kim Liên". */
  full_name: z.string(),
  /** Names a person may still type: merged provinces, folded spelling. */
  also: z.array(z.string()),
});
export type Unit = z.infer<typeof Unit>;

/** Where a delivery method is named: what its value is one of. */
export const QUOTE_CODE = "`code` of a quote that is `available`: `GET /v1/client/shipping-orders/all-ship-fee`";

/** A way to deliver this cart to this place. `fee` is what the shopper pays before free-delivery rules. */
export const ShippingQuote = z.object({
  code: z.string(),
  carrier: z.string(),
  name: z.string(),
  fee: z.int(),
  /** Taken off by the automatic free-delivery rule; 0 or positive. */
  fee_discount: z.int(),
  /** Days as dates in Asia/Ho_Chi_Minh, `YYYY-MM-DD`. */
  eta_from: z.string(),
  eta_to: z.string(),
  /** One per shipping class of the order; together their fees are `fee`. */
  shipments: z.array(
    z.object({
      shipping_class: z.enum(shippingClasses),
      /** Code of the carrier that brings it: the method's own, or the one that serves this class. */
      service: z.string(),
      name: z.string(),
      fee: z.int(),
      /** What a free-delivery rule takes off it; a delivery coupon replaces it where that is more. */
      fee_discount: z.int(),
      chargeable_grams: z.int(),
      eta_from: z.string(),
      eta_to: z.string(),
    }),
  ),
  inspection_allowed: z.boolean(),
  available: z.boolean(),
  /** When not available; fee and dates mean nothing then. */
  unavailable_reason: z.enum(unavailableReasons).nullable(),
  fastest: z.boolean(),
  cheapest: z.boolean(),
});
export type ShippingQuote = z.infer<typeof ShippingQuote>;

/** A place without its street: enough for fees and dates. `street` is asked for when the order is placed. */
export const PlaceInput = AddressInput.omit({ street: true, type: true });
export type PlaceInput = z.infer<typeof PlaceInput>;

const Place = z.object({
  city: unitCode(2),
  /** `0` or `-` where there is none, as there is none today. */
  district: unitOrDash,
  ward: unitOrDash,
  lang: locale.optional(),
});

export const Seller = z.object({
  code: z.string(),
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  kind: z.enum(["warehouse", "store", "agent", "hub"]),
});

export const fulfilment = {
  /** For the product page: the table's date and fee for one product to one ward. */
  productQuote: call("GET /v1/client/product-ship-fee/{product_id}", {
    summary: "Delivery date and fee of one product to one ward",
    who: "anyone",
    input: z.object({
      product_id: rowNumber,
      city_code: unitCode(2),
      ward_code: z.string().regex(/^\d{5}$/, "unit_unknown"),
      lang: locale.optional(),
    }),
    output: z.array(ShippingQuote),
    errors: ["not_found"],
    example: { input: { product_id: 1082, city_code: "01", ward_code: "00229" } },
  }),
  provinces: call("GET /v1/client/provinces", {
    summary: "Provinces of either administrative system",
    who: "anyone",
    input: z.object({ address_system: z.enum(addressSystems).default("current"), lang: locale.optional() }),
    output: z.array(Unit),
    example: { input: {} },
  }),
  districts: call("GET /v1/client/districts/{city_code}", {
    summary: "Districts of a legacy province",
    who: "anyone",
    input: z.object({ city_code: unitCode(2), lang: locale.optional() }),
    output: z.array(Unit),
    errors: ["not_found"],
    example: { input: { city_code: "01" } },
  }),
  wards: call("GET /v1/client/wards/{city_code}", {
    summary: "Wards of a province, or of a legacy district",
    who: "anyone",
    input: z.object({
      city_code: unitCode(2),
      district_code: z
        .string()
        .regex(/^(\d{3}|)$/)
        .default(""),
      address_system: z.enum(addressSystems).default("current"),
      lang: locale.optional(),
    }),
    output: z.array(Unit),
    errors: ["not_found"],
    example: { input: { city_code: "01" } },
  }),
  /** Old address → the wards it became; more than one where the ward was divided. */
  convertAddress: call("GET /v1/client/convert-address", {
    summary: "Current wards of a legacy ward",
    who: "anyone",
    input: z.object({
      city_code: unitCode(2),
      district_code: unitCode(3),
      ward_code: z
        .string()
        .regex(/^(\d{5}|)$/)
        .default(""),
      lang: locale.optional(),
    }),
    output: z.array(z.object({ city_code: z.string(), ward_code: z.string(), text: z.string() })),
    errors: ["not_found"],
    example: { input: { city_code: "01", district_code: "006", ward_code: "00229" } },
  }),
  seller: call("GET /v1/client/get-seller-by-location/{city}/{district}/{ward}", {
    summary: "Who sends goods to a place",
    who: "anyone",
    input: Place,
    output: Seller,
    errors: ["not_found"],
    example: { input: { city: "01", district: "0", ward: "00229" } },
  }),
  addresses: call("GET /v1/shipping_address", {
    summary: "The caller's address book, the default first",
    who: "customer",
    input: z.object({ lang }),
    output: z.array(SavedAddress),
    example: { input: {} },
  }),
  /** The same book under its second address. ASSUMED(0145) */
  accountAddresses: call("GET /account/address", {
    summary: "The caller's address book: the same as /v1/shipping_address",
    who: "customer",
    input: z.object({ lang }),
    output: z.array(SavedAddress),
    example: { input: {} },
  }),
  addAddress: call("POST /v1/shipping_address", {
    summary: "Keep an address; the first one becomes the default",
    who: "customer",
    input: wholeAddress(SavedAddressInput),
    output: SavedAddress,
    errors: ["above_maximum"],
    limit: { times: 60, seconds: 3600, per: "session" },
    example: {
      input: {
        full_name: "Tạ Mai Lan",
        phone: "0590000011",
        city_code: "01",
        ward_code: "00229",
        street: "18 phố Men Ngọc",
      },
    },
  }),
  editAddress: call("PUT /v1/client/shipping_address/{id}", {
    summary: "Write an address anew; with current_ward_code a legacy one is confirmed",
    who: "customer",
    input: wholeAddress(SavedAddressInput.extend({ id: addressId })),
    output: SavedAddress,
    errors: ["not_found"],
    example: {
      input: {
        id: "none",
        full_name: "Tạ Mai Lan",
        phone: "0590000011",
        city_code: "01",
        ward_code: "00229",
        street: "18 phố Men Ngọc",
      },
    },
  }),
  setDefaultAddress: call("PUT /v1/shipping_address/set_default/{id}", {
    summary: "Make an address the default; the one before is it no more",
    who: "customer",
    input: z.object({ id: addressId, lang }),
    output: z.array(SavedAddress),
    errors: ["not_found"],
    example: { input: { id: "none" } },
  }),
  removeAddress: call("DELETE /v1/shipping_address/{id}", {
    summary: "Take an address out; answers what it was, so that it can be put back",
    who: "customer",
    input: z.object({ id: addressId, lang }),
    output: SavedAddress,
    errors: ["not_found"],
    example: { input: { id: "none" } },
  }),
};
