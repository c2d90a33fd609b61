/**
 * Sessions of staff: rows of their own with a token of their own kind, so that none can be taken for a shopper's. One ends
 * after 30 minutes without a person's request and after 12 hours in any case, and at once with a lock, a leaving, a new
 * password or a new factor. What its account may do is read at each request. rules/staff#sessions
 */
import { createHash, randomBytes } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import type { StaffDevice } from "contract/staff/own.ts";
import type { StaffSignedIn } from "contract/staff/sign-in.ts";
import { sql } from "kysely";
import { deviceName } from "../identity/signing-in/devices.ts";
import { networkOf } from "../kernel/client-address.ts";
import type { Ctx } from "../kernel/context.ts";
import type { StaffSession } from "../kernel/staff.ts";
import { setting } from "../platform/settings.ts";
import { grantsIn, type HeldJson, heldColumns } from "./held.ts";

const PREFIX = "mts_";
const TOKEN_BYTES = 32;
const MAX_TOKEN_LENGTH = 100;
const MINUTE_MS = 60_000;
/** How often the last use is written. */
const NOTED_MS = MINUTE_MS;

export const isStaffToken = (token: string): boolean => token.startsWith(PREFIX);
export const hashOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();

type Row = HeldJson & {
  id: number;
  account_id: number;
  last_used_at: Date;
  expires_at: Date;
  proved_at: Date | null;
  must_set_factor: boolean;
};

/** The living session of a token, with the rights of this moment. Writes nothing. */
export async function findStaffSession(ctx: Ctx, token: string): Promise<StaffSession | null> {
  if (!isStaffToken(token) || token.length > MAX_TOKEN_LENGTH) return null;
  const { rows } = await sql<Row>`
    select s.id, s.account_id, s.last_used_at, s.expires_at, s.proved_at, s.must_set_factor, ${heldColumns}
    from staff.sessions s join staff.accounts a on a.id = s.account_id
    where s.token_hash = ${hashOf(token)} and s.expires_at > ${ctx.now} and a.state = 'active'`.execute(ctx.sql);
  const row = rows[0];
  if (!row) return null;
  const limits = await setting(ctx, "staff_limits");
  const idle_ends_at = minutesAfter(row.last_used_at, limits.session_idle_minutes);
  if (idle_ends_at <= ctx.now) return null;
  const proved_until = row.proved_at && minutesAfter(row.proved_at, limits.step_up_minutes);
  const grants = grantsIn(row);
  return {
    caller: `staff ${row.id}`,
    account_id: row.account_id,
    session_id: row.id,
    grants,
    permissions: [...new Set(grants.map(({ name }) => name))],
    must_set_factor: row.must_set_factor,
    proved_until: proved_until && proved_until > ctx.now ? proved_until : null,
    last_used_at: row.last_used_at,
    idle_ends_at,
    expires_at: row.expires_at,
  };
}

const minutesAfter = (from: Date, minutes: number): Date => new Date(from.getTime() + minutes * MINUTE_MS);

/**
 * Written at most once a minute, so that using a session stays cheap; the session at hand says so too. A key notes its use
 * itself.
 */
export async function noteStaffUse(ctx: Ctx, session: StaffSession): Promise<void> {
  const since = ctx.now.getTime() - session.last_used_at.getTime();
  if (session.session_id === null || since < NOTED_MS) return;
  session.idle_ends_at = new Date(session.idle_ends_at.getTime() + since);
  session.last_used_at = ctx.now;
  await sql`update staff.sessions set last_used_at = ${ctx.now}
    where id = ${session.session_id} and last_used_at < ${ctx.now}`.execute(ctx.sql);
}

/** The caller's own session. Throws unauthenticated: a key has none. */
export async function ownSession(ctx: Ctx): Promise<StaffSession & { session_id: number }> {
  const staff = await ctx.staff();
  if (staff?.session_id == null) throw new ShopError("unauthenticated");
  return { ...staff, session_id: staff.session_id };
}

