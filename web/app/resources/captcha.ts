import { shopOf } from "../context.ts";
import type { Route } from "./+types/captcha";

/** Which captcha is in force and its challenge; `?own=1` for a challenge of our own. Only fetched when one is due. */
export function loader({ context, url }: Route.LoaderArgs) {
  return shopOf(context).identity.captcha({ own: url.searchParams.has("own") });
}
