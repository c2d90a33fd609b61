/**
 * Guards against guessing: how often something may be tried, about whom, counted in PostgreSQL in one statement, so that
 * eight processes count as one. An attempt is counted before it is known whether it is right, and refunded when it was.
 * A window that was filled makes the next one twice as long, where the limit says so. Keys hold no phone in clear.
 * rules/identity#guessing
 */
import { createHash } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import { sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import { noteSecurity } from "../../security/security-events.ts";

/** At most `times` attempts about one `subject` within `seconds`, Infinity where they are only counted; with `grows`, the window doubles after each one that was filled. */
export type RateLimit = { name: string; subject: string; times: number; seconds: number; grows?: boolean };

const LARGEST_INT = 2 ** 31 - 1; // of PostgreSQL
const MAX_STRIKES = 6; // 15 minutes become 16 hours at most
const FORGIVEN_SECONDS = 86_400; // a quiet day, and the window is as short as ever

/** Counts an attempt; answers how many there were in this window. Throws too_many with the seconds to wait, counting nothing. */
export async function countAttempt(ctx: Ctx, limit: RateLimit): Promise<number> {
  const { seconds, grows = false } = limit;
  const key = keyOf(limit);
  const times = Math.min(limit.times * ctx.config.limit_factor, LARGEST_INT);
  const { rows } = await sql<{ used: number }>`
    insert into identity.attempts as a (key, used, window_ends)
    values (${key}, 1, ${secondsFromNow(ctx, seconds)})
    on conflict (key) do update set
      used = case when a.window_ends <= ${ctx.now} then 1 else a.used + 1 end,
      strikes = case
        when a.window_ends > ${ctx.now} then a.strikes
        when not ${grows}::boolean or a.window_ends < ${secondsFromNow(ctx, -FORGIVEN_SECONDS)} then 0
        when a.used >= ${times} then least(a.strikes + 1, ${MAX_STRIKES}) else a.strikes end,
      window_ends = case when a.window_ends > ${ctx.now} then a.window_ends
        else ${ctx.now}::timestamptz + make_interval(secs => ${seconds} * case
          when not ${grows}::boolean or a.window_ends < ${secondsFromNow(ctx, -FORGIVEN_SECONDS)} then 1
          when a.used >= ${times} then 2 ^ least(a.strikes + 1, ${MAX_STRIKES}) else 2 ^ a.strikes end) end
    where a.window_ends <= ${ctx.now} or a.used < ${times}
    returning a.used`.execute(ctx.sql);
  const counted = rows[0];
  if (counted) return counted.used;
  const wait = (await stateOf(ctx, limit)).seconds_left || 1;
  throw new ShopError("too_many", { params: { seconds: wait }, retry_after_seconds: wait });
}

/** The attempt was right: it no longer counts. */
export async function refundAttempt(ctx: Ctx, limit: RateLimit): Promise<void> {
  await sql`update identity.attempts set used = greatest(used - 1, 0) where key = ${keyOf(limit)}`.execute(ctx.sql);
}

/** Attempts of the window that runs now, and the seconds until it ends. Counts nothing. */
export async function stateOf(
  ctx: Ctx,
  { name, subject }: Pick<RateLimit, "name" | "subject">,
): Promise<{ used: number; seconds_left: number }> {
  const { rows } = await sql<{ used: number; window_ends: Date }>`
    select used, window_ends from identity.attempts
    where key = ${keyOf({ name, subject })} and window_ends > ${ctx.now}`.execute(ctx.sql);
  const row = rows[0];
  if (!row) return { used: 0, seconds_left: 0 };
  return { used: row.used, seconds_left: Math.ceil((row.window_ends.getTime() - ctx.now.getTime()) / 1000) };
}

/** As `countAttempt`, and a window that fills is noted as a security event: once, for a row of each refusal would fill the disk. */
export async function countAttemptAndNote(ctx: Ctx, limit: RateLimit, customer_id: number | null): Promise<number> {
  const used = await countAttempt(ctx, limit);
  if (used >= limit.times * ctx.config.limit_factor) {
    await noteSecurity(ctx, "limit_reached", { customer_id, limit: limit.name });
  }
  return used;
}

/** Windows that ended long enough ago to be forgiven. */
export async function sweepAttempts(ctx: Ctx): Promise<void> {
  await sql`delete from identity.attempts where window_ends < ${secondsFromNow(ctx, -FORGIVEN_SECONDS)}`.execute(
    ctx.sql,
  );
}

const secondsFromNow = (ctx: Ctx, seconds: number): Date => new Date(ctx.now.getTime() + seconds * 1000);

const keyOf = ({ name, subject }: Pick<RateLimit, "name" | "subject">): string =>
  `${name}:${createHash("sha256").update(subject).digest("base64url").slice(0, 22)}`;
