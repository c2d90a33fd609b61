/**
 * Sessions: opaque tokens whose SHA-256 is a row. A visitor's is opened by the first write (a cart), never by a read.
 * Spec §3 session_id; readings "The wire"; facts: reliability 3.9; house decision 13.
 */
import { createHash, randomBytes } from "node:crypto";
import type { Role } from "contract/people.ts";
import { sql } from "kysely";
import type { Ctx, Session } from "../context.ts";
import type { Sql } from "../sql.ts";

const token_bytes = 16; // 128 bits: readings "The wire"
/** ASSUMED(0010): as long as the cookie lives, and no use makes it longer. */
const visitor_days = 60;
const customer_token_bytes = 32; // facts: reliability 3.9
const customer_days = 60; // facts: reliability 3.9, absolute
const staff_days = 0.5; // facts: reliability 3.9, absolute
const day_ms = 86_400_000;
const longest_token = 200;

/** The living session of a token, or null; the token itself is not repeated. Writes nothing. */
export async function findSession(db: Sql, token: string, now: Date): Promise<Session | null> {
  if (token.length > longest_token) return null;
  const { rows } = await sql<Omit<Session, "token">>`
    select s.id, s.kind, s.customer_id, s.active_role, s.agent_id,
      coalesce(c.must_change_password, false) as pending_password
    from identity.sessions s left join identity.customers c on c.id = s.customer_id
    where s.token_hash = ${hashOf(token)} and s.expires_at > ${now} and (c.id is null or c.status = 'active')
  `.execute(db);
  return rows[0] ? { ...rows[0], token: "" } : null;
}

/** Opens a visitor's session; the token is in the answer and nowhere else. Not to be called inside a transaction that
 * may be undone: its token would name nothing. */
export async function openVisitorSession(ctx: Ctx): Promise<Session> {
  const token = randomBytes(token_bytes).toString("base64url");
  const row = await ctx.sql
    .insertInto("identity.sessions")
    .values({
      token_hash: hashOf(token),
      kind: "visitor",
      created_at: ctx.now,
      last_seen_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + visitor_days * day_ms),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { ...visitor, id: row.id, token };
}

const visitor = {
  kind: "visitor",
  customer_id: null,
  active_role: "customer",
  agent_id: "",
  pending_password: false,
} as const;

/** A new session of somebody who has just proved who they are; `ctx.becomes` it. */
export async function openCustomerSession(
  ctx: Ctx,
  who: { customer_id: number; active_role: Role; agent_id: string; device: string; is_staff: boolean },
): Promise<Session> {
  const token = randomBytes(customer_token_bytes).toString("base64url");
  const days = who.is_staff ? staff_days : customer_days;
  const { id } = await ctx.sql
    .insertInto("identity.sessions")
    .values({
      token_hash: hashOf(token),
      kind: who.is_staff ? "staff" : "customer",
      customer_id: who.customer_id,
      active_role: who.active_role,
      agent_id: who.agent_id,
      device: who.device,
      created_at: ctx.now,
      last_seen_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + days * day_ms),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const session = await findSession(ctx.sql, token, ctx.now);
  if (!session) throw new Error(`session ${id} of an account that is not active`);
  return { ...session, token };
}

/** Notes that a session was used, at most once a day, so that using it stays cheap. */
export async function noteSessionUse(ctx: Ctx, session_id: number): Promise<void> {
  await ctx.sql
    .updateTable("identity.sessions")
    .set({ last_seen_at: ctx.now })
    .where("id", "=", session_id)
    .where("last_seen_at", "<", new Date(ctx.now.getTime() - day_ms))
    .execute();
}

/** The job `sweep_sessions`: takes away what has expired, in portions. Answers how many. Safe to repeat. */
export async function sweepSessions(ctx: Ctx): Promise<number> {
  const portion = 1000;
  for (let swept = 0; ; ) {
    const { rows } = await sql`
      delete from identity.sessions where id in (
        select id from identity.sessions where expires_at <= ${ctx.now} order by expires_at limit ${portion}
        for update skip locked)
      returning 1`.execute(ctx.sql);
    swept += rows.length;
    if (rows.length < portion) return swept;
  }
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
