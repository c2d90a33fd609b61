import { redirect } from "react-router";
import { readForm } from "../../forms/forms.ts";
import { isTheme } from "../../session/theme.ts";
import { rememberTheme } from "../cookies.ts";
import { ownPath, paths } from "../paths.ts";
import type { Route } from "./+types/theme";

export const loader = () => redirect(paths.home());

/** Stores the look of this device, which the storefront has too. */
export async function action({ request, context }: Route.ActionArgs) {
  const { input, return_to } = await readForm(request);
  rememberTheme(context, isTheme(input.chosen) ? input.chosen : undefined);
  return redirect(ownPath(return_to), 303);
}
