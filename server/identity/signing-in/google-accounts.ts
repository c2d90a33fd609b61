/**
 * From a Google identity to an account: the one it was joined to, a new one, or, where its address or phone is known here,
 * first the proof of that account. Spec §3 Social user; rules/identity#google
 */
import { ShopError } from "contract/errors.ts";
import type { SignedIn } from "contract/identity/identity.ts";
import { maskPhone } from "contract/values/phone.ts";
import { newOrderCode } from "contract/values/public-code.ts";
import { sql } from "kysely";
import { z } from "zod";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { decrypt, encrypt } from "../../security/encryption.ts";
import { noteSecurity } from "../../security/security-events.ts";
import { type Account, findByEmail, findByPhone } from "../customers.ts";
import type { RoleWish } from "../roles.ts";
import { accountOf, assertOwnerHere, type OwnerProof } from "./credentials.ts";
import { finishGoogle, type GoogleIdentity, readIdToken, startGoogle } from "./google.ts";
import { signIn } from "./sign-in.ts";

const LINK_SECONDS = 15 * 60;

type Shown = Parameters<typeof finishGoogle>[1] & { id_token?: string | undefined };
/** What is stored of an identity. */
type Joinable = Pick<GoogleIdentity, "issuer" | "subject" | "email">;
type LinkRequired = { account_status: "link_required"; link_proof: string; phone_hint: string; callbackurl: string };

/** Throws google_refused, google_unavailable, account_locked. */
export async function signInByGoogle(
  ctx: Ctx,
  shown: Shown,
): Promise<(SignedIn & { callbackurl: string }) | LinkRequired> {
  const { identity, callbackurl, wish } = shown.id_token
    ? { identity: await readIdToken(ctx, shown.id_token), callbackurl: "/", wish: {} as RoleWish }
    : await finishGoogle(ctx, shown);
  const joined = await joinedTo(ctx, identity);
  if (joined !== null) return { ...(await signIn(ctx, joined, "google", wish)), callbackurl };
  const known = await accountWithSameContact(ctx, identity);
  if (known) {
    const phone_hint = known.phone ? maskPhone(known.phone) : "";
    return {
      account_status: "link_required",
      link_proof: encryptLink(ctx, identity, known.id),
      phone_hint,
      callbackurl,
    };
  }
  const id = await inTransaction(ctx, (tx) => insertCustomer(tx, identity)).catch(unlessTaken);
  // Another request took this identity or e-mail address first: look again.
  if (id === null) throw new ShopError("conflict");
  return { ...(await signIn(ctx, id, "google", wish)), callbackurl };
}

/** The account that has the identity's address or phone, both proved on either side: it must prove itself first. */
async function accountWithSameContact(ctx: Ctx, { email, phone }: GoogleIdentity): Promise<Account | null> {
  return (await findByEmail(ctx, email)) ?? (phone === null ? null : findByPhone(ctx, phone));
}

async function joinedTo(ctx: Ctx, { issuer, subject }: Joinable): Promise<number | null> {
  const row = await ctx.sql
    .selectFrom("identity.google_accounts")
    .select("customer_id")
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return row?.customer_id ?? null;
}

