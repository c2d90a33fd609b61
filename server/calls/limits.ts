/**
 * How often a caller may do something, counted in PostgreSQL, so it holds across processes. One statement counts and
 * refuses; a refused try is not counted. Outside the caller's transaction on purpose: a failed try has been made too.
 */
import type { Limit } from "contract/call.ts";
import { isShopError, ShopError } from "contract/errors.ts";
import { sql } from "kysely";
import { ipOf } from "../kernel/client-address.ts";
import type { Ctx } from "../kernel/context.ts";

/**
 * Throws too_many with the seconds until the window ends. `name` is what is limited: a call, "otp:+84590000011". A window
 * that fills is logged once, however many are refused in it.
 */
export async function takeLimit(ctx: Ctx, name: string, limit: Limit): Promise<void> {
  const key = `${name}:${await subject(ctx, limit)}`;
  const times = limit.times * ctx.config.limit_factor;
  const counted = await sql<{ used: number }>`
    insert into kernel.rate_limits as r (key, window_ends, used)
    values (${key}, now() + make_interval(secs => ${limit.seconds}), 1)
    on conflict (key) do update set
      used = case when r.window_ends <= now() then 1 else r.used + 1 end,
      window_ends = case when r.window_ends <= now() then excluded.window_ends else r.window_ends end
    where r.window_ends <= now() or r.used < ${times}
    returning used`.execute(ctx.sql);
  const taken = counted.rows[0];
  if (taken && taken.used >= times) {
    ctx.log.warn({ event: "limit", limit: name, request_id: ctx.request_id }, "limit reached");
  }
  if (taken) return;
  const ends = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from window_ends - now())))::int as seconds
    from kernel.rate_limits where key = ${key}`.execute(ctx.sql);
  const seconds = ends.rows[0]?.seconds ?? limit.seconds;
  throw new ShopError("too_many", { params: { seconds }, retry_after_seconds: seconds });
}

async function subject(ctx: Ctx, limit: Limit): Promise<string> {
  if (limit.per === "everyone") return "everyone";
  if (limit.per === "client") return ipOf(ctx.client);
  const staff = await ctx.staff();
  if (staff) return staff.caller;
  const session = await ctx.session();
  return session ? `session ${session.id}` : ipOf(ctx.client);
}

/** Forged messages of one IP address that are remembered; those beyond are refused alike and leave nothing. ASSUMED(0212) */
const FORGED_MESSAGES = { times: 60, seconds: 3600, per: "client" } as const;

/** Whether another forged message of this caller may be remembered. Counts it. */
export async function mayRememberForged(ctx: Ctx, sender: string): Promise<boolean> {
  try {
    await takeLimit(ctx, `forged ${sender}`, FORGED_MESSAGES);
    return true;
  } catch (error) {
    if (isShopError(error)) return false;
    throw error;
  }
}
