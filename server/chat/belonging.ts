/**
 * Conversations of a visitor when they sign in: those whose phone is the account's become the account's, the others stay with
 * the browser. What becomes of them when the person is erased, and after 24 months. rules/chat#whose, rules/chat#personal-data
 */
import { sql } from "kysely";
import { type Ctx, enqueueEach, inTransaction } from "../kernel/context.ts";

const PORTION = 200;

/** Reaction to signed_in. One of the account's that goes on stays the one: the visitor's is ended. Safe to repeat. */
export async function takeChatsAlong(
  ctx: Ctx,
  { customer_id, from, to }: { customer_id: number; from: number | null; to: number },
): Promise<void> {
  if (from === null) return;
  await sql`update chat.conversations c set state = 'done', done_at = ${ctx.now}, done_by = 'customer', due_at = null, version = version + 1
    where c.session_id = ${from} and c.customer_id is null and c.state <> 'done'
      and exists (select from identity.customers p where p.id = ${customer_id} and p.phone = c.phone)
      and exists (select from chat.conversations o where o.customer_id = ${customer_id} and o.state <> 'done')`.execute(
    ctx.sql,
  );
  await sql`update chat.conversations c set session_id = ${to}, customer_id = case when exists (
      select from identity.customers p where p.id = ${customer_id} and p.phone = c.phone) then ${customer_id}::bigint end,
      version = version + 1
    where c.session_id = ${from} and c.customer_id is null`.execute(ctx.sql);
}

/** Reaction to session_renewed. */
export async function moveChats(ctx: Ctx, from: number, to: number): Promise<void> {
  await sql`update chat.conversations set session_id = ${to} where session_id = ${from}`.execute(ctx.sql);
}

/** Messages, pictures and who it was go; that there was one, when, and how it was rated stays. */
async function blank(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const wanted = sql`${[...ids]}::integer[]`;
  const { rows } = await sql<{
    key: string;
  }>`delete from chat.pictures where conversation_id = any (${wanted}) returning key`.execute(ctx.sql);
  await enqueueEach(ctx, "remove_file", rows);
  await sql`delete from chat.messages where conversation_id = any (${wanted})`.execute(ctx.sql);
  await sql`delete from chat.notes where conversation_id = any (${wanted})`.execute(ctx.sql);
  await sql`update chat.conversations set customer_id = null, session_id = null, phone = '', city_code = '', left_code = null,
      state = 'done', done_at = coalesce(done_at, ${ctx.now}), done_by = coalesce(done_by, 'erased'), due_at = null, erased_at = ${ctx.now},
      version = version + 1
    where id = any (${wanted})`.execute(ctx.sql);
}

/** Reaction to person_erased. */
export async function eraseChats(ctx: Ctx, customer_id: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from chat.conversations where customer_id = ${customer_id}
    order by id for update`.execute(ctx.sql);
  await blank(
    ctx,
    rows.map(({ id }) => id),
  );
}

/** 24 months after the last message, and pictures that no message took within a day. */
export async function sweepChats(ctx: Ctx): Promise<void> {
  for (let count = PORTION; count === PORTION; ) {
    count = await inTransaction(ctx, async (tx) => {
      const { rows } = await sql<{ id: number }>`select id from chat.conversations
        where erased_at is null and last_at < ${tx.now}::timestamptz - interval '24 months'
        order by id limit ${PORTION} for update skip locked`.execute(tx.sql);
      await blank(
        tx,
        rows.map(({ id }) => id),
      );
      return rows.length;
    });
  }
  await inTransaction(ctx, async (tx) => {
    const { rows } = await sql<{ key: string }>`delete from chat.pictures
      where seq is null and created_at < ${tx.now}::timestamptz - interval '1 day' returning key`.execute(tx.sql);
    await enqueueEach(tx, "remove_file", rows);
  });
}
