/**
 * What staff may set, typed: every key with its schema, its default, and whether the public may
 * read it. A key that is not listed here does not exist, whatever stands in kernel.settings. All settings are read in
 * one statement and cached in the process; a change reaches every process (`pages_changed`, tag `settings`).
 * Spec §7 settings/{key}; rules/content#legal-lines for what a Vietnamese shop must show.
 */
import { ShopError } from "contract/errors.ts";
import { type Locale, locales } from "contract/values/locale.ts";
import { sql } from "kysely";
import { z } from "zod";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { memo } from "./memo.ts";

/** A text in every language; an empty translation shows the Vietnamese one. */
export const Words = z.strictObject({ vi: z.string(), en: z.string().default(""), ja: z.string().default("") });
export type Words = z.output<typeof Words>;
const noWords: Words = { vi: "", en: "", ja: "" };

const link = z.union([z.literal(""), z.url({ protocol: /^https?$/ })]);
const day = z.union([z.literal(""), z.iso.date()]);
const list = z.array(z.string());
const money = z.int().min(0).max(1_000_000_000_000);

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

type Definition<S extends z.ZodType> = { schema: S; initial: z.output<S>; public: boolean; about: string };
const define = <S extends z.ZodType>(definition: Definition<S>): Definition<S> => definition;

export const settings = {
  shop: define({
    schema: z.strictObject({
      name: z.string().min(1).max(60),
      legal_name: Words,
      tagline: Words,
      company_code: z.string(),
      company_code_issued_on: day,
      company_code_issued_by: Words,
      responsible_person: z.string(),
      address: Words,
      phone: z.string(),
      email: z.union([z.literal(""), z.email()]),
    }),
    initial: {
      name: "Mutosi",
      legal_name: noWords,
      tagline: noWords,
      company_code: "",
      company_code_issued_on: "",
      company_code_issued_by: noWords,
      responsible_person: "",
      address: noWords,
      phone: "",
      email: "",
    },
    public: true,
    about: "brand and company, as the law wants them shown",
  }),
  hotline: define({
    schema: z.strictObject({ display: z.string(), tel: z.string().regex(/^\+?\d*$/), hours: Words }),
    initial: { display: "", tel: "", hours: noWords },
    public: true,
    about: "the number in header and footer; empty hides it",
  }),
  complaints: define({
    schema: z.strictObject({ phone: z.string(), email: z.union([z.literal(""), z.email()]) }),
    initial: { phone: "", email: "" },
    public: true,
    about: "where complaints are taken",
  }),
  maintenance: define({
    schema: z.strictObject({
      on: z.boolean(),
      until: z.union([z.literal(""), z.iso.datetime({ offset: true })]).default(""),
      message: Words.default(noWords),
    }),
    initial: { on: false, until: "", message: noWords },
    public: true,
    about: "on: true closes pages and calls; until and message are told to the visitor",
  }),
  limits: define({
    schema: z.strictObject({
      cod_max: money,
      payment_deadline_minutes: z.int().min(1).max(1440),
      transfer_deadline_hours: z.int().min(1).max(720),
      complete_after_days: z.int().min(1).max(90),
    }),
    initial: { cod_max: 20_000_000, payment_deadline_minutes: 15, transfer_deadline_hours: 24, complete_after_days: 7 }, // rules/payments#deadlines, rules/payments#cash-limit, rules/orders#completion
    public: true,
    about: "đồng payable in cash, how long a payment may take, when a delivered order is completed",
  }),
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
    about: "one-time codes: how many an hour in all and per block of numbers, đồng a day, what one costs by each way",
  }),
  checkout_otp: define({
    schema: z.strictObject({ on: z.boolean() }),
    initial: { on: false },
    public: true,
    about: "on: true asks guests to prove the phone of an order by a code before it is placed",
  }),
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
  }),
  bank_account: define({
    schema: z.strictObject({
      bank_code: z.string(),
      bin: z.string().regex(/^(\d{6}|)$/),
      bank_name: z.string(),
      account_number: z.string().regex(/^[0-9A-Z]{0,19}$/),
      account_holder: z.string(),
    }),
    initial: { bank_code: "", bin: "", bank_name: "", account_number: "", account_holder: "" },
    public: false,
    about: "receives bank transfers; empty takes the method away",
  }),
  warehouses: define({
    schema: z.array(Warehouse),
    initial: [] as Warehouse[],
    public: false,
    about: "where goods leave from, one per region",
  }),
  social: define({
    schema: z.record(z.string().regex(/^[a-z]{2,20}$/), link),
    initial: {} as Record<string, string>,
    public: true,
    about: "pages elsewhere, by name; an empty one is not shown",
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
  }),
  moit_notice: define({
    schema: z.strictObject({ badge: z.string(), url: link, label: Words }),
    initial: { badge: "", url: "", label: noWords },
    public: true,
    about: "the ministry's badge; shown only with its address",
  }),
  legal_lines: define({
    schema: z.array(Words),
    initial: [] as Words[],
    public: true,
    about: "last lines of every page; {company_name} and the like are filled in",
  }),
  popular_searches: define({
    schema: z.strictObject({ vi: list, en: list, ja: list }),
    initial: { vi: [], en: [], ja: [] } as Record<Locale, string[]>,
    public: true,
    about: "words offered in an empty search box",
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
  }),
  payment_logos: define({
    schema: list,
    initial: ["cod", "bank-transfer"],
    public: true,
    about: "tiles in the footer, names of the payment art",
  }),
} as const;

