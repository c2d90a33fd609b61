/** What staff do with a conversation: take it, write, note, pass it on, end it. Locks: the conversation. rules/chat#desk */
import type { CallInput } from "contract/call.ts";
import type { CannedReply, ChatRecord, chatDesk } from "contract/chat/chat-desk.ts";
import { hasBlanks, MAX_TAKEN } from "contract/chat/chat-words.ts";
import { ShopError } from "contract/errors.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { notify } from "../notifications/notifications.ts";
import { deskCaller } from "../platform/list/desk-caller.ts";
import type { ConversationRow } from "./conversation-row.ts";
import { assertCard, endConversation, note, storeMessage, textOf } from "./messages.ts";
import { tellChat } from "./news.ts";
import { chatRecord, colleaguesOf, conversationOf } from "./record.ts";

type One = { id: string };

const takenBy = ({ assigned_name }: ConversationRow) =>
  new ShopError("chat_taken", { params: { name: assigned_name ?? "" } });

/** In the transaction that holds the conversation. Throws chat_taken, and state_conflict for the sixth at once. */
async function takeIt(ctx: Ctx, row: ConversationRow, account_id: number): Promise<void> {
  if (row.state === "open" && row.assigned_to === account_id) return;
  if (row.state === "open") throw takenBy(row);
  if (row.state === "done") throw new ShopError("state_conflict", { message_key: "chat_is_done" });
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (select id from chat.conversations
    where state = 'open' and assigned_to = ${account_id} for update) own`.execute(ctx.sql);
  if ((rows[0]?.count ?? 0) >= MAX_TAKEN)
    throw new ShopError("state_conflict", { message_key: "chat_many", params: { maximum: MAX_TAKEN } });
  await sql`update chat.conversations set state = 'open', assigned_to = ${account_id}, is_returned = false, version = version + 1
    where id = ${row.id}`.execute(ctx.sql);
  await signedOn(ctx, account_id);
  await note(ctx, row.id, { act: "taken", actor: await ctx.actor() });
  await tellChat(ctx, { kind: "changed", id: row.id, code: row.code });
}

/** Who takes a conversation is there. */
async function signedOn(ctx: Ctx, staff_id: number): Promise<void> {
  await sql`insert into chat.presence (staff_id, is_on, seen_at) values (${staff_id}, true, ${ctx.now})
    on conflict (staff_id) do update set is_on = true, seen_at = excluded.seen_at`.execute(ctx.sql);
}

export async function takeConversation(ctx: Ctx, { id }: One): Promise<ChatRecord> {
  const { account_id } = await deskCaller(ctx);
  await inTransaction(ctx, async (tx) => takeIt(tx, await conversationOf(tx, id, true), account_id));
  return chatRecord(ctx, { id });
}

/** Throws not_found, chat_taken, state_conflict, invalid. Safe to repeat with the same `client_id`. */
export async function answerConversation(
  ctx: Ctx,
  { id: code, client_id, card, ...sent }: CallInput<typeof chatDesk.answer>,
): Promise<{ seq: number; at: string }> {
  const { account_id: staff_id } = await deskCaller(ctx);
  const text = textOf(sent);
  if (text === "" && !card) throw new ShopError("invalid", { fields: { text: [{ key: "message_required" }] } });
  if (hasBlanks(text)) throw new ShopError("invalid", { fields: { text: [{ key: "blanks_left" }] } });
  if (card) await assertCard(ctx, card, (await conversationOf(ctx, code)).customer_id);
  return inTransaction(ctx, async (tx) => {
    const row = await conversationOf(tx, code, true);
    const known = await tx.sql
      .selectFrom("chat.messages")
      .select(["seq", "at"])
      .where("conversation_id", "=", row.id)
      .where("client_id", "=", client_id)
      .where("staff_id", "=", staff_id)
      .executeTakeFirst();
    if (known) return { seq: known.seq, at: known.at.toISOString() };
    await takeIt(tx, row, staff_id);
    const { seq, at } = await storeMessage(tx, row, { client_id, side: "staff", staff_id, text, card });
    // Who left a message does not wait beside it.
    if (row.left_code !== null && row.customer_id !== null && row.due_at !== null)
      await notify(tx, {
        customer_id: row.customer_id,
        kind: "chat_answered",
        subject: `${row.left_code}:${row.last_seq}`,
        facts: { ticket: row.left_code, path: `/tro-chuyen/${row.code}` },
      });
    return { seq, at };
  });
}

export async function noteConversation(ctx: Ctx, { id, text }: One & { text: string }): Promise<ChatRecord> {
  if (text === "") throw new ShopError("invalid", { fields: { text: [{ key: "message_required" }] } });
  await inTransaction(ctx, async (tx) => {
    const row = await conversationOf(tx, id, true);
    await note(tx, row.id, { act: "note", actor: await ctx.actor(), text: textOf({ text }) });
    await tellChat(tx, { kind: "changed", id: row.id, code: row.code });
  });
  return chatRecord(ctx, { id });
}

/** One's own, or one that waits. The other person has all of it, and need not be there. */
export async function passConversation(ctx: Ctx, { id, to }: One & { to: number }): Promise<ChatRecord> {
  const { account_id } = await deskCaller(ctx);
  const colleague = (await colleaguesOf(ctx)).find((each) => each.id === to);
  if (!colleague) throw new ShopError("invalid", { fields: { to: [{ key: "malformed_value" }] } });
  await inTransaction(ctx, async (tx) => {
    const row = await conversationOf(tx, id, true);
    if (row.state === "done") throw new ShopError("state_conflict", { message_key: "chat_is_done" });
    if (row.state === "open" && row.assigned_to !== account_id) throw takenBy(row);
    await sql`update chat.conversations set state = 'open', assigned_to = ${to}, is_returned = false,
        due_at = coalesce(due_at, ${tx.now}), version = version + 1 where id = ${row.id}`.execute(tx.sql);
    await note(tx, row.id, { act: "passed", actor: await ctx.actor(), text: colleague.full_name });
    await tellChat(tx, { kind: "changed", id: row.id, code: row.code });
  });
  return chatRecord(ctx, { id });
}

/** One's own, or one that nobody has. Safe to repeat. */
export async function finishConversation(ctx: Ctx, { id }: One): Promise<ChatRecord> {
  const { account_id } = await deskCaller(ctx);
  await inTransaction(ctx, async (tx) => {
    const row = await conversationOf(tx, id, true);
    if (row.state === "open" && row.assigned_to !== account_id) throw takenBy(row);
    await endConversation(tx, row, "staff", await ctx.actor());
  });
  return chatRecord(ctx, { id });
}

export async function tellStaffTyping(ctx: Ctx, { id }: One): Promise<{ told: boolean }> {
  const row = await conversationOf(ctx, id);
  const { account_id } = await deskCaller(ctx);
  const told = row.state === "open" && row.assigned_to === account_id;
  if (told) await tellChat(ctx, { kind: "typing", id: row.id, code: row.code, side: "staff" });
  return { told };
}

export async function cannedReplies(ctx: Ctx): Promise<CannedReply[]> {
  const { rows } = await sql<CannedReply>`select key, topic, vi, en, ja, is_active from chat.replies
    order by is_active desc, array_position(array['greeting', 'product', 'price', 'order', 'delivery', 'payment', 'warranty', 'return',
      'collab', 'complaint', 'close'], topic), key`.execute(ctx.sql);
  return rows;
}

export async function saveReply(ctx: Ctx, { key, ...reply }: CannedReply): Promise<CannedReply> {
  await ctx.sql
    .insertInto("chat.replies")
    .values({ key, ...reply })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(reply))
    .execute();
  return { key, ...reply };
}
