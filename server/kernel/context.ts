/**
 * What a call may use: the database, who calls, in which language, what time it is, and the two ways to cause more
 * (`announce` now and in the same transaction, `enqueue` later but recorded in it). Kernel: knows no domain.
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
  /** Only in the answer that opened it; the row holds a hash. */
  token: string;
  /** The token that opened this session came in the field `session_id`. */
  is_field?: true;
};

/** What the client says of itself. Trusted for labels and for how a token is delivered, nothing else. */
export type Machine = {
  /** A browser holds its session in a cookie scripts cannot read; any other client receives the token itself. */
  is_browser: boolean;
  /** User-Agent as it came. */
  agent: string;
  /** The token of a device an account has signed in on before. */
  device: string | null;
};

export type Ctx = {
  sql: Kysely<DB>;
  config: Config;
  log: Log;
  /** What can be set; values are read by `setting` (platform/settings.ts). */
  settings: SettingList;
  locale: Locale;
  now: Date;
  /** For limits and logs: the caller's address, or "shop" for work of our own. */
  client: string;
  request_id: string;
  machine: Machine;
  /** The caller's session, looked up once when first asked for. Throws unauthenticated for a dead bearer. */
  session(): Promise<Session | null>;
  /** The caller as staff: never a shopper, as `session` never is staff. Looked up once. */
  staff(): Promise<StaffSession | null>;
  /** A person has used the staff session: its time without use begins anew. Not for what a browser fetches ahead. */
  noteStaffUse(): Promise<void>;
  /**
   * Who acts, for history rows. May look the session up: where nothing has done so yet, to be called before a transaction.
   */
  actor(): Promise<Actor>;
  /** The caller's session, opened now when there is none; transports hand its token to the caller. */
  openSession(): Promise<Session>;
  /** Undoes `openSession`, where this request has opened one. Never fails. */
  discardOpened(): Promise<void>;
  /** From here on the caller is in `session`; transports hand its token on. Null: in none, and the token is forgotten. */
  switchSession(session: Session | null): void;
  /** Transports store this token on the client, which sends it as `machine.device` from now on. */
  storeDevice(device: string): void;
  announce<E extends EventName>(ctx: Ctx, event: E, payload: Events[E]): Promise<void>;
  /** The visitor's session whose token the caller shows, though it ended moments ago in a sign-in. */
  recentlyEndedSession(): Promise<number | null>;
  /** The approved request this act runs by: `secondPerson` compares its figures. */
  approval?: RunningApproval;
  /** Makes a request of a call that a second person has to approve, and answers its code. */
  askSecondPerson(ctx: Ctx, asking: { ask: Ask; call: string; input: unknown; reason: string }): Promise<string>;
  /** The Idempotency-Key of this call, where one came. */
  submission?: string;
  /** True inside `inTransaction`. */
  in_transaction?: true;
};

const attempts = 4;

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
      if (attempt >= attempts || !isRepeatable(error)) throw error;
      // Otherwise only the lost second shows; two that lock in different orders show here.
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
 * Enqueues a job in the caller's transaction: undone with it. With `key`, a job of that key that waits
 * already is replaced. Safe to repeat with a key.
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

/** The same work for each of several payloads, in one statement. */
export async function enqueueEach<J extends JobName>(ctx: Ctx, job: J, payloads: readonly Jobs[J][]): Promise<void> {
  if (payloads.length === 0) return;
  await query`select graphile_worker.add_job(${job}::text, payload)
    from json_array_elements(${JSON.stringify(payloads)}::json) as payload`.execute(ctx.sql);
}
