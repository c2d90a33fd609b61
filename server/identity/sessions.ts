/**
 * Sessions: opaque tokens whose SHA-256 is a row. A visitor's is opened by the first write (a cart), never by a read.
 * Spec §3 session_id; readings "The wire"; facts: reliability 3.9; house decision 13.
 */
import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Ctx, Session } from "../context.ts";
import type { Sql } from "../sql.ts";

const token_bytes = 16; // 128 bits: readings "The wire"
/** ASSUMED(0010): as long as the cookie lives, and no use makes it longer. */
const visitor_days = 60;
const day_ms = 86_400_000;
const longest_token = 200;

/** The living session of a token, or null; the token itself is not repeated. Writes nothing. */
export async function findSession(db: Sql, token: string, now: Date): Promise<Session | null> {
  if (token.length > longest_token) return null;
  const row = await db
    .selectFrom("identity.sessions")
    .select(["id", "kind", "customer_id"])
    .where("token_hash", "=", hashOf(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row ? { id: row.id, kind: row.kind as Session["kind"], customer_id: row.customer_id, token: "" } : null;
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
  return { id: row.id, kind: "visitor", customer_id: null, token };
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
