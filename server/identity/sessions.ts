/**
 * Sessions: opaque tokens whose SHA-256 is a row. A visitor's is opened by the first write (a cart), never by a read.
 * A customer's ends 60 days after signing in or 14 days after its last use; staff have sessions of their own (staff/sessions.ts);
 * a kind that was taken away, or an account that was locked, counts from the next request on.
 * Spec §3 session_id; rules/identity#sessions
 */
import { createHash, createHmac, randomBytes } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import type { Role } from "contract/identity/accounts.ts";
import { type RawBuilder, sql } from "kysely";
import type { Sql } from "../database/sql.ts";
import type { Ctx, Session } from "../kernel/context.ts";

const TOKEN_BYTES = 16; // 128 bits: rules/cart#first-write
/** ASSUMED(0010): as long as the cookie lives, and no use makes it longer. */
const VISITOR_DAYS = 60;
const CUSTOMER_TOKEN_BYTES = 32; // rules/identity#sessions
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const LONGEST_TOKEN = 200;

/** How long each kind lives, how long it may be idle, how often its last use is written. rules/identity#sessions */
const lives = {
  visitor: { life: VISITOR_DAYS * DAY_MS, idle: VISITOR_DAYS * DAY_MS, noted: DAY_MS },
  customer: { life: 60 * DAY_MS, idle: 14 * DAY_MS, noted: 60 * MINUTE_MS },
} as const;

/** The living session of a token, or null; the token itself is not repeated. Writes nothing. */
export async function findSession(db: Sql, token: string, now: Date): Promise<Session | null> {
  if (token === "" || token.length > LONGEST_TOKEN) return null;
  return living(db, sql`s.token_hash = ${hashOf(token)}`, now);
}

type Row = Omit<Session, "token"> & { held: boolean };

/** One session, with the role its account has now. */
async function living(db: Sql, isIt: RawBuilder<unknown>, now: Date): Promise<Session | null> {
  const { rows } = await sql<Row>`
    select s.id, s.kind, s.customer_id, s.active_role, s.agent_id, s.last_seen_at,
      coalesce(c.must_change_password, false) as pending_password,
      s.active_role = 'customer' or r.role is not null as held
    from identity.sessions s left join identity.customers c on c.id = s.customer_id
      left join identity.roles r
        on r.customer_id = s.customer_id and r.role = s.active_role and r.agent_id = s.agent_id
    where ${isIt} and s.expires_at > ${now} and s.retired_at is null
      and (c.id is null or c.status = 'active')
  `.execute(db);
  const found = rows[0];
  if (!found || now.getTime() - found.last_seen_at.getTime() >= lives[found.kind].idle) return null;
  const { held, ...session } = found;
  // What was taken away is gone at once; the person stays signed in.
  if (!held) return { ...session, kind: "customer", active_role: "customer", agent_id: "", token: "" };
  return { ...session, token: "" };
}

/** Opens a visitor's session; the token is in the answer and nowhere else. Not to be called inside a transaction that
 * may be undone: its token would name nothing. */
export async function openVisitorSession(ctx: Ctx): Promise<Session> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const row = await ctx.sql
    .insertInto("identity.sessions")
    .values({
      token_hash: hashOf(token),
      kind: "visitor",
      created_at: ctx.now,
      last_seen_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + lives.visitor.life),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { ...visitor, id: row.id, last_seen_at: ctx.now, token };
}

const visitor = {
  kind: "visitor",
  customer_id: null,
  active_role: "customer",
  agent_id: "",
  pending_password: false,
} as const;

