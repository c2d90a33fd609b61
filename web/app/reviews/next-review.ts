import { redirect } from "react-router";
import { localeOf, shopOf } from "../context.ts";
import { pathsIn } from "../paths.ts";
import type { Route } from "./+types/next-review";

/** The form for the newest product that waits for a rating; without one, what the person wrote. */
export async function loader({ context }: Route.LoaderArgs) {
  const paths = pathsIn(localeOf(context));
  const { to_rate } = await shopOf(context).reviews.own({ limit: 1 });
  const [next] = to_rate;
  return redirect(next ? paths.writeReview(next.product_id) : paths.ownReviews(), 302);
}
