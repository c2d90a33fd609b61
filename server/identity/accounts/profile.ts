/**
 * What customers change in their account: the fields of the profile, the phone (both numbers are proved and the old one
 * is notified), the e-mail address (it counts once it is proved). Spec §3 User, §5; rules/identity#phone-change
 */
import { ShopError } from "contract/errors.ts";
import type { CodeSent, Profile, SignedIn } from "contract/identity/identity.ts";
import { stripMarks } from "contract/values/text.ts";
import type { z } from "zod";
import { type Ctx, enqueue, inTransaction } from "../../kernel/context.ts";
import { encrypt } from "../../security/encryption.ts";
import { noteSecurity } from "../../security/security-events.ts";
import type { Account } from "../customers.ts";
import { endSessionsOf } from "../sessions.ts";
import { accountOf, assertOwnerHere } from "../signing-in/credentials.ts";
import { addKnownDevice, forgetDevices } from "../signing-in/devices.ts";
import { assertMayResend, issueCode, useCodes } from "../signing-in/otp.ts";
import { renewSession, signedIn } from "../signing-in/sign-in.ts";

export type ProfileChange = z.output<typeof Profile>;

/** Only the fields that were sent. */
export async function updateProfile(ctx: Ctx, change: ProfileChange): Promise<void> {
  const { account } = await accountOf(ctx);
  const { full_name, nickname, nationality, bank, locale, birthday, gender, email } = change;
  const box = (text: string | undefined, column: string) => {
    if (text === undefined) return {};
    return { [column]: text === "" ? null : encrypt(ctx.config, text, `${column} ${account.id}`) };
  };
  await ctx.sql
    .updateTable("identity.customers")
    .set({
      ...present({ full_name, nickname, nationality, bank, locale }),
      ...(birthday !== undefined && { birthday: birthday || null }),
      ...(gender !== undefined && { gender: gender || null }),
      ...(email !== undefined && email !== account.email && { email, email_verified_at: null }),
      ...box(change.account_number, "bank_account"),
      // Banks know holders in capitals without accents.
      ...box(
        change.account_name === undefined ? undefined : stripMarks(change.account_name).toUpperCase(),
        "bank_holder",
      ),
      updated_at: ctx.now,
    })
    .where("id", "=", account.id)
    .execute();
}

function present<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

type NewPhone = { phone: string; captcha?: string | undefined; current_password?: string | undefined };

/**
 * Codes to the new number and to the old; a first number has no old one to prove, so its owner is asked for. Throws
 * conflict for the number one has, too_many, captcha_required, and as assertOwnerHere does.
 */
export async function beginPhoneChange(ctx: Ctx, { phone, captcha, current_password }: NewPhone): Promise<CodeSent> {
  const { account } = await accountOf(ctx);
  if (account.phone === null) await assertOwnerHere(ctx, { current_password });
  if (account.phone === phone) throw new ShopError("conflict", { fields: { phone: [{ key: "phone_same" }] } });
  // Both or none: no code should leave in vain.
  if (account.phone) await assertMayResend(ctx, account.phone);
  const sent = await issueCode(ctx, { target: phone, purpose: "change_phone", captcha });
  if (account.phone)
    await issueCode(ctx, { target: account.phone, purpose: "change_phone_old", is_captcha_exempt: true });
  return sent;
}

/**
 * The number is theirs from now on; every other device is signed out, the old number is notified, and orders guests
 * sent to the new one come along. Throws otp_wrong, otp_expired, invalid without the old number's code,
 * phone_registered, proof_required where a first number's owner showed themselves too long ago.
 */
export async function finishPhoneChange(
  ctx: Ctx,
  { phone, otp, old_otp }: { phone: string; otp: string; old_otp?: string | undefined },
): Promise<SignedIn> {
  const { session, account } = await accountOf(ctx);
  if (account.phone && old_otp === undefined)
    throw new ShopError("invalid", { fields: { old_otp: [{ key: "required" }] } });
  if (account.phone === null) await assertOwnerHere(ctx);
  await useCodes(ctx, [
    { field: "otp", target: phone, purpose: "change_phone", code: otp },
    ...(account.phone
      ? [{ field: "old_otp", target: account.phone, purpose: "change_phone_old", code: old_otp ?? "" } as const]
      : []),
  ]);
  const { renewed, device } = await inTransaction(ctx, async (tx) => {
    await setPhone(tx, account, phone);
    await endSessionsOf(tx, account.id, session.id);
    await forgetDevices(tx, account.id);
    await tx.announce(tx, "phone_proved", { customer_id: account.id });
    return { renewed: await renewSession(tx, session), device: await addKnownDevice(tx, account.id) };
  }).catch(asTaken("phone_registered", "phone"));
  ctx.switchSession(renewed);
  ctx.storeDevice(device);
  return signedIn(ctx, renewed);
}

async function setPhone(ctx: Ctx, account: Account, phone: string): Promise<void> {
  await ctx.sql
    .updateTable("identity.customers")
    .set({ phone, updated_at: ctx.now })
    .where("id", "=", account.id)
    .execute();
  await noteSecurity(ctx, "phone_changed", { customer_id: account.id });
  if (!account.phone) return;
  const encryptedPhone = encrypt(ctx.config, account.phone, oldPhonePlace(account.id)).toString("base64");
  await enqueue(ctx, "tell_old_phone", { customer_id: account.id, sealed_phone: encryptedPhone });
}

export const oldPhonePlace = (customer_id: number): string => `old phone ${customer_id}`;

/** Throws conflict where there is nothing to prove. */
export async function beginEmailProof(ctx: Ctx): Promise<CodeSent> {
  const { account } = await accountOf(ctx);
  if (account.email === "" || account.email_verified) throw new ShopError("conflict");
  return issueCode(ctx, { target: account.email, purpose: "verify_email", is_captcha_exempt: true });
}

/** Throws otp_wrong, otp_expired, email_registered where another account was quicker. */
export async function finishEmailProof(ctx: Ctx, otp: string): Promise<void> {
  const { account } = await accountOf(ctx);
  if (account.email === "") throw new ShopError("otp_expired");
  await useCodes(ctx, [{ field: "otp", target: account.email, purpose: "verify_email", code: otp }]);
  await ctx.sql
    .updateTable("identity.customers")
    .set({ email_verified_at: ctx.now, updated_at: ctx.now })
    .where("id", "=", account.id)
    .where("email", "=", account.email)
    .execute()
    .catch(asTaken("email_registered", "email"));
  await noteSecurity(ctx, "email_proved", { customer_id: account.id });
}

/** A unique value that another account has, as the form's error. */
function asTaken(key: "phone_registered" | "email_registered", field: string) {
  return (error: unknown): never => {
    if ((error as { code?: unknown }).code !== "23505") throw error;
    throw new ShopError(key, { fields: { [field]: [{ key }] }, cause: error });
  };
}
