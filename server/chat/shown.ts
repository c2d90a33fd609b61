/**
 * Conversations as they are shown. A card is an id, drawn for who looks; a picture has an address for 5 minutes. Texts are
 * answered as they were written: every reader shows them as text. rules/chat#shown
 */
import type { ChatCard, ChatMessage, Conversation } from "contract/chat/chat.ts";
import type { ChatSide, ChatWord } from "contract/chat/chat-words.ts";
import type { OrderStatus } from "contract/orders/order-states.ts";
import { sql } from "kysely";
import { cardsOf } from "../catalogue/products/cards.ts";
import type { Ctx } from "../kernel/context.ts";
import { signedTokens } from "../security/signed-tokens.ts";
import { type ConversationRow, canWrite, firstName } from "./conversation-row.ts";
import { placeOf } from "./queue.ts";

const PICTURE_SECONDS = 300; // rules/chat#pictures

export type MessageRow = {
  seq: number;
  client_id: string;
  side: ChatSide;
  full_name: string | null;
  text: string;
  word: ChatWord | null;
  pictures: string[];
  card_kind: "product" | "order" | null;
  card_key: string | null;
  at: Date;
};

const messageColumns = sql`m.seq, m.client_id, m.side, a.full_name, m.text, m.word, m.pictures, m.card_kind, m.card_key, m.at`;

export async function messagesAfter(ctx: Ctx, id: number, after: number): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`select ${messageColumns} from chat.messages m
    left join staff.accounts a on a.id = m.staff_id where m.conversation_id = ${id} and m.seq > ${after} order by m.seq`.execute(
    ctx.sql,
  );
  return rows;
}

/** `customer_id` is the conversation's: an order of anybody else is drawn for nobody. */
export async function shownMessages(
  ctx: Ctx,
  customer_id: number | null,
  rows: readonly MessageRow[],
): Promise<ChatMessage[]> {
  const cards = await cardsIn(ctx, customer_id, rows);
  const messages: ChatMessage[] = [];
  for (const row of rows) {
    const { seq, client_id, side, text, word, pictures, card_kind, card_key, at } = row;
    messages.push({
      ...{ seq, client_id, from: side, text, word },
      by: side === "staff" ? (firstName(row.full_name) ?? "") : "",
      pictures: await Promise.all(pictures.map((key) => pictureAddress(ctx, key))),
      card: card_kind === null || card_key === null ? null : (cards.get(`${card_kind} ${card_key}`) ?? null),
      at: at.toISOString(),
    });
  }
  return messages;
}

async function pictureAddress(ctx: Ctx, key: string): Promise<string> {
  const token = await signedTokens(ctx.config, () => ctx.now.getTime()).sign("chat_picture", key, PICTURE_SECONDS);
  return `/v1/client/chat-picture/${token}`;
}

async function cardsIn(ctx: Ctx, customer_id: number | null, rows: readonly MessageRow[]) {
  const keys = (kind: string) => [
    ...new Set(rows.flatMap(({ card_kind, card_key }) => (card_kind === kind && card_key ? [card_key] : []))),
  ];
  const cards = new Map<string, ChatCard>();
  for (const key of keys("product")) cards.set(`product ${key}`, { kind: "product", key, product: null, order: null });
  for (const key of keys("order")) cards.set(`order ${key}`, { kind: "order", key, product: null, order: null });
  for (const { product_id, name, slug, category_slug, price, image } of await cardsOf(
    ctx,
    keys("product").map(Number),
  )) {
    const key = String(product_id);
    const product = { name, slug, category_slug, price, image: image.id };
    cards.set(`product ${key}`, { kind: "product", key, product, order: null });
  }
  if (customer_id !== null && keys("order").length > 0) {
    const { rows: orders } = await sql<{ code: string; status: OrderStatus; total: number }>`
      select code, status, total from orders.orders where code = any (${keys("order")}::text[]) and customer_id = ${customer_id}`.execute(
      ctx.sql,
    );
    for (const { code: key, status, total } of orders)
      cards.set(`order ${key}`, { kind: "order", key, product: null, order: { status, total } });
  }
  return cards;
}

/** What its customer sees of it, without messages. */
export async function shownState(ctx: Ctx, row: ConversationRow): Promise<Omit<Conversation, "messages">> {
  const wait = row.state === "waiting" ? await placeOf(ctx, row.id) : null;
  return {
    id: row.code,
    state: row.state,
    code: row.left_code,
    answer_by: row.left_code === null || row.due_at === null ? null : row.due_at.toISOString(),
    with: firstName(row.assigned_name),
    place: wait?.place ?? null,
    minutes: wait?.minutes ?? null,
    last_seq: row.last_seq,
    seen: { customer: row.seen_by_customer, shop: row.seen_by_staff },
    can_write: canWrite(row, ctx.now),
    good: row.is_good,
    started_at: row.created_at.toISOString(),
  };
}

export async function shownConversation(ctx: Ctx, row: ConversationRow, after = 0): Promise<Conversation> {
  const messages = await shownMessages(ctx, row.customer_id, await messagesAfter(ctx, row.id, after));
  return { ...(await shownState(ctx, row)), messages };
}
