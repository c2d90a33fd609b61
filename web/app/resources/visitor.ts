import { givenName } from "contract/values/person-name.ts";
import { shopOf } from "../context.ts";
import { rememberCart, rememberMember } from "../visitor.ts";
import type { Route } from "./+types/visitor";

/**
 * What the layout shows of this visitor, and what the browser stores of a member; requested after hydration, because pages
 * are the same for everyone.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const session = await shopOf(context).identity.session({});
  rememberCart(context, session.cart_count);
  // "success": an account is signed in; a visitor's session is "visitor" or "empty".
  rememberMember(context, session.status === "success");
  const { full_name = "", nickname = "" } = session.user ?? {};
  return { ...session, name: nickname || givenName(full_name) };
}
