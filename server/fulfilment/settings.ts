/** Settings of the places parcels leave from. */
import { z } from "zod";
import { define, type SettingValues, Words } from "../platform/settings.ts";

const Place = z.strictObject({
  city_code: z.string().regex(/^\d{2}$/),
  district_code: z.string().regex(/^(\d{3}|)$/),
  ward_code: z.string().regex(/^(\d{5}|)$/),
  street: z.string(),
  text: z.string(),
});

/** Where parcels leave from. Both address systems, because carriers count zones by the old provinces. */
const Warehouse = z.strictObject({
  code: z.string().regex(/^[A-Z]{2,10}$/),
  name: Words,
  region: z.enum(["north", "central", "south"]),
  address: Place,
  legacy_address: Place,
  phone: z.string(),
});
export type Warehouse = z.output<typeof Warehouse>;

export const fulfilmentSettings = {
  warehouses: define({
    schema: z.array(Warehouse),
    initial: [] as Warehouse[],
    public: false,
    about: "where goods leave from, one per region",
    office: { group: "delivery" },
  }),
};

declare module "../platform/settings.ts" {
  interface Settings extends SettingValues<typeof fulfilmentSettings> {}
}
