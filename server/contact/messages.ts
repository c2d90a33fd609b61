/**
 * Messages to the shop from outside: received with a code and a day of answer, followed and gone on with by who shows the phone
 * number or e-mail address, and forgotten when their time is over. Locks: the message. rules/contact
 */
import { createHash, randomBytes } from "node:crypto";
import type { FollowedMessage } from "contract/contact/contact.ts";
import type { ContactState, ContactTopic } from "contract/contact/contact-desk.ts";
import { endOfDay, type Holidays, nextWorkingDay, workingDaysAfter } from "contract/contact/working-time.ts";
import { ShopError } from "contract/errors.ts";
import { businessDay, type Locale } from "contract/values/locale.ts";
import { parsePhone } from "contract/values/phone.ts";
import { CODE_ALPHABET } from "contract/values/public-code.ts";
import { sql } from "kysely";
import { countAttempt, stateOf } from "../identity/signing-in/attempts.ts";
import { passCaptcha } from "../identity/signing-in/captcha.ts";
import { ipOf } from "../kernel/client-address.ts";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { inPortions } from "../platform/cleanup.ts";
import { setting } from "../platform/settings.ts";
import { tellSafety, writeToSender } from "./emails.ts";

const DAY_SECONDS = 86_400;
/** Working days. Consumer protection law: a complaint within 7; rules/contact#clocks */
const COMPLAINT_DAYS = 7;
const PRIVACY_DAYS = 2;
/** Days after closing in which a reply reopens. */
const REOPENED_DAYS = 30;
const PER_CLIENT = 20;
const PER_PHONE = 5;
/** From this message of a day on a captcha is asked for. */
const CAPTCHA_FROM = 3;

export type Sent = {
  topic: ContactTopic;
  full_name: string;
  phone?: string | undefined;
  email?: string | undefined;
  order_code?: string | undefined;
  message: string;
  safety: boolean;
  captcha?: string | undefined;
};

/** Throws captcha_required and too_many. Safe to repeat: the same message of a day answers the first code. */
export async function sendMessage(ctx: Ctx, sent: Sent): Promise<{ code: string; answer_by: string }> {
  const request_hash = hashOf(ctx, sent);
  const known = await messageBy(ctx, request_hash);
  if (known) return known;
  await countSender(ctx, sent);
  const session = await ctx.session();
  const actor = await ctx.actor();
  const holidays = await setting(ctx, "public_holidays");
  return inTransaction(ctx, async (tx) => {
    const { rows } = await sql<{ id: number; code: string; due_at: Date }>`
      insert into contact.messages (code, topic, customer_id, full_name, phone, email, order_code, locale, request_hash, safety,
        received_at, name_by, due_at)
      values (${newCode()}, ${sent.topic}, ${session?.customer_id ?? null}, ${sent.full_name}, ${sent.phone ?? ""},
        ${sent.email ?? ""}, ${sent.order_code ?? ""}, ${ctx.locale}, ${request_hash}, ${sent.safety}, ${ctx.now},
        ${sent.topic === "complaint" ? nextWorkingDay(ctx.now, holidays) : null}, ${dueOf(sent, ctx.now, holidays)})
      on conflict (request_hash) do nothing returning id, code, due_at`.execute(tx.sql);
    const [message] = rows;
    if (!message) return whatIsThere(await messageBy(tx, request_hash));
    await writeLine(tx, message.id, { actor, text: sent.message, is_answer: false });
    await note(tx, message.id, "received", actor);
    const about = { code: message.code, until: message.due_at };
    await writeToSender(tx, { ...sent, email: sent.email ?? "", locale: ctx.locale }, "received", about);
    if (sent.safety) await tellSafety(tx, message.code);
    return { code: message.code, answer_by: message.due_at.toISOString() };
  });
}

function whatIsThere<T>(found: T | null): T {
  if (found === null) throw new ShopError("conflict");
  return found;
}

