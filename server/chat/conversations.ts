/**
 * How a conversation starts, how a message is left outside hours, and one's own. One of a person goes on at a time.
 * Locks: the conversation. rules/chat#whose
 */
import { randomBytes } from "node:crypto";
import type { CallInput } from "contract/call.ts";
import type { Conversation, chat } from "contract/chat/chat.ts";
import { answerBy } from "contract/chat/opening-hours.ts";
import { ShopError } from "contract/errors.ts";
import { formatDateTime } from "contract/values/locale.ts";
import { CODE_ALPHABET } from "contract/values/public-code.ts";
import { sql } from "kysely";
import { units } from "../fulfilment/units.ts";
import { countAttempt, stateOf } from "../identity/signing-in/attempts.ts";
import { passCaptcha } from "../identity/signing-in/captcha.ts";
import { ipOf, networkOf } from "../kernel/client-address.ts";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { setting } from "../platform/settings.ts";
import {
  ANSWER_SECONDS,
  belongsTo,
  type ConversationRow,
  canWrite,
  conversationColumns,
  currentOf,
  lockConversation,
  type Owner,
  ownerOf,
} from "./conversation-row.ts";
import { storeMessage, textOf, wordId } from "./messages.ts";
import { chatHours } from "./queue.ts";
import { shownConversation } from "./shown.ts";

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
/** New ones of an address in an hour, before a captcha. rules/chat#limits */
const BEFORE_CAPTCHA = 20;
/** New ones of a network in a day. ASSUMED(0393) */
const PER_NETWORK = 100;
const LEFT_PER_PHONE = 5;
type Starting = CallInput<typeof chat.start>;
type Person = Pick<Starting, "phone" | "city_code" | "captcha">;

function assertProvince(city_code: string): void {
  if (!units().provinces.has(city_code))
    throw new ShopError("invalid", { fields: { city_code: [{ key: "required_choice" }] } });
}

/** By address, network and phone: counted before anything is written. Throws captcha_required, too_many. */
async function countNew(ctx: Ctx, { phone, captcha }: Person): Promise<void> {
  const address = { name: "chat_address", subject: ipOf(ctx.client) };
  const { used } = await stateOf(ctx, address);
  if (used + 1 > BEFORE_CAPTCHA * ctx.config.limit_factor)
    await passCaptcha(ctx, { action: "chat", subject: phone, answer: captcha });
  await countAttempt(ctx, { ...address, times: Number.POSITIVE_INFINITY, seconds: HOUR_SECONDS });
  const network = { name: "chat_network", subject: networkOf(ctx.client) };
  await countAttempt(ctx, { ...network, times: PER_NETWORK, seconds: DAY_SECONDS });
}

type Begun = { due_at: Date; left_code: string | null };

/** Of two begun at once, both find the one that came first. Throws conflict where it is gone again. */
async function begin(ctx: Ctx, { phone, city_code }: Person, { due_at, left_code }: Begun): Promise<ConversationRow> {
  const { id: session_id, customer_id } = await ctx.openSession();
  await sql`insert into chat.conversations (code, customer_id, session_id, phone, city_code, locale, state, left_code, created_at,
      due_at, customer_at, last_at)
    values (${randomBytes(16).toString("base64url")}, ${customer_id}, ${session_id}, ${phone}, ${city_code}, ${ctx.locale}, 'waiting',
      ${left_code}, ${ctx.now}, ${due_at}, ${ctx.now}, ${ctx.now})
    on conflict do nothing`.execute(ctx.sql);
  const row = await currentOf(ctx);
  if (!row) throw new ShopError("conflict");
  return lockConversation(ctx, row.id);
}

/** One that goes on is answered with itself. Throws chat_closed, captcha_required, too_many, invalid. Safe to repeat. */
export async function startConversation(ctx: Ctx, { text, client_id, ...person }: Starting): Promise<Conversation> {
  assertProvince(person.city_code);
  const said = textOf({ text });
  const current = await currentOf(ctx);
  if (!current) {
    const hours = await chatHours(ctx);
    if (!hours.open) throw await closedError(ctx, hours);
    await countNew(ctx, person);
    await ctx.openSession();
  }
  await inTransaction(ctx, async (tx) => {
    const due_at = new Date(tx.now.getTime() + ANSWER_SECONDS * 1000);
    const row = current ? await lockConversation(tx, current.id) : await begin(tx, person, { due_at, left_code: null });
    if (said !== "") await storeMessage(tx, row, { client_id, side: "customer", text: said });
  });
  const row = await currentOf(ctx);
  if (!row) throw new ShopError("conflict");
  return shownConversation(ctx, row);
}

