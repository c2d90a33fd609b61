/**
 * Signing in as staff: e-mail and password, then a second factor; or a passkey alone. Whether an e-mail is known shows
 * neither in the answer nor in the work done. rules/staff#sign-in
 */
import { ShopError } from "contract/errors.ts";
import type { OfficeLocale } from "contract/staff/fields.ts";
import type { StaffSignedIn } from "contract/staff/sign-in.ts";
import { sql } from "kysely";
import type { RateLimit } from "../identity/signing-in/attempts.ts";
import { assertUncommon, hashPassword, isPassword } from "../identity/signing-in/passwords.ts";
import { actingAs } from "../kernel/actor.ts";
import { ipOf } from "../kernel/client-address.ts";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { noteSecurity } from "../security/security-events.ts";
import { signedTokens } from "../security/signed-tokens.ts";
import { actAsStaff, noteSignIn } from "./audit/entries.ts";
import { assertEmailCanBeSent, consumeLink, emailStaff, endLinks, makeLink, openLink, untilText } from "./emails.ts";
import { noteStaffEvent } from "./history.ts";
import { beginPasskey, passkeysAvailable, usePasskey } from "./passkeys.ts";
import {
  confirmTotp,
  consumeTotp,
  guessed,
  guessLimits,
  makeRecoveryCodes,
  recoveryCodesLeft,
  storeTotp,
  useRecoveryCode,
} from "./second-factor.ts";
import { endStaffSessions, openStaffSession, ownSession } from "./sessions.ts";

const PROOF_SECONDS = 10 * 60;
const RESET_HOURS = 1;

type Account = {
  id: number;
  email: string;
  full_name: string;
  language: OfficeLocale;
  password_hash: string | null;
  password_changed_at: Date | null;
  passkeys: number;
};

async function activeAccount(ctx: Ctx, which: { email: string } | { id: number }): Promise<Account | null> {
  const isIt = "id" in which ? sql`a.id = ${which.id}` : sql`a.email = ${which.email.toLowerCase()}`;
  const { rows } = await sql<Account>`
    select a.id, a.email, a.full_name, a.language, a.password_hash, a.password_changed_at,
      (select count(*)::int from staff.passkeys p where p.account_id = a.id) as passkeys
    from staff.accounts a where ${isIt} and a.state = 'active'`.execute(ctx.sql);
  return rows[0] ?? null;
}

/** Guesses at the e-mails of the shop from one IP address, beside those at one account. */
const manyAccounts = (ctx: Ctx): RateLimit => ({
  name: "staff_password_address",
  subject: ipOf(ctx.client),
  times: 60,
  seconds: 15 * 60,
});

/** Throws wrong_credentials, too_many. Not to be called inside a transaction, as all here that guess. */
export async function signIn(ctx: Ctx, { email, password }: { email: string; password: string }) {
  const account = await activeAccount(ctx, { email });
  const limits = [...guessLimits(ctx, "password", account?.id ?? `e-mail ${email.toLowerCase()}`), manyAccounts(ctx)];
  const { right } = await guessed(ctx, limits);
  if (!(await isPassword(account?.password_hash ?? null, password)) || !account) {
    await noteSecurity(ctx, "staff_password_wrong", { staff: account?.id ?? null });
    throw new ShopError("wrong_credentials");
  }
  await right();
  return {
    proof: await tokens(ctx).sign("staff_sign_in", `${account.id} ${stamp(account)}`, PROOF_SECONDS),
    totp: true,
    passkey: account.passkeys > 0 && passkeysAvailable(ctx.config),
    recovery_code: (await recoveryCodesLeft(ctx, account.id)) > 0,
  };
}

const tokens = (ctx: Ctx) => signedTokens(ctx.config, () => ctx.now.getTime());
/** A new password makes the first steps of before void. */
const stamp = ({ password_changed_at }: Account): number => password_changed_at?.getTime() ?? 0;

/** Throws sign_in_over. */
async function firstStepOf(ctx: Ctx, proof: string): Promise<Account> {
  const [id = "", stamped] = (await tokens(ctx).verify("staff_sign_in", proof))?.split(" ") ?? [];
  const account = /^\d+$/.test(id) ? await activeAccount(ctx, { id: Number(id) }) : null;
  if (!account || stamped !== String(stamp(account))) throw new ShopError("sign_in_over");
  return account;
}

async function enter(ctx: Ctx, account_id: number, by: string): Promise<StaffSignedIn> {
  await noteSecurity(ctx, "staff_signed_in", { staff: account_id, by });
  await noteSignIn(ctx, "signed_in", account_id, by);
  return openStaffSession(ctx, account_id);
}

export async function secondFactor(ctx: Ctx, { proof, code }: { proof: string; code: string }): Promise<StaffSignedIn> {
  const { id } = await firstStepOf(ctx, proof);
  await consumeTotp(ctx, id, code);
  return enter(ctx, id, "totp");
}

