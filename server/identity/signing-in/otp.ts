/**
 * One-time codes: six random digits of which an HMAC stays, for five minutes, five tries, one use; bound to the purpose,
 * the phone and the session that asked. A new code voids the one before. A try is counted before it is compared, in one
 * conditional statement, so twenty wrong codes at once are five tries. The answer is the same for every phone.
 * rules/identity#one-time-codes
 */
import { createHash, createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import type { Channel, OtpPurpose } from "contract/identity/accounts.ts";
import type { CodeSent } from "contract/identity/identity.ts";
import { sql } from "kysely";
import { addressOf } from "../../kernel/client-address.ts";
import { type Ctx, enqueue, inTransaction } from "../../kernel/context.ts";
import { inPortions } from "../../platform/cleanup.ts";
import { encrypt } from "../../security/encryption.ts";
import { noteSecurity } from "../../security/security-events.ts";
import { type Allowance, giveBack, takeWatchedTry } from "./attempts.ts";
import { passCaptcha } from "./captcha.ts";
import { channelFor, isCaptchaDue, takeSending, waitOf } from "./otp-limits.ts";

export const OTP_SECONDS = 5 * 60; // rules/identity#one-time-codes
const MAX_TRIES = 5; // rules/identity#one-time-codes

export type CodeWish = {
  /** A phone in E.164, or an e-mail address. */
  target: string;
  purpose: OtpPurpose;
  channel?: Channel | undefined;
  captcha?: string | undefined;
  /** False: the code has no recipient. Nothing the caller sees depends on it. */
  reaches?: boolean;
  /** The captcha was passed, or who asks is signed in: no captcha for this one. */
  is_guarded?: boolean;
};

/**
 * Makes a code and leaves its sending for later, in one transaction. Throws too_many with the wait, captcha_required,
 * otp_unavailable. Not to be called inside a transaction.
 */
export async function issueCode(ctx: Ctx, wish: CodeWish): Promise<CodeSent> {
  const session = await ctx.openSession();
  const channel = await channelFor(ctx, wish);
  await assertWaited(ctx, wish.target);
  if (!wish.is_guarded && (await isCaptchaDue(ctx, wish.target, session.id))) {
    await passCaptcha(ctx, { action: "send_code", subject: wish.target, answer: wish.captcha });
  }
  const resend_after_seconds = await inTransaction(ctx, async (tx) => {
    // One at a time for a phone, so that two requests at once are counted one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`otp ${wish.target}`}, 0))`.execute(tx.sql);
    await assertWaited(tx, wish.target);
    await takeSending(tx, wish.target, session.id);
    await voidCodes(tx, wish);
    await enqueue(tx, "send_otp", { otp_id: await keepCode(tx, wish, session.id, channel) });
    return waitOf(tx, wish.target);
  }).catch(async (error: unknown) => {
    if (error instanceof ShopError) await noteSecurity(ctx, "code_refused", { why: error.code, purpose: wish.purpose });
    throw error;
  });
  return {
    resend_after_seconds,
    expires_in_seconds: OTP_SECONDS,
    captcha_required: await isCaptchaDue(ctx, wish.target, session.id),
    channel,
    session_id: session.token || null,
  };
}

/** Throws too_many with the seconds until the next code may go there. */
export async function assertWaited(ctx: Ctx, target: string): Promise<void> {
  const seconds = await waitOf(ctx, target);
  if (seconds > 0) throw new ShopError("too_many", { params: { seconds }, retry_after_seconds: seconds });
}

async function keepCode(ctx: Ctx, wish: CodeWish, session_id: number, channel: Channel): Promise<number> {
  const { target, purpose, reaches = true } = wish;
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const box = encrypt(ctx.config, code, placeOf(target, purpose));
  const { id } = await ctx.sql
    .insertInto("identity.otps")
    .values({
      target,
      purpose,
      session_id,
      // A code that was not sent cannot be known.
      code_hash: reaches ? hashOf(ctx, target, purpose, code) : hashOf(ctx, target, purpose, crypto.randomUUID()),
      sealed_code: reaches ? box : null,
      channel,
      locale: ctx.locale,
      created_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + OTP_SECONDS * 1000),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function voidCodes(ctx: Ctx, { target, purpose }: Pick<CodeWish, "target" | "purpose">): Promise<void> {
  await ctx.sql
    .updateTable("identity.otps")
    .set({ voided_at: ctx.now, sealed_code: null })
    .where("target", "=", target)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("voided_at", "is", null)
    .execute();
}

/** Where an encrypted code belongs. */
export const placeOf = (target: string, purpose: string): string => `code ${purpose} ${target}`;

function hashOf({ config }: Ctx, target: string, purpose: string, code: string): Buffer {
  return createHmac("sha256", config.signing_key).update(`otp ${purpose} ${target} ${code}`).digest();
}

/** A typed code: its field and its purpose. */
export type CodeClaim = { field: "otp" | "old_otp"; target: string; purpose: OtpPurpose; code: string };

const guessing = (ctx: Ctx): Allowance => ({
  name: "code_address",
  subject: addressOf(ctx.client),
  times: 100,
  seconds: 3600,
});

/**
 * Uses one code or several that only count together: all are right, or none is used. Throws otp_wrong with the tries that
 * are left, otp_expired for a code that is used, void, old, another session's or tried out, too_many. Of two at once with
 * the right code one succeeds; but a form that was sent twice is one use, for a minute. Not to be called inside a
 * transaction: a wrong try counts.
 */
export async function useCodes(ctx: Ctx, claims: readonly CodeClaim[]): Promise<void> {
  const allowance = guessing(ctx);
  await takeWatchedTry(ctx, allowance, null);
  const session_id = (await ctx.session())?.id ?? (await ctx.justLeft());
  const ids: number[] = [];
  let wrong: { field: string; left: number } | undefined;
  for (const claim of claims) {
    const found = session_id === null ? null : await countTry(ctx, claim, session_id);
    if (!found) {
      if (await isSentTwice(ctx, claims, session_id)) return giveBack(ctx, allowance);
      throw expired(claim.field);
    }
    if (timingSafeEqual(found.code_hash, hashOf(ctx, claim.target, claim.purpose, claim.code))) ids.push(found.id);
    else wrong ??= { field: claim.field, left: MAX_TRIES - found.tries };
  }
  if (wrong) {
    await noteSecurity(ctx, "code_wrong", { purpose: claims[0]?.purpose ?? "", left: wrong.left });
    if (wrong.left === 0) throw expired(wrong.field);
    const params = { left: wrong.left };
    throw new ShopError("otp_wrong", { params, fields: { [wrong.field]: [{ key: "otp_wrong", params }] } });
  }
  const { rows } = await sql`
    update identity.otps set used_at = ${ctx.now}, used_by = ${submissionOf(ctx)}, sealed_code = null
    where id = any(${ids}::bigint[]) and used_at is null and voided_at is null returning 1`.execute(ctx.sql);
  if (rows.length < ids.length && !(await isSentTwice(ctx, claims, session_id))) {
    throw expired(claims[0]?.field ?? "otp");
  }
  await giveBack(ctx, allowance);
}

function expired(field: string): ShopError {
  return new ShopError("otp_expired", { fields: { [field]: [{ key: "otp_expired" }] } });
}

const TWICE_SECONDS = 60;

const submissionOf = ({ submission }: Ctx): Buffer | null =>
  submission === undefined ? null : createHash("sha256").update(submission).digest();

/** All these codes were used a moment ago, in this session, by this very submission. */
async function isSentTwice(ctx: Ctx, claims: readonly CodeClaim[], session_id: number | null): Promise<boolean> {
  const used_by = submissionOf(ctx);
  if (used_by === null || session_id === null) return false;
  for (const { target, purpose, code } of claims) {
    const { rows } = await sql`
      select from identity.otps where target = ${target} and purpose = ${purpose} and session_id = ${session_id}
        and used_by = ${used_by} and used_at > ${new Date(ctx.now.getTime() - TWICE_SECONDS * 1000)}
        and code_hash = ${hashOf(ctx, target, purpose, code)}`.execute(ctx.sql);
    if (rows.length === 0) return false;
  }
  return true;
}

type Tried = { id: number; code_hash: Buffer; tries: number };

async function countTry(ctx: Ctx, { target, purpose }: CodeClaim, session_id: number): Promise<Tried | null> {
  const { rows } = await sql<Tried>`
    update identity.otps set tries = tries + 1
    where id = (
      select id from identity.otps
      where target = ${target} and purpose = ${purpose} and session_id = ${session_id}
        and used_at is null and voided_at is null and expires_at > ${ctx.now}
      order by created_at desc, id desc limit 1)
      and tries < ${MAX_TRIES} and used_at is null and voided_at is null
    returning id, code_hash, tries`.execute(ctx.sql);
  return rows[0] ?? null;
}

const PROVED_SECONDS = 2 * 3600;

/** True where the phone was proved by a code in this very session not long ago. */
export async function isProvedHere(ctx: Ctx, phone: string, session_id: number): Promise<boolean> {
  const row = await ctx.sql
    .selectFrom("identity.otps")
    .select("id")
    .where("session_id", "=", session_id)
    .where("target", "=", phone)
    .where("used_at", ">", new Date(ctx.now.getTime() - PROVED_SECONDS * 1000))
    .executeTakeFirst();
  return row !== undefined;
}

const RETAINED_DAYS = 90; // rules/privacy#retention

/** Codes that are dead lose what could be opened; records go after 90 days. */
export async function sweepCodes(ctx: Ctx): Promise<void> {
  await sql`update identity.otps set sealed_code = null where sealed_code is not null and expires_at < ${ctx.now}`.execute(
    ctx.sql,
  );
  const limit = new Date(ctx.now.getTime() - RETAINED_DAYS * 86_400_000);
  await inPortions((portion) =>
    sql`delete from identity.otps where id in (
      select id from identity.otps where created_at < ${limit} order by created_at limit ${portion}
      for update skip locked)`.execute(ctx.sql),
  );
}
