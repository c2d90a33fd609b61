/**
 * Messages of both sides. `seq` is given under the conversation's lock, in the transaction that stores the message, so it is
 * the only order; a `client_id` counts once. What is masked is masked before it is stored. Locks: the conversation.
 * rules/chat#delivery
 */
import { createHash } from "node:crypto";
import type { CallInput } from "contract/call.ts";
import type { chat } from "contract/chat/chat.ts";
import { type ChatWord, MAX_TAKEN } from "contract/chat/chat-words.ts";
import { ShopError } from "contract/errors.ts";
import { sql } from "kysely";
import { countAttempt } from "../identity/signing-in/attempts.ts";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { examine } from "../reviews/rules.ts";
import { ANSWER_SECONDS, type ConversationRow, canWrite, ownConversation } from "./conversation-row.ts";
import { maskNumbers } from "./masking.ts";
import { tellChat } from "./news.ts";
import { GONE_SECONDS } from "./queue.ts";

/** Of a person in a day. ASSUMED(0393) */
const PER_PERSON = 1_000;
const DAY_SECONDS = 86_400;

export type Card = { kind: "product" | "order"; key: string };
export type NewMessage = { client_id: string } & (
  | { side: "customer"; text: string; pictures?: readonly string[]; card?: Card | undefined }
  | { side: "staff"; staff_id: number; text: string; card?: Card | undefined }
  | { side: "shop"; word: ChatWord }
);

export const textOf = ({ text }: { text?: string | undefined }): string => maskNumbers(text ?? "");

/** The id of a word of the shop's own, made from what it follows, so that it is said once. */
export const wordId = (follows: string): string =>
  createHash("sha256").update(follows).digest("base64url").slice(0, 22);

const isUrgent = (text: string): boolean => {
  const { is_safety, held_for } = examine(text);
  return is_safety || held_for.includes("accusation");
};

/** In the transaction that holds the conversation. Throws conflict for an id that the other side has used. */
export async function storeMessage(
  ctx: Ctx,
  row: Pick<ConversationRow, "id" | "code" | "last_seq" | "state">,
  message: NewMessage,
): Promise<{ seq: number; at: string; is_new: boolean }> {
  const { client_id, side } = message;
  const { rows } = await sql<{ seq: number; at: Date; side: string }>`select seq, at, side from chat.messages
    where conversation_id = ${row.id} and client_id = ${client_id}`.execute(ctx.sql);
  const known = rows[0];
  if (known && known.side !== side) throw new ShopError("conflict");
  if (known) return { seq: known.seq, at: known.at.toISOString(), is_new: false };
  const seq = row.last_seq + 1;
  const text = "text" in message ? message.text : "";
  const card = "card" in message ? message.card : undefined;
  const pictures = "pictures" in message ? [...(message.pictures ?? [])] : [];
  await ctx.sql
    .insertInto("chat.messages")
    .values({
      ...{ conversation_id: row.id, seq, client_id, side, text, pictures, at: ctx.now },
      staff_id: side === "staff" ? message.staff_id : null,
      word: side === "shop" ? message.word : null,
      card_kind: card?.kind ?? null,
      card_key: card?.key ?? null,
    })
    .execute();
  if (pictures.length > 0)
    await sql`update chat.pictures set seq = ${seq} where key = any (${pictures}::text[])`.execute(ctx.sql);
  const due = new Date(ctx.now.getTime() + ANSWER_SECONDS * 1000);
  const changes = {
    customer: sql`customer_at = ${ctx.now}, asked_at = null, due_at = coalesce(due_at, ${due}), seen_by_customer = ${seq},
      is_urgent = is_urgent or ${isUrgent(text)}`,
    staff: sql`due_at = null, first_answer_at = coalesce(first_answer_at, ${ctx.now}), seen_by_staff = ${seq}`,
    shop: sql`asked_at = asked_at`,
  };
  await sql`update chat.conversations set ${changes[side]}, last_seq = ${seq}, last_at = ${ctx.now}, version = version + 1
    where id = ${row.id}`.execute(ctx.sql);
  await tellChat(ctx, { kind: "changed", id: row.id, code: row.code });
  return { seq, at: ctx.now.toISOString(), is_new: true };
}

/** Throws not_found, chat_over, invalid, too_many. Safe to repeat with the same `client_id`. */
export async function sendMessage(
  ctx: Ctx,
  { id: code, client_id, pictures = [], card, ...sent }: CallInput<typeof chat.send>,
): Promise<{ seq: number; at: string }> {
  const text = textOf(sent);
  const { id: conversation, customer_id, session_id } = await ownConversation(ctx, code);
  const person = customer_id === null ? `visitor ${session_id}` : `customer ${customer_id}`;
  if (text === "" && pictures.length === 0 && !card)
    throw new ShopError("invalid", { fields: { text: [{ key: "message_required" }] } });
  await countAttempt(ctx, { name: "chat_messages", subject: person, times: PER_PERSON, seconds: DAY_SECONDS });
  if (card) await assertCard(ctx, card, customer_id);
  return inTransaction(ctx, async (tx) => {
    const row = await ownConversation(tx, code, true);
    const repeated = await isStored(tx, conversation, client_id);
    if (!repeated) {
      if (row.state === "done") await reopen(tx, row);
      await assertPictures(tx, conversation, pictures);
    }
    const message = { client_id, side: "customer", text, pictures, card } as const;
    const { seq, at } = await storeMessage(tx, row, message);
    return { seq, at };
  });
}

