/** The ranks of the membership, in figures. */
import { z } from "zod";
import { define, money, type SettingValues } from "../platform/settings.ts";

const rank = z.strictObject({ min_spend: money, earn_rate_bp: z.int().min(0).max(10_000) });

export const loyaltySettings = {
  membership_ranks: define({
    schema: z
      .strictObject({ member: rank, silver: rank, gold: rank, diamond: rank })
      .refine(
        ({ member, silver, gold, diamond }) =>
          member.min_spend === 0 &&
          silver.min_spend > 0 &&
          gold.min_spend > silver.min_spend &&
          diamond.min_spend > gold.min_spend,
      ),
    initial: {
      member: { min_spend: 0, earn_rate_bp: 100 },
      silver: { min_spend: 10_000_000, earn_rate_bp: 150 },
      gold: { min_spend: 30_000_000, earn_rate_bp: 200 },
      diamond: { min_spend: 80_000_000, earn_rate_bp: 300 },
    }, // ASSUMED(0371)
    public: true,
    office: { group: "accounts" },
    about: "what each rank asks for in đồng within 12 months, and the rate of points it earns",
  }),
};

declare module "../platform/settings.ts" {
  interface Settings extends SettingValues<typeof loyaltySettings> {}
}
