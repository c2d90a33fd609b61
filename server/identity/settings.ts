/** Settings of one-time codes. */
import { z } from "zod";
import { define, money, type SettingValues } from "../platform/settings.ts";

export const identitySettings = {
  codes: define({
    schema: z.strictObject({
      per_hour: z.int().min(1),
      per_prefix_and_hour: z.int().min(1),
      daily_budget: money,
      sms_cost: money,
      zns_cost: money,
      voice_cost: money,
    }),
    initial: {
      per_hour: 1_000,
      per_prefix_and_hour: 300,
      daily_budget: 2_000_000,
      sms_cost: 800,
      zns_cost: 300,
      voice_cost: 1_000,
    }, // ASSUMED(0133)
    public: false,
    about:
      "one-time codes: how many an hour in all and per prefix of phone numbers, đồng a day, what one costs per channel",
    office: { group: "accounts" },
  }),
  checkout_otp: define({
    schema: z.strictObject({ on: z.boolean() }),
    initial: { on: false },
    public: true,
    about: "on: true asks guests to prove the phone of an order by a code before it is placed",
    office: { group: "accounts" },
  }),
};

declare module "../platform/settings.ts" {
  interface Settings extends SettingValues<typeof identitySettings> {}
}
