/** Staff accounts as the office sees them, and what changes their roles, places and state. rules/staff#accounts */
import { ShopError } from "contract/errors.ts";
import type { StaffAccount } from "contract/staff/accounts.ts";
import type { OfficeLocale, Places, RoleName } from "contract/staff/fields.ts";
import type { AccountState } from "contract/staff/rights.ts";
import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { secondPerson } from "../kernel/second-person.ts";
import { rightsFigures } from "./approvals/figures.ts";
import { endLinks } from "./emails.ts";
import { widerIn } from "./grants.ts";
import {
  actingAccount,
  actingGrants,
  changingRights,
  grantsIn,
  type HeldAccount,
  type HeldJson,
  heldAccount,
  heldColumns,
  lastHolderOf,
} from "./held.ts";
import { historyOf, noteStaffEvent } from "./history.ts";
import { readPlaces, storeRolesAndPlaces, viewPlaces } from "./places.ts";
import { endStaffSessions, staffDevices } from "./sessions.ts";

type Row = HeldJson & {
  id: number;
  email: string | null;
  full_name: string;
  state: AccountState;
  language: OfficeLocale;
  version: number;
  has_passkey: boolean;
  last_seen_at: Date | null;
  created_at: Date;
  sent_at: Date | null;
  sent_until: Date | null;
  sent_by: string | null;
  factor_reset_until: Date | null;
};

/** The name of a role in the reader's language; the office has no Japanese. */
export const roleName = (ctx: Pick<Ctx, "locale">, role: { name_vi: string; name_en: string }): string =>
  ctx.locale === "vi" ? role.name_vi : role.name_en;

export const roleNames = (ctx: Ctx, roles: HeldJson["roles"]): RoleName[] =>
  roles.map((role) => ({ code: role.code, name: roleName(ctx, role), scope: role.scope }));

async function read(ctx: Ctx, which: RawBuilder<unknown>): Promise<StaffAccount[]> {
  const { rows } = await sql<Row>`
    select a.id, a.email, a.full_name, a.state, a.language, a.version, a.created_at, ${heldColumns},
      exists (select from staff.passkeys p where p.account_id = a.id) as has_passkey,
      (select max(s.last_used_at) from staff.sessions s where s.account_id = a.id) as last_seen_at,
      l.created_at as sent_at, l.expires_at as sent_until, by.full_name as sent_by, f.expires_at as factor_reset_until
    from staff.accounts a
      left join staff.links l on l.account_id = a.id and l.purpose = 'invitation' and l.used_at is null
        and l.ended_at is null and a.state = 'invited'
      left join staff.accounts by on l.made_by = 'staff:' || by.id
      left join staff.links f on f.account_id = a.id and f.purpose = 'factor' and f.used_at is null
        and f.ended_at is null and f.expires_at > ${ctx.now}
    where ${which} order by a.state = 'left', a.full_name collate "vi-VN-x-icu", a.id`.execute(ctx.sql);
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      email: row.email ?? "",
      full_name: row.full_name,
      state: row.state,
      language: row.language,
      roles: roleNames(ctx, row.roles),
      places: await viewPlaces(ctx, row),
      version: row.version,
      has_passkey: row.has_passkey,
      last_seen_at: row.last_seen_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
      invitation:
        row.sent_at && row.sent_until
          ? {
              sent_at: row.sent_at.toISOString(),
              expires_at: row.sent_until.toISOString(),
              lapsed: row.sent_until <= ctx.now,
              by: row.sent_by,
            }
          : null,
      factor_reset_until: row.factor_reset_until?.toISOString() ?? null,
    })),
  );
}

export const listAccounts = (ctx: Ctx): Promise<StaffAccount[]> => read(ctx, sql`true`);

/** Throws not_found. */
export async function viewAccount(ctx: Ctx, id: number): Promise<StaffAccount> {
  const [found] = await read(ctx, sql`a.id = ${id}`);
  if (!found) throw new ShopError("not_found");
  return found;
}

const keysOf = async (ctx: Ctx, id: number) => {
  const rows = await ctx.sql
    .selectFrom("staff.api_keys")
    .select(["id", "name", "last_used_at"])
    .where("account_id", "=", id)
    .where("ended_at", "is", null)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...row, last_used_at: row.last_used_at?.toISOString() ?? null }));
};

