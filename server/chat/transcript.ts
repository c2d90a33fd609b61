/** A conversation as text: shown, downloaded, sent by e-mail to a verified address alone. Plain text: nothing in it runs. rules/chat#transcript */
import type { ChatMessage } from "contract/chat/chat.ts";
import { ShopError } from "contract/errors.ts";
import { formatDate, formatDateTime, type Locale } from "contract/values/locale.ts";
import { sql } from "kysely";
import { chat as en } from "messages/en/chat/chat.ts";
import { chat as ja } from "messages/ja/chat/chat.ts";
import { chat as vi } from "messages/vi/chat/chat.ts";
import { type Ctx, enqueue } from "../kernel/context.ts";
import { encrypt } from "../security/encryption.ts";
import { ownConversation } from "./conversation-row.ts";
import { messagesAfter, shownMessages } from "./shown.ts";

const words: Readonly<Record<Locale, typeof vi>> = { vi, en, ja };

function lineOf({ from, by, text, word, pictures, card, at }: ChatMessage, locale: Locale): string {
  const said = words[locale];
  const who = from === "customer" ? said.you : from === "staff" ? by : said.automatic;
  const parts = [
    ...(word ? [said.words[word]] : []),
    ...(text === "" ? [] : [text]),
    ...(pictures.length > 0 ? [said.pictures_sent({ count: String(pictures.length) })] : []),
    ...(card ? [card.product?.name ?? card.key] : []),
  ];
  return `${formatDateTime(new Date(at), locale)} ${who}: ${parts.join(" · ")}`;
}

/** Throws not_found. */
export async function transcript(ctx: Ctx, { id: code }: { id: string }): Promise<{ name: string; text: string }> {
  const row = await ownConversation(ctx, code);
  const messages = await shownMessages(ctx, row.customer_id, await messagesAfter(ctx, row.id, 0));
  const day = formatDate(row.created_at, ctx.locale);
  const title = words[ctx.locale].transcript_title({ day });
  return {
    name: `mutosi-chat-${row.created_at.toISOString().slice(0, 10)}.txt`,
    text: [title, "", ...messages.map((each) => lineOf(each, ctx.locale)), ""].join("\n"),
  };
}

/** Throws not_found; state_conflict without a verified address. */
export async function mailTranscript(ctx: Ctx, asked: { id: string }): Promise<{ sent: true }> {
  const { text } = await transcript(ctx, asked);
  const session = await ctx.session();
  const { rows } = await sql<{ email: string }>`select email from identity.customers
    where id = ${session?.customer_id ?? null}::bigint and email <> '' and email_verified_at is not null`.execute(
    ctx.sql,
  );
  const to = rows[0]?.email;
  if (to === undefined) throw new ShopError("state_conflict", { message_key: "email_unverified" });
  const title = words[ctx.locale].transcript_subject;
  await enqueue(ctx, "mail_encrypted", { to, title, text: encrypt(ctx.config, text, `mail ${to}`).toString("base64") });
  return { sent: true };
}