export async function signInByRecoveryCode(
  ctx: Ctx,
  { proof, recovery_code }: { proof: string; recovery_code: string },
): Promise<StaffSignedIn> {
  const { id } = await firstStepOf(ctx, proof);
  await useRecoveryCode(ctx, id, recovery_code);
  await noteStaffEvent(actingAs(ctx, `staff:${id}`), "recovery_code_used", { account_id: id });
  await noteSecurity(ctx, "staff_signed_in", { staff: id, by: "recovery_code" });
  await noteSignIn(ctx, "signed_in", id, "recovery_code");
  return openStaffSession(ctx, id, { must_set_factor: true });
}

export async function beginPasskeySignIn(ctx: Ctx, { proof }: { proof?: string | undefined }) {
  return beginPasskey(ctx, "sign_in", proof === undefined ? null : (await firstStepOf(ctx, proof)).id);
}

export async function signInByPasskey(ctx: Ctx, { answer }: { answer: string }): Promise<StaffSignedIn> {
  return enter(ctx, await usePasskey(ctx, "sign_in", answer), "passkey");
}

/** The same answer for an e-mail that nobody has. Throws mail_unavailable. */
export async function forgotPassword(ctx: Ctx, { email }: { email: string }): Promise<{ sent: true }> {
  assertEmailCanBeSent(ctx);
  const account = await activeAccount(ctx, { email });
  if (account) {
    await inTransaction(actingAs(ctx, `staff:${account.id}`), async (tx) => {
      const wanted = {
        account_id: account.id,
        purpose: "password",
        hours: RESET_HOURS,
        sent_to: account.email,
      } as const;
      const { link, expires_at } = await makeLink(tx, wanted);
      await emailStaff(tx, account, "password", { link, until: untilText(expires_at, account.language) });
      await noteSecurity(tx, "staff_password_forgotten", { staff: account.id });
    });
  }
  return { sent: true };
}

/** Sets the password only. Throws link_over, password_common. */
export async function resetPassword(ctx: Ctx, { token, password }: { token: string; password: string }) {
  await openLink(ctx, "password", token);
  await assertUncommon(password);
  const password_hash = await hashPassword(password);
  return inTransaction(ctx, async (caller) => {
    const link = await openLink(caller, "password", token, true);
    const account = await activeAccount(caller, { id: link.account_id });
    if (!account) throw new ShopError("link_over");
    const tx = await actAsStaff(caller, account.id, "staff.resetPassword");
    await consumeLink(tx, link);
    await storePassword(tx, account, password_hash);
    await noteStaffEvent(tx, "password_reset", { account_id: account.id });
    return { email: account.email };
  });
}

async function storePassword(tx: Ctx, account: Account, password_hash: string): Promise<void> {
  await tx.sql
    .updateTable("staff.accounts")
    .set({ password_hash, password_changed_at: tx.now })
    .where("id", "=", account.id)
    .execute();
  await endStaffSessions(tx, account.id, null);
  await endLinks(tx, account.id, "password");
  await emailStaff(tx, account, "password_changed", {});
}

/** Throws wrong_password, too_many. */
export async function assertPassword(ctx: Ctx, account: Pick<Account, "id" | "password_hash">, typed: string) {
  const { right } = await guessed(ctx, guessLimits(ctx, "password_own", account.id));
  if (!(await isPassword(account.password_hash, typed))) {
    await noteSecurity(ctx, "staff_password_wrong", { staff: account.id, own: true });
    throw new ShopError("wrong_password");
  }
  await right();
}

/** From inside a session, which goes on under a new token. Throws wrong_password, password_common, too_many. */
export async function changeOwnPassword(
  ctx: Ctx,
  { current_password, password }: { current_password: string; password: string },
): Promise<StaffSignedIn> {
  const { account_id } = await ownSession(ctx);
  const account = await activeAccount(ctx, { id: account_id });
  if (!account) throw new ShopError("unauthenticated");
  await assertUncommon(password);
  await assertPassword(ctx, account, current_password);
  if (await isPassword(account.password_hash, password)) {
    throw new ShopError("invalid", { fields: { password: [{ key: "password_same" }] } });
  }
  const password_hash = await hashPassword(password);
  return inTransaction(ctx, async (tx) => {
    await storePassword(tx, account, password_hash);
    await noteStaffEvent(tx, "password_changed", { account_id });
    return openStaffSession(tx, account_id);
  });
}

/** From inside a session, also from one that began with a recovery code. Throws second_factor_wrong, setup_over, too_many. */
export async function setOwnTotp(ctx: Ctx, given: { setup: string; code: string }): Promise<StaffSignedIn> {
  const { account_id } = await ownSession(ctx);
  const { right } = await guessed(ctx, guessLimits(ctx, "setup", account_id));
  const confirmed = await confirmTotp(ctx, `account ${account_id}`, given);
  await right();
  return inTransaction(ctx, async (tx) => {
    const account = await activeAccount(tx, { id: account_id });
    if (!account) throw new ShopError("unauthenticated");
    await storeTotp(tx, account_id, confirmed);
    await endStaffSessions(tx, account_id, null);
    await noteStaffEvent(tx, "factor_changed", { account_id });
    await emailStaff(tx, account, "factor_changed", {});
    return openStaffSession(tx, account_id, { recovery_codes: await makeRecoveryCodes(tx, account_id) });
  });
}
