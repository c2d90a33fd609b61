import { Link, useActionData } from "react-router";
import { field, readForm, sent, submit } from "../../../forms/forms.ts";
import { problemOf } from "../../../forms/problem-of.ts";
import { TextInput } from "../../../ui/fields/inputs.tsx";
import { Note } from "../../../ui/text/note.tsx";
import { shopOf } from "../../context.ts";
import { OfficeForm, SubmitButton } from "../../forms.tsx";
import { useOfficeMessages } from "../../i18n.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/forgot-password";

export const meta = titled(({ access }) => access.forgot.title);

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  return submit(form, shopOf(context).staff.forgotPassword, sent(form, "email"), () => ({ sent: true as const }));
}

/** The answer is the same whether there is such an account. */
export default function ForgotPassword() {
  const { access } = useOfficeMessages();
  const result = useActionData<typeof action>();
  const problem = problemOf(result);
  const said = access.forgot;
  const isSent = typeof result === "object" && "sent" in result;
  return (
    <>
      <h1>{said.title}</h1>
      {isSent ? (
        <Note tone="ok" role="status">
          {said.sent}
        </Note>
      ) : (
        <>
          <p className="small muted">{said.text}</p>
          <OfficeForm intent="forgot" problem={problem} className="signed-out-form">
            <TextInput
              {...field<"staff.forgotPassword">(problem, "email")}
              type="email"
              label={access.sign_in.email}
              autoComplete="username"
              required
            />
            <SubmitButton intent="forgot" full>
              {said.send}
            </SubmitButton>
          </OfficeForm>
        </>
      )}
      <p className="small text-centre">
        <Link className="link" to={paths.signIn()}>
          {access.to_sign_in}
        </Link>
      </p>
    </>
  );
}
