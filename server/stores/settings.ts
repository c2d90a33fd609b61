/** Settings of stores. */
import { z } from "zod";
import { define, type SettingValues } from "../platform/settings.ts";

export const storesSettings = {
  stores: define({
    schema: z.strictObject({
      /** `{lat}` and `{lng}` stand for the store's place. */
      directions_url: z.url({ protocol: /^https$/ }).refine((url) => url.includes("{lat}") && url.includes("{lng}")),
    }),
    // rules/stores#directions
    initial: { directions_url: "https://www.google.com/maps/dir/?api=1&destination={lat},{lng}" },
    public: false,
    about: "where a map shows the way to a store",
    office: { group: "content" },
  }),
};

declare module "../platform/settings.ts" {
  interface Settings extends SettingValues<typeof storesSettings> {}
}
