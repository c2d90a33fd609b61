/**
 * One-time codes: six random digits, for five minutes, five tries, one use; bound to the purpose, the phone and the
 * session that asked. An HMAC of the code is stored; the code itself is stored encrypted (`sealed_code`) only until it is
 * delivered, used, void or expired. A new code voids the one before. A try is counted before it is compared, in one
 * conditional statement, so twenty wrong codes at once are five tries. The answer is the same for every phone.
 * rules/identity#one-time-codes
 */
import { createHash, createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import type { Channel, OtpPurpose } from "contract/identity/accounts.ts";
import type { CodeSent } from "contract/identity/identity.ts";
import { sql } from "kysely";
import { ipOf } from "../../kernel/client-address.ts";
import { type Ctx, enqueue, inTransaction } from "../../kernel/context.ts";
import { inPortions } from "../../platform/cleanup.ts";
import { encrypt } from "../../security/encryption.ts";
import { noteSecurity } from "../../security/security-events.ts";
import { countAttemptAndNote, type RateLimit, refundAttempt } from "./attempts.ts";
import { passCaptcha } from "./captcha.ts";
import { channelFor, countSend, isCaptchaDue, resendWait } from "./otp-limits.ts";

export const OTP_SECONDS = 5 * 60; // rules/identity#one-time-codes
const MAX_TRIES = 5; // rules/identity#one-time-codes

export type CodeRequest = {
  /** A phone in E.164, or an e-mail address. */
  target: string;
  purpose: OtpPurpose;
  channel?: Channel | undefined;
  captcha?: string | undefined;
  /** False: the code has no recipient. Nothing the caller sees depends on it. */
  has_recipient?: boolean;
  /** No captcha for this one: it was passed already, or the caller is signed in. */
  is_captcha_exempt?: boolean;
};

/**
 * Makes a code and enqueues its sending, in one transaction. Throws too_many with the wait, captcha_required,
 * otp_unavailable. Not to be called inside a transaction.
 */
export async function issueCode(ctx: Ctx, request: CodeRequest): Promise<CodeSent> {
  const session = await ctx.openSession();
  const channel = await channelFor(ctx, request);
  await assertMayResend(ctx, request.target);
  if (!request.is_captcha_exempt && (await isCaptchaDue(ctx, request.target, session.id))) {
    await passCaptcha(ctx, { action: "send_code", subject: request.target, answer: request.captcha });
  }
  const resend_after_seconds = await inTransaction(ctx, async (tx) => {
    // One at a time for a phone, so that two requests at once are counted one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`otp ${request.target}`}, 0))`.execute(tx.sql);
    await assertMayResend(tx, request.target);
    await countSend(tx, request.target, session.id);
    await voidCodes(tx, request);
    await enqueue(tx, "send_otp", { otp_id: await storeCode(tx, request, session.id, channel) });
    return resendWait(tx, request.target);
  }).catch(async (error: unknown) => {
    if (error instanceof ShopError)
      await noteSecurity(ctx, "code_refused", { why: error.code, purpose: request.purpose });
    throw error;
  });
  return {
    resend_after_seconds,
    expires_in_seconds: OTP_SECONDS,
    captcha_required: await isCaptchaDue(ctx, request.target, session.id),
    channel,
    session_id: session.token || null,
  };
}

/** Throws too_many with the seconds until the next code may go there. */
export async function assertMayResend(ctx: Ctx, target: string): Promise<void> {
  const seconds = await resendWait(ctx, target);
  if (seconds > 0) throw new ShopError("too_many", { params: { seconds }, retry_after_seconds: seconds });
}

async function storeCode(ctx: Ctx, request: CodeRequest, session_id: number, channel: Channel): Promise<number> {
  const { target, purpose, has_recipient = true } = request;
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const encryptedCode = encrypt(ctx.config, code, encryptionContext(target, purpose));
  const { id } = await ctx.sql
    .insertInto("identity.otps")
    .values({
      target,
      purpose,
      session_id,
      // Without a recipient the hash of a random text is stored, which no typed code matches.
      code_hash: has_recipient ? hashOf(ctx, target, purpose, code) : hashOf(ctx, target, purpose, crypto.randomUUID()),
      sealed_code: has_recipient ? encryptedCode : null,
      channel,
      locale: ctx.locale,
      created_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + OTP_SECONDS * 1000),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function voidCodes(ctx: Ctx, { target, purpose }: Pick<CodeRequest, "target" | "purpose">): Promise<void> {
  await ctx.sql
    .updateTable("identity.otps")
    .set({ voided_at: ctx.now, sealed_code: null })
    .where("target", "=", target)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("voided_at", "is", null)
    .execute();
}

/** Bound to the ciphertext (AAD), so that it decrypts only for its own phone and purpose. */
export const encryptionContext = (target: string, purpose: string): string => `code ${purpose} ${target}`;

function hashOf({ config }: Ctx, target: string, purpose: string, code: string): Buffer {
  return createHmac("sha256", config.signing_key).update(`otp ${purpose} ${target} ${code}`).digest();
}

/** A typed code: its field and its purpose. */
export type CodeClaim = { field: "otp" | "old_otp"; target: string; purpose: OtpPurpose; code: string };

const guessLimit = (ctx: Ctx): RateLimit => ({
  name: "code_address",
  subject: ipOf(ctx.client),
  times: 100,
  seconds: 3600,
});

/**
 * Uses one code or several that only count together: all are right, or none is used. Throws otp_wrong with the tries that
 * are left, otp_expired for a code that is used, void, old, another session's or exhausted, too_many. Of two at once with
 * the right code one succeeds; but a form that was sent twice is one use, for a minute. Not to be called inside a
 * transaction: a wrong try counts.
 */
export async function useCodes(ctx: Ctx, claims: readonly CodeClaim[]): Promise<void> {
  const limit = guessLimit(ctx);
  await countAttemptAndNote(ctx, limit, null);
  const session_id = (await ctx.session())?.id ?? (await ctx.recentlyEndedSession());
  const ids: number[] = [];
  let wrong: { field: string; left: number } | undefined;
  for (const claim of claims) {
    const found = session_id === null ? null : await countTry(ctx, claim, session_id);
    if (!found) {
      if (await isResubmission(ctx, claims, session_id)) return refundAttempt(ctx, limit);
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
    update identity.otps set used_at = ${ctx.now}, used_by = ${submissionHash(ctx)}, sealed_code = null
    where id = any(${ids}::bigint[]) and used_at is null and voided_at is null returning 1`.execute(ctx.sql);
  if (rows.length < ids.length && !(await isResubmission(ctx, claims, session_id))) {
    throw expired(claims[0]?.field ?? "otp");
  }
  await refundAttempt(ctx, limit);
}

function expired(field: string): ShopError {
  return new ShopError("otp_expired", { fields: { [field]: [{ key: "otp_expired" }] } });
}

/** ASSUMED(0168): a form without scripts is submitted again within a minute, or it is another form. */
const RESUBMIT_WINDOW_SECONDS = 60;

/** A hash of the Idempotency-Key; column `used_by`. */
const submissionHash = ({ submission }: Ctx): Buffer | null =>
  submission === undefined ? null : createHash("sha256").update(submission).digest();

/** All these codes were used a moment ago, in this session, under this very Idempotency-Key. */
async function isResubmission(ctx: Ctx, claims: readonly CodeClaim[], session_id: number | null): Promise<boolean> {
  const submission = submissionHash(ctx);
  if (submission === null || session_id === null) return false;
  for (const { target, purpose, code } of claims) {
    const { rows } = await sql`
      select from identity.otps where target = ${target} and purpose = ${purpose} and session_id = ${session_id}
        and used_by = ${submission} and used_at > ${new Date(ctx.now.getTime() - RESUBMIT_WINDOW_SECONDS * 1000)}
        and code_hash = ${hashOf(ctx, target, purpose, code)}`.execute(ctx.sql);
    if (rows.length === 0) return false;
  }
  return true;
}

type CountedCode = { id: number; code_hash: Buffer; tries: number };

async function countTry(ctx: Ctx, { target, purpose }: CodeClaim, session_id: number): Promise<CountedCode | null> {
  const { rows } = await sql<CountedCode>`
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

/** A guest who has proved the phone has so long to place the order. */
const VERIFIED_SECONDS = 2 * 3600;

/** True where a code of any purpose to this phone was used in this very session in the last two hours. */
export async function isVerifiedInSession(ctx: Ctx, phone: string, session_id: number): Promise<boolean> {
  const row = await ctx.sql
    .selectFrom("identity.otps")
    .select("id")
    .where("session_id", "=", session_id)
    .where("target", "=", phone)
    .where("used_at", ">", new Date(ctx.now.getTime() - VERIFIED_SECONDS * 1000))
    .executeTakeFirst();
  return row !== undefined;
}

/** Phones to which a code was used in this session within so many seconds, whatever its purpose. */
export async function phonesProved(ctx: Ctx, session_id: number, seconds: number): Promise<string[]> {
  const { rows } = await sql<{ target: string }>`
    select distinct target from identity.otps where session_id = ${session_id} and target like '+84%'
      and used_at > ${new Date(ctx.now.getTime() - seconds * 1000)}`.execute(ctx.sql);
  return rows.map(({ target }) => target);
}

const RETAINED_DAYS = 90; // rules/privacy#retention

/** Expired codes lose their ciphertext; records go after 90 days. */
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
