import { comeFromGoogle } from "../identity/screens/google.ts";
import type { Route } from "./+types/google-callback";

/** Where Google's answer comes to; /login takes it as well. Spec §2. */
export function loader({ context, url }: Route.LoaderArgs) {
  return comeFromGoogle(context, url);
}