/** A customer without a phone: it is asked for before the first order. */
async function insertCustomer(ctx: Ctx, identity: GoogleIdentity): Promise<number> {
  const { id } = await ctx.sql
    .insertInto("identity.customers")
    .values({
      code: newOrderCode(),
      email: identity.email,
      email_verified_at: ctx.now,
      full_name: identity.name,
      locale: ctx.locale,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await join(ctx, id, identity);
  return id;
}

async function join(ctx: Ctx, customer_id: number, { issuer, subject, email }: Joinable): Promise<void> {
  await ctx.sql
    .insertInto("identity.google_accounts")
    .values({ issuer, subject, customer_id, email, linked_at: ctx.now })
    .execute();
  await noteSecurity(ctx, "google_joined", { customer_id });
}

function unlessTaken(error: unknown): null {
  if ((error as { code?: unknown }).code === "23505") return null;
  throw error;
}

const Link = z.object({
  /** The account whose proof was required: the identity may be joined to no other. */
  customer_id: z.number(),
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  name: z.string(),
  until: z.number(),
});

function encryptLink(ctx: Ctx, identity: GoogleIdentity, customer_id: number): string {
  const until = ctx.now.getTime() + LINK_SECONDS * 1000;
  return encrypt(
    ctx.config,
    JSON.stringify({ ...identity, customer_id, until } satisfies z.input<typeof Link>),
    "google link",
  ).toString("base64url");
}

function decryptLink(ctx: Ctx, proof: string): z.output<typeof Link> {
  try {
    const link = Link.parse(JSON.parse(decrypt(ctx.config, Buffer.from(proof, "base64url"), "google link")));
    if (link.until > ctx.now.getTime()) return link;
  } catch (error) {
    throw new ShopError("google_refused", { cause: error });
  }
  throw new ShopError("google_refused");
}

/**
 * Joins the identity that was shown to the account whose proof it was to wait for, when that account has just signed in.
 * Throws google_refused, forbidden to any other account, conflict, proof_required. Safe to repeat.
 */
export async function joinGoogle(ctx: Ctx, link_proof: string): Promise<void> {
  const account = await assertOwnerHere(ctx);
  const { customer_id, ...identity } = decryptLink(ctx, link_proof);
  if (customer_id !== account.id) throw new ShopError("forbidden");
  await joinTo(ctx, account.id, identity);
}

/** Where the browser goes to add Google to the caller's account. Throws conflict, and as assertOwnerHere does. */
export async function startLinkGoogle(ctx: Ctx, shown: OwnerProof): Promise<{ url: string; sealed: string }> {
  const { id } = await assertOwnerHere(ctx, shown);
  const linked = await ctx.sql
    .selectFrom("identity.google_accounts")
    .select("customer_id")
    .where("customer_id", "=", id)
    .executeTakeFirst();
  if (linked) throw new ShopError("conflict");
  return startGoogle(ctx, { callbackurl: "/", link_to: id });
}

/** What came back from there. Throws google_refused, google_unavailable, conflict. */
export async function linkGoogle(ctx: Ctx, shown: Parameters<typeof finishGoogle>[1]): Promise<void> {
  const { account } = await accountOf(ctx);
  const { identity } = await finishGoogle(ctx, shown, account.id);
  await joinTo(ctx, account.id, identity);
}

async function joinTo(ctx: Ctx, customer_id: number, identity: Joinable): Promise<void> {
  const joined = await joinedTo(ctx, identity);
  if (joined === customer_id) return;
  const done =
    joined === null && (await inTransaction(ctx, (tx) => join(tx, customer_id, identity)).catch(unlessTaken)) !== null;
  if (!done) throw new ShopError("conflict", { message_key: "google_taken" });
}

/** Throws conflict when Google is the only way in, and as assertOwnerHere does. Safe to repeat. */
export async function unlinkGoogle(ctx: Ctx, shown: OwnerProof): Promise<void> {
  const { id } = await assertOwnerHere(ctx, shown);
  await inTransaction(ctx, async (tx) => {
    // Locks the person: the phone or the password that stays must still be there when Google goes.
    const { rows } = await sql`
      delete from identity.google_accounts g using (
        select id from identity.customers where id = ${id}
          and (phone is not null or (password_hash is not null and email_verified_at is not null)) for update) c
      where g.customer_id = c.id returning 1`.execute(tx.sql);
    if (rows.length > 0) return noteSecurity(tx, "google_left", { customer_id: id });
    const left = await sql`select from identity.google_accounts where customer_id = ${id}`.execute(tx.sql);
    if (left.rows.length > 0) throw new ShopError("conflict", { message_key: "google_only_way" });
  });
}
