/**
 * The context of a call: database, caller, language, time, and two ways to start other work: `announce` runs it now in the
 * same transaction, `enqueue` records a job in it. Kernel: imports no domain.
 */
import type { Role } from "contract/identity/accounts.ts";
import type { Locale } from "contract/values/locale.ts";
import type { Kysely } from "kysely";
import { sql as query } from "kysely";
import type { DB } from "../../db/tables.ts";
import type { SettingList } from "../platform/settings.ts";
import type { Actor } from "./actor.ts";
import type { Config } from "./config.ts";
import type { EventName, Events } from "./events.ts";
import type { JobName, Jobs } from "./jobs.ts";
import type { Log } from "./log.ts";
import type { Ask, RunningApproval } from "./second-person.ts";
import type { StaffSession } from "./staff.ts";

export type Session = {
  id: number;
  kind: "visitor" | "customer";
  customer_id: number | null;
  active_role: Role;
  /** The agency an agent acts for; empty otherwise. */
  agent_id: string;
  /** The password must be changed before anything else. */
  pending_password: boolean;
  /** When its last use was noted, to the hour. */
  last_seen_at: Date;
  /** Set only in the request that opened the session; the row has its hash. */
  token: string;
  /** The token of this session was sent in the field `session_id`. */
  is_field?: true;
};

/** What the client states about itself. Used for labels and for the delivery of a token, and trusted for nothing else. */
export type Machine = {
  /** A browser holds its session in a cookie scripts cannot read; any other client receives the token itself. */
  is_browser: boolean;
  /** The User-Agent header. */
  agent: string;
  /** The token of a device an account has signed in on before. */
  device: string | null;
};

export type Ctx = {
  sql: Kysely<DB>;
  config: Config;
  log: Log;
  /** The declared settings; `setting` reads their values (platform/settings.ts). */
  settings: SettingList;
  locale: Locale;
  now: Date;
  /** For limits and logs: the caller's IP address, or "shop" for the shop's own work. */
  client: string;
  request_id: string;
  machine: Machine;
  /** The caller's session, looked up at the first call. Throws unauthenticated for an invalid bearer. */
  session(): Promise<Session | null>;
  /** The caller's staff session, looked up at the first call. A caller has either this or `session`, never both. */
  staff(): Promise<StaffSession | null>;
  /** Restarts the idle time of the staff session. Does nothing for a prefetch of the browser. */
  noteStaffUse(): Promise<void>;
  /**
   * The acting party, for history rows. It may look the session up, so call it before a transaction unless `session` has been called.
   */
  actor(): Promise<Actor>;
  /** The caller's session, opened now when there is none; transports hand its token to the caller. */
  openSession(): Promise<Session>;
  /** Undoes `openSession`, where this request has opened one. Never fails. */
  discardOpened(): Promise<void>;
  /** Replaces the caller's session; transports send its token. Null: the caller has none, and the client's token is deleted. */
  switchSession(session: Session | null): void;
  /** Transports store this token on the client, which sends it as `machine.device` from now on. */
  storeDevice(device: string): void;
  announce<E extends EventName>(ctx: Ctx, event: E, payload: Events[E]): Promise<void>;
  /** The id of the visitor's session with the caller's token, where it ended moments ago by a sign-in. */
  recentlyEndedSession(): Promise<number | null>;
  /** The approved request this act runs by: `secondPerson` compares its figures. */
  approval?: RunningApproval;
  /** Makes a request of a call that a second person has to approve, and answers its code. */
  askSecondPerson(ctx: Ctx, asking: { ask: Ask; call: string; input: unknown; reason: string }): Promise<string>;
  /** The Idempotency-Key of this call, if any. */
  submission?: string;
  /** True inside `inTransaction`. */
  in_transaction?: true;
};

const MAX_ATTEMPTS = 4;

/**
 * Runs `fn` in one transaction; inside another it joins it. Repeats the whole of `fn` after a serialisation failure or
 * a deadlock, at most three times: so `fn` must do nothing but database work. No network calls in here.
 */
export async function inTransaction<T>(ctx: Ctx, fn: (ctx: Ctx) => Promise<T>): Promise<T> {
  if (ctx.in_transaction) return fn(ctx);
  for (let attempt = 1; ; attempt++) {
    try {
      return await ctx.sql.transaction().execute((sql) => fn({ ...ctx, sql, in_transaction: true }));
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isRepeatable(error)) throw error;
      // Logged so that transactions which lock in different orders are found; otherwise they only cost time.
      ctx.log.warn({ err: error, attempt, request_id: ctx.request_id }, "transaction repeated");
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
}

/** Serialisation failure or deadlock: PostgreSQL has undone everything and a repeat may succeed. */
function isRepeatable(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return code === "40001" || code === "40P01";
}

/**
 * Enqueues a job in the caller's transaction; a rollback undoes it. With `key` it replaces a waiting job of that key. Safe to
 * repeat with a key.
 */
export async function enqueue<J extends JobName>(
  ctx: Ctx,
  job: J,
  payload: Jobs[J],
  options: { run_at?: Date; key?: string } = {},
): Promise<void> {
  await query`select graphile_worker.add_job(${job}::text, ${JSON.stringify(payload)}::json,
    run_at => ${options.run_at ?? null}::timestamptz, job_key => ${options.key ?? null}::text)`.execute(ctx.sql);
}

/** Enqueues one job per payload, by one statement. */
export async function enqueueEach<J extends JobName>(ctx: Ctx, job: J, payloads: readonly Jobs[J][]): Promise<void> {
  if (payloads.length === 0) return;
  await query`select graphile_worker.add_job(${job}::text, payload)
    from json_array_elements(${JSON.stringify(payloads)}::json) as payload`.execute(ctx.sql);
}
