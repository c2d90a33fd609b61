/** What of ratings and questions is deleted after its time. rules/reviews#personal-data */
import { sql } from "kysely";
import { type Ctx, enqueueEach, inTransaction } from "../kernel/context.ts";
import type { SweepPart } from "../kernel/jobs.ts";

const DRAFT_DAYS = 30; // ASSUMED(0386)

/** Drafts nobody went on with, with their pictures, and texts that edits replaced a year ago. */
async function sweepReviews(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { rows } = await sql<{ key: string }>`
      with gone as (delete from reviews.drafts where updated_at < ${ctx.now}::timestamptz - make_interval(days => ${DRAFT_DAYS})
        returning pictures)
      select unnest(pictures) as key from gone`.execute(ctx.sql);
    await enqueueEach(ctx, "remove_file", rows);
  });
  await sql`delete from reviews.versions where replaced_at < ${ctx.now}::timestamptz - interval '12 months'`.execute(
    ctx.sql,
  );
}

export const reviewsSweep: readonly SweepPart[] = [sweepReviews];
