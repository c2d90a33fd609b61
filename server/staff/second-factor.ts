/**
 * The authenticator app and the recovery codes. A code of the app counts once, in its own 30 seconds or those beside
 * them; a recovery code once in its life. The secret is encrypted for its account, recovery codes are hashed.
 * rules/staff#second-factor
 */
import { randomInt } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import type { TotpSetup } from "contract/staff/fields.ts";
import { sql } from "kysely";
import { countAttemptAndNote, type RateLimit, refundAttempt } from "../identity/signing-in/attempts.ts";
import { ipOf } from "../kernel/client-address.ts";
import type { Ctx } from "../kernel/context.ts";
import { qrPath } from "../platform/qr.ts";
import { setting } from "../platform/settings.ts";
import { decrypt, encrypt } from "../security/encryption.ts";
import { noteSecurity } from "../security/security-events.ts";
import { noteSignIn } from "./audit/entries.ts";
import { hashOf } from "./sessions.ts";

const PERIOD_SECONDS = 30; // RFC 6238, and what every app assumes
const STEPS_BESIDE = 1;
const SETUP_MINUTES = 30;
const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 12;
/** Without what is read as something else: 0 and O, 1, I and L. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/**
 * Guesses at one account: from one place with a window that grows, and over all places in one that never does, so that
 * strangers slow its owner down and cannot lock them out. ASSUMED(0302)
 */
export function guessLimits(ctx: Ctx, name: string, account: number | string): RateLimit[] {
  return [
    { name: `staff_${name}`, subject: `${account} ${ipOf(ctx.client)}`, times: 5, seconds: 15 * 60, grows: true },
    { name: `staff_${name}_all`, subject: `${account}`, times: 10, seconds: 60 * 60 },
  ];
}

/** Counts a guess before it is known to be right; `right` takes it back. Throws too_many. Not in a transaction. */
export async function guessed(
  ctx: Ctx,
  limits: readonly RateLimit[],
): Promise<{ left: number; right(): Promise<void> }> {
  let left = Number.POSITIVE_INFINITY;
  for (const limit of limits) {
    const used = await countAttemptAndNote(ctx, limit, null);
    left = Math.min(left, limit.times * ctx.config.limit_factor - used);
  }
  const right = async () => {
    for (const limit of limits) await refundAttempt(ctx, limit);
  };
  return { left, right };
}

export const wrongFactor = (left?: number): ShopError =>
  new ShopError("second_factor_wrong", {
    params: left === undefined ? {} : { left },
    fields: { code: [{ key: "second_factor_wrong" }] },
  });

const placeOf = (account_id: number): string => `staff totp ${account_id}`;

/** For the account's row. */
export const encryptedTotp = (keys: Parameters<typeof encrypt>[0], account_id: number, secret: string): Buffer =>
  encrypt(keys, secret, placeOf(account_id));

/** Decrypted, of the account's row. */
export const decryptedTotp = (keys: Parameters<typeof encrypt>[0], account_id: number, encrypted: Buffer): string =>
  decrypt(keys, encrypted, placeOf(account_id));

/** Loaded at the first use: a shop may run for days without one. */
const library = () => import("otpauth");

async function stepOf(secret: string, code: string, now: Date): Promise<number | null> {
  const { Secret, TOTP } = await library();
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: STEPS_BESIDE });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
}

/** The code of this moment: for the demo's page and for tests. */
export async function totpNow(secret: string, now: Date): Promise<string> {
  const { Secret, TOTP } = await library();
  return new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_SECONDS }).generate({ timestamp: now.getTime() });
}

/** Decrypted. Null for an account that has none yet. */
export async function totpSecretOf(ctx: Ctx, account_id: number): Promise<string | null> {
  const row = await ctx.sql
    .selectFrom("staff.accounts")
    .select("totp_secret")
    .where("id", "=", account_id)
    .executeTakeFirst();
  return row?.totp_secret ? decryptedTotp(ctx.config, account_id, row.totp_secret) : null;
}

/** Uses a code of the account's app. Throws second_factor_wrong, too_many. Not to be called inside a transaction. */
export async function consumeTotp(ctx: Ctx, account_id: number, code: string): Promise<void> {
  const { left, right } = await guessed(ctx, guessLimits(ctx, "totp", account_id));
  const secret = await totpSecretOf(ctx, account_id);
  const step = secret === null ? null : await stepOf(secret, code, ctx.now);
  if (step === null || !(await takeStep(ctx, account_id, step))) {
    await noteSecurity(ctx, "staff_totp_wrong", { staff: account_id });
    await noteSignIn(ctx, "sign_in_refused", account_id, "totp");
    throw wrongFactor(left);
  }
  await right();
}

