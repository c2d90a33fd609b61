/** Settings that pages show. */
import { z } from "zod";
import { define, money, noWords, type SettingValues, Words } from "../platform/settings.ts";

export const pagesSettings = {
  service_prices: define({
    schema: z.strictObject({
      rows: z.array(z.strictObject({ name: Words, price: money, parts_extra: z.boolean() })).max(100),
      note: Words,
    }),
    initial: { rows: [] as { name: Words; price: number; parts_extra: boolean }[], note: noWords },
    public: true,
    about: "what work at home costs, VAT included; an empty list hides the table of /chuyen-dien-gia-dung",
  }),
};

declare module "../platform/settings.ts" {
  interface Settings extends SettingValues<typeof pagesSettings> {}
}
