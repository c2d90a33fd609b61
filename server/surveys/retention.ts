/** The end of what is known of who answered: 12 months after, or with the person. rules/surveys#retention */
import { businessDay } from "contract/values/locale.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";

const MONTHS = 12;

/** Part of the job `sweep`. Safe to repeat. */
export async function sweepSurveys(ctx: Ctx): Promise<void> {
  await sql`update surveys.answers set order_code = null, customer_id = null
    where (order_code is not null or customer_id is not null)
      and answered_on < ${businessDay(ctx.now)}::date - make_interval(months => ${MONTHS})`.execute(ctx.sql);
  await sql`delete from surveys.invitations
    where expires_at < ${ctx.now}::timestamptz - make_interval(months => ${MONTHS})`.execute(ctx.sql);
}

/** Reaction to person_erased. */
export async function eraseSurveys(ctx: Ctx, customer_id: number): Promise<void> {
  await sql`delete from surveys.answers where customer_id = ${customer_id}`.execute(ctx.sql);
  await sql`delete from surveys.invitations where customer_id = ${customer_id}`.execute(ctx.sql);
}
