/**
 * To Google and back. The state goes with the browser in a sealed cookie and is good for one answer; what does not match
 * it ends with a word on the sign-in page. Spec §4 Sign-in strategy; facts: reliability S3, U6.
 */
import { messagesOf } from "messages/messages.ts";
import { type RouterContextProvider, redirect } from "react-router";
import { localeOf, notesContext, shopOf, visitContext } from "../../context.ts";
import { type SentForm, submit } from "../../forms.ts";
import { refusalOf } from "../../guards.ts";
import { pathsIn } from "../../paths.ts";
import { googleLink, googleState, keepSigningIn, type SigningIn, signInWord } from "../../signing-in.ts";
import { wishOf } from "./send-code.ts";
import { welcome } from "./welcome.ts";

type Reach = Readonly<RouterContextProvider>;

/** What the sign-in page is told: the browser is to leave for there. */
export type Leaving = { leave_for: string };

/**
 * A form may lead to another site only through a page of ours: browsers hold its redirects to `form-action`. So the page
 * that answers moves on by itself, with the header here, or with script.
 */
export function leaveForGoogle(context: Reach, form: SentForm, note: SigningIn) {
  const { callbackurl, locale } = note;
  const input = { ...wishOf(note), ...(callbackurl ? { callbackurl } : {}) };
  return submit({ ...form, input }, shopOf(context).identity.googleStart, ({ url, sealed }) => {
    keepSigningIn(context, note);
    googleState.keep(context, JSON.stringify({ sealed, locale, callbackurl }));
    if (context.get(visitContext).is_document) context.get(notesContext).headers.refresh = `0;url=${new URL(url).href}`;
    return { leave_for: url } satisfies Leaving;
  });
}

/** Google's answer, at whichever of its two addresses. */
export async function comeFromGoogle(context: Reach, { searchParams }: URL): Promise<Response> {
  const kept = stateOf(context);
  const locale = kept?.locale ?? localeOf(context);
  const words = messagesOf(locale).identity;
  googleState.forget(context);
  const stop = (text: string) => {
    signInWord.keep(context, text);
    return redirect(pathsIn(locale).login(kept?.callbackurl || undefined), 303);
  };
  if (!kept) return stop(words.google_aborted);
  if (searchParams.has("error")) return stop(words.google_declined);
  const given = (name: string) => searchParams.get(name) ?? undefined;
  const answer = { code: given("code"), state: given("state"), iss: given("iss"), sealed: kept.sealed };
  try {
    const found = await shopOf(context).identity.socialLogin({ ...answer, lang: locale });
    if (!("link_proof" in found)) return await welcome(context, found, { callbackurl: found.callbackurl, locale });
    googleLink.keep(context, { link_proof: found.link_proof, phone_hint: found.phone_hint });
    return redirect(pathsIn(locale).login(found.callbackurl), 303);
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return stop(refusal.code === "google_refused" ? words.google_aborted : refusal.message);
  }
}

function stateOf(context: Reach): (Pick<SigningIn, "locale" | "callbackurl"> & { sealed: string }) | null {
  const text = googleState.read(context);
  return text === null ? null : JSON.parse(text); // nobody but us can have written it
}
