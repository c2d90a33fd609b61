/**
 * The end of an application: 12 months after it was sent, a day after it was withdrawn, or with the person. A row without a
 * person stays. rules/recruitment#retention
 */

import { businessDay } from "contract/values/locale.ts";
import { type RawBuilder, sql } from "kysely";
import { type Ctx, enqueueEach, inTransaction } from "../kernel/context.ts";
import { sweepForms } from "./forms.ts";

/** Within 24 hours, with the hour until the next sweep. */
const WITHDRAWN_HOURS = 22;
const AT_ONCE = 500;

/** Part of the job `sweep`. Safe to repeat. */
export async function sweepApplications(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await remove(
      ctx,
      sql`a.delete_on <= ${businessDay(ctx.now)}::date
        or a.withdrawn_at <= ${ctx.now}::timestamptz - make_interval(hours => ${WITHDRAWN_HOURS})`,
    );
    const keys = await sweepForms(ctx);
    await enqueueEach(
      ctx,
      "remove_file",
      keys.map((key) => ({ key })),
    );
  });
}

/** Reaction to person_erased: those of the account, and those sent with its phone number. */
export async function eraseApplications(ctx: Ctx, customer_id: number): Promise<void> {
  await remove(ctx, ofCustomer(customer_id), null);
}

export const ofCustomer = (customer_id: number): RawBuilder<unknown> =>
  sql`a.customer_id = ${customer_id} or a.phone = (select phone from identity.customers where id = ${customer_id})`;

async function remove(ctx: Ctx, which: RawBuilder<unknown>, most: number | null = AT_ONCE): Promise<void> {
  const { rows } = await sql<{ key: string | null }>`
    with chosen as (select a.id from recruitment.applications a where ${which} order by a.id limit ${most} for update),
      gone as (delete from recruitment.applications a using chosen where a.id = chosen.id returning a.*),
      kept as (insert into recruitment.past_applications (vacancy_id, month, last_state)
        select vacancy_id, date_trunc('month', sent_at at time zone 'Asia/Ho_Chi_Minh')::date, state from gone)
    select cv_key as key from gone`.execute(ctx.sql);
  const keys = rows.flatMap(({ key }) => (key === null ? [] : [key]));
  if (keys.length === 0) return;
  await sql`delete from recruitment.cvs where key = any (${keys}::text[])`.execute(ctx.sql);
  await enqueueEach(
    ctx,
    "remove_file",
    keys.map((key) => ({ key })),
  );
}
