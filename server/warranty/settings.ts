/** What the shop adds to a warranty by rank. */
import { z } from "zod";
import { define, type SettingValues } from "../platform/settings.ts";

const months = z.int().min(0).max(24);

export const warrantySettings = {
  rank_warranty_months: define({
    schema: z.strictObject({ member: months, silver: months, gold: months, diamond: months }),
    initial: { member: 0, silver: 0, gold: 3, diamond: 6 }, // ASSUMED(0387)
    public: true,
    office: { group: "accounts" },
    about: "months of warranty that a rank adds to the machines of an order, by the rank at placement",
  }),
};

declare module "../platform/settings.ts" {
  interface Settings extends SettingValues<typeof warrantySettings> {}
}
