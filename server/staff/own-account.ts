/** What a member of staff sees and sets of themselves. rules/staff#own-account */
import { ShopError } from "contract/errors.ts";
import type { OfficeLocale } from "contract/staff/fields.ts";
import type { StaffSession } from "contract/staff/own.ts";
import { type Selectable, sql } from "kysely";
import type { DB } from "../../db/tables.ts";
import type { Ctx } from "../kernel/context.ts";
import { roleNames } from "./accounts.ts";
import { widest } from "./grants.ts";
import { type HeldJson, heldColumns } from "./held.ts";
import { noteStaffEvent } from "./history.ts";
import { beginPasskey, passkeysAvailable, passkeysOf, usePasskey } from "./passkeys.ts";
import { viewPlaces } from "./places.ts";
import { beginTotp, consumeTotp, makeRecoveryCodes, recoveryCodesLeft } from "./second-factor.ts";
import { endStaffSessions, noteProof, ownSession } from "./sessions.ts";

const accountRow = (ctx: Ctx, id: number) =>
  ctx.sql.selectFrom("staff.accounts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

type OwnRow = HeldJson &
  Pick<Selectable<DB["staff.accounts"]>, "id" | "email" | "full_name" | "language" | "single_keys" | "created_at">;

export async function viewOwnSession(ctx: Ctx): Promise<StaffSession> {
  const session = await ownSession(ctx);
  const { rows } = await sql<OwnRow>`
    select a.id, a.email, a.full_name, a.language, a.single_keys, s.created_at, ${heldColumns}
    from staff.sessions s join staff.accounts a on a.id = s.account_id where s.id = ${session.session_id}`.execute(
    ctx.sql,
  );
  const [account] = rows;
  if (!account) throw new ShopError("unauthenticated"); // it has ended since
  return {
    account: {
      id: account.id,
      email: account.email ?? "",
      full_name: account.full_name,
      language: account.language === "en" ? "en" : "vi",
      single_keys: account.single_keys,
    },
    roles: roleNames(ctx, account.roles),
    permissions: widest(session.grants),
    places: await viewPlaces(ctx, account),
    signed_in_at: account.created_at.toISOString(),
    idle_ends_at: session.idle_ends_at.toISOString(),
    expires_at: session.expires_at.toISOString(),
    proved_until: session.proved_until?.toISOString() ?? null,
    must_set_factor: session.must_set_factor,
    passkeys_available: passkeysAvailable(ctx.config),
  };
}

/** The use itself was noted when the call was authorised. */
export async function stay(ctx: Ctx): Promise<{ idle_ends_at: string }> {
  return { idle_ends_at: (await ownSession(ctx)).idle_ends_at.toISOString() };
}

export async function signOut(ctx: Ctx): Promise<{ done: true }> {
  const { session_id } = await ownSession(ctx);
  await ctx.sql.deleteFrom("staff.sessions").where("id", "=", session_id).execute();
  return { done: true };
}

export async function setOwn(
  ctx: Ctx,
  own: { language?: OfficeLocale | undefined; single_keys?: boolean | undefined },
): Promise<{ done: true }> {
  const { account_id } = await ownSession(ctx);
  const { language, single_keys } = own;
  if (language !== undefined || single_keys !== undefined) {
    await ctx.sql
      .updateTable("staff.accounts")
      .set({ ...(language !== undefined && { language }), ...(single_keys !== undefined && { single_keys }) })
      .where("id", "=", account_id)
      .execute();
  }
  return { done: true };
}

export async function viewFactors(ctx: Ctx) {
  const { account_id } = await ownSession(ctx);
  const { totp_set_at } = await accountRow(ctx, account_id);
  return {
    totp_set_at: (totp_set_at ?? ctx.now).toISOString(),
    passkeys: await passkeysOf(ctx, account_id),
    passkeys_available: passkeysAvailable(ctx.config),
    recovery_codes_left: await recoveryCodesLeft(ctx, account_id),
  };
}

/** Throws second_factor_wrong, too_many. */
export async function stepUp(ctx: Ctx, { code }: { code: string }): Promise<{ proved_until: string }> {
  const { account_id } = await ownSession(ctx);
  await consumeTotp(ctx, account_id, code);
  return noteProof(ctx);
}

export async function beginStepUp(ctx: Ctx): Promise<{ options: string }> {
  return beginPasskey(ctx, "step_up", (await ownSession(ctx)).account_id);
}

/** Throws second_factor_wrong, also for another person's passkey; too_many. */
export async function stepUpByPasskey(ctx: Ctx, { answer }: { answer: string }): Promise<{ proved_until: string }> {
  const { account_id } = await ownSession(ctx);
  await usePasskey(ctx, "step_up", answer, account_id);
  return noteProof(ctx);
}

export async function beginOwnTotp(ctx: Ctx) {
  const { account_id } = await ownSession(ctx);
  const { email } = await accountRow(ctx, account_id);
  return beginTotp(ctx, email ?? "", `account ${account_id}`);
}

export async function newRecoveryCodes(ctx: Ctx): Promise<{ recovery_codes: string[] }> {
  const { account_id } = await ownSession(ctx);
  const recovery_codes = await makeRecoveryCodes(ctx, account_id);
  await noteStaffEvent(ctx, "recovery_codes_made", { account_id });
  return { recovery_codes };
}

export async function signOutOthers(ctx: Ctx): Promise<{ ended: number }> {
  const { account_id, session_id } = await ownSession(ctx);
  return { ended: await endStaffSessions(ctx, account_id, session_id) };
}
