import { sameSitePath } from "contract/values/same-site.ts";
import { messagesOf } from "messages/messages.ts";
import { redirect } from "react-router";
import { localeOf, shopOf } from "../context.ts";
import { readForm, sent, submit } from "../forms/forms.ts";
import { refererPath } from "../guards.ts";
import { pathsIn } from "../paths.ts";
import { flash } from "../visitor.ts";
import type { Route } from "./+types/favourite";

export function loader({ context }: Route.LoaderArgs) {
  return redirect(pathsIn(localeOf(context)).favourites());
}

/** A favourite added or removed before hydration: back to the page, with a flash message. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const locale = localeOf(context);
  const paths = pathsIn(locale);
  const { catalogue: words } = messagesOf(locale);
  const back = () => redirect(sameSitePath(form.return_to || refererPath(request), paths.home()), 303);
  const answer = await submit(
    form,
    shopOf(context).catalogue.toggleFavourite,
    sent(form, "product_id", "favourite"),
    ({ favourite, name }) => {
      flash(context, "success", favourite ? words.favourite_added({ name }) : words.favourite_removed({ name }));
      return back();
    },
  );
  if (answer instanceof Response) return answer;
  flash(context, "error", answer.data.message);
  return back();
}
