import { rules } from "virtual:field-rules/identity.createPassword";
import { messagesOf } from "messages/messages.ts";
import { redirect, useActionData } from "react-router";
import { localeOf, shopOf } from "../../context.ts";
import { EMPTY, readForm, sent } from "../../forms/forms.ts";
import { problemOf } from "../../forms/problem-of.ts";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { signingIn } from "../../session/signing-in.ts";
import { usePlaced } from "../../shared/problem.tsx";
import { CodeForm } from "../parts/code-form.tsx";
import { codeStep, enterCode, isWaiting, resendCode } from "../parts/code-step.ts";
import { NewPasswordFields } from "../parts/new-password-fields.tsx";
import { resetCode } from "../parts/send-code.ts";
import { welcome } from "../parts/welcome.ts";
import type { Route } from "./+types/new-password";

export async function loader({ context }: Route.LoaderArgs) {
  const note = await signingIn(context, "reset");
  if (!isWaiting(note)) throw redirect(pathsIn(localeOf(context)).forgotPassword());
  return codeStep(note);
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const shop = shopOf(context);
  const locale = localeOf(context);
  const paths = pathsIn(locale);
  const words = messagesOf(locale).identity;
  const note = await signingIn(context, "reset");
  if (!isWaiting(note)) return redirect(paths.forgotPassword(), 303);
  if (form.intent === "resend") {
    return resendCode(context, form, { note, call: resetCode(shop), next: paths.newPassword() });
  }
  // The call can do without a code inside a session; this page cannot.
  const input = { otp: form.input.otp ?? EMPTY, ...sent(form, "password", "password_confirmation"), phone: note.phone };
  return enterCode(context, form, note, shop.identity.createPassword, input, (answer) =>
    welcome(context, answer, { callbackurl: note.callbackurl, said: words.password_reset }),
  );
}

export const meta: Route.MetaFunction = (args) => {
  const { identity } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: identity.new_password_title, description: identity.forgot_description, path: null });
};

/** Code and password in one form: the code is used for nothing else. */
export default function NewPasswordScreen({ loaderData }: Route.ComponentProps) {
  const { identity: words } = useMessages();
  const paths = usePaths();
  const problem = usePlaced(problemOf(useActionData(), "verify"));
  return (
    <CodeForm
      {...loaderData}
      rules={rules}
      title={words.new_password_title}
      change={paths.forgotPassword()}
      fields={<NewPasswordFields problem={problem} label={words.new_password} />}
      verb={words.save_password}
    />
  );
}
