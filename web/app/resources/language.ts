import { isLocale, localisedPath } from "contract/values/locale.ts";
import { sameSitePath } from "contract/values/same-site.ts";
import { redirect } from "react-router";
import { localeOf } from "../context.ts";
import { rememberLocale } from "../visitor.ts";
import type { Route } from "./+types/language";

/** The language switch: stores the choice and redirects to the same page in that language. Works without script. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const wanted = searchParams.get("chosen");
  const locale = isLocale(wanted) ? wanted : localeOf(context);
  rememberLocale(context, locale);
  return redirect(localisedPath(sameSitePath(searchParams.get("to"), "/"), locale));
}
