/**
 * What staff may set, typed: every key with its schema, its default, and whether the public may read it. A domain's
 * `settings.ts` defines its own and adds their types to `Settings`; server/settings.ts joins them, and they arrive in
 * `ctx.settings`. A key without a definition is ignored, even if kernel.settings has a row of it. All settings are read in one
 * statement and cached in the process; a change reaches every process (`pages_changed`, tag `settings`).
 * Spec §7 settings/{key}; rules/content#legal-lines for what a Vietnamese shop must show.
 */
import { ShopError } from "contract/errors.ts";
import type { SettingGroup } from "contract/platform/platform.ts";
import { type Locale, locales } from "contract/values/locale.ts";
import { sql } from "kysely";
import { z } from "zod";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { memo } from "./memo.ts";

/** A text in every language; an empty translation shows the Vietnamese one. */
export const Words = z.strictObject({ vi: z.string(), en: z.string().default(""), ja: z.string().default("") });
export type Words = z.output<typeof Words>;
export const noWords: Words = { vi: "", en: "", ja: "" };
/** Đồng, as a setting may state them. */
export const money = z.int().min(0).max(1_000_000_000_000);

type Definition<V> = {
  schema: z.ZodType<V>;
  /** The default. */
  initial: V;
  public: boolean;
  /** One line for `npm run settings -- list`. */
  about: string;
  /** Its place among the office's forms; one without has none there. */
  office?: OfficeForm;
};

export type Looser = "up" | "down" | "both";
/**
 * `guarded`: a change needs a second person. `looser`: it does where a number of the setting goes up, or a named one in its
 * own direction; `both` for one whose every change does.
 */
type OfficeForm = { group: SettingGroup; guarded?: true; looser?: "up" | Readonly<Record<string, Looser>> };

/** One setting; its type is its schema's. */
export function define<S extends z.ZodType>(
  definition: Definition<z.output<S>> & { schema: S },
): Definition<z.output<S>> {
  return definition;
}

const day = z.union([z.literal(""), z.iso.date()]);

export const platformSettings = {
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
    office: { group: "shop" },
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
};

/** The values a list of definitions allows. */
export type SettingValues<T extends Readonly<Record<string, { initial: unknown }>>> = {
  [K in keyof T]: T[K]["initial"];
};
/** Setting → its value. Every domain's settings.ts adds its own here. */
export interface Settings {
  shop: SettingValues<typeof platformSettings>["shop"];
  maintenance: SettingValues<typeof platformSettings>["maintenance"];
}
export type SettingKey = keyof Settings;
export type Setting<K extends SettingKey> = Settings[K];
/** What server/settings.ts joins: all of them. */
export type SettingList = { readonly [K in SettingKey]: Definition<Settings[K]> };

export function isSettingKey(settings: SettingList, key: string): key is SettingKey {
  return Object.hasOwn(settings, key);
}

/** What `publicSetting` answers to. */
export function publicSettings(settings: SettingList): readonly string[] {
  const keys = Object.entries(settings).flatMap(([key, each]) => (each.public ? [key] : []));
  return [...keys, "default_store_token"];
}

const stored = memo("settings", async (ctx) => {
  const rows = await ctx.sql.selectFrom("kernel.settings").select(["key", "value"]).execute();
  const values = new Map<string, unknown>();
  for (const { key, value } of rows) {
    if (!isSettingKey(ctx.settings, key)) continue;
    const read = ctx.settings[key].schema.safeParse(value);
    if (read.success) values.set(key, read.data);
    // Written by hand or by an older version: the shop goes on with what it knows to be right.
    else ctx.log.error({ event: "setting_unreadable", key, problem: z.prettifyError(read.error) }, "setting ignored");
  }
  return values;
});

/** The value in force. No statement when warm. */
export async function setting<K extends SettingKey>(ctx: Ctx, key: K): Promise<Setting<K>> {
  const values = await stored(ctx);
  return (values.has(key) ? values.get(key) : ctx.settings[key].initial) as Setting<K>;
}

/** Throws invalid, the field's name being the path of what is wrong. Every process knows within a second. */
export async function setSetting(ctx: Ctx, key: SettingKey, value: unknown): Promise<void> {
  const read = ctx.settings[key].schema.safeParse(value);
  if (!read.success) {
    const fields = Object.fromEntries(
      read.error.issues.map((issue) => [[key, ...issue.path].join("."), [{ key: "malformed_value" }]]),
    );
    throw new ShopError("invalid", { fields, cause: read.error });
  }
  await inTransaction(ctx, async (ctx) => {
    const row = {
      value: JSON.stringify(read.data),
      public: ctx.settings[key].public,
      updated_by: await ctx.actor(),
    };
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
 * A public setting in the caller's language. Throws not_found for a private one as for one that does not exist. `default_store_token` is public too; it comes from the environment (rules/wire#visitors).
 */
export async function publicSetting(ctx: Ctx, key: string): Promise<z.core.util.JSONType> {
  if (!publicSettings(ctx.settings).includes(key)) throw new ShopError("not_found");
  if (!isSettingKey(ctx.settings, key)) return ctx.config.default_store_token;
  return inLanguage(await setting(ctx, key), ctx.locale) as z.core.util.JSONType;
}

/** The text of a language, the Vietnamese one where there is none. */
export function say(words: Words, locale: Locale): string {
  return words[locale] || words.vi;
}

/** A title with the language it is in. */
export function sayTitle(title: Words, locale: Locale): { title: string; lang: Locale } {
  return title[locale] ? { title: title[locale], lang: locale } : { title: title.vi, lang: "vi" };
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