export type SettingKey = keyof typeof settings;
/** What `publicSetting` answers to. */
export const publicSettings: readonly string[] = [
  ...Object.entries(settings).flatMap(([key, each]) => (each.public ? [key] : [])),
  "default_store_token",
];
export type Setting<K extends SettingKey> = z.output<(typeof settings)[K]["schema"]>;

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settings, key);
}

const stored = memo("settings", async (ctx) => {
  const rows = await ctx.sql.selectFrom("kernel.settings").select(["key", "value"]).execute();
  const values = new Map<string, unknown>();
  for (const { key, value } of rows) {
    if (!isSettingKey(key)) continue;
    const read = settings[key].schema.safeParse(value);
    if (read.success) values.set(key, read.data);
    // Written by hand or by an older version: the shop goes on with what it knows to be right.
    else ctx.log.error({ event: "setting_unreadable", key, problem: z.prettifyError(read.error) }, "setting ignored");
  }
  return values;
});

/** The value in force. No statement when warm. */
export async function setting<K extends SettingKey>(ctx: Ctx, key: K): Promise<Setting<K>> {
  const values = await stored(ctx);
  return (values.has(key) ? values.get(key) : settings[key].initial) as Setting<K>;
}

/** Throws invalid, the field's name being the path of what is wrong. Every process knows within a second. */
export async function setSetting(ctx: Ctx, key: SettingKey, value: unknown): Promise<void> {
  const read = settings[key].schema.safeParse(value);
  if (!read.success) {
    const fields = Object.fromEntries(
      read.error.issues.map((issue) => [[key, ...issue.path].join("."), [{ key: "malformed_value" }]]),
    );
    throw new ShopError("invalid", { fields, cause: read.error });
  }
  await inTransaction(ctx, async (ctx) => {
    const row = { value: JSON.stringify(read.data), public: settings[key].public };
    await ctx.sql
      .insertInto("kernel.settings")
      .values({ key, ...row })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ ...row, updated_at: sql<Date>`now()` }))
      .execute();
    await ctx.announce(ctx, "pages_changed", { tags: ["settings"] });
  });
}

/** True while the shop is closed; the environment wins over the setting. */
export async function maintenance(ctx: Ctx): Promise<boolean> {
  return ctx.config.maintenance || (await setting(ctx, "maintenance")).on;
}

/**
 * A setting the world may read, in the caller's language. Throws not_found for a private one and for one that does not
 * exist alike. `default_store_token` is public too; it comes from the environment (rules/wire#visitors).
 */
export async function publicSetting(ctx: Ctx, key: string): Promise<z.core.util.JSONType> {
  if (!publicSettings.includes(key)) throw new ShopError("not_found");
  if (!isSettingKey(key)) return ctx.config.default_store_token;
  return inLanguage(await setting(ctx, key), ctx.locale) as z.core.util.JSONType;
}

/** The text of a language, the Vietnamese one where there is none. */
export function say(words: Words, locale: Locale): string {
  return words[locale] || words.vi;
}

/** The same value with every set of three texts replaced by the one of `locale`. */
export function inLanguage(value: unknown, locale: Locale): unknown {
  if (Array.isArray(value)) return value.map((each) => inLanguage(each, locale));
  if (typeof value !== "object" || value === null) return value;
  const keys = Object.keys(value);
  if (keys.length === locales.length && locales.every((each) => keys.includes(each))) {
    const texts = value as Record<Locale, unknown>;
    const own = texts[locale];
    return own === "" || (Array.isArray(own) && own.length === 0) ? texts.vi : own;
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inLanguage(part, locale)]));
}
