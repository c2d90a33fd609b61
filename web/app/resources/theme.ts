import { sameSitePath } from "contract/values/same-site.ts";
import { redirect } from "react-router";
import { localeOf } from "../context.ts";
import { readForm } from "../forms/forms.ts";
import { refererPath } from "../guards.ts";
import { pathsIn } from "../paths.ts";
import { isTheme } from "../session/theme.ts";
import { rememberTheme } from "../visitor.ts";
import type { Route } from "./+types/theme";

export function loader({ context }: Route.LoaderArgs) {
  return redirect(pathsIn(localeOf(context)).home());
}

/** The theme switch without scripts: stores the choice and redirects back to the page. */
export async function action({ request, context }: Route.ActionArgs) {
  const { input } = await readForm(request);
  rememberTheme(context, isTheme(input.chosen) ? input.chosen : undefined);
  return redirect(sameSitePath(refererPath(request), pathsIn(localeOf(context)).home()), 303);
}
