/**
 * Views of a list: filters, order, columns and density under a name. A view is its owner's, or shared with a role; to who
 * has neither it is not there. What it may hold is judged by the desk's description and the rights of who saves it.
 * rules/office#views
 */
import type { Density } from "contract/desks/desk.ts";
import { deskFilters } from "contract/desks/desk-call.ts";
import type { DeskView } from "contract/desks/views.ts";
import { ShopError } from "contract/errors.ts";
import { type RawBuilder, sql } from "kysely";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { type DeskCaller, holds } from "../platform/list/desk-caller.ts";
import { askedDesk } from "./sources.ts";

type Row = Omit<DeskView, "role" | "can_change"> & {
  desk: string;
  owner: number;
  role: string | null;
  role_vi: string | null;
  role_en: string | null;
};
type StoredView = {
  name: string;
  role?: string | undefined;
  query: Readonly<Record<string, string>>;
  columns?: readonly string[] | null | undefined;
  density: Density;
};

/** So many views of one list for one person, so that a list of them stays one. */
const MOST = 50;

const managesRoles = (caller: DeskCaller) => holds(caller, "roles:manage");
/** Views this person may read. */
const readable = (caller: DeskCaller): RawBuilder<boolean> =>
  sql<boolean>`(v.owner = ${caller.account_id} or v.role is not null and (${managesRoles(caller)}
    or v.role in (select h.role from staff.account_roles h where h.account_id = ${caller.account_id})))`;

