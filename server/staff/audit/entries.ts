/**
 * Entries of the audit log that no trigger writes: what is no change of a row. And the end of a person's values in it.
 * Everything else is written by the database (db/migrations/0070_audit.sql). rules/staff#audit
 */
import { sql } from "kysely";
import { actFrom, actingNow } from "../../database/acting.ts";
import { type Actor, actingAs } from "../../kernel/actor.ts";
import { networkOf } from "../../kernel/client-address.ts";
import { type Ctx, inTransaction } from "../../kernel/context.ts";

/** What happened, where no row changed. */
export type NotedEvent = "signed_in" | "sign_in_refused" | "revealed" | "viewed" | "month_dropped";

type Noted = {
  /** The record: "staff:3", "customer:12". */
  about: string;
  /** Which fields, how many rows: never a value of a person, never a secret. */
  after?: object;
  reason?: string;
  /** Whose the reason is: it is encrypted under that person's key. */
  subject?: string;
};

/** In the caller's transaction, where there is one. `actor` where the call itself has none: signing in. */
export async function noteAudit(
  ctx: Ctx,
  event: NotedEvent,
  { about, after, reason, subject }: Noted,
  actor?: Actor,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const before = await actingNow(tx.sql);
    if (!before || actor) {
      const { request_id } = ctx;
      const network = networkOf(ctx.client);
      await actFrom(tx.sql, { actor: actor ?? (await ctx.actor()), call: `staff.${event}`, request_id, network });
    }
    await sql`select audit.add('retained', ${event}, ${about}, null, null, null, ${after ? JSON.stringify(after) : null}::jsonb,
      ${subject ?? null}, null, ${reason ?? null})`.execute(tx.sql);
    if (!before) await sql`select set_config('app.acting', '', true)`.execute(tx.sql);
    else if (actor) await actFrom(tx.sql, before);
  });
}

/** Signing in, or a second factor that was refused, of a known account. */
export const noteSignIn = (ctx: Ctx, event: "signed_in" | "sign_in_refused", account_id: number, by: string) =>
  noteAudit(ctx, event, { about: `staff:${account_id}`, after: { by } }, `staff:${account_id}`);

/** The rest of a transaction that begins without a session, as the account whose link or code was shown. */
export async function actAsStaff(tx: Ctx, account_id: number, call: string): Promise<Ctx> {
  const actor: Actor = `staff:${account_id}`;
  await actFrom(tx.sql, { actor, call, request_id: tx.request_id, network: networkOf(tx.client) });
  return actingAs(tx, actor);
}

/**
 * Reaction to person_erased: the keys of the person, of their orders and of the transfers for these are destroyed, and no
 * new ones come. What was encrypted under them cannot be read by anybody any more. Safe to repeat.
 */
export async function eraseAudit(ctx: Ctx, customer_id: number): Promise<void> {
  await sql`
    insert into audit.person_keys (subject, destroyed_at)
    select subject, ${ctx.now} from (
      select 'customer:' || ${customer_id}::bigint as subject
      union select 'order:' || o.id from orders.orders o where o.customer_id = ${customer_id}
      union select 'credit:' || c.id from payments.credits c join payments.attempts a on a.id = c.attempt_id
        join payments.payments p on p.id = a.payment_id join orders.orders o on o.code = p.order_code
        where o.customer_id = ${customer_id}) theirs
    on conflict (subject) do update set key = null, destroyed_at = excluded.destroyed_at
      where audit.person_keys.key is not null`.execute(ctx.sql);
}

const BATCH = 2_000;

/** The job `chain_audit`: gives what was written its place in the chain. Safe to repeat. */
export async function chainAudit(ctx: Ctx): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ done: number }>`select audit.chain_up(${BATCH}) as done`.execute(ctx.sql);
    if ((rows[0]?.done ?? 0) < BATCH) return;
  }
}

/** The job `make_audit_months`: partitions for the months to come. Safe to repeat. */
export async function makeAuditMonths(ctx: Ctx): Promise<void> {
  await sql`select audit.make_months((now() + interval '3 months')::date)`.execute(ctx.sql);
}
