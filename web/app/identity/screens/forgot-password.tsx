import { rules } from "virtual:field-rules/identity.forgotPassword";
import { formatPhone } from "contract/values/phone.ts";
import { useActionData } from "react-router";
import { localeOf, shopOf } from "../../context.ts";
import { newSubmissionKey, readForm } from "../../forms/forms.ts";
import { problemOf } from "../../forms/problem-of.ts";
import { backTo } from "../../guards.ts";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { signingIn } from "../../session/signing-in.ts";
import { PhoneForm } from "../parts/phone-form.tsx";
import { noteOf, resetCode, sendCode } from "../parts/send-code.ts";
import type { Route } from "./+types/forgot-password";

export async function loader({ context, url }: Route.LoaderArgs) {
  const note = await signingIn(context);
  return {
    phone: note?.phone ? formatPhone(note.phone) : "",
    callbackurl: backTo(url.searchParams.get("callbackurl"), note?.callbackurl ?? ""),
    submission_key: newSubmissionKey(),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const locale = localeOf(context);
  const note = noteOf(form.input, "reset", locale, await signingIn(context));
  const call = resetCode(shopOf(context));
  return sendCode(context, form, { note, call, next: pathsIn(locale).newPassword() });
}

export const meta: Route.MetaFunction = (args) => {
  const { identity } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: identity.forgot_title, description: identity.forgot_description, path: null });
};

export default function ForgotPasswordScreen({ loaderData }: Route.ComponentProps) {
  const { identity: words } = useMessages();
  const paths = usePaths();
  return (
    <>
      <div className="sign-in-head">
        <h1>{words.forgot_title}</h1>
        <p className="muted">{words.forgot_text}</p>
      </div>
      <PhoneForm rules={rules} {...loaderData} problem={problemOf(useActionData(), "code")} />
      <p>
        <a className="link" href={paths.login(loaderData.callbackurl || undefined)}>
          {words.back_to_login}
        </a>
      </p>
    </>
  );
}
