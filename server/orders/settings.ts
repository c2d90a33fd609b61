/** Settings of orders. */
import { z } from "zod";
import { define, type SettingValues } from "../platform/settings.ts";

export const ordersSettings = {
  unproven_orders: define({
    schema: z.strictObject({
      units_per_session: z.int().min(0).max(1_000_000),
      units_per_address: z.int().min(0).max(1_000_000),
      flash_buyers_per_address: z.int().min(0).max(1_000_000),
    }),
    initial: { units_per_session: 20, units_per_address: 100, flash_buyers_per_address: 5 }, // ASSUMED(0216)
    public: false,
    about:
      "units that waiting orders without a proved phone may hold, and customers' shares of a flash sale, before a code is asked for",
    office: { group: "orders" },
  }),
};

declare module "../platform/settings.ts" {
  interface Settings extends SettingValues<typeof ordersSettings> {}
}
