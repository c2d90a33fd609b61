/**
 * Signing in by phone or e-mail and password, and the caller's own password. Whether a login exists shows neither in the
 * answer nor in the work done. Guesses are counted per account and per IP address; the owner on a device the account knows
 * is counted apart, so that strangers' guesses do not lock the account. Spec §5; rules/identity#guessing
 */
import { ShopError } from "contract/errors.ts";
import type { Channel } from "contract/identity/accounts.ts";
import type { CodeSent, SignedIn } from "contract/identity/identity.ts";
import { ipOf } from "../../kernel/client-address.ts";
import { type Ctx, inTransaction, type Session } from "../../kernel/context.ts";
import { noteSecurity } from "../../security/security-events.ts";
import { type Account, findAccount, findByLogin, findByPhone, readLogin } from "../customers.ts";
import type { RoleWish } from "../roles.ts";
import { endSessionsOf, noteProof, proofOf } from "../sessions.ts";
import { countAttemptAndNote, type RateLimit, refundAttempt, stateOf } from "./attempts.ts";
import { passCaptcha } from "./captcha.ts";
import { addKnownDevice, forgetDevices, isKnownDevice } from "./devices.ts";
import { issueCode, useCodes } from "./otp.ts";
import { assertUncommon, hashPassword, isPassword } from "./passwords.ts";
import { renewSession, signedIn, signIn } from "./sign-in.ts";

// rules/identity#guessing
const WINDOW_SECONDS = 15 * 60;
const MAX_GUESSES = 10;
const MAX_GUESSES_PER_IP = 100;
/** Wrong passwords after which a captcha is due. ASSUMED(0132) */
const FREE_GUESSES = { account: 3, device: 5, ip: 20 } as const;

type Credentials = RoleWish & { login: string; password: string; captcha?: string | undefined };

/** Throws wrong_credentials, captcha_required, too_many, account_locked. Not to be called inside a transaction. */
export async function signInByPassword(
  ctx: Ctx,
  { login, password, captcha, ...wish }: Credentials,
): Promise<SignedIn> {
  const account = await findByLogin(ctx, login);
  const known = await isKnownDevice(ctx, account?.id ?? 0);
  const subject = account ? `account ${account.id}` : `login ${Object.values(readLogin(login))[0]}`;
  const counted = known ? [deviceLimit(ctx, subject)] : [accountLimit(subject), ipLimit(ctx)];
  if (await isCaptchaDue(ctx, counted)) await passCaptcha(ctx, { action: "login", subject, answer: captcha });
  for (const limit of counted) await countAttemptAndNote(ctx, limit, account?.id ?? null);
  if (!(await isPassword(account?.password_hash ?? null, password)) || !account) {
    await noteSecurity(ctx, "password_wrong", { customer_id: account?.id ?? null, known_device: known });
    throw new ShopError("wrong_credentials");
  }
  for (const limit of counted) await refundAttempt(ctx, limit);
  return signIn(ctx, account.id, "password", wish);
}

const accountLimit = (subject: string): RateLimit & { free: number } => ({
  name: "password",
  subject,
  times: MAX_GUESSES,
  seconds: WINDOW_SECONDS,
  grows: true,
  free: FREE_GUESSES.account,
});
const deviceLimit = (ctx: Ctx, subject: string): RateLimit & { free: number } => ({
  ...accountLimit(`${subject} ${ctx.machine.device}`),
  name: "password_device",
  free: FREE_GUESSES.device,
});
const ipLimit = (ctx: Ctx): RateLimit & { free: number } => ({
  name: "password_address",
  subject: ipOf(ctx.client),
  times: MAX_GUESSES_PER_IP,
  seconds: WINDOW_SECONDS,
  free: FREE_GUESSES.ip,
});

async function isCaptchaDue(ctx: Ctx, counted: readonly (RateLimit & { free: number })[]): Promise<boolean> {
  for (const limit of counted) {
    if ((await stateOf(ctx, limit)).used >= limit.free * ctx.config.limit_factor) return true;
  }
  return false;
}

/** The caller's account; a session whose account is gone is dead. */
export async function accountOf(ctx: Ctx): Promise<{ session: Session; account: Account }> {
  const session = await ctx.session();
  const account = session?.customer_id ? await findAccount(ctx, session.customer_id) : null;
  if (!session || !account) throw new ShopError("unauthenticated");
  return { session, account };
}

/** Whether this is the caller's own password. Throws too_many. Counted like any guess. */
export async function isOwnPassword(ctx: Ctx, account: Account, typed: string): Promise<boolean> {
  const limit = { ...accountLimit(`account ${account.id}`), name: "password_own" };
  await countAttemptAndNote(ctx, limit, account.id);
  const right = await isPassword(account.password_hash, typed);
  if (right) await refundAttempt(ctx, limit);
  else await noteSecurity(ctx, "password_wrong", { customer_id: account.id, own: true });
  return right;
}

/** ASSUMED(0167): so soon after a proof no other is asked for. */
const FRESH_SECONDS = 10 * 60;

/** The proof a caller gives inside a session. */
export type OwnerProof = { current_password?: string | undefined; otp?: string | undefined };

/** Only where there is no password: ASSUMED(0174). Throws conflict, captcha_required, too_many, otp_unavailable. */
export async function sendOwnerCode(
  ctx: Ctx,
  { channel, captcha }: { channel?: Channel | undefined; captcha?: string | undefined },
): Promise<CodeSent> {
  const { account } = await accountOf(ctx);
  if (account.phone === null || account.password_hash !== null) throw new ShopError("conflict");
  return issueCode(ctx, { target: account.phone, purpose: "owner", channel, captcha });
}