async function isStored(ctx: Ctx, conversation_id: number, client_id: string): Promise<boolean> {
  const { rows } = await sql`select from chat.messages
    where conversation_id = ${conversation_id} and client_id = ${client_id}`.execute(ctx.sql);
  return rows.length > 0;
}

/** Each was sent for this conversation by its customer, and is in no message yet. Throws invalid. */
async function assertPictures(ctx: Ctx, conversation_id: number, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const { rows } =
    await sql`select key from chat.pictures where conversation_id = ${conversation_id} and by_customer and seq is null
    and key = any (${[...keys]}::text[]) for update`.execute(ctx.sql);
  if (rows.length !== new Set(keys).size)
    throw new ShopError("invalid", { fields: { pictures: [{ key: "picture_unknown" }] } });
}

/** A product that is sold, or an order of the conversation's account. Throws invalid. */
export async function assertCard(ctx: Ctx, { kind, key }: Card, customer_id: number | null): Promise<void> {
  const { rows } =
    kind === "order"
      ? await sql`select from orders.orders where code = ${key} and customer_id = ${customer_id}::bigint`.execute(
          ctx.sql,
        )
      : await sql`select from catalogue.variants where id::text = ${key}`.execute(ctx.sql);
  if (rows.length === 0) throw new ShopError("invalid", { fields: { card: [{ key: "malformed_value" }] } });
}

/** With the same person where they are there and have room, else it waits. Throws chat_over. */
async function reopen(ctx: Ctx, row: ConversationRow): Promise<void> {
  if (!canWrite(row, ctx.now)) throw new ShopError("chat_over");
  const { rows } = await sql<{ is_there: boolean; has_other: boolean }>`select
    exists (select from chat.presence p where p.staff_id = ${row.assigned_to}::bigint and p.is_on
      and p.seen_at > ${ctx.now}::timestamptz - make_interval(secs => ${GONE_SECONDS}))
      and (select count(*) from chat.conversations o where o.assigned_to = ${row.assigned_to}::bigint and o.state = 'open') < ${MAX_TAKEN}
      as is_there,
    exists (select from chat.conversations o where o.state <> 'done' and o.id <> ${row.id}
      and case when ${row.customer_id}::bigint is null then o.customer_id is null and o.session_id = ${row.session_id}::bigint
        else o.customer_id = ${row.customer_id}::bigint end) as has_other`.execute(ctx.sql);
  const { is_there = false, has_other = false } = rows[0] ?? {};
  if (has_other) throw new ShopError("chat_over");
  const due = new Date(ctx.now.getTime() + ANSWER_SECONDS * 1000);
  await sql`update chat.conversations set state = ${is_there ? "open" : "waiting"}, done_at = null, done_by = null, is_good = null,
      asked_at = null, is_returned = false, assigned_to = case when ${is_there} then assigned_to end, due_at = ${due}
    where id = ${row.id}`.execute(ctx.sql);
  await note(ctx, row.id, { act: "reopened", actor: await ctx.actor() });
}

export type Noted = {
  act: "note" | "taken" | "passed" | "returned" | "done" | "reopened";
  actor: string;
  text?: string;
};

export async function note(ctx: Ctx, conversation_id: number, { act, actor, text = "" }: Noted): Promise<void> {
  await ctx.sql.insertInto("chat.notes").values({ conversation_id, at: ctx.now, actor, act, text }).execute();
}

/** Throws not_found. A smaller number changes nothing. */
export async function noteSeen(
  ctx: Ctx,
  row: Pick<ConversationRow, "id" | "code" | "last_seq">,
  side: "customer" | "staff",
  seq: number,
): Promise<{ seq: number }> {
  const column = side === "customer" ? sql.ref("seen_by_customer") : sql.ref("seen_by_staff");
  return inTransaction(ctx, async (tx) => {
    const { rows } = await sql<{ seen: number }>`update chat.conversations
      set ${column} = least(${seq}, last_seq), version = version + 1
      where id = ${row.id} and ${column} < least(${seq}, last_seq) returning ${column} as seen`.execute(tx.sql);
    if (rows[0]) await tellChat(tx, { kind: "changed", id: row.id, code: row.code });
    return { seq: rows[0]?.seen ?? Math.min(seq, row.last_seq) };
  });
}

/** In the transaction that holds the conversation; one that is over stays as it is. */
export async function endConversation(
  ctx: Ctx,
  row: ConversationRow,
  by: "customer" | "staff" | "idle",
  actor: string,
): Promise<void> {
  if (row.state === "done") return;
  const client_id = wordId(`done ${row.id} ${row.last_seq}`);
  await storeMessage(ctx, row, { client_id, side: "shop", word: `done_${by}` });
  await sql`update chat.conversations set state = 'done', done_at = ${ctx.now}, done_by = ${by}, due_at = null, is_returned = false
    where id = ${row.id}`.execute(ctx.sql);
  await note(ctx, row.id, { act: "done", actor });
}
