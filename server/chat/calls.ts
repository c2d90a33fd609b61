/** From calls to functions: the live chat. Whose a conversation is, is the session's. rules/chat */
import { contract } from "contract/contract.ts";
import { ShopError } from "contract/errors.ts";
import { sql } from "kysely";
import { implement } from "../calls/handle.ts";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { ownConversation } from "./conversation-row.ts";
import { leaveMessage, ownConversations, startConversation } from "./conversations.ts";
import {
  answerConversation,
  cannedReplies,
  finishConversation,
  noteConversation,
  passConversation,
  saveReply,
  takeConversation,
  tellStaffTyping,
} from "./desk.ts";
import { endConversation, noteSeen, sendMessage } from "./messages.ts";
import { tellChat } from "./news.ts";
import { setPresence } from "./presence.ts";
import { chatHours } from "./queue.ts";
import { chatInbox, chatRecord, conversationOf } from "./record.ts";
import { shownConversation } from "./shown.ts";
import { mailTranscript, transcript } from "./transcript.ts";

async function tellTyping(ctx: Ctx, id: string): Promise<{ told: boolean }> {
  const row = await ownConversation(ctx, id);
  const told = row.state === "open";
  if (told) await tellChat(ctx, { kind: "typing", id: row.id, code: row.code, side: "customer" });
  return { told };
}

async function close(ctx: Ctx, id: string) {
  const actor = await ctx.actor();
  await inTransaction(ctx, async (tx) => endConversation(tx, await ownConversation(tx, id, true), "customer", actor));
  return shownConversation(ctx, await ownConversation(ctx, id));
}

/** The first word stands. Throws not_found; state_conflict before the end. */
async function rate(ctx: Ctx, id: string, good: boolean): Promise<{ good: boolean }> {
  const row = await ownConversation(ctx, id);
  const { rows } = await sql<{ is_good: boolean }>`update chat.conversations set is_good = coalesce(is_good, ${good})
    where id = ${row.id} and state = 'done' returning is_good`.execute(ctx.sql);
  if (!rows[0]) throw new ShopError("state_conflict");
  return { good: rows[0].is_good };
}

export const chatCalls = implement(contract.chat, {
  hours: chatHours,
  start: startConversation,
  leave: leaveMessage,
  own: ownConversations,
  conversation: async (ctx, { id, after }) => shownConversation(ctx, await ownConversation(ctx, id), after),
  send: sendMessage,
  typing: (ctx, { id }) => tellTyping(ctx, id),
  seen: async (ctx, { id, seq }) => noteSeen(ctx, await ownConversation(ctx, id), "customer", seq),
  close: (ctx, { id }) => close(ctx, id),
  rate: (ctx, { id, good }) => rate(ctx, id, good),
  transcript,
  mailTranscript,
  inbox: chatInbox,
  record: chatRecord,
  take: takeConversation,
  answer: answerConversation,
  note: noteConversation,
  pass: passConversation,
  done: finishConversation,
  staffTyping: tellStaffTyping,
  staffSeen: async (ctx, { id, seq }) => noteSeen(ctx, await conversationOf(ctx, id), "staff", seq),
  presence: setPresence,
  replies: cannedReplies,
  saveReply,
});
