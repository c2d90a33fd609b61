/** What every way in has at its end: the cookie of the session, the person's language, and where to go. */
import type { StaffSignedIn } from "contract/staff/sign-in.ts";
import { redirectDocument } from "react-router";
import { type Reach, requestContext } from "../../context.ts";
import { rememberSession } from "../../cookies.ts";
import { ownPath, paths } from "../../paths.ts";

/** A document, so that nothing of another person's visit stays in the page. */
export function enter(context: Reach, signedIn: StaffSignedIn, to?: unknown): Response {
  rememberSession(context, signedIn.token, signedIn.expires_at);
  return redirectDocument(signedIn.must_set_factor ? paths.own() : ownPath(to));
}

/** Of the address: `?to=/nhan-vien`. */
export function wayOn(request: Request): string {
  return ownPath(new URL(request.url).searchParams.get("to"));
}

/** One who is in needs no entrance. */
export function skipsEntrance(context: Reach): boolean {
  return context.get(requestContext).has_session;
}
