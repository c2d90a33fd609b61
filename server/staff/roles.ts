/** Roles: the matrix. A set that is wider for anybody who has the role needs a second person. rules/staff#roles */
import { ShopError } from "contract/errors.ts";
import type { HeldPermission } from "contract/staff/fields.ts";
import type { Permission } from "contract/staff/permissions.ts";
import type { RoleScope } from "contract/staff/rights.ts";
import type { Role } from "contract/staff/roles.ts";
import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { secondPerson } from "../kernel/second-person.ts";
import { say, setting } from "../platform/settings.ts";
import { roleName } from "./accounts.ts";
import { grantsText } from "./approvals/figures.ts";
import { widerIn } from "./grants.ts";
import { changingRights, grantsIn, heldAccounts } from "./held.ts";
import { noteStaffEvent } from "./history.ts";

type Names = { vi: string; en: string };
type Row = Omit<Role, "name" | "names"> & { name_vi: string; name_en: string };

/** Those a shop begins with, in this order; roles of its own follow. */
const firstRoles = [
  ...["owner", "order_desk", "warehouse", "care"],
  ...["content", "marketing", "accountant", "collaborator_manager"],
];

async function read(ctx: Ctx, which: RawBuilder<unknown>): Promise<Role[]> {
  const { rows } = await sql<Row>`
    select r.code, r.name_vi, r.name_en, r.scope, r.version,
      coalesce((select jsonb_agg(jsonb_build_object('name', p.permission, 'mode', p.mode, 'only', p.narrowed_to)
        order by p.permission) from staff.role_permissions p where p.role = r.code), '[]') as permissions,
      (select count(*)::int from staff.account_roles h join staff.accounts a on a.id = h.account_id
        where h.role = r.code and a.state in ('active', 'invited')) as people
    from staff.roles r where ${which} order by array_position(array[${sql.join(firstRoles.map((code) => sql.lit(code)))}]::text[], r.code), r.code`.execute(
    ctx.sql,
  );
  return rows.map(({ name_vi, name_en, ...row }) => ({
    ...row,
    name: roleName(ctx, { name_vi, name_en }),
    names: { vi: name_vi, en: name_en },
  }));
}

/** Permissions that a call asks for, wherever it stands; the rest wait for their desk. */
export const listRoles = async (ctx: Ctx, waiting: readonly Permission[]) => ({
  roles: await read(ctx, sql`true`),
  waiting: [...waiting],
  warehouses: (await setting(ctx, "warehouses")).map(({ code, name }) => ({ code, name: say(name, ctx.locale) })),
});

/** Throws not_found; conflict where it is not the version that was read. */
async function roleAt(ctx: Ctx, code: string, version: number): Promise<Role> {
  const [role] = await read(ctx, sql`r.code = ${code}`);
  if (!role) throw new ShopError("not_found");
  if (role.version !== version) throw new ShopError("conflict", { message_key: "staff_stale" });
  return role;
}

async function storeSet(ctx: Ctx, role: string, held: readonly HeldPermission[]): Promise<void> {
  const names = held.map(({ name }) => name);
  if (new Set(names).size < names.length)
    throw new ShopError("invalid", { fields: { permissions: [{ key: "malformed_value" }] } });
  await ctx.sql.deleteFrom("staff.role_permissions").where("role", "=", role).execute();
  if (held.length === 0) return;
  await ctx.sql
    .insertInto("staff.role_permissions")
    .values(held.map(({ name, mode, only }) => ({ role, permission: name, mode, narrowed_to: only })))
    .execute();
}

type Change = {
  code: string;
  version: number;
  names?: Names | undefined;
  permissions: HeldPermission[];
  reason?: string | undefined;
};

/** Throws not_found, conflict, SecondPersonNeeded, last_holder. */
export async function saveRole(ctx: Ctx, { code, version, names, permissions, reason }: Change): Promise<Role> {
  await changingRights(ctx, "roles:manage", async (tx) => {
    const before = await roleAt(tx, code, version);
    const has = sql`a.state <> 'left' and a.id in (select account_id from staff.account_roles where role = ${code})`;
    const people = await heldAccounts(tx, has);
    await storeSet(tx, code, permissions);
    const after = await heldAccounts(tx, has);
    const concerned = after.flatMap((one, index) => {
      const held = people[index];
      return held && widerIn(grantsIn(held), grantsIn(one)).length > 0 ? [one.id] : [];
    });
    if (concerned.length > 0) {
      const rights = (set: readonly HeldPermission[]) =>
        grantsText(set.map((each) => ({ ...each, at: "everywhere" as const })));
      await secondPerson(tx, {
        kind: "rights",
        subject: `role:${code}`,
        label: names?.[tx.locale === "vi" ? "vi" : "en"] ?? before.name,
        figures: [
          { name: "rights", before: rights(before.permissions), after: rights(permissions) },
          { name: "people", before: String(concerned.length), after: String(concerned.length) },
        ],
        needs: "roles:manage",
        concerned,
      });
    }
    await tx.sql
      .updateTable("staff.roles")
      .set({ version: version + 1, ...(names && { name_vi: names.vi, name_en: names.en }) })
      .where("code", "=", code)
      .execute();
    await noteStaffEvent(tx, "role_changed", {
      role: code,
      before: { permissions: before.permissions },
      after: { permissions },
      reason,
    });
  });
  return found(ctx, code);
}

async function found(ctx: Ctx, code: string): Promise<Role> {
  const [role] = await read(ctx, sql`r.code = ${code}`);
  if (!role) throw new ShopError("not_found");
  return role;
}

type New = {
  code: string;
  names: Names;
  scope: RoleScope | null;
  permissions: HeldPermission[];
  reason?: string | undefined;
};

/** Nobody has it yet, so it gives nobody anything. Throws conflict. */
export async function makeRole(ctx: Ctx, { code, names, scope, permissions, reason }: New): Promise<Role> {
  await changingRights(ctx, "roles:manage", async (tx) => {
    const made = await tx.sql
      .insertInto("staff.roles")
      .values({ code, name_vi: names.vi, name_en: names.en, scope })
      .onConflict((conflict) => conflict.doNothing())
      .returning("code")
      .executeTakeFirst();
    if (!made) throw new ShopError("conflict", { fields: { code: [{ key: "conflict" }] } });
    await storeSet(tx, code, permissions);
    await noteStaffEvent(tx, "role_made", { role: code, after: { scope, permissions }, reason });
  });
  return found(ctx, code);
}

/** The owner's stays: the command on the machine gives it. Throws not_found, conflict. */
export async function removeRole(
  ctx: Ctx,
  { code, version }: { code: string; version: number },
): Promise<{ done: true }> {
  await changingRights(ctx, "roles:manage", async (tx) => {
    const role = await roleAt(tx, code, version);
    // Who left keeps no role of theirs alive.
    await sql`delete from staff.account_roles where role = ${code}
      and account_id in (select id from staff.accounts where state = 'left')`.execute(tx.sql);
    const held = await tx.sql
      .selectFrom("staff.account_roles")
      .select("role")
      .where("role", "=", code)
      .executeTakeFirst();
    if (held || code === "owner") throw new ShopError("conflict", { message_key: "role_in_use" });
    await tx.sql.deleteFrom("staff.roles").where("code", "=", code).execute();
    await noteStaffEvent(tx, "role_removed", {
      role: code,
      before: { scope: role.scope, permissions: role.permissions },
    });
  });
  return { done: true };
}
