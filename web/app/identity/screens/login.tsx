import { rules } from "virtual:field-rules/identity.sendCode";
import { formatPhone, parsePhone } from "contract/values/phone.ts";
import { redirect, useActionData } from "react-router";
import { localeOf, requestContext, shopOf } from "../../context.ts";
import { newSubmissionKey, readForm } from "../../forms/forms.ts";
import { problemOf } from "../../forms/problem-of.ts";
import { backTo, isGoogleAnswer } from "../../guards.ts";
import { messagesAt, useMessages } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { googleLink, keepSigningIn, type SigningIn, signInWord, signingIn } from "../../session/signing-in.ts";
import { useShopName } from "../../shared/shop-name.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/text/note.tsx";
import { AgreementLinks } from "../parts/agreement.tsx";
import { Leave } from "../parts/leave.tsx";
import { PhoneForm } from "../parts/phone-form.tsx";
import { RoleChoice } from "../parts/role-choice.tsx";
import { codeFor, noteOf, sendCode } from "../parts/send-code.ts";
import type { Route } from "./+types/login";
import { comeFromGoogle, leaveForGoogle } from "./google.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  if (isGoogleAnswer(url)) throw await comeFromGoogle(context, url);
  const note = await signingIn(context, "login");
  return {
    has_google: context.get(requestContext).has_google,
    word: await signInWord.take(context),
    link: (await googleLink.read(context))?.phone_hint ?? null,
    phone: note?.phone ? formatPhone(note.phone) : "",
    role: note?.role ?? "customer",
    agent_id: note?.agent_id ?? "",
    callbackurl: backTo(url.searchParams.get("callbackurl"), note?.callbackurl ?? ""),
    submission_key: newSubmissionKey(),
  };
}

/** One entry, three methods; each gets the requested role and the return path. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const locale = localeOf(context);
  const paths = pathsIn(locale);
  const note = noteOf(form.input, "login", locale, await signingIn(context));
  switch (form.intent) {
    case "password":
      await keepSigningIn(context, withPhone(note, form.input.phone));
      return redirect(paths.loginPassword(), 303);
    case "google":
      return leaveForGoogle(context, form, note);
    case "unlink":
      googleLink.forget(context);
      return redirect(paths.login(note.callbackurl || undefined), 303);
    default: {
      const call = codeFor(shopOf(context), "login");
      return sendCode(context, form, { note, call, next: paths.loginCode() });
    }
  }
}

/** What was typed goes along; a code that went to another number does not. */
function withPhone(note: SigningIn, given: unknown): SigningIn {
  const typed = parsePhone(typeof given === "string" ? given : "");
  if (!typed.ok || typed.e164 === note.phone) return note;
  return { ...note, phone: typed.e164, sent: null, failures: 0 };
}

export const meta: Route.MetaFunction = (args) => {
  const { identity } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: identity.login_title, description: identity.login_description, path: null });
};

export default function LoginScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { identity: words } = useMessages();
  const { has_google, word, link, role, agent_id, ...form } = loaderData;
  const answer: unknown = useActionData();
  const problem = problemOf(answer);
  const leaving = actionData && "leave_for" in actionData ? actionData : null;
  if (leaving) return <Leave {...leaving} />;
  return (
    <>
      <div className="sign-in-head">
        <h1>{link ? words.link_title : words.login_title}</h1>
        <p className="muted">{link ? words.link_text({ phone: link }) : words.login_text}</p>
      </div>
      {word && (
        <Note tone="danger" role="alert">
          {word}
        </Note>
      )}
      <PhoneForm
        rules={rules}
        {...form}
        problem={problem}
        before={<RoleChoice problem={problem} role={role} agent_id={agent_id} />}
        after={<OtherWays is_linking={link !== null} has_google={has_google} />}
      />
      <Agreement />
    </>
  );
}

function OtherWays({ is_linking, has_google }: { is_linking: boolean; has_google: boolean }) {
  const { identity: words } = useMessages();
  return (
    <>
      <p className="either">{words.or}</p>
      <Button variant="secondary" full icon="lock" name="intent" value="password">
        {words.by_password}
      </Button>
      {is_linking && (
        <Button variant="ghost" full name="intent" value="unlink">
          {words.link_forget}
        </Button>
      )}
      {has_google && !is_linking && (
        <Button variant="secondary" full icon="google" name="intent" value="google">
          {words.by_google}
        </Button>
      )}
    </>
  );
}

function Agreement() {
  const { identity: words } = useMessages();
  const shop = useShopName();
  return (
    <p className="muted tiny">
      {words.agree_before}
      <AgreementLinks and={words.agree_and} />
      {words.agree_after({ shop })}
    </p>
  );
}
