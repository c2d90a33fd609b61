/**
 * Stores on the wire: the list by place, kind, service and words, the nearest ones, and who serves a place.
 * Spec §3 Store, §2 /diem-ban; rules/stores
 */
import { z } from "zod";
import { call, listOf } from "../call.ts";
import { addressSystems, unitOrDash } from "../fulfilment/fulfilment.ts";
import { flagOr, isObject, limit, locale, optionalDecimal, page, singleLine } from "../values/fields.ts";
import { storeServices, storeTypes } from "./store-types.ts";

export { storeServices, storeTypes };

/** [open, close) on the store's own clock; a `close` that is not after `open` is of the next day. */
const Hours = z.object({ open: z.string(), close: z.string() });

export const Store = z.object({
  id: z.int(),
  code: z.string(),
  slug: z.string(),
  type: z.enum(storeTypes),
  name: z.string(),
  address: z.string(),
  province_code: z.string(),
  province: z.string(),
  ward_code: z.string(),
  phone: z.string(),
  time_zone: z.string(),
  /** Monday is 1; a day may have several, one that is missing is closed. */
  hours: z.array(Hours.extend({ day: z.int() })),
  /** Days of the next 30 that have other hours than their weekday; without hours it is closed. */
  special_days: z.array(z.object({ from: z.iso.date(), to: z.iso.date(), hours: z.array(Hours), name: z.string() })),
  /** The day it is there now. */
  today: z.iso.date(),
  open_now: z.boolean(),
  /** When it opens next, with the offset of its clock: null while it is open, and when it stays closed for 30 days. */
  opens_at: z.iso.datetime({ offset: true }).nullable(),
  /** When it closes: null while it is closed, and when it does not close within 30 days. */
  closes_at: z.iso.datetime({ offset: true }).nullable(),
  services: z.array(z.string()),
  receive_at_store: z.boolean(),
  lat: z.number(),
  lng: z.number(),
  /** Where a map shows the way. */
  directions_url: z.url(),
  /** In a straight line, with one decimal; null where nothing was asked from. */
  distance_km: z.number().nullable(),
});
export type Store = z.infer<typeof Store>;

const city_code = z
  .string()
  .regex(/^\d{2}$/)
  .optional();
const ward_code = z
  .string()
  .regex(/^\d{5}$/)
  .optional();
const type = z.enum(storeTypes).optional();
const service = z.enum(storeServices).optional();

/** Where Việt Nam is, with its islands. */
const latitude = optionalDecimal(8, 24);
const longitude = optionalDecimal(102, 118);

const Nearest = z
  .object({
    lat: latitude,
    lng: longitude,
    address_system: z.enum(addressSystems).default("current"),
    ward_code,
    type,
    service,
    limit,
    lang: locale.optional(),
  })
  .refine(({ lat, ward_code }) => lat !== undefined || ward_code !== undefined, {
    path: ["ward_code"],
    error: "required",
    when: isObject,
  })
  .refine(({ lat, lng }) => (lat === undefined) === (lng === undefined), {
    path: ["lng"],
    error: "required",
    when: isObject,
  });

export const stores = {
  list: call("GET /v1/client/stores", {
    summary: "Stores by place, kind, service and words; of a ward, from the nearest on",
    who: "anyone",
    input: z.object({
      /** Code, name, street, ward, province, or the name of a former province. */
      q: singleLine(60).default(""),
      /** The earlier name of `q`. */
      search: singleLine(60).default(""),
      city_code,
      /** A current ward: all stores by their distance from its centre, wherever they are. */
      ward_code,
      type,
      service,
      /** Only those that are open now. */
      open: flagOr(false),
      page,
      limit,
      lang: locale.optional(),
    }),
    output: listOf(Store).extend({
      provinces: z.array(z.object({ code: z.string(), name: z.string(), count: z.int() })),
      /** What any store offers, in the order of cards. */
      services: z.array(z.enum(storeServices)),
      /** All stores, whatever was asked for. */
      all: z.object({ stores: z.int(), provinces: z.int() }),
      /** The ward that distances are from, and how many of the stores are in it. */
      ward: z.object({ name: z.string(), count: z.int() }).nullable(),
      /** Where nothing is in the province: the nearest store that fits otherwise, from the province's centre. */
      nearest: Store.nullable(),
      /** Until when this is true: a store opens or closes, or a day ends. */
      until: z.iso.datetime({ offset: true }),
    }),
    envelope: "bare",
    example: { input: { city_code: "01" } },
  }),
  nearest: call("POST /v1/client/stores/nearest", {
    summary: "Stores by their distance from a position or from the centre of a ward",
    who: "anyone",
    safe: true,
    details:
      "The position is neither stored nor logged. An old ward counts as the first ward it became. Outside of Việt Nam (latitude 8 to 24, longitude 102 to 118) it is refused.",
    input: Nearest,
    output: z.array(Store),
    example: { input: { lat: 21.012, lng: 105.834 } },
  }),
  receivers: call("GET /v1/client/list-user-receive-at-store", {
    summary: "Stores of a place where goods can be received",
    who: "anyone",
    input: z.object({
      city_code: z.string().regex(/^\d{2}$/),
      district_code: unitOrDash.default(""),
      ward_code: unitOrDash.default(""),
      lang: locale.optional(),
    }),
    output: z.array(Store),
    example: { input: { city_code: "01" } },
  }),
  distributor: call("GET /v1/client/get-distributor-by-location/{city}/{district}/{ward}", {
    summary: "The agent or store that serves a place",
    who: "anyone",
    input: z.object({
      city: z.string().regex(/^\d{2}$/),
      district: unitOrDash,
      ward: unitOrDash,
      lang: locale.optional(),
    }),
    output: Store,
    errors: ["not_found"],
    example: { input: { city: "01", district: "0", ward: "00229" } },
  }),
};
