/**
 * Who of the shop takes chats, and what becomes of conversations nobody attends to: those of a person who is gone go back to
 * the head of the queue, and one whose customer is silent for long is asked, then ended. rules/chat#queue
 */
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { deskCaller } from "../platform/list/desk-caller.ts";
import { type ConversationRow, lockConversation } from "./conversation-row.ts";
import { endConversation, note, storeMessage, wordId } from "./messages.ts";
import { tellChat } from "./news.ts";
import { GONE_SECONDS } from "./queue.ts";

/** Silent for so long after the shop wrote: asked; and for so long in all: over. rules/chat#states */
const ASKED_MINUTES = 25;
const OVER_MINUTES = 30;
const AT_ONCE = 200;

export async function setPresence(ctx: Ctx, { on }: { on: boolean }): Promise<{ on: boolean }> {
  const { account_id: staff_id } = await deskCaller(ctx);
  const values = { is_on: on, seen_at: ctx.now };
  await ctx.sql
    .insertInto("chat.presence")
    .values({ staff_id, ...values })
    .onConflict((conflict) => conflict.column("staff_id").doUpdateSet(values))
    .execute();
  return { on };
}

/** A sign of these people: an open stream, a call. Who does not take chats still does not. */
export async function noteSign(ctx: Ctx, staffIds: readonly number[]): Promise<void> {
  if (staffIds.length === 0) return;
  await sql`update chat.presence set seen_at = ${ctx.now} where staff_id = any (${[...staffIds]}::bigint[]) and seen_at < ${ctx.now}`.execute(
    ctx.sql,
  );
}

type Found = { id: number };

/** The job `attend_chats`. Safe to repeat. */
export async function attendChats(ctx: Ctx): Promise<void> {
  const { rows: left } = await sql<Found>`select c.id from chat.conversations c where c.state = 'open' and not exists (
      select from chat.presence p where p.staff_id = c.assigned_to and p.is_on
        and p.seen_at > ${ctx.now}::timestamptz - make_interval(secs => ${GONE_SECONDS}))
    limit ${AT_ONCE}`.execute(ctx.sql);
  for (const { id } of left) await inTransaction(ctx, (tx) => giveBack(tx, id));
  const { rows: silent } = await sql<Found>`select c.id from chat.conversations c
    where c.state = 'open' and c.due_at is null and c.customer_at < ${ctx.now}::timestamptz - make_interval(mins => ${ASKED_MINUTES})
    limit ${AT_ONCE}`.execute(ctx.sql);
  for (const { id } of silent) await inTransaction(ctx, (tx) => askOrEnd(tx, id));
}

async function giveBack(ctx: Ctx, id: number): Promise<void> {
  const row = await lockConversation(ctx, id);
  const { rows } =
    await sql<Found>`update chat.conversations c set state = 'waiting', is_returned = true, assigned_to = null,
      due_at = coalesce(due_at, ${ctx.now}), version = version + 1
    where c.id = ${id} and c.state = 'open' and not exists (select from chat.presence p where p.staff_id = c.assigned_to and p.is_on
      and p.seen_at > ${ctx.now}::timestamptz - make_interval(secs => ${GONE_SECONDS})) returning id`.execute(ctx.sql);
  if (!rows[0]) return;
  await note(ctx, id, { act: "returned", actor: "system", text: row.assigned_name ?? "" });
  await tellChat(ctx, { kind: "changed", id, code: row.code });
}

type Silent = ConversationRow & { asked_at: Date | null; customer_at: Date };

async function askOrEnd(ctx: Ctx, id: number): Promise<void> {
  const row = await lockConversation(ctx, id);
  const { rows } = await sql<
    Pick<Silent, "asked_at" | "customer_at">
  >`select asked_at, customer_at from chat.conversations
    where id = ${id} and state = 'open' and due_at is null`.execute(ctx.sql);
  const silent = rows[0];
  if (!silent) return;
  const minutes = (ctx.now.getTime() - silent.customer_at.getTime()) / 60_000;
  if (silent.asked_at === null) {
    const client_id = wordId(`asked ${id} ${row.last_seq}`);
    await storeMessage(ctx, row, { client_id, side: "shop", word: "still_there" });
    await sql`update chat.conversations set asked_at = ${ctx.now} where id = ${id}`.execute(ctx.sql);
    return;
  }
  const sinceAsked = (ctx.now.getTime() - silent.asked_at.getTime()) / 60_000;
  if (minutes < OVER_MINUTES || sinceAsked < OVER_MINUTES - ASKED_MINUTES) return;
  await endConversation(ctx, row, "idle", "system");
}
