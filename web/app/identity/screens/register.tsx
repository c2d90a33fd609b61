import { rules } from "virtual:field-rules/identity.sendCode";
import { givenName } from "contract/values/person-name.ts";
import { formatPhone } from "contract/values/phone.ts";
import { messagesOf } from "messages/messages.ts";
import { redirect, useActionData } from "react-router";
import { localeOf, shopOf } from "../../context.ts";
import { newSubmissionKey, readForm, sent, submit } from "../../forms/forms.ts";
import { problemOf } from "../../forms/problem-of.ts";
import { backTo } from "../../guards.ts";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { signingIn } from "../../session/signing-in.ts";
import { PhoneForm } from "../parts/phone-form.tsx";
import { RegistrationForm } from "../parts/registration-form.tsx";
import { codeFor, noteOf, sendCode } from "../parts/send-code.ts";
import { welcome } from "../parts/welcome.ts";
import type { Route } from "./+types/register";

/** Without a proven phone this is the same first step as signing in; with one, the fields. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const note = await signingIn(context, "login");
  return {
    is_proven: Boolean(note?.otp_proof),
    phone: note?.phone ? formatPhone(note.phone) : "",
    callbackurl: backTo(url.searchParams.get("callbackurl"), note?.callbackurl ?? ""),
    submission_key: newSubmissionKey(),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const shop = shopOf(context);
  const locale = localeOf(context);
  const paths = pathsIn(locale);
  const words = messagesOf(locale).identity;
  const before = await signingIn(context, "login");
  if (form.intent === "code") {
    const note = noteOf(form.input, "login", locale, before);
    return sendCode(context, form, { note, call: codeFor(shop, "login"), next: paths.loginCode() });
  }
  if (!before?.otp_proof) return redirect(paths.register(), 303);
  const { phone, otp_proof, callbackurl } = before;
  // An unticked box sends nothing: it is a no.
  const typed = sent(form, "full_name", "email", "referral_code", "password", "password_confirmation", "marketing");
  const input = { ...typed, terms: form.input.terms ?? ("0" as const), phone, otp_proof };
  return submit(form, shop.identity.register, input, (answer) =>
    welcome(context, answer, { callbackurl, said: words.registered({ name: givenName(answer.user.full_name) }) }),
  );
}

export const meta: Route.MetaFunction = (args) => {
  const { identity } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: identity.register_title, description: identity.register_description, path: null });
};

export default function RegisterScreen({ loaderData }: Route.ComponentProps) {
  const { identity: words } = useMessages();
  const paths = usePaths();
  const { is_proven, ...shown } = loaderData;
  const answer: unknown = useActionData();
  if (is_proven) return <RegistrationForm phone={shown.phone} submission_key={shown.submission_key} />;
  return (
    <>
      <div className="sign-in-head">
        <h1>{words.register_title}</h1>
        <p className="muted">{words.register_text}</p>
      </div>
      <PhoneForm rules={rules} {...shown} problem={problemOf(answer, "code")} />
      <p>
        {words.has_account}{" "}
        <a className="link" href={paths.login(shown.callbackurl || undefined)}>
          {words.log_in}
        </a>
      </p>
    </>
  );
}
