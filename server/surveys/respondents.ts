/**
 * Who answers a survey: the order of an invitation or of the caller, an account, or a browser by the key that came with the
 * form. The key counts once; it is stored as a hash, and apart from the answer. rules/surveys#once
 */
import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { signJwt, verifyJwt } from "../security/signed-tokens.ts";
import type { StoredPoll } from "./polls.ts";

const DAY_SECONDS = 86_400;
/** Of a browser's key after the end of the survey. */
const KEY_DAYS_AFTER = 30;
/** Of a survey without an end. */
const KEY_DAYS = 365;
const EXPIRES_DAYS = 14;

export type Whose = { t?: string | undefined; respondent?: string | undefined; order?: string | undefined };
export type Respondent = {
  key: string;
  order_code: string | null;
  customer_id: number | null;
  /** A browser without an account. */
  is_device: boolean;
};

/** Null: the caller is not among those who are asked. */
export async function respondentOf(ctx: Ctx, poll: StoredPoll, whose: Whose): Promise<Respondent | null> {
  switch (poll.definition.when.once_per) {
    case "order":
      return byOrder(ctx, poll, whose);
    case "ticket":
      return null; // its invitations come with repairs
    case "person":
      return byAccount(ctx);
    case "device":
      return byDevice(ctx, poll, whose);
  }
}

async function byAccount(ctx: Ctx): Promise<Respondent | null> {
  const customer_id = (await ctx.session())?.customer_id ?? null;
  if (customer_id === null) return null;
  return { key: `account ${customer_id}`, order_code: null, customer_id, is_device: false };
}

/** Signed in it is the account's, once; nothing of the account is stored with the answer. */
async function byDevice(ctx: Ctx, poll: StoredPoll, { respondent }: Whose): Promise<Respondent | null> {
  const account = await byAccount(ctx);
  if (account) return { ...account, customer_id: null };
  const text = respondent ? await verifyJwt(ctx.config, "survey", respondent, ctx.now.getTime()) : null;
  const [pollId, random] = text?.split(" ") ?? [];
  if (!random || Number(pollId) !== poll.id) return null;
  return { key: `device ${random}`, order_code: null, customer_id: null, is_device: true };
}

/** A key for a browser that has none for this survey. */
export async function newDeviceKey(ctx: Ctx, poll: StoredPoll): Promise<string> {
  const until = poll.ends_at
    ? poll.ends_at.getTime() / 1_000 + KEY_DAYS_AFTER * DAY_SECONDS
    : ctx.now.getTime() / 1_000 + KEY_DAYS * DAY_SECONDS;
  return signJwt(ctx.config, "survey", `${poll.id} ${randomBytes(16).toString("base64url")}`, Math.ceil(until));
}

async function byOrder(ctx: Ctx, poll: StoredPoll, { t, order }: Whose): Promise<Respondent | null> {
  const invited = t ? await invitationOf(ctx, t) : null;
  if (invited && invited.poll_id === poll.id) return found(invited);
  if (!order) return null;
  const session = await ctx.session();
  if (!session) return null;
  const { rows } = await sql<{ order_code: string; customer_id: number | null }>`
    select o.code as order_code, o.customer_id from orders.orders o
    where o.code = ${order} and (o.customer_id = ${session.customer_id} or o.session_id = ${session.id})
      and ${deliveredWithin(ctx, poll)}`.execute(ctx.sql);
  return rows[0] ? found(rows[0]) : null;
}

const found = ({ order_code, customer_id }: { order_code: string; customer_id: number | null }): Respondent => ({
  key: `order ${order_code}`,
  order_code,
  customer_id,
  is_device: false,
});

/** SQL: `o` was delivered, and the days in which it may be answered are not over. */
export function deliveredWithin(ctx: Ctx, { definition }: Pick<StoredPoll, "definition">) {
  const days = definition.when.expires_days ?? EXPIRES_DAYS;
  return sql<boolean>`(o.delivered_at > ${ctx.now}::timestamptz - make_interval(days => ${days + 1}))`;
}

export type Invitation = { id: number; poll_id: number; order_code: string; customer_id: number };

/** Of a token that is good: the order it is about. */
export async function invitationOf(ctx: Ctx, token: string): Promise<Invitation | null> {
  const id = Number(await verifyJwt(ctx.config, "survey_invitation", token, ctx.now.getTime()));
  if (!Number.isSafeInteger(id) || id < 1) return null;
  const { rows } = await sql<Invitation>`
    select id, poll_id, order_code, customer_id from surveys.invitations
    where id = ${id} and expires_at > ${ctx.now}`.execute(ctx.sql);
  return rows[0] ?? null;
}

export const invitationToken = (ctx: Ctx, { id, expires_at }: { id: number; expires_at: Date }): Promise<string> =>
  signJwt(ctx.config, "survey_invitation", String(id), Math.floor(expires_at.getTime() / 1_000));

export const hashOf = (poll: StoredPoll, { key }: Respondent): Buffer =>
  createHash("sha256").update(`survey ${poll.id} ${key}`).digest();

export async function hasAnswered(ctx: Ctx, poll: StoredPoll, respondent: Respondent): Promise<boolean> {
  const { rows } = await sql`select from surveys.respondents
    where poll_id = ${poll.id} and key_hash = ${hashOf(poll, respondent)}`.execute(ctx.sql);
  return rows.length > 0;
}
