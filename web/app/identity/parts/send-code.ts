/** Sends a code and goes on to where it is entered: the same for every phone. Spec §4; rules/identity */

import type { CallOptions } from "contract/client.ts";
import type { Shop } from "contract/contract.ts";
import { type PickableRole, pickableRoles } from "contract/identity/accounts.ts";
import type { CodeSent } from "contract/identity/identity.ts";
import type { Locale } from "contract/values/locale.ts";
import { parsePhone } from "contract/values/phone.ts";
import { redirect } from "react-router";
import type { RouteContext } from "../../context.ts";
import { type FormInput, type FormValue, fromForm, type SentForm, submit } from "../../forms/forms.ts";
import { backTo } from "../../guards.ts";
import { keepSigningIn, type Purpose, type SigningIn, sentAt } from "../../session/signing-in.ts";

/** What a form says to the call that sends its code. */
type CodeRequest = {
  phone: FormValue | string;
  channel?: FormValue;
  captcha?: FormValue;
  current_password?: FormValue;
};
type Sending = {
  note: SigningIn;
  call: (request: CodeRequest, options?: CallOptions) => Promise<CodeSent>;
  /** Where the code is entered. */
  next: string;
};

/** A repeat while the last code is young leads to where that is entered: a double click, or going back, sends nothing. */
export async function sendCode(context: RouteContext, form: SentForm, { note, call, next }: Sending) {
  const { phone = note.phone, channel, captcha, current_password } = form.input;
  const e164 = e164Of(phone);
  const isSame = note.sent !== null && e164 === note.phone && form.intent !== "resend";
  if (isSame && note.sent && Date.now() < note.sent.resend_at) return redirect(next, 303);
  return submit(form, call, { phone, channel, captcha, current_password }, async (sent) => {
    await keepSigningIn(context, { ...note, phone: e164, sent: sentAt(sent), failures: 0, otp_proof: "" });
    return redirect(next, 303);
  });
}

function e164Of(typed: FormValue | string): string {
  const read = parsePhone(typeof typed === "string" ? typed : "");
  return read.ok ? read.e164 : "";
}

/** For `call`: the code that signs in or proves a guest's phone. */
export function codeFor({ identity }: Shop, purpose: "login" | "checkout"): Sending["call"] {
  return ({ phone, channel, captcha }, options) =>
    fromForm(identity.sendCode)({ phone, channel, captcha, purpose }, options);
}

/** For `call`: the code that allows a new password. */
export function resetCode({ identity }: Shop): Sending["call"] {
  return ({ phone, channel, captcha }, options) =>
    fromForm(identity.forgotPassword)({ phone, channel, captcha }, options);
}

/** The state of a first step: phone, role, and return path. */
export function noteOf(form: FormInput, purpose: Purpose, locale: Locale, before: SigningIn | null): SigningIn {
  const text = (name: string) => (typeof form[name] === "string" ? form[name] : "");
  const role = pickableRoles.find((each) => each === text("role")) ?? "customer";
  const kept = before?.purpose === purpose ? before : null;
  return {
    purpose,
    callbackurl: backTo(text("callbackurl"), ""),
    locale,
    role,
    agent_id: role === "agent" ? text("agent_id").slice(0, 40) : "",
    phone: kept?.phone ?? "",
    sent: kept?.sent ?? null,
    failures: kept?.failures ?? 0,
    otp_proof: "",
  };
}

/** For the calls that sign in. */
export function wishOf({ role, agent_id }: { role: PickableRole; agent_id: string }) {
  return agent_id ? { role, agent_id } : { role };
}
