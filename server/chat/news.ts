/** What every process hears of a conversation once the transaction stands: streams read what is new. rules/chat#delivery */
import type { ChatSide } from "contract/chat/chat-words.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";

export const CHAT_CHANNEL = "chat";

export type ChatNews =
  | { kind: "changed"; id: number; code: string }
  | { kind: "typing"; id: number; code: string; side: Exclude<ChatSide, "shop"> };

export async function tellChat(ctx: Ctx, news: ChatNews): Promise<void> {
  await sql`select pg_notify(${CHAT_CHANNEL}, ${JSON.stringify(news)})`.execute(ctx.sql);
}
