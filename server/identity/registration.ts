/**
 * Becoming a customer: the phone is proved by a code, whatever a flag in the request says; the proof is a sealed note of
 * fifteen minutes. A repeat with the same proof finds the account it made. Spec §5, §7; facts: reliability S1.
 */
import { marketingPurposes } from "contract/consents.ts";
import { ShopError } from "contract/errors.ts";
import type { SignedIn } from "contract/identity.ts";
import { newOrderCode } from "contract/public-code.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../context.ts";
import { seals } from "../seals.ts";
import { newHash } from "./credentials.ts";
import { signIn } from "./sign-in.ts";

const proof_seconds = 15 * 60;
/** The terms as they stand; a new text gets a new date. */
export const terms_version = "2026-11-21";

/** A note that says: this phone was proved now. */
export function provePhone(ctx: Ctx, phone: string): string {
  return sealsOf(ctx).seal(`phone ${phone} ${ctx.now.getTime()}`, proof_seconds);
}

function readProof(ctx: Ctx, proof: string): { phone: string; proved_at: Date } | null {
  const [, phone, at] = /^phone (\+84\d{9}) (\d+)$/.exec(sealsOf(ctx).unseal(proof) ?? "") ?? [];
  return phone && at ? { phone, proved_at: new Date(Number(at)) } : null;
}

const sealsOf = (ctx: Ctx) => seals(ctx.config, () => ctx.now.getTime());

export type RegistrationForm = {
  phone: string;
  otp_proof: string;
  full_name: string;
  email: string;
  password: string;
  referral_code: string;
  marketing: boolean;
};

/** Throws otp_expired without a living proof of this very phone, password_common, phone_registered. */
export async function register(ctx: Ctx, form: RegistrationForm): Promise<SignedIn> {
  const proof = readProof(ctx, form.otp_proof);
  if (!proof || proof.phone !== form.phone) throw new ShopError("otp_expired");
  const password_hash = form.password === "" ? null : await newHash(form.password);
  const id = await inTransaction(ctx, (tx) => keepCustomer(tx, form, password_hash));
  if (id !== null) return signIn(ctx, id, "registration");
  const { rows } = await sql<{ id: number; by_this_proof: boolean }>`
    select id, created_at >= ${proof.proved_at} as by_this_proof
    from identity.customers where phone = ${form.phone}`.execute(ctx.sql);
  // The answer to the first request was lost on its way.
  if (rows[0]?.by_this_proof) return signIn(ctx, rows[0].id, "registration");
  throw new ShopError("phone_registered", { fields: { phone: [{ key: "phone_registered" }] } });
}

/** Null when the phone has an account already. */
async function keepCustomer(ctx: Ctx, form: RegistrationForm, password_hash: string | null): Promise<number | null> {
  const { phone, full_name, email, referral_code, marketing } = form;
  const row = await ctx.sql
    .insertInto("identity.customers")
    .values({
      code: newOrderCode(),
      phone,
      full_name,
      // Kept as typed; it belongs to nobody until it is proved.
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
