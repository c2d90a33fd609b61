import { redirect, useActionData } from "react-router";
import { readForm, sent, submit } from "../../../forms/forms.ts";
import { problemOf } from "../../../forms/problem-of.ts";
import { shopOf } from "../../context.ts";
import { flash, forgetSession } from "../../cookies.ts";
import { OfficeForm, SubmitButton } from "../../forms.tsx";
import { messagesIn, useOfficeMessages } from "../../i18n.tsx";
import { NewPasswordFields } from "../../kit/factors/new-password-fields.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/new-password";
import { LinkOver } from "./link-over.tsx";

export const meta = titled(({ access }) => access.new_password.title);

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const input = { ...sent(form, "password", "password_confirmation"), token: params.token };
  return submit(form, shopOf(context).staff.resetPassword, input, () => {
    forgetSession(context);
    flash(context, "success", messagesIn(context).access.new_password.done);
    return redirect(paths.signIn());
  });
}

/** By the link of an e-mail: the password alone. Signing in still asks for the second step. */
export default function NewPassword() {
  const { access } = useOfficeMessages();
  const problem = problemOf(useActionData());
  if (problem?.code === "link_over") return <LinkOver over={problem.message} />;
  const said = access.new_password;
  return (
    <>
      <h1>{said.title}</h1>
      <p className="small muted">{said.text}</p>
      <OfficeForm intent="new-password" problem={problem} className="signed-out-form">
        <NewPasswordFields problem={problem} />
        <SubmitButton intent="new-password" full>
          {said.save}
        </SubmitButton>
      </OfficeForm>
    </>
  );
}
