/**
 * The state of a sign-in: stored in a signed cookie, so that each step has a URL of its own, works
 * without scripts, and no URL carries a phone or a proof. One at a time: a new sign-in replaces the last.
 * docs/decisions/0141-steps-of-signing-in.md
 */

import { type Channel, otpChannels, type PickableRole, pickableRoles } from "contract/identity/accounts.ts";
import type { CodeSent } from "contract/identity/identity.ts";
import { isLocale, type Locale } from "contract/values/locale.ts";
import type { RouteContext } from "../context.ts";
import { signedCookie } from "./signed-cookie.ts";

/** ASSUMED(0141): a code lives five minutes; a few of them, and the form after them, fit into this. */
const NOTE_SECONDS = 30 * 60;
/** Of the state that Google's answer must match, and of the proof that waits for its account. ASSUMED(0141) */
const GOOGLE_SECONDS = 15 * 60;

const steps = signedCookie("signing_in", NOTE_SECONDS);
const google = signedCookie("google", GOOGLE_SECONDS);
const link = signedCookie("google_link", GOOGLE_SECONDS);
const word = signedCookie("sign_in_word", 60); // seconds, until the page that shows it

export type Purpose = "login" | "reset" | "checkout" | "first_phone";

export type SigningIn = {
  purpose: Purpose;
  /** The return path: a URL of this site. */
  callbackurl: string;
  locale: Locale;
  /** The requested role; the roles of the account are looked up afterwards. */
  role: PickableRole;
  agent_id: string;
  /** E.164 once a code went to it. */
  phone: string;
  sent: Sent | null;
  /** Wrong codes in a row: after two a call is offered. */
  failures: number;
  /** What the code was exchanged for, where the phone has no account yet. */
  otp_proof: string;
};

/** The first step with a known phone, before any code is sent. */
export function startSigningIn(phone: string, callbackurl: string, locale: Locale): SigningIn {
  const nothing = { role: "customer", agent_id: "", sent: null, failures: 0, otp_proof: "" } as const;
  return { purpose: "login", callbackurl, locale, phone, ...nothing };
}

export type Sent = {
  channel: Channel;
  /** Milliseconds. */
  resend_at: number;
  expires_at: number;
};

export function sentAt({ channel, resend_after_seconds, expires_in_seconds }: CodeSent, now = Date.now()): Sent {
  return { channel, resend_at: now + resend_after_seconds * 1000, expires_at: now + expires_in_seconds * 1000 };
}

export async function keepSigningIn(context: RouteContext, note: SigningIn): Promise<void> {
  await steps.keep(context, JSON.stringify(note));
}

export async function signingIn(context: RouteContext, ...purposes: readonly Purpose[]): Promise<SigningIn | null> {
  const text = await steps.read(context);
  const note = text === null ? null : (JSON.parse(text) as SigningIn); // signed by us
  return note && isWhole(note) && (purposes.length === 0 || purposes.includes(note.purpose)) ? note : null;
}

/** Another version of the shop may have written it. */
function isWhole({ locale, role, sent }: SigningIn): boolean {
  return isLocale(locale) && pickableRoles.includes(role) && (sent === null || otpChannels.includes(sent.channel));
}

export function forgetSigningIn(context: RouteContext): void {
  steps.forget(context);
}

/** What Google's answer is compared with, encrypted by the shop; for one answer. */
export const googleState = google;

/** The proof of a Google account whose e-mail belongs to an account here, until that account has proved itself. */
export const googleLink = {
  keep: (context: RouteContext, proof: { link_proof: string; phone_hint: string }): Promise<void> =>
    link.keep(context, JSON.stringify(proof)),
  read: async (context: RouteContext): Promise<{ link_proof: string; phone_hint: string } | null> =>
    JSON.parse((await link.read(context)) ?? "null"),
  forget: (context: RouteContext): void => link.forget(context),
};

/** Why a sign-in method failed, for the page that offers the others. Shown once. */
export const signInWord = {
  keep: (context: RouteContext, text: string): Promise<void> => word.keep(context, text),
  async take(context: RouteContext): Promise<string> {
    const text = await word.read(context);
    if (text !== null) word.forget(context);
    return text ?? "";
  },
};
