/**
 * Where a person works: warehouses of the setting `warehouses`, collaborators of one's own. A place limits only what comes
 * from a role with that scope; such a role without a place is refused, and "every warehouse" is chosen, never left out.
 * rules/staff#places
 */
import { ShopError } from "contract/errors.ts";
import type { Places } from "contract/staff/fields.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { setting } from "../platform/settings.ts";
import type { HeldPlaces } from "./grants.ts";

/** From the wire. Throws invalid for a place there is none of. */
export async function readPlaces(ctx: Ctx, { warehouses, collaborators }: Places): Promise<HeldPlaces> {
  const unknown = (field: string) =>
    new ShopError("invalid", { fields: { [`places.${field}`]: [{ key: "place_unknown" }] } });
  if (Array.isArray(warehouses)) {
    const known = (await setting(ctx, "warehouses")).map(({ code }) => code);
    if (warehouses.some((code) => !known.includes(code))) throw unknown("warehouses");
  }
  if (!Array.isArray(collaborators)) return { warehouses, collaborators };
  const { rows } = await sql<{ id: number }>`
    select c.id from identity.customers c where c.code = any (${collaborators}) and exists (
      select from identity.roles r where r.customer_id = c.id and r.role in ('collaborator', 'group_manager'))`.execute(
    ctx.sql,
  );
  if (rows.length < new Set(collaborators).size) throw unknown("collaborators");
  return { warehouses, collaborators: rows.map(({ id }) => id) };
}

/** For the wire. */
export async function viewPlaces(ctx: Ctx, { warehouses, collaborators }: HeldPlaces): Promise<Places> {
  const named = warehouses === "all" || warehouses === null ? warehouses : [...warehouses];
  if (collaborators === "all" || collaborators === null) return { warehouses: named, collaborators };
  const { rows } = await sql<{ code: string }>`
    select code from identity.customers where id = any (${[...collaborators]}) order by id`.execute(ctx.sql);
  return { warehouses: named, collaborators: rows.map(({ code }) => code) };
}

/** In the transaction of a change. Throws place_required, invalid for a role there is none of. */
export async function storeRolesAndPlaces(
  ctx: Ctx,
  account_id: number,
  { roles, places }: { roles: readonly string[]; places: HeldPlaces },
): Promise<void> {
  const wanted = [...new Set(roles)];
  const known = await ctx.sql.selectFrom("staff.roles").select(["code", "scope"]).where("code", "in", wanted).execute();
  if (known.length < wanted.length) throw new ShopError("invalid", { fields: { roles: [{ key: "role_unknown" }] } });
  const { warehouses, collaborators } = places;
  const lacks = ({ scope }: { scope: string | null }) =>
    (scope === "warehouse" && warehouses === null) || (scope === "own_collaborators" && collaborators === null);
  if (known.some(lacks)) throw new ShopError("place_required", { fields: { places: [{ key: "place_required" }] } });
  for (const table of ["staff.account_roles", "staff.account_warehouses", "staff.account_collaborators"] as const) {
    await ctx.sql.deleteFrom(table).where("account_id", "=", account_id).execute();
  }
  await ctx.sql
    .updateTable("staff.accounts")
    .set({ all_warehouses: warehouses === "all", all_collaborators: collaborators === "all" })
    .where("id", "=", account_id)
    .execute();
  await ctx.sql
    .insertInto("staff.account_roles")
    .values(wanted.map((role) => ({ account_id, role })))
    .execute();
  if (Array.isArray(warehouses)) {
    const rows = [...new Set<string>(warehouses)].map((warehouse) => ({ account_id, warehouse }));
    await ctx.sql.insertInto("staff.account_warehouses").values(rows).execute();
  }
  if (Array.isArray(collaborators)) {
    const rows = [...new Set<number>(collaborators)].map((customer_id) => ({ account_id, customer_id }));
    await ctx.sql.insertInto("staff.account_collaborators").values(rows).execute();
  }
}
