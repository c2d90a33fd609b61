/**
 * Passkeys beside the authenticator app, with user verification always: one signs in alone, and is a proof anew. They work
 * in a secure context only (https, or this machine), and are not offered elsewhere. Each challenge is answered once.
 * rules/staff#passkeys
 */
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { ShopError } from "contract/errors.ts";
import { unchecked } from "contract/unchecked.ts";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Config } from "../kernel/config.ts";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { setting } from "../platform/settings.ts";
import { noteSecurity } from "../security/security-events.ts";
import { noteStaffEvent } from "./history.ts";
import { guessed, guessLimits, wrongFactor } from "./second-factor.ts";

const CHALLENGE_MINUTES = 10;
const MOST = 10;

type Purpose = "sign_in" | "step_up" | "add";

/** Ten packages stand behind it: loaded at the first use. */
const library = () => import("@simplewebauthn/server");

/** Browsers have no passkeys on plain http, but on the machine itself. */
export function passkeysAvailable({ public_url }: Pick<Config, "public_url">): boolean {
  const { protocol, hostname } = new URL(public_url);
  return protocol === "https:" || hostname === "localhost";
}

function relyingParty(ctx: Ctx): { origin: string; id: string } {
  if (!passkeysAvailable(ctx.config)) throw new ShopError("passkeys_unavailable");
  return { origin: ctx.config.public_url, id: new URL(ctx.config.public_url).hostname };
}

async function storeChallenge(ctx: Ctx, purpose: Purpose, account_id: number | null, challenge: string): Promise<void> {
  const expires_at = new Date(ctx.now.getTime() + CHALLENGE_MINUTES * 60_000);
  await ctx.sql.insertInto("staff.challenges").values({ challenge, purpose, account_id, expires_at }).execute();
}

/** True once for a challenge of ours that was asked for this purpose and account. */
async function takeChallenge(
  ctx: Ctx,
  purpose: Purpose,
  account_id: number | null,
  challenge: string,
): Promise<boolean> {
  const { rows } = await sql`delete from staff.challenges where challenge = ${challenge} and purpose = ${purpose}
    and (account_id is null or account_id = ${account_id}) and expires_at > ${ctx.now} returning 1`.execute(ctx.sql);
  return rows.length > 0;
}

type Stored = {
  id: number;
  account_id: number;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
};

