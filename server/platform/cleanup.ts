/**
 * Kernel rows that have served: idempotency answers past their day, limit windows that have ended, security events of a
 * year ago. And how a sweep goes about it: in batches, each its own statement, so that no request waits long for a row.
 */
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";

const portion = 1000;
const EVENTS_DAYS = 365; // db: keep_security_events lets nothing younger go

/** Runs a statement that takes away at most `portion` rows until it takes fewer. */
export async function inPortions(
  take: (portion: number) => Promise<{ numAffectedRows?: bigint | undefined }>,
): Promise<number> {
  for (let taken = 0; ; ) {
    const { numAffectedRows = 0n } = await take(portion);
    taken += Number(numAffectedRows);
    if (numAffectedRows < BigInt(portion)) return taken;
  }
}

export async function sweepKernel(ctx: Ctx): Promise<void> {
  await sql`delete from kernel.idempotency where expires_at < now()`.execute(ctx.sql);
  await sql`delete from kernel.rate_limits where window_ends < now()`.execute(ctx.sql);
  await inPortions((portion) =>
    sql`delete from kernel.security_events where id in (
      select id from kernel.security_events where at < now() - make_interval(days => ${EVENTS_DAYS})
      order by at limit ${portion} for update skip locked)`.execute(ctx.sql),
  );
}