/** A new session after a proof of identity; `ctx.switchSession` to it once the transaction is committed. */
export async function openCustomerSession(
  ctx: Ctx,
  who: {
    customer_id: number;
    active_role: Role;
    agent_id: string;
    device: string;
    signed_in_by?: Proof | null;
    /** Where it goes on from an earlier one: when that was proved. */
    proved_at?: Date | null;
    /** The form that opens it, so that the same form again finds it. */
    submission?: string | undefined;
  },
): Promise<Session> {
  const { submission } = who;
  const token =
    submission === undefined
      ? randomBytes(CUSTOMER_TOKEN_BYTES).toString("base64url")
      : tokenOf(ctx, { ...who, submission, created_at: ctx.now });
  const { id } = await ctx.sql
    .insertInto("identity.sessions")
    .values({
      token_hash: hashOf(token),
      kind: "customer",
      customer_id: who.customer_id,
      active_role: who.active_role,
      agent_id: who.agent_id,
      device: who.device,
      signed_in_by: who.signed_in_by ?? null,
      submission: submission === undefined ? null : hashOf(submission),
      proved_at: who.proved_at === undefined ? ctx.now : who.proved_at,
      created_at: ctx.now,
      last_seen_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + lives.customer.life),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const session = await findSession(ctx.sql, token, ctx.now);
  if (!session) throw new Error(`session ${id} of an account that is not active`);
  return { ...session, token };
}

/** How an account was proved at sign-in. */
export type Proof = "password" | "code" | "google" | "registration" | "reset";

type Opening = { customer_id: number; submission: string; created_at: Date };

/**
 * The token of a session that a form opened: derived again for the same form alone, because the row holds only its
 * hash. After a sign-out there is no row to make it for.
 */
function tokenOf({ config }: Ctx, { customer_id, submission, created_at }: Opening): string {
  const made = createHmac("sha256", config.signing_key); // customer_token_bytes long
  return made.update(`session ${customer_id} ${created_at.getTime()} ${submission}`).digest("base64url");
}

/**
 * The session that this very form opened a moment ago, with its token: submitted twice it is one sign-in. ASSUMED(0172).
 * In a transaction that holds the person's row; of several at once each waits for the one before.
 */
export async function openedBefore(ctx: Ctx, customer_id: number): Promise<Session | null> {
  const { submission } = ctx;
  if (submission === undefined) return null;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign in ${customer_id} ${submission}`}, 0))`.execute(
    ctx.sql,
  );
  const row = await ctx.sql
    .selectFrom("identity.sessions")
    .select("created_at")
    .where("customer_id", "=", customer_id)
    .where("submission", "=", hashOf(submission))
    .where("created_at", ">", new Date(ctx.now.getTime() - MINUTE_MS))
    .executeTakeFirst();
  const token = row && tokenOf(ctx, { customer_id, submission, created_at: row.created_at });
  const session = token && (await findSession(ctx.sql, token, ctx.now));
  if (session) return { ...session, token };
  // What it opened earlier goes on without its name, which the next session takes.
  await ctx.sql
    .updateTable("identity.sessions")
    .set({ submission: null })
    .where("customer_id", "=", customer_id)
    .where("submission", "=", hashOf(submission))
    .execute();
  return null;
}

/** How and when the holder of the session last proved to be its owner. */
export async function proofOf(
  ctx: Ctx,
  session_id: number,
): Promise<{ proved_at: Date | null; signed_in_by: Proof | null }> {
  const row = await ctx.sql
    .selectFrom("identity.sessions")
    .select(["proved_at", sql<Proof | null>`signed_in_by`.as("signed_in_by")])
    .where("id", "=", session_id)
    .executeTakeFirst();
  return row ?? { proved_at: null, signed_in_by: null };
}

/** They have just done so again. */
export async function noteProof(ctx: Ctx, session_id: number): Promise<void> {
  await ctx.sql.updateTable("identity.sessions").set({ proved_at: ctx.now }).where("id", "=", session_id).execute();
}

/** The same session acts as another kind from now on. */
export async function changeRole(
  ctx: Ctx,
  session: Session,
  active: Pick<Session, "active_role" | "agent_id">,
): Promise<Session> {
  await ctx.sql
    .updateTable("identity.sessions")
    .set({ ...active, last_seen_at: ctx.now })
    .where("id", "=", session.id)
    .execute();
  const changed = await living(ctx.sql, sql`s.id = ${session.id}`, ctx.now);
  if (!changed) throw new ShopError("unauthenticated"); // it has ended meanwhile
  return { ...session, ...changed, token: session.token };
}

/** Notes that a session was used, only as often as its life needs, so that using it stays cheap. */
export async function noteSessionUse(ctx: Ctx, { id, kind, customer_id, last_seen_at }: Session): Promise<void> {
  if (ctx.now.getTime() - last_seen_at.getTime() < lives[kind].noted) return;
  await ctx.sql
    .updateTable("identity.sessions")
    .set({ last_seen_at: ctx.now })
    .where("id", "=", id)
    .where("last_seen_at", "<", ctx.now)
    .execute();
  if (customer_id !== null) await noteActive(ctx, customer_id, DAY_MS);
}

/** The account is used: noted only where the last note is older than `afterMs`. Locks the person's row when it is. */
export async function noteActive(ctx: Ctx, customer_id: number, afterMs: number): Promise<void> {
  await sql`update identity.customers set last_active_at = ${ctx.now}
    where id = ${customer_id} and last_active_at <= ${new Date(ctx.now.getTime() - afterMs)}`.execute(ctx.sql);
}

/**
 * A visitor has signed in: the token is not valid any more. The row stays until its expiry and names its successor,
 * because a request in flight may still write a cart that belongs to it. Locks the row; to be taken before anything of
 * the visitor's is moved, so that a write comes before the move or sees the successor. Safe to repeat.
 */
export async function retireSession(ctx: Ctx, session_id: number, heir: number): Promise<void> {
  await sql`update identity.sessions set retired_at = ${ctx.now}, heir = ${heir}
    where id = ${session_id} and retired_at is null`.execute(ctx.sql);
}

/** The account that took over a visitor's rows at sign-in; null before. */
export async function successorOf(ctx: Ctx, session_id: number): Promise<number | null> {
  const row = await ctx.sql
    .selectFrom("identity.sessions")
    .select("heir")
    .where("id", "=", session_id)
    .executeTakeFirst();
  return row?.heir ?? null;
}

/** The session of a token whose visitor has just signed in: its browser is about to receive another. */
export async function recentlyEndedSession(db: Sql, token: string, now: Date): Promise<number | null> {
  if (token.length > LONGEST_TOKEN) return null;
  const { rows } = await sql<{ id: number }>`select id from identity.sessions
    where token_hash = ${hashOf(token)} and retired_at > ${new Date(now.getTime() - MINUTE_MS)}`.execute(db);
  return rows[0]?.id ?? null;
}

/** The `session_id` a caller without cookies goes on with: of the session just opened, or the one it has shown. */
export function sessionIdOf(
  session: Session | null,
  { session_id }: { session_id?: string | undefined },
): string | null {
  return session?.token || (session?.is_field && session_id) || null;
}

/** Signs a device out: its session ends, and with it every bearer minted for it. Safe to repeat. */
export async function endSession(ctx: Ctx, session_id: number): Promise<void> {
  await ctx.sql.deleteFrom("identity.sessions").where("id", "=", session_id).execute();
}

/** Ends all sessions of an account but `kept`; answers how many. */
export async function endSessionsOf(ctx: Ctx, customer_id: number, kept: number | null): Promise<number> {
  const ended = await ctx.sql
    .deleteFrom("identity.sessions")
    .where("customer_id", "=", customer_id)
    .where("id", "<>", kept ?? 0)
    .returning("id")
    .execute();
  if (ended.length > 0) await ctx.announce(ctx, "sessions_changed", { customer_id });
  return ended.length;
}

/** A part of the job `sweep`: deletes what has expired, in portions. Answers how many. Safe to repeat. */
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