/** What is dangerous is due on its day, whatever it is about. */
export function dueOf({ topic, safety }: Pick<Sent, "topic" | "safety">, now: Date, holidays: Holidays): Date {
  if (safety) return endOfDay(now);
  if (topic === "complaint") return workingDaysAfter(now, COMPLAINT_DAYS, holidays);
  return topic === "privacy" ? workingDaysAfter(now, PRIVACY_DAYS, holidays) : nextWorkingDay(now, holidays);
}

/** Six of 32 signs; the unique index refuses a repeat, and the form is sent again. */
function newCode(): string {
  return `LH-${Array.from(randomBytes(6), (byte) => CODE_ALPHABET[byte & 31]).join("")}`;
}

function hashOf({ now }: Ctx, { topic, phone, email, order_code, message }: Sent): Buffer {
  const parts = [businessDay(now), topic, phone, email, order_code, message];
  return createHash("sha256").update(JSON.stringify(parts)).digest();
}

async function messageBy(ctx: Ctx, request_hash: Buffer) {
  const { rows } = await sql<{ code: string; due_at: Date }>`
    select code, due_at from contact.messages where request_hash = ${request_hash}`.execute(ctx.sql);
  return rows[0] ? { code: rows[0].code, answer_by: rows[0].due_at.toISOString() } : null;
}

/** Counts before it writes, by address and by phone number. */
async function countSender(ctx: Ctx, { phone, email, captcha }: Sent): Promise<void> {
  const sender = phone || email || "";
  const client = { name: "contact_client", subject: ipOf(ctx.client) };
  const { used } = await stateOf(ctx, client);
  if (used + 1 >= CAPTCHA_FROM * ctx.config.limit_factor)
    await passCaptcha(ctx, { action: "contact", subject: sender, answer: captcha });
  await countAttempt(ctx, { ...client, times: PER_CLIENT, seconds: DAY_SECONDS });
  await countAttempt(ctx, { name: "contact_sender", subject: sender, times: PER_PHONE, seconds: DAY_SECONDS });
}

export type Line = { actor: string; text: string; is_answer: boolean };

export async function writeLine(ctx: Ctx, message_id: number, { actor, text, is_answer }: Line): Promise<void> {
  await ctx.sql.insertInto("contact.lines").values({ message_id, at: ctx.now, actor, is_answer, text }).execute();
}

export async function note(ctx: Ctx, message_id: number, act: string, actor: string, text = ""): Promise<void> {
  await ctx.sql.insertInto("contact.history").values({ message_id, at: ctx.now, actor, act, note: text }).execute();
}

type Followed = {
  id: number;
  code: string;
  topic: ContactTopic;
  state: ContactState;
  received_at: Date;
  due_at: Date;
  extended: string;
  closed_at: Date | null;
  email: string;
  full_name: string;
  locale: Locale;
};

/** Throws not_found alike for an unknown code and for another's. */
async function proven(ctx: Ctx, { code, contact }: { code: string; contact: string }, lock = false): Promise<Followed> {
  const phone = parsePhone(contact);
  const email = contact.trim().toLowerCase();
  const { rows } = await sql<Followed>`
    select id, code, topic, state, received_at, due_at, extended, closed_at, email, full_name, locale
    from contact.messages
    where code = ${code} and erased_at is null
      and ((phone <> '' and phone = ${phone.ok ? phone.e164 : ""}) or (email <> '' and email = ${email}))
    ${lock ? sql`for update` : sql``}`.execute(ctx.sql);
  if (!rows[0]) throw new ShopError("not_found");
  return rows[0];
}

export async function followMessage(ctx: Ctx, proof: { code: string; contact: string }): Promise<FollowedMessage> {
  const message = await proven(ctx, proof);
  const { rows } = await sql<{ at: Date; is_answer: boolean; text: string }>`
    select at, is_answer, text from contact.lines where message_id = ${message.id} order by id`.execute(ctx.sql);
  const { code, topic, state, extended, received_at, due_at } = message;
  return {
    ...{ code, topic, state, extended },
    received_at: received_at.toISOString(),
    due_at: due_at.toISOString(),
    lines: rows.map(({ at, is_answer, text }) => ({
      ...{ at: at.toISOString(), text },
      from: is_answer ? ("shop" as const) : ("sender" as const),
    })),
    can_reply: canReply(message, ctx.now),
  };
}