export async function accountRecord(ctx: Ctx, id: number) {
  return {
    ...(await viewAccount(ctx, id)),
    devices: await staffDevices(ctx, id),
    keys: await keysOf(ctx, id),
    history: await historyOf(ctx, sql`h.account_id = ${id}`),
    last_holder_of: await lastHolderOf(ctx, id),
  };
}

/** What stands in the history of a change of rights. */
export const rightsOf = ({ roles, warehouses, collaborators }: HeldJson) => ({
  roles: roles.map(({ code }) => code),
  warehouses,
  collaborators,
});

/** The account as it stands, for a change to the version that was read. Throws not_found, conflict. */
async function atVersion(ctx: Ctx, id: number, version: number): Promise<HeldAccount> {
  const account = await heldAccount(ctx, id);
  if (account.version !== version) throw new ShopError("conflict", { message_key: "staff_stale" });
  return account;
}

const raised = { version: sql<number>`version + 1` };

/** What a person may not make wider without a second person. Throws SecondPersonNeeded. */
async function assertNotWider(tx: Ctx, before: HeldAccount, after: HeldAccount): Promise<void> {
  if (widerIn(grantsIn(before), grantsIn(after)).length === 0) return;
  await secondPerson(tx, {
    kind: "rights",
    subject: `staff:${after.id}`,
    label: after.full_name,
    figures: rightsFigures(before, after),
    needs: "staff:manage",
    concerned: [after.id],
  });
}

type Change = {
  id: number;
  version: number;
  full_name?: string | undefined;
  roles?: string[] | undefined;
  places?: Places | undefined;
  reason?: string | undefined;
};

/** Throws not_found, conflict, SecondPersonNeeded, last_holder, place_required. */
export async function changeAccount(ctx: Ctx, change: Change): Promise<StaffAccount> {
  const { id, version, full_name, reason } = change;
  await changingRights(ctx, "staff:manage", async (tx) => {
    const before = await atVersion(tx, id, version);
    if (before.state === "left") throw new ShopError("conflict", { message_key: "staff_state" });
    if (full_name !== undefined && full_name !== before.full_name) {
      await tx.sql.updateTable("staff.accounts").set({ full_name }).where("id", "=", id).execute();
      await noteStaffEvent(tx, "renamed", {
        account_id: id,
        before: { full_name: before.full_name },
        after: { full_name },
        reason,
      });
    }
    if (change.roles !== undefined || change.places !== undefined) {
      await storeRolesAndPlaces(tx, id, {
        roles: change.roles ?? before.roles.map(({ code }) => code),
        places: change.places === undefined ? before : await readPlaces(tx, change.places),
      });
      const after = await heldAccount(tx, id);
      await assertNotWider(tx, before, after);
      await noteStaffEvent(tx, "roles_changed", {
        account_id: id,
        before: rightsOf(before),
        after: rightsOf(after),
        reason,
      });
    }
    await tx.sql.updateTable("staff.accounts").set(raised).where("id", "=", id).execute();
  });
  return viewAccount(ctx, id);
}

type Act = { id: number; version: number; reason?: string | undefined };

async function assertNotSelf(ctx: Ctx, id: number): Promise<void> {
  if ((await actingAccount(ctx)) === id) throw new ShopError("own_account");
}

/** Sessions and open links end at once; keys of the account do nothing while it is not active. Throws last_holder. */
export async function lockAccount(ctx: Ctx, { id, version, reason }: Act): Promise<StaffAccount> {
  await assertNotSelf(ctx, id);
  await changingRights(ctx, "staff:manage", async (tx) => {
    const { state } = await atVersion(tx, id, version);
    if (state !== "active") throw new ShopError("conflict", { message_key: "staff_state" });
    await tx.sql
      .updateTable("staff.accounts")
      .set({ state: "locked", ...raised })
      .where("id", "=", id)
      .execute();
    await endStaffSessions(tx, id, null);
    await endLinks(tx, id);
    await noteStaffEvent(tx, "locked", { account_id: id, reason });
  });
  return viewAccount(ctx, id);
}