/**
 * Proves that the owner is at the device now: by the password, where there is none by a
 * code to the phone, or by a sign-in of minutes ago. Throws wrong_password, otp_wrong, otp_expired, proof_required,
 * too_many. Not to be called inside a transaction.
 */
export async function assertOwnerHere(ctx: Ctx, { current_password, otp }: OwnerProof = {}): Promise<Account> {
  const { session, account } = await accountOf(ctx);
  if (otp !== undefined && account.phone !== null && account.password_hash === null) {
    await useCodes(ctx, [{ field: "otp", target: account.phone, purpose: "owner", code: otp }]);
    await noteProof(ctx, session.id);
    return account;
  }
  const refused = (code: "wrong_password" | "proof_required") =>
    new ShopError(code, { fields: { current_password: [{ key: code }] } });
  if (current_password !== undefined && account.password_hash !== null) {
    if (!(await isOwnPassword(ctx, account, current_password))) throw refused("wrong_password");
    await noteProof(ctx, session.id);
    return account;
  }
  const { proved_at: proved } = await proofOf(ctx, session.id);
  if (proved !== null && ctx.now.getTime() - proved.getTime() <= FRESH_SECONDS * 1000) return account;
  if (account.password_hash !== null) throw refused("proof_required");
  throw new ShopError("proof_required", { message_key: account.phone === null ? "proof_sign_in" : "proof_code" });
}

/**
 * A new password from inside a session: the old one is asked for where there is one, else that the owner is here. Every
 * other device is signed out and this one goes on under a new token. Throws wrong_password, password_common, too_many,
 * and as assertOwnerHere does.
 */
export async function changePassword(
  ctx: Ctx,
  { current_password, otp, password }: OwnerProof & { password: string },
): Promise<SignedIn> {
  const { session, account } = await accountOf(ctx);
  await assertUncommon(password); // before a code is used, so that a better one may be tried with it
  await assertOwnerHere(ctx, account.password_hash === null ? { otp } : { current_password: current_password ?? "" });
  await assertDifferent(account, password);
  return signedIn(ctx, await replacePassword(ctx, account.id, password, session));
}

/**
 * A first password from inside a session, or the one that is due. Throws wrong_password where there is an old one to
 * change, password_common, and as assertOwnerHere does.
 */
export async function createOwnPassword(
  ctx: Ctx,
  { password, ...shown }: OwnerProof & { password: string },
): Promise<SignedIn> {
  const { session, account } = await accountOf(ctx);
  if (account.password_hash !== null && !account.must_change_password) throw new ShopError("wrong_password");
  await assertUncommon(password);
  await assertOwnerHere(ctx, shown);
  await assertDifferent(account, password);
  return signedIn(ctx, await replacePassword(ctx, account.id, password, session));
}

/**
 * A new password after proof of the phone: every device is signed out, this one is signed in. The password is validated
 * before the code is used, so that a better one may be tried with it. Throws password_common, otp_wrong, otp_expired,
 * account_locked.
 */
export async function resetPassword(
  ctx: Ctx,
  { phone, code, password }: { phone: string; code: string; password: string },
): Promise<SignedIn> {
  await assertUncommon(password);
  await useCodes(ctx, [{ field: "otp", target: phone, purpose: "reset", code }]);
  const account = await findByPhone(ctx, phone);
  if (!account) throw new ShopError("otp_expired");
  const password_hash = await newHash(password);
  // The same form again must not end the session its first submission has opened.
  return signIn(ctx, account.id, "reset", { first: (tx) => setPassword(tx, account.id, password_hash) });
}

/** A change that changes nothing is none. Throws invalid. */
async function assertDifferent({ password_hash }: Account, password: string): Promise<void> {
  if (password_hash !== null && (await isPassword(password_hash, password))) {
    throw new ShopError("invalid", { fields: { password: [{ key: "password_same" }] } });
  }
}

/**
 * Stores a new password, ends every session and forgets every device of the account; `session` goes on under a new
 * token.
 */
async function replacePassword(ctx: Ctx, customer_id: number, password: string, session: Session): Promise<Session> {
  const password_hash = await newHash(password);
  const { renewed, device } = await inTransaction(ctx, async (tx) => {
    await setPassword(tx, customer_id, password_hash);
    return { renewed: await renewSession(tx, session), device: await addKnownDevice(tx, customer_id) };
  });
  ctx.switchSession(renewed);
  ctx.storeDevice(device);
  return renewed;
}

/** Throws password_common. The slow work, to be done before a transaction. */
export async function newHash(password: string): Promise<string> {
  await assertUncommon(password);
  return hashPassword(password);
}

/** In the caller's transaction: the password holds from now on, and all sessions of the account are over. */
export async function setPassword(ctx: Ctx, customer_id: number, password_hash: string): Promise<void> {
  await ctx.sql
    .updateTable("identity.customers")
    .set({ password_hash, must_change_password: false, password_changed_at: ctx.now, updated_at: ctx.now })
    .where("id", "=", customer_id)
    .execute();
  const session = await ctx.session();
  await endSessionsOf(ctx, customer_id, session?.customer_id === customer_id ? session.id : null);
  await forgetDevices(ctx, customer_id);
  await noteSecurity(ctx, "password_changed", { customer_id });
}
