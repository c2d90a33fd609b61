/** How every way of signing in ends: the session's cookie, and the page to go to. */
import type { StaffSignedIn } from "contract/staff/sign-in.ts";
import { redirectDocument } from "react-router";
import { type RouteContext, requestContext } from "../../context.ts";
import { rememberSession } from "../../cookies.ts";
import { ownPath, paths } from "../../paths.ts";

/** A document, so that nothing of another person's visit stays in the page. */
export function startSession(context: RouteContext, signedIn: StaffSignedIn, to?: unknown): Response {
  rememberSession(context, signedIn.token, signedIn.expires_at);
  return redirectDocument(signedIn.must_set_factor ? paths.own() : ownPath(to));
}

/** Of the address: `?to=/nhan-vien`. */
export function returnPath(request: Request): string {
  return ownPath(new URL(request.url).searchParams.get("to"));
}

/** Who is signed in already goes on to the page they wanted. */
export function hasSession(context: RouteContext): boolean {
  return context.get(requestContext).has_session;
}
