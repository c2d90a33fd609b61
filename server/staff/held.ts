/**
 * What accounts hold: roles, places, grants, read together in one statement; and the one lock under which any of it
 * changes, so that no permission that must always be held loses its last active holder in any race.
 * rules/staff#last-holder
 */
import { ShopError } from "contract/errors.ts";
import type { OfficeLocale } from "contract/staff/fields.ts";
import type { Permission } from "contract/staff/permissions.ts";
import { type AccountState, neverWithoutHolder } from "contract/staff/rights.ts";
import { type RawBuilder, sql } from "kysely";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import type { Grant } from "../kernel/staff.ts";
import { grantsOf, type HeldPlaces, type RoleSet } from "./grants.ts";

export type HeldRole = RoleSet & { code: string; name_vi: string; name_en: string };

/** Columns `roles`, `warehouses` and `collaborators` of the account `a`. */
export const heldColumns = sql<HeldJson>`
  coalesce((select jsonb_agg(jsonb_build_object('code', r.code, 'name_vi', r.name_vi, 'name_en', r.name_en, 'scope', r.scope,
      'permissions', coalesce((select jsonb_agg(jsonb_build_object('name', p.permission, 'mode', p.mode, 'only', p.narrowed_to))
        from staff.role_permissions p where p.role = r.code), '[]')) order by r.code)
    from staff.account_roles h join staff.roles r on r.code = h.role where h.account_id = a.id), '[]') as roles,
  case when a.all_warehouses then '"all"'::jsonb else (select jsonb_agg(w.warehouse order by w.warehouse)
    from staff.account_warehouses w where w.account_id = a.id) end as warehouses,
  case when a.all_collaborators then '"all"'::jsonb else (select jsonb_agg(c.customer_id order by c.customer_id)
    from staff.account_collaborators c where c.account_id = a.id) end as collaborators`;
export type HeldJson = HeldPlaces & { roles: HeldRole[] };

export const grantsIn = ({ roles, warehouses, collaborators }: HeldJson): Grant[] =>
  grantsOf(roles, { warehouses, collaborators });

export type HeldAccount = HeldJson & {
  id: number;
  state: AccountState;
  full_name: string;
  language: OfficeLocale;
  version: number;
};

/** Accounts with what they hold. */
export async function heldAccounts(ctx: Ctx, which: RawBuilder<unknown>): Promise<HeldAccount[]> {
  const { rows } = await sql<HeldAccount>`
    select a.id, a.state, a.full_name, a.language, a.version, ${heldColumns} from staff.accounts a where ${which} order by a.id`.execute(
    ctx.sql,
  );
  return rows;
}

/** Throws not_found. */
export async function heldAccount(ctx: Ctx, id: number): Promise<HeldAccount> {
  const [found] = await heldAccounts(ctx, sql`a.id = ${id}`);
  if (!found) throw new ShopError("not_found");
  return found;
}

/** The active person of an e-mail who may do something without asking a second person, within limits at least; null where there is none. */
export async function holderByEmail(ctx: Ctx, email: string, permission: Permission): Promise<number | null> {
  const [account] = await heldAccounts(ctx, sql`lower(a.email) = lower(${email}) and a.state = 'active'`);
  const holds =
    account && grantsIn(account).some(({ name, mode }) => name === permission && mode !== "asks_second_person");
  return holds ? account.id : null;
}

/** Of the permissions that must always be held: those that an active person has, and who alone has them. */
async function holders(ctx: Ctx): Promise<Map<Permission, number[]>> {
  const { rows } = await sql<{ permission: Permission; accounts: number[] }>`
    select p.permission, array_agg(distinct a.id) as accounts
    from staff.accounts a join staff.account_roles h on h.account_id = a.id join staff.role_permissions p on p.role = h.role
    where a.state = 'active' and p.permission in (${sql.join(neverWithoutHolder.map((each) => sql.lit(each)))})
    group by p.permission`.execute(ctx.sql);
  return new Map(rows.map(({ permission, accounts }) => [permission, accounts.map(Number)]));
}

/** What an account keeps from being lost, as its last active holder. */
export async function lastHolderOf(ctx: Ctx, id: number): Promise<Permission[]> {
  return [...(await holders(ctx))].flatMap(([name, who]) => (who.length === 1 && who[0] === id ? [name] : []));
}

const LOCK = 7_205_041_560; // one change of accounts, roles or keys at a time

/**
 * Runs a change of accounts or roles by itself, in one transaction: the caller's permission is read again, and where the
 * change would leave one of the permissions that must always be held without an active holder, all of it is undone.
 * Throws last_holder, forbidden. `needed` is null for the command on the machine.
 */
export function changingRights<T>(ctx: Ctx, needed: Permission | null, change: (tx: Ctx) => Promise<T>): Promise<T> {
  return inTransaction(ctx, async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx.sql);
    if (needed !== null) await assertStillMay(tx, needed);
    const before = await holders(tx);
    const done = await change(tx);
    const after = await holders(tx);
    const lost = [...before.keys()].filter((name) => !after.has(name));
    if (lost.length > 0) throw new ShopError("last_holder", { params: { permissions: lost.join(", ") } });
    await noteLost(tx, before, after);
    return done;
  });
}

/** Who decides no longer: for 72 hours nobody else is alone. */
async function noteLost(ctx: Ctx, before: Map<Permission, number[]>, after: Map<Permission, number[]>): Promise<void> {
  const rows = [...before].flatMap(([permission, accounts]) =>
    accounts
      .filter((account_id) => !after.get(permission)?.includes(account_id))
      .map((account_id) => ({ permission, account_id, at: ctx.now })),
  );
  if (rows.length > 0) await ctx.sql.insertInto("staff.lost_rights").values(rows).execute();
}

/** Who waited for the lock may have lost the right meanwhile. */
async function assertStillMay(ctx: Ctx, needed: Permission): Promise<void> {
  const account_id = await actingAccount(ctx);
  const [account] =
    account_id === null ? [] : await heldAccounts(ctx, sql`a.id = ${account_id} and a.state = 'active'`);
  if (!account || !grantsIn(account).some(({ name }) => name === needed)) throw new ShopError("forbidden");
}

/** The staff account that acts; null for the command and the shop itself. */
export async function actingAccount(ctx: Ctx): Promise<number | null> {
  const [kind, id] = (await ctx.actor()).split(":");
  return kind === "staff" ? Number(id) : null;
}

/** The grants of who acts; of the command and the shop itself null: nothing limits them. */
export async function actingGrants(ctx: Ctx): Promise<Grant[] | null> {
  const id = await actingAccount(ctx);
  return id === null ? null : grantsIn(await heldAccount(ctx, id));
}
