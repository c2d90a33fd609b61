import { redirect } from "react-router";
import { localeOf } from "../context.ts";
import { pathsIn } from "../paths.ts";
import type { Route } from "./+types/home-redirect";

/** `/home` redirects to the root path. Spec §2. */
export function loader({ context }: Route.LoaderArgs) {
  return redirect(pathsIn(localeOf(context)).home(), 301);
}