async function closedError(ctx: Ctx, { opens_at, answer_by }: { opens_at: string | null; answer_by: string }) {
  const time = formatDateTime(new Date(opens_at ?? answer_by), ctx.locale);
  const key = opens_at === null ? "chat_nobody" : "chat_closed";
  return new ShopError("chat_closed", { message_key: key, params: { time } });
}

/** Throws captcha_required, too_many, invalid. Safe to repeat with the same `client_id`. */
export async function leaveMessage(
  ctx: Ctx,
  { text, client_id, ...person }: CallInput<typeof chat.leave>,
): Promise<{ id: string; code: string; answer_by: string }> {
  assertProvince(person.city_code);
  const said = textOf({ text });
  if (said === "") throw new ShopError("invalid", { fields: { text: [{ key: "message_required" }] } });
  const current = await currentOf(ctx);
  if (!current) {
    await countNew(ctx, person);
    const left = { name: "chat_left", subject: person.phone };
    await countAttempt(ctx, { ...left, times: LEFT_PER_PHONE, seconds: DAY_SECONDS });
    await ctx.openSession();
  }
  const due_at = answerBy(await setting(ctx, "chat"), ctx.now);
  return inTransaction(ctx, async (tx) => {
    const left_code = newCode();
    const row = current ? await lockConversation(tx, current.id) : await begin(tx, person, { due_at, left_code });
    const { is_new } = await storeMessage(tx, row, { client_id, side: "customer", text: said });
    // One that waits already is promised what is promised now, and called by a code from now on.
    const { rows } = await sql<{ left_code: string; due_at: Date | null }>`update chat.conversations
      set left_code = coalesce(left_code, ${left_code}), due_at = case when state = 'waiting' and ${is_new} then ${due_at} else due_at end
      where id = ${row.id} returning left_code, due_at`.execute(tx.sql);
    if (is_new) {
      const locked = await lockConversation(tx, row.id);
      await storeMessage(tx, locked, { client_id: wordId(`left ${client_id}`), side: "shop", word: "left" });
    }
    const stored = rows[0];
    return { id: row.code, code: stored?.left_code ?? left_code, answer_by: (stored?.due_at ?? due_at).toISOString() };
  });
}

/** Six of 32 signs; the unique index refuses a repeat, and the form is sent again. */
function newCode(): string {
  return `CH-${Array.from(randomBytes(6), (byte) => CODE_ALPHABET[byte & 31]).join("")}`;
}

/** The newest first, and what is known of an account. */
export async function ownConversations(ctx: Ctx) {
  const owner = await ownerOf(ctx);
  if (!owner) return { conversations: [], known: { phone: "", city_code: "" } };
  const { rows } = await sql<ConversationRow & { unseen: number }>`select ${conversationColumns},
      (select count(*)::int from chat.messages m where m.conversation_id = c.id and m.side <> 'customer'
        and m.seq > c.seen_by_customer) as unseen
    from chat.conversations c where c.erased_at is null and ${belongsTo(owner, ctx.now)} order by c.last_at desc, c.id desc limit 50`.execute(
    ctx.sql,
  );
  return {
    conversations: rows.map((row) => ({
      id: row.code,
      state: row.state,
      code: row.left_code,
      started_at: row.created_at.toISOString(),
      last_at: row.last_at.toISOString(),
      can_write: canWrite(row, ctx.now),
      unseen: row.unseen,
    })),
    known: await knownOf(ctx, owner),
  };
}

async function knownOf(ctx: Ctx, { customer_id }: Owner): Promise<{ phone: string; city_code: string }> {
  if (customer_id === null) return { phone: "", city_code: "" };
  const { rows } = await sql<{ phone: string | null; city_code: string | null }>`
    select c.phone, (select a.address ->> 'city_code' from fulfilment.addresses a where a.customer_id = c.id
      order by a.id limit 1) as city_code
    from identity.customers c where c.id = ${customer_id}`.execute(ctx.sql);
  const city_code = rows[0]?.city_code ?? "";
  return { phone: rows[0]?.phone ?? "", city_code: units().provinces.has(city_code) ? city_code : "" };
}