const canReply = ({ closed_at }: Pick<Followed, "closed_at">, now: Date): boolean =>
  closed_at === null || now.getTime() - closed_at.getTime() < REOPENED_DAYS * DAY_SECONDS * 1000;

/** Throws not_found, and state_conflict long after it was closed. What was answered waits for an answer again. */
export async function replyToMessage(
  ctx: Ctx,
  { message, ...proof }: { code: string; contact: string; message: string },
): Promise<FollowedMessage> {
  const actor = await ctx.actor();
  const holidays = await setting(ctx, "public_holidays");
  await inTransaction(ctx, async (tx) => {
    const found = await proven(tx, proof, true);
    if (!canReply(found, ctx.now)) throw new ShopError("state_conflict", { message_key: "message_over" });
    const isDone = found.state === "closed" || found.state === "answered";
    await writeLine(tx, found.id, { actor, text: message, is_answer: false });
    await note(tx, found.id, isDone ? "reopened" : "replied", actor);
    // A clock that runs goes on; one that was met begins anew.
    const due = isDone ? dueOf({ topic: found.topic, safety: false }, ctx.now, holidays) : found.due_at;
    await sql`update contact.messages set state = 'in_work', closed_at = null, due_at = ${due}, version = version + 1
      where id = ${found.id}`.execute(tx.sql);
  });
  return followMessage(ctx, proof);
}

type Opened = Pick<Sent, "topic" | "full_name" | "message"> & {
  customer_id: number | null;
  phone: string;
  order_code: string;
};

/** A message the shop opens for a customer, without the limits of its form. In the caller's transaction. */
export async function openMessage(ctx: Ctx, { message, ...sent }: Opened): Promise<void> {
  const holidays = await setting(ctx, "public_holidays");
  const actor = await ctx.actor();
  const due = dueOf({ topic: sent.topic, safety: false }, ctx.now, holidays);
  const { rows } = await sql<{ id: number }>`
    insert into contact.messages (code, topic, customer_id, full_name, phone, email, order_code, locale, request_hash, safety,
      received_at, due_at)
    values (${newCode()}, ${sent.topic}, ${sent.customer_id}, ${sent.full_name}, ${sent.phone}, '', ${sent.order_code},
      ${ctx.locale}, ${hashOf(ctx, { ...sent, message, safety: false })}, false, ${ctx.now}, ${due})
    on conflict (request_hash) do nothing returning id`.execute(ctx.sql);
  for (const { id } of rows) {
    await writeLine(ctx, id, { actor, text: message, is_answer: false });
    await note(ctx, id, "received", actor);
  }
}

/** What is gone of a message whose person is erased. Complaints keep their text: what was decided must be provable. */
const blanked = sql`customer_id = null, full_name = '', phone = '', email = '', order_code = '',
  request_hash = sha256(gen_random_uuid()::text::bytea)`;

/** Reaction to person_erased. */
export async function eraseMessages(ctx: Ctx, customer_id: number): Promise<void> {
  await sql`delete from contact.lines l using contact.messages m
    where m.id = l.message_id and m.customer_id = ${customer_id} and m.topic <> 'complaint'`.execute(ctx.sql);
  await sql`update contact.messages set ${blanked}, erased_at = ${ctx.now}, state = 'closed',
      closed_at = coalesce(closed_at, ${ctx.now}), version = version + 1
    where customer_id = ${customer_id}`.execute(ctx.sql);
}

/** 24 months after closing, complaints three years. Part of the job `sweep`. */
export async function sweepMessages(ctx: Ctx): Promise<void> {
  await inPortions((portion) =>
    sql`delete from contact.messages where id in (
      select id from contact.messages
      where closed_at < ${ctx.now}::timestamptz - case when topic = 'complaint' then interval '3 years' else interval '2 years' end
      order by closed_at limit ${portion} for update skip locked)`.execute(ctx.sql),
  );
}
