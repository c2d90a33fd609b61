import { sameSitePath } from "contract/values/same-site.ts";
import { messagesOf } from "messages/messages.ts";
import { redirect } from "react-router";
import { localeOf, shopOf } from "../context.ts";
import { readForm, submit } from "../forms/forms.ts";
import { pathsIn } from "../paths.ts";
import { flash } from "../visitor.ts";
import type { Route } from "./+types/active-role";

export function loader({ context }: Route.LoaderArgs) {
  return redirect(pathsIn(localeOf(context)).account());
}

/** A role was chosen in the account (web/app/frame/account/role-switch.tsx): back to the page, with a flash message. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const locale = localeOf(context);
  const { account: words } = messagesOf(locale);
  const back = () => redirect(sameSitePath(form.return_to, pathsIn(locale).account()), 303);
  const [role = "", agent_id = ""] = String(form.input.act_as ?? "").split(":");
  const chosen = { ...form, input: { role, ...(agent_id && { agent_id }) } };
  const answer = await submit(chosen, shopOf(context).identity.switchRole, ({ active_role }) => {
    flash(context, "success", words.role_switched({ role: words.kinds[active_role] }));
    return back();
  });
  if (answer instanceof Response) return answer;
  flash(context, "error", answer.data.code === "forbidden" ? words.role_not_held : answer.data.message);
  return back();
}
