import { cachePage, shopOf } from "../context.ts";
import { notFound } from "../guards.ts";
import type { Route } from "./+types/not-found";

/** Every unknown URL. */
export async function loader({ context }: Route.LoaderArgs) {
  cachePage(context, { tags: ["posts"] });
  throw await notFound(shopOf(context), "address");
}

export default function NotFoundScreen() {
  return null;
}
