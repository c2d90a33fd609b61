import { isWireFailure } from "contract/errors.ts";
import { useState } from "react";
import { Link, redirect, useActionData, useLoaderData, useSubmit } from "react-router";
import type { FieldOf } from "../../../forms/field-names.ts";
import { field, readForm, sent, submit } from "../../../forms/forms.ts";
import { problemOf } from "../../../forms/problem-of.ts";
import { Button } from "../../../ui/button.tsx";
import { TextInput } from "../../../ui/fields/inputs.tsx";
import { PasswordInput } from "../../../ui/fields/password-input.tsx";
import { Note } from "../../../ui/text/note.tsx";
import { shopOf } from "../../context.ts";
import { rememberSignInProof } from "../../cookies.ts";
import { OfficeForm, SubmitButton } from "../../forms.tsx";
import { useOfficeMessages } from "../../i18n.tsx";
import { answerByPasskey, usePasskeys } from "../../kit/factors/passkeys.ts";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/sign-in";
import { hasSession, returnPath, startSession } from "./start-session.ts";

export const meta = titled(({ access }) => access.sign_in.title);

export async function loader({ request, context }: Route.LoaderArgs) {
  const to = returnPath(request);
  if (!hasSession(context)) return { to };
  try {
    await shopOf(context).staff.session({});
  } catch (error) {
    if (error instanceof Response || isWireFailure(error)) return { to }; // the session is over: this is the place to be
    throw error;
  }
  throw redirect(to);
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { staff } = shopOf(context);
  const to = returnPath(request);
  if (form.intent === "passkey") {
    return submit(form, staff.passkeySignIn, sent(form, "answer"), (signedIn) => startSession(context, signedIn, to));
  }
  return submit(form, staff.signIn, sent(form, "email", "password"), ({ proof }) => {
    rememberSignInProof(context, proof);
    return redirect(paths.secondFactor(to));
  });
}

export default function SignIn() {
  const { access, frame } = useOfficeMessages();
  const { to } = useLoaderData<typeof loader>();
  const result = useActionData();
  const problem = problemOf(result, "sign-in");
  const said = access.sign_in;
  return (
    <>
      <h1>{said.title}</h1>
      <p className="small muted">{said.for_staff}</p>
      {problemOf(result, "passkey") && (
        <Note tone="danger" role="alert">
          {problemOf(result, "passkey")?.message}
        </Note>
      )}
      <OfficeForm intent="sign-in" problem={problem} className="signed-out-form" action={paths.signIn(to)}>
        <TextInput
          {...field<"staff.signIn">(problem, "email")}
          type="email"
          label={said.email}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <PasswordInput
          name={"password" satisfies FieldOf<"staff.signIn">}
          label={said.password}
          autoComplete="current-password"
          words={{ show: frame.show_password, hide: frame.hide_password }}
          error={problem?.errors.password?.[0]}
          required
        />
        <SubmitButton intent="sign-in" full>
          {said.go_on}
        </SubmitButton>
      </OfficeForm>
      <PasskeySignIn to={to} />
      <p className="small text-centre">
        <Link className="link" to={paths.forgotPassword()}>
          {said.forgot}
        </Link>
      </p>
      <p className="tiny muted text-centre">{said.lost_both}</p>
    </>
  );
}

/** A passkey with the person's finger, face or PIN is both steps at once. */
export function PasskeySignIn({ to, first }: { to: string; first?: boolean }) {
  const { access } = useOfficeMessages();
  const submitForm = useSubmit();
  const [refused, setRefused] = useState("");
  if (!usePasskeys()) return null;
  async function onClick() {
    try {
      const answer = await answerByPasskey("sign-in");
      if (answer) submitForm({ intent: "passkey", answer }, { method: "post", action: paths.signIn(to) });
    } catch (error) {
      setRefused(error instanceof Error ? error.message : "");
    }
  }
  return (
    <>
      <Button type="button" variant={first ? "primary" : "secondary"} icon="lock" full onClick={onClick}>
        {first ? access.passkey_here : access.passkey}
      </Button>
      {refused && (
        <Note tone="danger" role="alert">
          {refused}
        </Note>
      )}
    </>
  );
}