async function stored(ctx: Ctx, which: RawBuilder<unknown>): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select p.id, p.account_id, p.credential_id, p.public_key, p.counter, p.transports
    from staff.passkeys p join staff.accounts a on a.id = p.account_id where a.state = 'active' and ${which}`.execute(
    ctx.sql,
  );
  return rows;
}

const named = ({ credential_id, transports }: Stored) => ({
  id: credential_id,
  transports: transports as AuthenticatorTransport[],
});

/** To sign in (of an account that has shown its password, or of any account the browser knows), or to prove anew. */
export async function beginPasskey(
  ctx: Ctx,
  purpose: "sign_in" | "step_up",
  account_id: number | null,
): Promise<{ options: string }> {
  const { id: rpID } = relyingParty(ctx);
  const { generateAuthenticationOptions } = await library();
  const own = account_id === null ? [] : await stored(ctx, sql`p.account_id = ${account_id}`);
  const options = await generateAuthenticationOptions({
    rpID,
    userVerification: "required",
    ...(account_id !== null && { allowCredentials: own.map(named) }),
  });
  await storeChallenge(ctx, purpose, account_id, options.challenge);
  return { options: JSON.stringify(options) };
}

/** What is read here of the browser's answer; the library reads the rest. */
const Answer = z.looseObject({ id: z.string().min(1), response: z.looseObject({}) });

function readAnswer<T extends { id: string }>(text: string): T {
  try {
    return unchecked<T>(Answer.parse(JSON.parse(text))); // the library reads the rest
  } catch (cause) {
    throw new ShopError("invalid", { fields: { answer: [{ key: "malformed_value" }] }, cause });
  }
}

/** Whose passkey signed. Throws second_factor_wrong, too_many. `account_id`: who it must be. Not in a transaction. */
export async function usePasskey(
  ctx: Ctx,
  purpose: "sign_in" | "step_up",
  answer: string,
  account_id: number | null = null,
): Promise<number> {
  const { origin, id: rpID } = relyingParty(ctx);
  const response = readAnswer<AuthenticationResponseJSON>(answer);
  const [passkey] = await stored(ctx, sql`p.credential_id = ${response.id}`);
  const { right } = await guessed(ctx, guessLimits(ctx, "passkey", passkey?.account_id ?? "unknown"));
  if (!passkey || (account_id !== null && passkey.account_id !== account_id)) throw wrongFactor();
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(ctx, purpose, passkey.account_id, challenge),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: { ...named(passkey), publicKey: new Uint8Array(passkey.public_key), counter: passkey.counter },
  }).catch((cause: unknown) => {
    ctx.log.info({ err: cause, request_id: ctx.request_id }, "a passkey's answer was refused");
    return { verified: false, authenticationInfo: null };
  });
  if (!verified.verified || !verified.authenticationInfo) {
    await noteSecurity(ctx, "staff_passkey_wrong", { staff: passkey.account_id });
    throw wrongFactor();
  }
  await right();
  await ctx.sql
    .updateTable("staff.passkeys")
    .set({ counter: verified.authenticationInfo.newCounter, last_used_at: ctx.now })
    .where("id", "=", passkey.id)
    .execute();
  return passkey.account_id;
}

/** To add one of this device. */
export async function beginAdding(ctx: Ctx, account_id: number): Promise<{ options: string }> {
  const { id: rpID } = relyingParty(ctx);
  const { generateRegistrationOptions } = await library();
  const account = await ctx.sql
    .selectFrom("staff.accounts")
    .select(["email", "full_name"])
    .where("id", "=", account_id)
    .executeTakeFirstOrThrow();
  const options = await generateRegistrationOptions({
    rpName: (await setting(ctx, "shop")).name,
    rpID,
    userID: new TextEncoder().encode(`staff ${account_id}`),
    userName: account.email ?? "",
    userDisplayName: account.full_name,
    attestationType: "none",
    excludeCredentials: (await stored(ctx, sql`p.account_id = ${account_id}`)).map(named),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await storeChallenge(ctx, "add", account_id, options.challenge);
  return { options: JSON.stringify(options) };
}

export type PasskeyView = { id: number; name: string; added_at: string; last_used_at: string | null };

/** Throws second_factor_wrong; conflict for the eleventh, and for one that is known. */
export async function addPasskey(
  ctx: Ctx,
  account_id: number,
  { name, answer }: { name: string; answer: string },
): Promise<PasskeyView> {
  const { origin, id: rpID } = relyingParty(ctx);
  const response = readAnswer<RegistrationResponseJSON>(answer);
  const { verifyRegistrationResponse } = await library();
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(ctx, "add", account_id, challenge),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    ctx.log.info({ err: cause, request_id: ctx.request_id }, "a new passkey was refused");
    return null;
  });
  if (!verified?.verified) throw wrongFactor();
  const { credential } = verified.registrationInfo;
  return inTransaction(ctx, async (tx) => {
    // Of two at once the second waits, and counts the first.
    await sql`select from staff.accounts where id = ${account_id} for update`.execute(tx.sql);
    if ((await passkeysOf(tx, account_id)).length >= MOST) {
      throw new ShopError("conflict", { message_key: "passkeys_full" });
    }
    const added = await tx.sql
      .insertInto("staff.passkeys")
      .values({
        account_id,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: credential.transports ?? [],
        name,
        added_at: tx.now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!added) throw new ShopError("conflict");
    await noteStaffEvent(tx, "passkey_added", { account_id, after: { name } });
    return { id: added.id, name, added_at: tx.now.toISOString(), last_used_at: null };
  });
}

export async function passkeysOf(ctx: Ctx, account_id: number): Promise<PasskeyView[]> {
  const rows = await ctx.sql
    .selectFrom("staff.passkeys")
    .select(["id", "name", "added_at", "last_used_at"])
    .where("account_id", "=", account_id)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    ...row,
    added_at: row.added_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }));
}

/** Throws not_found for what is not the account's. */
export async function removePasskey(ctx: Ctx, account_id: number, id: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const gone = await tx.sql
      .deleteFrom("staff.passkeys")
      .where("account_id", "=", account_id)
      .where("id", "=", id)
      .returning("name")
      .executeTakeFirst();
    if (!gone) throw new ShopError("not_found");
    await noteStaffEvent(tx, "passkey_removed", { account_id, before: { name: gone.name } });
  });
}
