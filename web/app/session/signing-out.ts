/** A chosen sign-out leaves nothing on this device: cookies, proofs, storage and the cart. rules/site#sessions */
import { messagesOf } from "messages/messages.ts";
import { redirect } from "react-router";
import { localeOf, type RouteContext } from "../context.ts";
import { pathsIn } from "../paths.ts";
import { flash, forgetVisitor } from "../visitor.ts";
import { forgetOrderProof } from "./order-proof.ts";
import { forgetSigningIn, googleLink, googleState } from "./signing-in.ts";

export function signedOut(context: RouteContext, said?: string): Response {
  for (const note of [forgetVisitor, forgetOrderProof, forgetSigningIn, googleState.forget, googleLink.forget]) {
    note(context);
  }
  const locale = localeOf(context);
  flash(context, "success", said ?? messagesOf(locale).common.signed_out);
  return redirect(pathsIn(locale).home(), { headers: { "Clear-Site-Data": '"storage"' } });
}
