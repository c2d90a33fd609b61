import { shopOf } from "../context.ts";
import type { Route } from "./+types/captcha";

/** Which captcha is in force and what it asks; only fetched when one is due. */
export function loader({ context }: Route.LoaderArgs) {
  return shopOf(context).identity.captcha({});
}
