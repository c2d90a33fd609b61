import { rules } from "virtual:field-rules/identity.login";
import { formatPhone } from "contract/values/phone.ts";
import { useRef } from "react";
import { useActionData, useNavigation } from "react-router";
import { localeOf, shopOf } from "../../context.ts";
import { CheckedForm } from "../../forms/checked-form.tsx";
import type { FieldOf } from "../../forms/field-names.ts";
import { useFocusFirstError } from "../../forms/form-focus.ts";
import { field, fieldError, newSubmissionKey, readForm, sent, submit } from "../../forms/forms.ts";
import { problemOf } from "../../forms/problem-of.ts";
import { backTo } from "../../guards.ts";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { signingIn } from "../../session/signing-in.ts";
import { CaptchaStep } from "../../shared/captcha-step.tsx";
import { ProblemNote, usePlaced } from "../../shared/problem.tsx";
import { Button } from "../../ui/button.tsx";
import { TextInput } from "../../ui/fields/inputs.tsx";
import { PasswordInput } from "../../ui/fields/password-input.tsx";
import { noteOf, wishOf } from "../parts/send-code.ts";
import { welcome } from "../parts/welcome.ts";
import type { Route } from "./+types/login-password";

export async function loader({ context, url }: Route.LoaderArgs) {
  const note = await signingIn(context, "login");
  const callbackurl = backTo(url.searchParams.get("callbackurl"), note?.callbackurl ?? "");
  const { phone = "", role = "customer" } = note ?? {};
  return { phone: phone && formatPhone(phone), role, callbackurl, submission_key: newSubmissionKey() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const before = await signingIn(context, "login");
  const { callbackurl } = noteOf(form.input, "login", localeOf(context), before);
  const input = { ...sent(form, "login", "password", "captcha"), ...(before ? wishOf(before) : {}) };
  return submit(form, shopOf(context).identity.login, input, (answer) => welcome(context, answer, { callbackurl }));
}

export const meta: Route.MetaFunction = (args) => {
  const { identity } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: identity.password_title, description: identity.login_description, path: null });
};

export default function LoginPasswordScreen({ loaderData }: Route.ComponentProps) {
  const { phone, role, callbackurl, submission_key } = loaderData;
  const { identity: words } = useMessages();
  const paths = usePaths();
  const form = useRef<HTMLFormElement>(null);
  const problem = usePlaced(problemOf(useActionData()));
  const busy = useNavigation().formData?.get("intent") === "log_in";
  useFocusFirstError(problem);
  const wayBack = callbackurl || undefined;
  return (
    <>
      <div className="sign-in-head">
        <h1>{words.password_title}</h1>
        {role !== "customer" && <p className="muted">{words.as_role({ role: words.role[role] })}</p>}
      </div>
      <CheckedForm ref={form} rules={rules} problem={problem} className="stack-loose">
        <input type="hidden" name="intent" value="log_in" />
        <input type="hidden" name="callbackurl" value={callbackurl} />
        <input type="hidden" name="idempotency_key" value={submission_key} />
        <ProblemNote problem={problem} />
        <TextInput
          {...field<"identity.login">(problem, "login", phone)}
          label={words.login_name}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          required
        />
        <PasswordInput
          name={"password" satisfies FieldOf<"identity.login">}
          label={words.password}
          error={fieldError<"identity.login">(problem, "password")}
          autoComplete="current-password"
          words={{ show: words.show_password, hide: words.hide_password }}
          required
        />
        <CaptchaStep problem={problem} form={form} action="login" />
        <Button size="large" full loading={busy} loadingText={words.checking}>
          {words.log_in}
        </Button>
      </CheckedForm>
      <div className="between row-wrap">
        <a className="link" href={paths.forgotPassword(wayBack)}>
          {words.forgot}
        </a>
        <a className="link" href={paths.login(wayBack)}>
          {words.by_code}
        </a>
      </div>
    </>
  );
}
