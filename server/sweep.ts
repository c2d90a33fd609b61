/** Kernel rows that have served: idempotency answers past their day, limit windows that have ended. */
import { sql } from "kysely";
import type { Ctx } from "./context.ts";

export async function sweepKernel(ctx: Ctx): Promise<void> {
  await sql`delete from kernel.idempotency where expires_at < now()`.execute(ctx.sql);
  await sql`delete from kernel.rate_limits where window_ends < now()`.execute(ctx.sql);
}
