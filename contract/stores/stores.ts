/** Stores on the wire, as a list by province. Spec §3 Store, §2 /diem-ban; nearest-store search has its own issue. */
import { z } from "zod";
import { call, listOf } from "../call.ts";
import { unitOrDash } from "../fulfilment/fulfilment.ts";
import { limit, locale, page, singleLine } from "../values/fields.ts";
import { storeTypes } from "./store-types.ts";

export { storeTypes };

export const Store = z.object({
  id: z.int(),
  code: z.string(),
  slug: z.string(),
  type: z.enum(storeTypes),
  name: z.string(),
  address: z.string(),
  province_code: z.string(),
  province: z.string(),
  phone: z.string(),
  /** Monday is 1; a day that is missing is closed. Clock of Asia/Ho_Chi_Minh. */
  hours: z.array(z.object({ day: z.int(), open: z.string(), close: z.string() })),
  services: z.array(z.string()),
  receive_at_store: z.boolean(),
  lat: z.number(),
  lng: z.number(),
});
export type Store = z.infer<typeof Store>;

export const stores = {
  list: call("GET /v1/client/stores", {
    summary: "Stores by province and type, or found by name and street",
    who: "anyone",
    input: z.object({
      search: singleLine(60).default(""),
      city_code: z
        .string()
        .regex(/^\d{2}$/)
        .optional(),
      type: z.enum(storeTypes).optional(),
      page,
      limit,
      lang: locale.optional(),
    }),
    output: listOf(Store).extend({
      provinces: z.array(z.object({ code: z.string(), name: z.string(), count: z.int() })),
    }),
    envelope: "bare",
    example: { input: { city_code: "01" } },
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
