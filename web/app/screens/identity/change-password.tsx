import { messagesOf } from "messages/messages.ts";
import { Form, useActionData, useNavigation } from "react-router";
import { localeOf, shopOf } from "../../context.ts";
import { useFocusFirstError } from "../../form-focus.ts";
import { asking, fieldError, problemOf, readForm, submit } from "../../forms.ts";
import { backTo } from "../../guards.ts";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { PasswordInput } from "../../ui/password-input.tsx";
import type { Route } from "./+types/change-password";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { ProblemNote, usePlaced } from "./problem.tsx";
import { welcome } from "./welcome.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { account_status, has_password } = await shopOf(context).identity.profile({});
  return {
    is_forced: account_status === "pending_password",
    has_password,
    callbackurl: backTo(url.searchParams.get("callbackurl"), ""),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const locale = localeOf(context);
  const paths = pathsIn(locale);
  const said = messagesOf(locale).identity.password_changed;
  const { callbackurl, ...input } = asking(form, "asks_current", "current_password").input;
  return submit({ ...form, input }, shopOf(context).identity.changePassword, (answer) =>
    welcome(context, answer, { callbackurl: backTo(callbackurl, paths.account()), said }),
  );
}

export const meta: Route.MetaFunction = (args) => {
  const { identity } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: identity.change_title, description: identity.change_text, path: null });
};

/** While a change is due nothing else opens (guards.ts): from here one goes on with a new password, or out. Spec §2. */
export default function ChangePasswordScreen({ loaderData }: Route.ComponentProps) {
  const { identity: words } = useMessages();
  const paths = usePaths();
  const { is_forced, has_password, callbackurl } = loaderData;
  const problem = usePlaced(problemOf(useActionData(), "change"));
  const busy = useNavigation().formData?.get("intent") === "change";
  useFocusFirstError(problem);
  return (
    <section className="card panel stack-loose">
      <h1 className="h2">{has_password ? words.change_title : words.create_title}</h1>
      {is_forced ? <Note tone="honey">{words.change_forced}</Note> : <p className="muted">{words.change_text}</p>}
      <Form method="post" className="stack-loose max-w-form" noValidate>
        <input type="hidden" name="intent" value="change" />
        <input type="hidden" name="callbackurl" value={callbackurl} />
        <ProblemNote problem={problem} />
        {has_password && (
          <>
            <input type="hidden" name="asks_current" value="1" />
            <PasswordInput
              name="current_password"
              label={words.current_password}
              error={fieldError(problem, "current_password")}
              autoComplete="current-password"
              words={{ show: words.show_password, hide: words.hide_password }}
              required
            />
          </>
        )}
        <NewPasswordFields problem={problem} label={words.new_password} />
        <div className="row row-wrap">
          <Button loading={busy} loadingText={words.saving}>
            {words.save_password}
          </Button>
          {is_forced && (
            <ButtonLink variant="ghost" icon="logout" href={paths.signOut()}>
              {words.sign_out_instead}
            </ButtonLink>
          )}
        </div>
      </Form>
    </section>
  );
}
