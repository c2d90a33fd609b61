/** What remains of a person who is erased: tickets without them and their pictures; open ones are cancelled. docs/rules/service.md#personal-data */
import { sql } from "kysely";
import { type Ctx, enqueueEach } from "../kernel/context.ts";

/** Reaction to person_erased, before the account's phone is gone. */
export async function eraseTickets(ctx: Ctx, customer_id: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update service.tickets t set full_name = '', phone = '', customer_id = null, street = '', address = '', fault_text = '',
      consent_hash = null, erased_at = ${ctx.now}, due_at = null, version = t.version + 1,
      state = case when t.done_at is null then 'cancelled' else t.state end, done_at = coalesce(t.done_at, ${ctx.now})
    where t.customer_id = ${customer_id} or (t.customer_id is null and t.phone <> ''
      and t.phone = (select phone from identity.customers where id = ${customer_id})) returning id`.execute(ctx.sql);
  const ids = rows.map(({ id }) => id);
  await sql`update service.visits set freed_at = ${ctx.now} where ticket_id = any (${ids}::bigint[]) and freed_at is null`.execute(
    ctx.sql,
  );
  await sql`update service.history set note = '' where ticket_id = any (${ids}::bigint[])`.execute(ctx.sql);
  const { rows: files } = await sql<{ key: string }>`
    delete from service.pictures where ticket_id = any (${ids}::bigint[])
      or session_id in (select id from identity.sessions where customer_id = ${customer_id}) returning key`.execute(
    ctx.sql,
  );
  await enqueueEach(ctx, "remove_file", files);
}

/** Reaction to phone_proved and signed_in: what a guest's phone asked for becomes the account's. */
export async function attachTickets(ctx: Ctx, customer_id: number): Promise<void> {
  await sql`update service.tickets t set customer_id = a.id from identity.customers a
    where a.id = ${customer_id} and t.customer_id is null and t.phone <> '' and t.phone = a.phone`.execute(ctx.sql);
}
