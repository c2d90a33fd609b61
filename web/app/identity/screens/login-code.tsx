import { rules } from "virtual:field-rules/identity.loginSms";
import { redirect } from "react-router";
import { localeOf, shopOf } from "../../context.ts";
import { readForm, sent } from "../../forms/forms.ts";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { keepSigningIn, signingIn } from "../../session/signing-in.ts";
import { CodeForm } from "../parts/code-form.tsx";
import { codeStep, enterCode, isWaiting, resendCode } from "../parts/code-step.ts";
import { codeFor, wishOf } from "../parts/send-code.ts";
import { welcome } from "../parts/welcome.ts";
import type { Route } from "./+types/login-code";

export async function loader({ context }: Route.LoaderArgs) {
  const note = await signingIn(context, "login");
  if (!isWaiting(note)) throw redirect(pathsIn(localeOf(context)).login());
  return codeStep(note);
}

/** A phone with an account is signed in; one without goes on to the registration with the proof of the phone. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const shop = shopOf(context);
  const paths = pathsIn(localeOf(context));
  const note = await signingIn(context, "login");
  if (!isWaiting(note)) return redirect(paths.login(), 303);
  if (form.intent === "resend") {
    return resendCode(context, form, { note, call: codeFor(shop, "login"), next: paths.loginCode() });
  }
  const input = { ...sent(form, "otp"), phone: note.phone, ...wishOf(note) };
  return enterCode(context, form, note, shop.identity.loginSms, input, async (answer) => {
    if ("user" in answer) return welcome(context, answer, note);
    await keepSigningIn(context, { ...note, otp_proof: answer.otp_proof });
    return redirect(paths.register(), 303);
  });
}

export const meta: Route.MetaFunction = (args) => {
  const { identity } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: identity.code_title, description: identity.code_help, path: null });
};

export default function LoginCodeScreen({ loaderData }: Route.ComponentProps) {
  const { identity: words } = useMessages();
  const paths = usePaths();
  return <CodeForm {...loaderData} rules={rules} title={words.code_title} change={paths.login()} />;
}
