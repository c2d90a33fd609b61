/**
 * Settings as the office's forms: what a form asks is read from the setting's own schema, so the two cannot differ; and
 * which changes need a second person. rules/platform#settings
 */
import { ShopError } from "contract/errors.ts";
import type { FormField, SettingForm, SettingRow } from "contract/platform/platform.ts";
import type { Figure } from "contract/staff/approvals.ts";
import { locales } from "contract/values/locale.ts";
import { sql } from "kysely";
import type { z } from "zod";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { secondPerson } from "../../kernel/second-person.ts";
import { noteSecurity } from "../../security/security-events.ts";
import { isSettingKey, type Looser, type SettingKey, setSetting, setting } from "../settings.ts";

/** Parts of zod's own description of a schema that are read here. */
type Def = {
  type: string;
  shape?: Readonly<Record<string, z.ZodType>>;
  element?: z.ZodType;
  options?: readonly z.ZodType[];
  values?: readonly unknown[];
  entries?: Readonly<Record<string, string>>;
  innerType?: z.ZodType;
  valueType?: z.ZodType;
};
type Bounds = {
  minValue?: number | null;
  maxValue?: number | null;
  minLength?: number | null;
  maxLength?: number | null;
};

/** Throws for a kind of schema that no form can show. */
export function formOf(schema: z.ZodType, name = ""): FormField {
  const def: Def = schema.def;
  const { minValue, maxValue, minLength, maxLength }: Bounds = schema as Bounds;
  const field = (kind: FormField["kind"], given: Partial<FormField> = {}): FormField => ({
    ...{ name, kind, required: true, minimum: null, maximum: null, options: [], fields: [] },
    ...given,
  });
  switch (def.type) {
    case "string":
      return field("text", { required: (minLength ?? 0) > 0, minimum: minLength ?? null, maximum: maxLength ?? null });
    case "number":
      return field("number", { minimum: minValue ?? null, maximum: maxValue ?? null });
    case "boolean":
      return field("flag");
    case "enum":
      return field("choice", { options: Object.values(def.entries ?? {}) });
    case "union": {
      // "Nothing, or one of these".
      const [nothing, inner] = def.options ?? [];
      if (!inner || (nothing?.def as Def | undefined)?.values?.[0] !== "") break;
      return { ...formOf(inner, name), required: false };
    }
    case "object": {
      const parts = Object.entries(def.shape ?? {}).map(([key, part]) => formOf(part, key));
      const isWords =
        parts.length === locales.length && parts.every((part) => locales.some((each) => each === part.name));
      return isWords && parts.every(({ kind }) => kind === "text") ? field("words") : field("group", { fields: parts });
    }
    case "array":
      if (!def.element) break;
      return field("list", { required: false, fields: [formOf(def.element)] });
    case "record":
      if (!def.valueType) break;
      return field("record", { required: false, fields: [formOf(def.valueType)] });
    case "default":
    case "prefault":
    case "optional":
    case "nullable":
      if (!def.innerType) break;
      return { ...formOf(def.innerType, name), required: false };
  }
  throw new Error(`no form for a schema of the kind "${def.type}" (${name})`);
}

type Stamp = { key: string; at: Date; version: string; by: string | null };

async function stamps(ctx: Ctx): Promise<Map<string, Stamp>> {
  const { rows } = await sql<Stamp>`
    select s.key, s.updated_at as at, (extract(epoch from s.updated_at) * 1000000)::bigint::text as version, a.full_name as by
    from kernel.settings s left join staff.accounts a on s.updated_by = 'staff:' || a.id`.execute(ctx.sql);
  return new Map(rows.map((row) => [row.key, row]));
}

function row(ctx: Ctx, key: SettingKey, known: Map<string, Stamp>): SettingRow | null {
  const { office, about, public: isPublic } = ctx.settings[key];
  if (!office) return null;
  return {
    ...{ key, group: office.group, about, public: isPublic },
    guarded: office.guarded ? "always" : office.looser ? "looser" : "no",
    updated_at: known.get(key)?.at.toISOString() ?? null,
    updated_by: known.get(key)?.by ?? null,
  };
}

export async function settingRows(ctx: Ctx): Promise<SettingRow[]> {
  const known = await stamps(ctx);
  const keys = Object.keys(ctx.settings).filter((key): key is SettingKey => isSettingKey(ctx.settings, key));
  return keys.flatMap((key) => row(ctx, key, known) ?? []);
}

