import { rules } from "virtual:field-rules/identity.changePassword";
import { messagesOf } from "messages/messages.ts";
import { useRef } from "react";
import { useActionData, useNavigation } from "react-router";
import { localeOf, shopOf } from "../../context.ts";
import { CheckedForm } from "../../forms/checked-form.tsx";
import type { FieldOf } from "../../forms/field-names.ts";
import { useFocusFirstError } from "../../forms/form-focus.ts";
import { asking, fieldError, readForm, sent, submit } from "../../forms/forms.ts";
import { problemOf } from "../../forms/problem-of.ts";
import { backTo } from "../../guards.ts";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { codeStepOf, OwnerCodeButton, OwnerProof } from "../../shared/owner-proof.tsx";
import { ProblemNote, usePlaced } from "../../shared/problem.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { PasswordInput } from "../../ui/fields/password-input.tsx";
import { Note } from "../../ui/text/note.tsx";
import { NewPasswordFields } from "../parts/new-password-fields.tsx";
import { welcome } from "../parts/welcome.ts";
import type { Route } from "./+types/change-password";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { account_status, has_password, phone } = await shopOf(context).identity.profile({});
  const { identity } = messagesOf(localeOf(context));
  return {
    is_forced: account_status === "pending_password",
    owner: { has_password, phone },
    callbackurl: backTo(url.searchParams.get("callbackurl"), ""),
    here: has_password ? identity.change_title : identity.create_title,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const locale = localeOf(context);
  const paths = pathsIn(locale);
  const said = messagesOf(locale).identity.password_changed;
  const { identity } = shopOf(context);
  if (form.intent === "owner_code") {
    return submit(form, identity.ownerCode, sent(form, "channel", "captcha"), () => ({ owner_sent: true }));
  }
  const input = {
    ...asking(form, "asks_current", "current_password"),
    ...asking(form, "asks_code", "otp"),
    ...sent(form, "password", "password_confirmation"),
  };
  return submit(form, identity.changePassword, input, (answer) =>
    welcome(context, answer, { callbackurl: backTo(form.input.callbackurl, paths.account()), said }),
  );
}

export const meta: Route.MetaFunction = (args) => {
  const { identity } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: identity.change_title, description: identity.change_text, path: null });
};

/** While a change is due nothing else opens (guards.ts): the page offers a new password, or signing out. Spec §2. */
export default function ChangePasswordScreen({ loaderData }: Route.ComponentProps) {
  const { identity: words } = useMessages();
  const paths = usePaths();
  const { is_forced, owner, callbackurl, here } = loaderData;
  const { has_password } = owner;
  const form = useRef<HTMLFormElement>(null);
  const answer = useActionData();
  const problem = usePlaced(problemOf(answer));
  const busy = useNavigation().formData?.get("intent");
  const step = codeStepOf(owner, answer !== undefined && "owner_sent" in answer, problem);
  useFocusFirstError(problem);
  return (
    <>
      <h1 className="h2">{here}</h1>
      {is_forced ? <Note tone="honey">{words.change_forced}</Note> : <p className="muted">{words.change_text}</p>}
      <section className="card panel">
        <CheckedForm ref={form} rules={rules} problem={problem} className="stack-loose form-width">
          <input type="hidden" name="callbackurl" value={callbackurl} />
          <ProblemNote problem={problem} />
          {has_password && (
            <>
              <input type="hidden" name="asks_current" value="1" />
              <PasswordInput
                name={"current_password" satisfies FieldOf<"identity.changePassword">}
                label={words.current_password}
                error={fieldError<"identity.changePassword">(problem, "current_password")}
                autoComplete="current-password"
                words={{ show: words.show_password, hide: words.hide_password }}
                required
              />
            </>
          )}
          <NewPasswordFields problem={problem} label={words.new_password} />
          {!has_password && <OwnerProof owner={owner} step={step} problem={problem} form={form} />}
          <div className="row row-wrap">
            {step !== "send" && (
              <Button name="intent" value="change" loading={busy === "change"} loadingText={words.saving}>
                {words.save_password}
              </Button>
            )}
            <OwnerCodeButton owner={owner} step={step} busy={busy === "owner_code"} />
            {is_forced && (
              <ButtonLink variant="ghost" icon="logout" href={paths.signOut()}>
                {words.sign_out_instead}
              </ButtonLink>
            )}
          </div>
        </CheckedForm>
      </section>
    </>
  );
}
