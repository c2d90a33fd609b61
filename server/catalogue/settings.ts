/** Settings of search, VAT and the import. */
import type { Locale } from "contract/values/locale.ts";
import { z } from "zod";
import { define, type SettingValues } from "../platform/settings.ts";

const list = z.array(z.string());

const datedRates = z
  .array(z.strictObject({ from: z.iso.date(), rate_bp: z.int().min(0).max(10_000).multipleOf(100) }))
  .min(1)
  .refine((rates) => rates.every(({ from }, at) => at === 0 || (rates[at - 1]?.from ?? "") < from));

export const catalogueSettings = {
  popular_searches: define({
    schema: z.strictObject({ vi: list, en: list, ja: list }),
    initial: { vi: [], en: [], ja: [] } as Record<Locale, string[]>,
    public: true,
    about: "words offered in an empty search box",
    office: { group: "content" },
  }),
  vat_rates: define({
    schema: z.strictObject({ reduced: datedRates, standard: datedRates }),
    // Law 13/2008/QH12; the reduction of Resolution 204/2025/QH15 ends with 2026. Days on the shop's clock.
    initial: {
      reduced: [
        { from: "2009-01-01", rate_bp: 1000 },
        { from: "2025-07-01", rate_bp: 800 },
        { from: "2027-01-01", rate_bp: 1000 },
      ],
      standard: [{ from: "2009-01-01", rate_bp: 1000 }],
    },
    public: false,
    about: "VAT of each class by the day it begins, oldest first; a new rate is one more line",
  }),
  import_pictures: define({
    schema: z.strictObject({
      fetch: z.boolean(),
      hosts: list,
      most_per_product: z.int().min(1).max(50),
      most_megabytes: z.int().min(1).max(50),
    }),
    initial: { fetch: false, hosts: [] as string[], most_per_product: 8, most_megabytes: 10 },
    public: false,
    about:
      "whether an import fetches the pictures a file names, from which hosts (none named: any public one), how much",
    office: { group: "content" },
  }),
};

declare module "../platform/settings.ts" {
  interface Settings extends SettingValues<typeof catalogueSettings> {}
}
