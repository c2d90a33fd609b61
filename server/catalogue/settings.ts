/** Settings of search and of the import. */
import type { Locale } from "contract/values/locale.ts";
import { z } from "zod";
import { define, type SettingValues } from "../platform/settings.ts";

const list = z.array(z.string());

export const catalogueSettings = {
  popular_searches: define({
    schema: z.strictObject({ vi: list, en: list, ja: list }),
    initial: { vi: [], en: [], ja: [] } as Record<Locale, string[]>,
    public: true,
    about: "words offered in an empty search box",
    office: { group: "content" },
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