async function read(ctx: Ctx, which: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select v.id, v.desk, v.name, v.owner, v.role, r.name_vi as role_vi, r.name_en as role_en, v.query, v.columns, v.density,
      v.version
    from desks.views v left join staff.roles r on r.code = v.role
    where ${which} order by v.role is null, lower(v.name), v.id`.execute(ctx.sql);
  return rows;
}

const nameIn = ({ locale }: Ctx, vi: string | null, en: string | null): string => (locale === "vi" ? vi : en) ?? "";

function shown(ctx: Ctx, { owner, role, role_vi, role_en, desk: _, ...row }: Row, caller: DeskCaller): DeskView {
  return {
    ...row,
    role: role === null ? null : { code: role, name: nameIn(ctx, role_vi, role_en) },
    can_change: owner === caller.account_id || managesRoles(caller),
  };
}

/** Throws not_found. */
export async function deskViews(ctx: Ctx, { desk }: { desk: string }) {
  const { caller } = await askedDesk(ctx, desk);
  const views = await read(ctx, sql`v.desk = ${desk} and ${readable(caller)}`);
  const { rows: layouts } = await sql<{ columns: string[] | null; density: Density }>`
    select columns, density from desks.layouts where account_id = ${caller.account_id} and desk = ${desk}`.execute(
    ctx.sql,
  );
  const { rows: roles } = await sql<{ code: string; vi: string; en: string }>`
    select r.code, r.name_vi as vi, r.name_en as en from staff.roles r where ${managesRoles(caller)}
      or r.code in (select h.role from staff.account_roles h where h.account_id = ${caller.account_id})
    order by r.code`.execute(ctx.sql);
  return {
    views: views.map((row) => shown(ctx, row, caller)),
    layout: layouts[0] ?? { columns: null, density: "normal" as const },
    roles: roles.map(({ code, vi, en }) => ({ code, name: nameIn(ctx, vi, en) })),
  };
}

/** Throws invalid at the field for what the desk does not know, or its caller may not see; forbidden for a role not theirs. */
async function judged(ctx: Ctx, desk: string, { query, columns, role, ...rest }: StoredView) {
  const { source, caller } = await askedDesk(ctx, desk);
  const filters = deskFilters(source.desk).safeParse(query);
  if (!filters.success) throw new ShopError("invalid", { fields: { query: [{ key: "malformed_value" }] } });
  for (const column of columns ?? []) {
    const known = source.desk.columns[column];
    if (!known || (known.right && !holds(caller, known.right)))
      throw new ShopError("invalid", { fields: { columns: [{ key: "malformed_value" }] } });
  }
  if (role !== undefined) await assertSharesWith(ctx, caller, role);
  return { caller, kept: { ...rest, query, columns: columns ? [...columns] : null, role: role ?? null } };
}

/** Throws not_found for no role, forbidden for one the caller neither has nor manages. */
async function assertSharesWith(ctx: Ctx, caller: DeskCaller, role: string): Promise<void> {
  const { rows } = await sql<{ own: boolean }>`
    select exists (select from staff.account_roles h where h.role = r.code and h.account_id = ${caller.account_id}) as own
    from staff.roles r where r.code = ${role}`.execute(ctx.sql);
  if (!rows[0]) throw new ShopError("invalid", { fields: { role: [{ key: "malformed_value" }] } });
  if (!rows[0].own && !managesRoles(caller)) throw new ShopError("forbidden");
}

const TAKEN = "23505";

/** Throws invalid at the name where the person or the role has one of that name. */
async function named<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if ((error as { code?: unknown }).code !== TAKEN) throw error;
    throw new ShopError("invalid", { fields: { name: [{ key: "view_name_taken" }] } });
  }
}

async function one(ctx: Ctx, id: number, caller: DeskCaller): Promise<DeskView> {
  const [row] = await read(ctx, sql`v.id = ${id} and ${readable(caller)}`);
  if (!row) throw new ShopError("not_found");
  return shown(ctx, row, caller);
}

/** Throws not_found, forbidden, invalid. */
export async function saveView(ctx: Ctx, { desk, ...given }: StoredView & { desk: string }): Promise<DeskView> {
  const { caller, kept } = await judged(ctx, desk, given);
  const id = await inTransaction(ctx, async (tx) => {
    const { rows } = await sql<{ own: number }>`select count(*)::int as own from desks.views
      where desk = ${desk} and owner = ${caller.account_id}`.execute(tx.sql);
    if ((rows[0]?.own ?? 0) >= MOST)
      throw new ShopError("invalid", { fields: { name: [{ key: "views_full", params: { maximum: MOST } }] } });
    const row = { ...kept, desk, owner: caller.account_id, query: JSON.stringify(kept.query), changed_at: tx.now };
    const made = await named(() =>
      tx.sql.insertInto("desks.views").values(row).returning("id").executeTakeFirstOrThrow(),
    );
    return made.id;
  });
  return one(ctx, id, caller);
}

/** Throws not_found, forbidden, conflict, invalid. */
export async function changeView(
  ctx: Ctx,
  { id, version, ...given }: StoredView & { id: number; version: number },
): Promise<DeskView> {
  const [row] = await read(ctx, sql`v.id = ${id}`);
  if (!row) throw new ShopError("not_found");
  const { caller, kept } = await judged(ctx, row.desk, given);
  const before = await one(ctx, id, caller);
  if (!before.can_change) throw new ShopError("forbidden");
  const changed = await inTransaction(ctx, (tx) =>
    named(() =>
      tx.sql
        .updateTable("desks.views")
        .set({ ...kept, query: JSON.stringify(kept.query), version: version + 1, changed_at: tx.now })
        .where("id", "=", id)
        .where("version", "=", version)
        .executeTakeFirst(),
    ),
  );
  if (changed.numUpdatedRows === 0n) throw new ShopError("conflict", { message_key: "view_changed" });
  return one(ctx, id, caller);
}

/** Throws not_found, also for one that the caller may not change. */
export async function removeView(ctx: Ctx, { id }: { id: number }): Promise<{ done: true }> {
  const [row] = await read(ctx, sql`v.id = ${id}`);
  if (!row) throw new ShopError("not_found");
  const { caller } = await askedDesk(ctx, row.desk);
  if (!(await one(ctx, id, caller)).can_change) throw new ShopError("not_found");
  await ctx.sql.deleteFrom("desks.views").where("id", "=", id).execute();
  return { done: true };
}

type Layout = { desk: string; columns?: readonly string[] | null | undefined; density: Density };

/** Throws not_found, invalid. */
export async function saveLayout(ctx: Ctx, { desk, columns, density }: Layout): Promise<{ done: true }> {
  const { caller, kept } = await judged(ctx, desk, { name: "", query: {}, columns, density });
  const row = { columns: kept.columns, density };
  await ctx.sql
    .insertInto("desks.layouts")
    .values({ account_id: caller.account_id, desk, ...row })
    .onConflict((conflict) => conflict.columns(["account_id", "desk"]).doUpdateSet(row))
    .execute();
  return { done: true };
}