/** After both steps, or a recovery code, which is no proof and lets nothing in but a new factor. */
export async function openStaffSession(
  ctx: Ctx,
  account_id: number,
  {
    must_set_factor = false,
    recovery_codes = null,
  }: { must_set_factor?: boolean; recovery_codes?: string[] | null } = {},
): Promise<StaffSignedIn> {
  const token = PREFIX + randomBytes(TOKEN_BYTES).toString("base64url");
  const { session_hours } = await setting(ctx, "staff_limits");
  const expires_at = minutesAfter(ctx.now, session_hours * 60);
  await ctx.sql
    .insertInto("staff.sessions")
    .values({
      account_id,
      token_hash: hashOf(token),
      created_at: ctx.now,
      last_used_at: ctx.now,
      expires_at,
      proved_at: must_set_factor ? null : ctx.now,
      must_set_factor,
      device: deviceName(ctx.machine.agent),
      network: networkOf(ctx.client),
    })
    .execute();
  return { token, expires_at: expires_at.toISOString(), must_set_factor, recovery_codes };
}

/** The second factor was just shown in the caller's session, where it counts at once. Answers until when. */
export async function noteProof(ctx: Ctx): Promise<{ proved_until: string }> {
  const session = await ctx.staff();
  if (session?.session_id == null) throw new ShopError("unauthenticated");
  await ctx.sql
    .updateTable("staff.sessions")
    .set({ proved_at: ctx.now })
    .where("id", "=", session.session_id)
    .execute();
  const { step_up_minutes } = await setting(ctx, "staff_limits");
  session.proved_until = minutesAfter(ctx.now, step_up_minutes);
  return { proved_until: session.proved_until.toISOString() };
}

/** Ends all sessions of an account but `kept`; answers how many. */
export async function endStaffSessions(ctx: Ctx, account_id: number, kept: number | null): Promise<number> {
  const ended = await ctx.sql
    .deleteFrom("staff.sessions")
    .where("account_id", "=", account_id)
    .where("id", "<>", kept ?? 0)
    .returning("id")
    .execute();
  return ended.length;
}

/** A session's name on the wire: says nothing, and selects only within one account. */
const publicId = sql<string>`left(encode(sha256(token_hash), 'hex'), 20)`;

/** Living sessions of an account, the caller's own first. */
export async function staffDevices(ctx: Ctx, account_id: number): Promise<StaffDevice[]> {
  const own = (await ctx.staff())?.session_id ?? 0;
  const { session_idle_minutes } = await setting(ctx, "staff_limits");
  const rows = await ctx.sql
    .selectFrom("staff.sessions")
    .select(["id", publicId.as("public_id"), "device", "network", "created_at", "last_used_at"])
    .where("account_id", "=", account_id)
    .where("expires_at", ">", ctx.now)
    .where("last_used_at", ">", minutesAfter(ctx.now, -session_idle_minutes))
    .orderBy(sql`id = ${own}`, "desc")
    .orderBy("last_used_at", "desc")
    .limit(100)
    .execute();
  return rows.map((row) => ({
    id: row.public_id,
    device: row.device,
    network: row.network,
    signed_in_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
    is_this: row.id === own,
  }));
}

/** Throws not_found for what is not the account's or is over. */
export async function endStaffDevice(ctx: Ctx, account_id: number, public_id: string): Promise<void> {
  const gone = await ctx.sql
    .deleteFrom("staff.sessions")
    .where("account_id", "=", account_id)
    .where(publicId, "=", public_id)
    .returning("id")
    .executeTakeFirst();
  if (!gone) throw new ShopError("not_found");
}

/** A part of the job `sweep`: what has ended, and what only kept codes and challenges from being used twice. */
export async function sweepStaffSessions(ctx: Ctx): Promise<void> {
  await sql`delete from staff.sessions where expires_at <= ${ctx.now}`.execute(ctx.sql);
  await sql`delete from staff.challenges where expires_at <= ${ctx.now}`.execute(ctx.sql);
  await sql`delete from staff.used_totp_steps where used_at <= ${minutesAfter(ctx.now, -60)}`.execute(ctx.sql);
}