/** False where a code of these 30 seconds was used before. */
async function takeStep(ctx: Ctx, account_id: number, step: number): Promise<boolean> {
  const taken = await ctx.sql
    .insertInto("staff.used_totp_steps")
    .values({ account_id, step, used_at: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("step")
    .executeTakeFirst();
  return taken !== undefined;
}

/** A new factor to be set up by whom `subject` names: nobody else can bring it back. */
export async function beginTotp(ctx: Ctx, email: string, subject: string): Promise<TotpSetup> {
  const { Secret, TOTP } = await library();
  const secret = new Secret({ size: 20 });
  const { name } = await setting(ctx, "shop");
  const uri = new TOTP({ issuer: name, label: email, secret, period: PERIOD_SECONDS }).toString();
  const until = ctx.now.getTime() + SETUP_MINUTES * 60_000;
  const setup = encrypt(ctx.config, JSON.stringify({ secret: secret.base32, until }), `staff setup ${subject}`);
  return { secret: secret.base32, uri, qr: await qrPath(uri), setup: setup.toString("base64url") };
}

/**
 * The secret of a setup that `code` proves to be in the person's app, and the step of that code. Throws setup_over,
 * second_factor_wrong.
 */
export async function confirmTotp(
  ctx: Ctx,
  subject: string,
  { setup, code }: { setup: string; code: string },
): Promise<{ secret: string; step: number }> {
  const { secret, until } = openSetup(ctx, subject, setup);
  if (until < ctx.now.getTime()) throw new ShopError("setup_over");
  const step = await stepOf(secret, code, ctx.now);
  if (step === null) throw wrongFactor();
  return { secret, step };
}

function openSetup(ctx: Ctx, subject: string, setup: string): { secret: string; until: number } {
  try {
    const text = decrypt(ctx.config, Buffer.from(setup, "base64url"), `staff setup ${subject}`);
    return JSON.parse(text) as { secret: string; until: number };
  } catch (cause) {
    throw new ShopError("setup_over", { cause }); // another person's, another link's, or made up
  }
}

/** In the transaction that sets the factor: its first code is used with it, and codes of the old one are void. */
export async function storeTotp(ctx: Ctx, account_id: number, { secret, step }: { secret: string; step: number }) {
  await ctx.sql
    .updateTable("staff.accounts")
    .set({ totp_secret: encryptedTotp(ctx.config, account_id, secret), totp_set_at: ctx.now })
    .where("id", "=", account_id)
    .execute();
  await takeStep(ctx, account_id, step);
}

/** New recovery codes; those of before are void. Shown once, here. */
export async function makeRecoveryCodes(ctx: Ctx, account_id: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(""),
  );
  await ctx.sql.deleteFrom("staff.recovery_codes").where("account_id", "=", account_id).execute();
  await ctx.sql
    .insertInto("staff.recovery_codes")
    .values(codes.map((code) => ({ account_id, code_hash: recoveryHash(account_id, code) })))
    .execute();
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join("-"));
}

const recoveryHash = (account_id: number, code: string): Buffer => hashOf(`recovery ${account_id} ${code}`);

/** Throws second_factor_wrong, too_many. Not to be called inside a transaction. */
export async function useRecoveryCode(ctx: Ctx, account_id: number, code: string): Promise<void> {
  const { left, right } = await guessed(ctx, guessLimits(ctx, "recovery", account_id));
  const { rows } = await sql`update staff.recovery_codes set used_at = ${ctx.now}
    where account_id = ${account_id} and code_hash = ${recoveryHash(account_id, code)} and used_at is null
    returning 1`.execute(ctx.sql);
  if (rows.length === 0) {
    await noteSecurity(ctx, "staff_recovery_wrong", { staff: account_id });
    await noteSignIn(ctx, "sign_in_refused", account_id, "recovery_code");
    throw new ShopError("second_factor_wrong", {
      params: { left },
      fields: { recovery_code: [{ key: "second_factor_wrong" }] },
    });
  }
  await right();
}

export async function recoveryCodesLeft(ctx: Ctx, account_id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from staff.recovery_codes
    where account_id = ${account_id} and used_at is null`.execute(ctx.sql);
  return rows[0]?.count ?? 0;
}
