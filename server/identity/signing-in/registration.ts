/**
 * Becoming a customer: the phone is proved by a code, whatever a flag in the request says; the proof is a signed token of
 * fifteen minutes, good for one account and one session. Spec §5, §7; rules/identity#registration
 */
import { createHmac } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import type { SignedIn } from "contract/identity/identity.ts";
import { marketingPurposes } from "contract/privacy/consents.ts";
import { newOrderCode } from "contract/values/public-code.ts";
import type { Ctx } from "../../kernel/context.ts";
import { signedTokens } from "../../security/signed-tokens.ts";
import { newHash } from "./credentials.ts";
import { signIn } from "./sign-in.ts";

const PROOF_SECONDS = 15 * 60;
/** The terms as they stand; a new text gets a new date. */
export const terms_version = "2026-11-21";

/** A signed token that says: this phone was proved now. */
export function signPhoneProof(ctx: Ctx, phone: string): Promise<string> {
  return signedTokensOf(ctx).sign("phone_proof", `phone ${phone} ${ctx.now.getTime()}`, PROOF_SECONDS);
}

async function readProof(ctx: Ctx, proof: string): Promise<{ phone: string; proved_at: Date } | null> {
  const proved = await signedTokensOf(ctx).verify("phone_proof", proof);
  const [, phone, at] = /^phone (\+84\d{9}) (\d+)$/.exec(proved ?? "") ?? [];
  return phone && at ? { phone, proved_at: new Date(Number(at)) } : null;
}

const signedTokensOf = (ctx: Ctx) => signedTokens(ctx.config, () => ctx.now.getTime());

export type RegistrationForm = {
  phone: string;
  otp_proof: string;
  full_name: string;
  email: string;
  password: string;
  referral_code: string;
  marketing: boolean;
};

/**
 * The account and its first session, in one transaction. A proof is good once: only the same form again within a minute
 * is answered, with the session the first one opened while that lives, so that no proof outlives a sign-out or a new
 * password. Throws otp_expired without a living, unused proof of this very phone, password_common, phone_registered.
 */
export async function register(ctx: Ctx, form: RegistrationForm): Promise<SignedIn> {
  const proof = await readProof(ctx, form.otp_proof);
  if (!proof || proof.phone !== form.phone) throw new ShopError("otp_expired");
  const password_hash = form.password === "" ? null : await newHash(form.password);
  let isNew = false;
  const find = async (tx: Ctx) => {
    const id = await insertCustomer(tx, form, password_hash);
    isNew = id !== null;
    return id ?? customerCreatedSince(tx, form.phone, proof.proved_at);
  };
  const first = async () => {
    if (!isNew) throw new ShopError("otp_expired");
  };
  return signIn({ ...ctx, submission: formHash(ctx, form) }, find, "registration", { first });
}

/** Identifies the form by its contents, since a caller need not send a key. Keyed, because it holds the password. */
function formHash({ config }: Ctx, form: RegistrationForm): string {
  const { phone, otp_proof, full_name, email, password, referral_code, marketing } = form;
  const contents = JSON.stringify([phone, otp_proof, full_name, email, password, referral_code, marketing]);
  return createHmac("sha256", config.signing_key).update(`registration ${contents}`).digest("base64url");
}

/** The account of the phone, which may be this proof's. Throws phone_registered for an older one. */
async function customerCreatedSince(ctx: Ctx, phone: string, proved_at: Date): Promise<number> {
  const row = await ctx.sql
    .selectFrom("identity.customers")
    .select("id")
    .where("phone", "=", phone)
    .where("created_at", ">=", proved_at)
    .executeTakeFirst();
  if (!row) throw new ShopError("phone_registered", { fields: { phone: [{ key: "phone_registered" }] } });
  return row.id;
}

/** Null when the phone has an account already. */
async function insertCustomer(ctx: Ctx, form: RegistrationForm, password_hash: string | null): Promise<number | null> {
  const { phone, full_name, email, referral_code, marketing } = form;
  const row = await ctx.sql
    .insertInto("identity.customers")
    .values({
      code: newOrderCode(),
      phone,
      full_name,
      // Stored as typed; it belongs to no account until it is proved.
      email,
      password_hash,
      password_changed_at: password_hash === null ? null : ctx.now,
      referral_code,
      locale: ctx.locale,
      terms_version,
      terms_agreed_at: ctx.now,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .onConflict((conflict) => conflict.column("phone").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!row) return null;
  if (marketing) {
    const said = { customer_id: row.id, purposes: marketingPurposes, given: true, channel: "registration" } as const;
    await ctx.announce(ctx, "consent_said", said);
  }
  return row.id;
}
