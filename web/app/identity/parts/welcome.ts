/** What follows every sign-in: the header's cookies, a Google account to link, and the redirect. */
import { isWireFailure } from "contract/errors.ts";
import type { SignedIn } from "contract/identity/identity.ts";
import { formatDate, type Locale } from "contract/values/locale.ts";
import { givenName } from "contract/values/person-name.ts";
import { messagesOf } from "messages/messages.ts";
import { redirect } from "react-router";
import { localeOf, type RouteContext, shopOf } from "../../context.ts";
import { backTo } from "../../guards.ts";
import { pathsIn } from "../../paths.ts";
import { forgetSigningIn, googleLink } from "../../session/signing-in.ts";
import { flash, rememberCart, rememberMember } from "../../visitor.ts";

type Way = {
  callbackurl?: string;
  /** The flash message for the next page, where there is none more important. */
  said?: string;
  /** Where the address does not say it: Google's answer comes to one address. */
  locale?: Locale;
};

export async function welcome(context: RouteContext, answer: SignedIn, way: Way): Promise<Response> {
  const { callbackurl, said, locale = localeOf(context) } = way;
  const words = messagesOf(locale).identity;
  const paths = pathsIn(locale);
  const destination = backTo(callbackurl, paths.home());
  forgetSigningIn(context);
  rememberMember(context, true);
  rememberCart(context, (await shopOf(context).identity.session({})).cart_count);
  // Its password comes first, and that page says so itself; the rest follows when it is changed.
  if (answer.account_status === "pending_password") return redirect(paths.changePassword(destination), 303);
  const link = await linkGoogle(context);
  // A sign-in before the account is erased leads to the page where the erasure can be taken back.
  const { deletion_due_at } = answer.user;
  if (deletion_due_at) {
    flash(context, "info", messagesOf(locale).privacy.deletion_planned({ day: formatDate(deletion_due_at, locale) }));
    return redirect(`${paths.ownPrivacy()}#deletion`, 303);
  }
  const name = givenName(answer.user.full_name);
  if (link === "failed") flash(context, "error", words.link_failed);
  else if (answer.role_refused) flash(context, "info", words.role_refused);
  else if (link === "linked") flash(context, "success", words.linked);
  else flash(context, "success", said || (name ? words.welcome({ name }) : words.welcome_back));
  return redirect(destination, 303);
}

/**
 * Joins the Google account that was shown before, now that the account has proved itself. A sign-in of another account
 * drops it without a message.
 */
async function linkGoogle(context: RouteContext): Promise<"linked" | "failed" | "none"> {
  const link = await googleLink.read(context);
  if (!link) return "none";
  googleLink.forget(context);
  try {
    await shopOf(context).identity.socialSync({ link_proof: link.link_proof });
    return "linked";
  } catch (error) {
    if (!isWireFailure(error) || error.status >= 500) throw error;
    if (error.body.code === "forbidden") return "none";
    return "failed"; // signed in all the same, with a message
  }
}