/** Throws not_found, also for a setting that has no form. */
export async function settingForm(ctx: Ctx, key: string): Promise<SettingForm> {
  if (!isSettingKey(ctx.settings, key)) throw new ShopError("not_found");
  const known = await stamps(ctx);
  const found = row(ctx, key, known);
  if (!found) throw new ShopError("not_found");
  const { schema, initial } = ctx.settings[key];
  const { rows } = await sql<{ value: unknown }>`select value from kernel.settings where key = ${key}`.execute(ctx.sql);
  const read = schema.safeParse(rows[0]?.value);
  return {
    ...found,
    form: formOf(schema),
    value: read.success ? read.data : initial,
    initial,
    version: known.get(key)?.version ?? "0",
  };
}

type Saved = { key: string; value: unknown; version: string; reason?: string | undefined };

/**
 * Throws not_found, invalid, conflict where another value was saved meanwhile; of a guarded change step_up_required, and
 * where nobody has approved it SecondPersonNeeded.
 */
export async function saveSettingForm(ctx: Ctx, { key, value, version, reason }: Saved): Promise<SettingForm> {
  if (!isSettingKey(ctx.settings, key)) throw new ShopError("not_found");
  await inTransaction(ctx, async (tx) => {
    await lockSetting(tx, key);
    const before = await settingForm(tx, key);
    if (before.version !== version) throw new ShopError("conflict", { message_key: "staff_stale" });
    await setSetting(tx, key, value);
    const looser = ctx.settings[key].office?.looser;
    if (before.guarded === "always" || (looser !== undefined && isLooser(before.value, value, looser))) {
      if ((await tx.staff())?.proved_until == null) throw new ShopError("step_up_required");
      await secondPerson(tx, {
        kind: before.guarded === "always" ? "money_setting" : "limit",
        subject: `setting:${key}`,
        label: key,
        figures: [...changedFigures(before.value, value)],
        needs: "settings:write",
      });
    }
    await noteSecurity(tx, "setting_changed", { key, by: await tx.actor(), reason: reason ?? null });
  });
  return settingForm(ctx, key);
}

const lockSetting = (tx: Ctx, key: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`setting ${key}`}, 0))`.execute(tx.sql);

type Loosening = "up" | Readonly<Record<string, Looser>>;

/** Whether a number anywhere in it goes its looser way. What is no number there is refused by the schema. */
function isLooser(before: unknown, after: unknown, rule: Loosening, name = ""): boolean {
  if (typeof before === "number") {
    const way = rule === "up" ? rule : rule[name];
    if (typeof after !== "number" || after === before || way === undefined) return false;
    return way === "both" || (way === "up" ? after > before : after < before);
  }
  if (typeof before !== "object" || before === null || typeof after !== "object" || after === null) return false;
  const given = new Map(Object.entries(after));
  return Object.entries(before).some(([part, value]) => isLooser(value, given.get(part), rule, part));
}

/** Each value that differs, by its path. */
function* changedFigures(before: unknown, after: unknown, path = ""): Generator<Figure> {
  if (isRecord(before) && isRecord(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
      yield* changedFigures(before[name], after[name], path === "" ? name : `${path}.${name}`);
    return;
  }
  const [was, is] = [before, after].map((value) =>
    value === undefined || value === null ? null : typeof value === "string" ? value : JSON.stringify(value),
  );
  if (was !== is) yield { name: path, before: was ?? null, after: is ?? null };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

type Closed = {
  on: boolean;
  until?: string | undefined;
  message?: { vi: string; en: string; ja: string } | undefined;
  version?: string | undefined;
};

export async function viewMaintenance(ctx: Ctx) {
  const known = await stamps(ctx);
  return {
    ...(await setting(ctx, "maintenance")),
    by_environment: ctx.config.maintenance,
    version: known.get("maintenance")?.version ?? "0",
  };
}

/** What is not given stays. Throws conflict for a version that is not the present one. */
export async function setMaintenance(ctx: Ctx, { on, until, message, version }: Closed): Promise<{ on: boolean }> {
  await inTransaction(ctx, async (tx) => {
    await lockSetting(tx, "maintenance");
    const before = await viewMaintenance(tx);
    if (version !== undefined && version !== before.version)
      throw new ShopError("conflict", { message_key: "staff_stale" });
    await setSetting(tx, "maintenance", { on, until: until ?? before.until, message: message ?? before.message });
    await noteSecurity(tx, "maintenance_switched", { on, by: await tx.actor() });
  });
  return { on };
}
