import { shopOf } from "../context.ts";
import { rememberCart } from "../visitor.ts";
import type { Route } from "./+types/visitor";

/** What the header shows of this visitor; asked for after hydration, because pages are the same for everyone. */
export async function loader({ context }: Route.LoaderArgs) {
  const { cart_count } = await shopOf(context).identity.session({});
  rememberCart(context, cart_count);
  return { cart_count };
}
