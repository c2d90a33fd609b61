/**
 * The audit log as staff read it: entries newest first, by who, what, record and day, paged by the last entry's number;
 * and the history of one record for who may read that record. Values of a person are never in a list: revealing them
 * takes a reason and is itself an entry. rules/staff#audit
 */
import { ShopError } from "contract/errors.ts";
import type { AuditEntry, RecordKind } from "contract/staff/audit.ts";
import type { Permission } from "contract/staff/permissions.ts";
import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import { noteAudit } from "./entries.ts";

const PAGE = 50;
const DAY_MS = 86_400_000;
/** Việt Nam has no summer time. */
const OFFSET = "+07:00";

type Values = Readonly<Record<string, unknown>> | null;
type Row = Omit<AuditEntry, "id" | "at" | "by" | "changes" | "record" | "erased"> & {
  id: number;
  at: Date;
  actor: string;
  by_name: string | null;
  about: string | null;
  label: string | null;
  before: Values;
  after: Values;
  personal_fields: string[];
  is_encrypted: boolean;
  is_readable: boolean;
};

async function read(
  ctx: Ctx,
  which: RawBuilder<unknown>,
  limit: number,
): Promise<{ entries: AuditEntry[]; next: number | null }> {
  const { rows } = await sql<Row>`
    select e.id, e.at, e.actor, by_.full_name as by_name, e.roles, e.call, e.event, e.source, e.about, e.before, e.after,
      e.personal_fields, e.encrypted is not null as is_encrypted, e.reason, e.approval, e.request_id, e.network, e.device,
      e.encrypted is not null and exists (select from audit.person_keys k where k.subject = e.subject and k.key is not null)
        as is_readable,
      case split_part(e.about, ':', 1)
        when 'staff' then (select a.full_name from staff.accounts a where a.id = nullif(split_part(e.about, ':', 2), '')::bigint)
        when 'order' then (select o.code from orders.orders o where o.id = nullif(split_part(e.about, ':', 2), '')::bigint)
        when 'customer' then (select c.code from identity.customers c where c.id = nullif(split_part(e.about, ':', 2), '')::bigint)
        when 'role' then (select case when ${ctx.locale === "vi"} then r.name_vi else r.name_en end from staff.roles r
          where r.code = split_part(e.about, ':', 2))
      end as label
    from audit.entries e left join staff.accounts by_ on e.actor = 'staff:' || by_.id
    where ${which} order by e.id desc limit ${limit + 1}`.execute(ctx.sql);
  const shown = rows.slice(0, limit);
  return { entries: shown.map(entryOf), next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

function entryOf(row: Row): AuditEntry {
  const { id, roles, call, event, source, reason, approval, request_id, network, device } = row;
  const [kind = "", key = ""] = row.about?.split(/:(.*)/, 2) ?? [];
  const names = [...new Set([...Object.keys(row.before ?? {}), ...Object.keys(row.after ?? {})])];
  const changes = names.map((field) => ({
    field,
    before: textOf(row.before?.[field]),
    after: textOf(row.after?.[field]),
    is_personal: false,
  }));
  const personal = row.personal_fields.map((field) => ({ field, before: null, after: null, is_personal: true }));
  return {
    id,
    at: row.at.toISOString(),
    by: { kind: row.actor.split(":")[0] ?? "", name: row.by_name },
    ...{ roles, call, event, source, reason, approval, request_id, network, device },
    record: row.about === null ? null : { kind, key, label: row.label ?? key },
    changes: [...changes, ...personal],
    erased: (row.personal_fields.length > 0 || row.is_encrypted) && !row.is_readable,
  };
}

const LONGEST = 500;

/** A value as it is compared by a reader. Null: there was none. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

type LogFilter = {
  who?: number | undefined;
  what?: string | undefined;
  record?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  before?: number | undefined;
};

/** A day is one of Việt Nam; `to` is included. */
export async function auditLog(ctx: Ctx, { who, what, record, from, to, before }: LogFilter) {
  const end = to === undefined ? null : new Date(new Date(`${to}T00:00:00${OFFSET}`).getTime() + DAY_MS);
  const conditions = [
    ...(who === undefined ? [] : [sql`e.actor = ${`staff:${who}`}`]),
    ...(what === undefined ? [] : [sql`(e.call = ${what} or e.event = ${what})`]),
    ...(record === undefined ? [] : [sql`e.about = ${await recordKey(ctx, record)}`]),
    ...(from === undefined ? [] : [sql`e.at >= ${new Date(`${from}T00:00:00${OFFSET}`)}`]),
    ...(end === null ? [] : [sql`e.at < ${end}`]),
    ...(before === undefined ? [] : [sql`e.id < ${before}`]),
  ];
  const which = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
  const found = await read(ctx, which, PAGE);
  const people = await ctx.sql.selectFrom("staff.accounts").select(["id", "full_name"]).orderBy("full_name").execute();
  return { ...found, people };
}

/** "order:7KQ…" as a person types it, "order:17" as the log has it. Anything else is taken as it is. */
async function recordKey(ctx: Ctx, record: string): Promise<string> {
  const [kind = "", key = ""] = record.split(/:(.*)/, 2);
  if (kind === "order") {
    const found = await ctx.sql
      .selectFrom("orders.orders")
      .select("id")
      .where("code", "=", key.toUpperCase())
      .executeTakeFirst();
    return `order:${found?.id ?? key}`;
  }
  if (kind === "customer") {
    const found = await ctx.sql
      .selectFrom("identity.customers")
      .select("id")
      .where("code", "=", key)
      .executeTakeFirst();
    return `customer:${found?.id ?? key}`;
  }
  return record;
}

/** Whose history may be read by whom: who may read the record. */
const readers: Readonly<Record<RecordKind, Permission>> = {
  staff: "staff:manage",
  role: "roles:manage",
  setting: "settings:write",
  order: "orders:read",
  customer: "customers:read",
  product: "catalogue:read",
};

/** Throws not_found, also for a record the caller may not read. */
export async function recordHistory(ctx: Ctx, asked: { kind: RecordKind; key: string; before?: number | undefined }) {
  const may = (await ctx.staff())?.permissions ?? [];
  if (!may.includes(readers[asked.kind]) && !may.includes("audit:read")) throw new ShopError("not_found");
  const about = await recordKey(ctx, `${asked.kind}:${asked.key}`);
  const older = asked.before === undefined ? sql`true` : sql`e.id < ${asked.before}`;
  return read(ctx, sql`e.about = ${about} and ${older}`, PAGE);
}

type Decrypted = { before?: Record<string, unknown>; after?: Record<string, unknown>; reason?: string };

/**
 * The values of a person in one entry, and the reason where it was encrypted with them. Throws not_found, also once the person
 * was erased, and for who does not read the log or reveals customers of their own orders alone.
 */
export async function revealEntry(ctx: Ctx, { id, reason }: { id: number; reason: string }) {
  const staff = await ctx.staff();
  const reveals = staff?.grants.some(({ name, only }) => name === "customers:reveal" && only === null);
  if (!reveals || !staff?.permissions.includes("audit:read")) throw new ShopError("not_found");
  const { rows } = await sql<{ subject: string; about: string | null; fields: string[]; given: Decrypted | null }>`
    select e.subject, e.about, e.personal_fields as fields, audit.decrypted(e.subject, e.encrypted) as given
    from audit.entries e where e.id = ${id} and e.encrypted is not null`.execute(ctx.sql);
  const found = rows[0];
  if (!found?.given) throw new ShopError("not_found");
  await noteAudit(ctx, "revealed", {
    about: found.about ?? found.subject,
    after: { entry: id, fields: found.fields },
    reason,
    subject: found.subject,
  });
  const { before = {}, after = {}, reason: said = null } = found.given;
  return {
    id,
    reason: said,
    changes: found.fields.map((field) => ({
      field,
      before: textOf(before[field]),
      after: textOf(after[field]),
      is_personal: true,
    })),
  };
}
