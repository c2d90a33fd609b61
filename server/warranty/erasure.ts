/** What remains of a person who is erased: the card without them, with serial, dates and repairs. rules/warranty#personal-data */
import { sql } from "kysely";
import { type Ctx, enqueueEach } from "../kernel/context.ts";

/** Reaction to person_erased, before the account's phone is gone. */
export async function eraseWarranties(ctx: Ctx, customer_id: number): Promise<void> {
  const theirs = sql`(customer_id = ${customer_id} or (customer_id is null and phone <> ''
    and phone = (select phone from identity.customers where id = ${customer_id})))`;
  const { rows } = await sql<{ key: string }>`
    with mine as (select id, invoice_key from warranty.cards where ${theirs} order by id for update)
    update warranty.cards c set customer_id = null, phone = '', full_name = '', place = '', bought_at = '', invoice_key = null,
      proof = case when c.proof = 'pending' then 'refused' else c.proof end, consent_hash = null, objection = '', objected_at = null,
      erased_at = ${ctx.now}, version = c.version + 1
    from mine where c.id = mine.id returning mine.invoice_key as key`.execute(ctx.sql);
  await enqueueEach(
    ctx,
    "remove_file",
    rows.filter(({ key }) => key !== null),
  );
  await sql`delete from warranty.transfers where ${theirs}`.execute(ctx.sql);
  await sql`update warranty.confirmations set phone = '', state = case when state = 'waiting' then 'lapsed' else state end,
      decided_at = coalesce(decided_at, ${ctx.now})
    where phone <> '' and phone = (select phone from identity.customers where id = ${customer_id})`.execute(ctx.sql);
}
