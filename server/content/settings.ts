/** Settings of the texts around every page. */
import { z } from "zod";
import { define, noWords, type SettingValues, Words } from "../platform/settings.ts";

const link = z.union([z.literal(""), z.url({ protocol: /^https?$/ })]);

export const contentSettings = {
  hotline: define({
    schema: z.strictObject({ display: z.string(), tel: z.string().regex(/^\+?\d*$/), hours: Words }),
    initial: { display: "", tel: "", hours: noWords },
    public: true,
    about: "the number in header and footer; empty hides it",
    office: { group: "shop" },
  }),
  complaints: define({
    schema: z.strictObject({ phone: z.string(), email: z.union([z.literal(""), z.email()]) }),
    initial: { phone: "", email: "" },
    public: true,
    about: "where complaints are taken",
    office: { group: "shop" },
  }),
  public_holidays: define({
    schema: z.array(z.iso.date()).max(100),
    initial: [] as string[],
    public: true,
    about:
      "days that are no working days beside Saturday and Sunday, renewed every year; answers are due in working days",
    office: { group: "shop" },
  }),
  social: define({
    schema: z.record(z.string().regex(/^[a-z]{2,20}$/), link),
    initial: {} as Record<string, string>,
    public: true,
    about: "pages elsewhere, by name; an empty one is not shown",
    office: { group: "shop" },
  }),
  app_download: define({
    schema: z.strictObject({
      title: Words,
      text: Words,
      button: Words,
      qr_alt: Words,
      steps: z.array(Words),
      links: z.strictObject({ web: link, app_store: link, google_play: link }),
    }),
    initial: {
      title: noWords,
      text: noWords,
      button: noWords,
      qr_alt: noWords,
      steps: [] as Words[],
      links: { web: "", app_store: "", google_play: "" },
    },
    public: true,
    about: "the block that offers the shop as an app; an empty title hides it, an empty web link is the shop itself",
    office: { group: "content" },
  }),
  moit_notice: define({
    schema: z.strictObject({ badge: z.string(), url: link, label: Words }),
    initial: { badge: "", url: "", label: noWords },
    public: true,
    about: "the ministry's badge; shown only with its address",
    office: { group: "shop" },
  }),
  legal_lines: define({
    schema: z.array(Words),
    initial: [] as Words[],
    public: true,
    about: "last lines of every page; {company_name} and the like are filled in",
    office: { group: "shop" },
  }),
  payment_logos: define({
    schema: z.array(z.string()),
    initial: [] as string[],
    public: true,
    about: "tiles in the footer, names of the payment art; none: those of the payment methods that are on",
    office: { group: "content" },
  }),
};

declare module "../platform/settings.ts" {
  interface Settings extends SettingValues<typeof contentSettings> {}
}
