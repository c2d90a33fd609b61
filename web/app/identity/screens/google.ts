/**
 * To Google and back. The browser carries the state in a signed cookie, good for one answer; a mismatch
 * ends with a message on the sign-in page. Spec §4 Sign-in strategy; rules/identity
 */
import { messagesOf } from "messages/messages.ts";
import { redirect } from "react-router";
import { localeOf, notesContext, type RouteContext, requestContext, shopOf } from "../../context.ts";
import { asking, type SentForm, sent, submit } from "../../forms/forms.ts";
import { refusalOf } from "../../guards.ts";
import { pathsIn } from "../../paths.ts";
import { googleLink, googleState, keepSigningIn, type SigningIn, signInWord } from "../../session/signing-in.ts";
import { flash } from "../../visitor.ts";
import { wishOf } from "../parts/send-code.ts";
import { welcome } from "../parts/welcome.ts";

/** The URL at Google that the sign-in page redirects to. */
export type Leaving = { leave_for: string };

/**
 * A form may lead to another site only through a page of ours: browsers hold its redirects to `form-action`. So the page
 * that answers moves on by itself, with the header here, or with script.
 */
export function leaveForGoogle(context: RouteContext, form: SentForm, note: SigningIn) {
  const { callbackurl, locale } = note;
  const input = { ...wishOf(note), ...(callbackurl ? { callbackurl } : {}) };
  return submit(form, shopOf(context).identity.googleStart, input, async ({ url, sealed }) => {
    await keepSigningIn(context, note);
    return leave(context, url, { sealed, locale, callbackurl });
  });
}

/** The same way for a member who adds Google to the account. */
export function addGoogle(context: RouteContext, form: SentForm) {
  const locale = localeOf(context);
  const callbackurl = pathsIn(locale).profile();
  const input = { ...sent(form, "current_password"), ...asking(form, "asks_code", "otp") };
  return submit(form, shopOf(context).identity.googleLinkStart, input, ({ url, sealed }) =>
    leave(context, url, { sealed, locale, callbackurl, is_adding: true }),
  );
}

async function leave(context: RouteContext, url: string, state: State): Promise<Leaving> {
  await googleState.keep(context, JSON.stringify(state));
  if (context.get(requestContext).is_document) context.get(notesContext).headers.refresh = `0;url=${new URL(url).href}`;
  return { leave_for: url };
}

/** Google's answer, at whichever of its two addresses. */
export async function comeFromGoogle(context: RouteContext, { searchParams }: URL): Promise<Response> {
  const kept = await stateOf(context);
  const locale = kept?.locale ?? localeOf(context);
  const words = messagesOf(locale).identity;
  googleState.forget(context);
  if (kept?.is_adding) return added(context, searchParams, kept);
  const stop = async (text: string) => {
    await signInWord.keep(context, text);
    return redirect(pathsIn(locale).login(kept?.callbackurl || undefined), 303);
  };
  if (!kept) return stop(words.google_aborted);
  try {
    const found = await shopOf(context).identity.socialLogin({ ...answerIn(searchParams, kept), lang: locale });
    if (!("link_proof" in found)) return await welcome(context, found, { callbackurl: found.callbackurl, locale });
    await googleLink.keep(context, { link_proof: found.link_proof, phone_hint: found.phone_hint });
    return redirect(pathsIn(locale).login(found.callbackurl), 303);
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return stop(refusal.message);
  }
}

/** Links Google, or shows why not; either on the page it was requested on. */
async function added(context: RouteContext, searchParams: URLSearchParams, kept: State): Promise<Response> {
  const { locale } = kept;
  const words = messagesOf(locale).identity;
  const back = (tone: "success" | "error", text: string) => {
    flash(context, tone, text);
    return redirect(`${pathsIn(locale).profile()}#google`, 303);
  };
  try {
    await shopOf(context).identity.googleLink({ ...answerIn(searchParams, kept), lang: locale });
    return back("success", words.linked);
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return back("error", refusal.message);
  }
}

function answerIn(searchParams: URLSearchParams, { sealed }: State) {
  const given = (name: string) => searchParams.get(name) ?? undefined;
  return { code: given("code"), state: given("state"), iss: given("iss"), error: given("error"), sealed };
}

type State = Pick<SigningIn, "locale" | "callbackurl"> & { sealed: string; is_adding?: boolean };

async function stateOf(context: RouteContext): Promise<State | null> {
  const text = await googleState.read(context);
  return text === null ? null : JSON.parse(text); // signed by us
}