/** What comes back must not be more than who unlocks has. Throws SecondPersonNeeded. */
export async function unlockAccount(ctx: Ctx, { id, version, reason }: Act): Promise<StaffAccount> {
  await changingRights(ctx, "staff:manage", async (tx) => {
    const account = await atVersion(tx, id, version);
    if (account.state !== "locked") throw new ShopError("conflict", { message_key: "staff_state" });
    const own = await actingGrants(tx);
    const wider = own === null ? [] : widerIn(own, grantsIn(account));
    if (wider.length > 0) {
      const [figures, needs] = [
        [{ name: "state", before: "locked", after: "active" }, ...rightsFigures(null, account)],
        "staff:manage",
      ] as const;
      await secondPerson(tx, {
        kind: "rights",
        subject: `staff:${id}`,
        label: account.full_name,
        figures,
        needs,
        concerned: [id],
      });
    }
    await tx.sql
      .updateTable("staff.accounts")
      .set({ state: "active", ...raised })
      .where("id", "=", id)
      .execute();
    await noteStaffEvent(tx, "unlocked", { account_id: id, reason });
  });
  return viewAccount(ctx, id);
}

/** What ends and what moves when a person leaves. */
export async function leaving(ctx: Ctx, id: number) {
  const account = await heldAccount(ctx, id);
  const own = new Set(account.roles.map(({ code }) => code));
  const { rows } = await sql<{ id: number; full_name: string; roles: HeldJson["roles"] } & HeldJson>`
    select a.id, a.full_name, ${heldColumns} from staff.accounts a
    where a.state = 'active' and a.id <> ${id} order by a.full_name collate "vi-VN-x-icu", a.id`.execute(ctx.sql);
  const shared = ({ roles }: HeldJson) => roles.filter(({ code }) => own.has(code)).length;
  return {
    sessions: (await staffDevices(ctx, id)).length,
    keys: await keysOf(ctx, id),
    invitations: (await openInvitationsBy(ctx, id)).length,
    successors: rows
      .sort((a, b) => shared(b) - shared(a))
      .map((row) => ({ id: row.id, full_name: row.full_name, roles: roleNames(ctx, row.roles) })),
    last_holder_of: await lastHolderOf(ctx, id),
  };
}

const openInvitationsBy = async (ctx: Ctx, id: number): Promise<{ id: number }[]> =>
  (
    await sql<{ id: number }>`select id from staff.links where purpose = 'invitation' and made_by = ${`staff:${id}`}
      and used_at is null and ended_at is null and expires_at > ${ctx.now}`.execute(ctx.sql)
  ).rows;

/**
 * Final: sessions, keys and open links end at once, and open work goes to the successor. What is open today are the
 * invitations they sent. Throws not_found for a successor who is not active, last_holder, own_account.
 */
export async function leave(ctx: Ctx, act: Act & { successor?: number | undefined }): Promise<StaffAccount> {
  const { id, version, reason, successor } = act;
  await assertNotSelf(ctx, id);
  await changingRights(ctx, "staff:manage", async (tx) => {
    const { state } = await atVersion(tx, id, version);
    if (state === "left") throw new ShopError("conflict", { message_key: "staff_state" });
    if (successor !== undefined && (successor === id || (await heldAccount(tx, successor)).state !== "active"))
      throw new ShopError("not_found");
    if (state === "invited") throw new ShopError("conflict", { message_key: "staff_state" });
    await tx.sql
      .updateTable("staff.accounts")
      .set({ state: "left", left_at: tx.now, ...raised })
      .where("id", "=", id)
      .execute();
    await endStaffSessions(tx, id, null);
    await endLinks(tx, id);
    const ended = await tx.sql
      .updateTable("staff.api_keys")
      .set({ ended_at: tx.now })
      .where("account_id", "=", id)
      .where("ended_at", "is", null)
      .returning("name")
      .execute();
    for (const { name } of ended) await noteStaffEvent(tx, "key_ended", { account_id: id, before: { name }, reason });
    const moved = successor === undefined ? [] : await openInvitationsBy(tx, id);
    if (moved.length > 0) {
      await tx.sql
        .updateTable("staff.links")
        .set({ made_by: `staff:${successor}` })
        .where(
          "id",
          "in",
          moved.map((link) => link.id),
        )
        .execute();
    }
    await noteStaffEvent(tx, "left", { account_id: id, after: { successor: successor ?? null }, reason });
  });
  return viewAccount(ctx, id);
}

/** Throws not_found. */
export async function endSessionsOf(ctx: Ctx, id: number): Promise<{ ended: number }> {
  await heldAccount(ctx, id);
  const kept = (await ctx.staff())?.session_id ?? null;
  const ended = await endStaffSessions(ctx, id, kept);
  await noteStaffEvent(ctx, "sessions_ended", { account_id: id, after: { ended } });
  return { ended };
}
