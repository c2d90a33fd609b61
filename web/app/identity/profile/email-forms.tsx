import { rules as email_rules } from "virtual:field-rules/identity.updateProfile";
import { rules as code_rules } from "virtual:field-rules/identity.verifyEmail";
import { Form, useNavigation } from "react-router";
import { CheckedForm } from "../../forms/checked-form.tsx";
import { useFocusFirstError } from "../../forms/form-focus.ts";
import { type FormProblem, fieldError, typed } from "../../forms/forms.ts";
import { useMessages } from "../../i18n.tsx";
import { ProblemNote, usePlaced } from "../../shared/problem.tsx";
import { Button } from "../../ui/button.tsx";
import { TextInput } from "../../ui/fields/inputs.tsx";
import { OtpInput } from "../../ui/fields/otp-input.tsx";
import { Badge } from "../../ui/text/badge.tsx";

type Props = {
  email: string;
  verified: boolean;
  /** A code has been sent. */
  sent: boolean | undefined;
  problem: FormProblem | undefined;
};

/** The address, and the code that proves it. */
export function EmailForms({ email, verified, sent, problem }: Props) {
  const { profile: words } = useMessages();
  const intent = useNavigation().formData?.get("intent");
  const mine = usePlaced(problem?.intent.startsWith("email") ? problem : undefined);
  const saving = mine?.intent === "email" ? mine : undefined;
  const code = mine?.intent === "email_code" ? mine : undefined;
  useFocusFirstError(mine);
  return (
    <div className="stack-loose topped email-change">
      <CheckedForm rules={email_rules} problem={mine} className="stack">
        <ProblemNote problem={mine} />
        <TextInput
          name="email"
          type="email"
          inputMode="email"
          label={
            <>
              {words.email}{" "}
              {email !== "" && (
                <Badge tone={verified ? "ok" : "honey"}>
                  {verified ? words.email_verified : words.email_unverified}
                </Badge>
              )}
            </>
          }
          help={words.email_help}
          error={fieldError(saving, "email")}
          defaultValue={typed(saving, "email", email)}
          autoComplete="email"
          maxLength={254}
        />
        <div className="row row-wrap">
          <Button
            variant="secondary"
            name="intent"
            value="email"
            loading={intent === "email"}
            loadingText={words.saving}
          >
            {words.save_email}
          </Button>
        </div>
      </CheckedForm>
      {email !== "" && !verified && !sent && !code && (
        <Form method="post">
          <Button
            variant="tinted"
            name="intent"
            value="email_send"
            loading={intent === "email_send"}
            loadingText={words.sending}
          >
            {words.verify_email}
          </Button>
        </Form>
      )}
      {(sent || code) && (
        <CheckedForm rules={code_rules} problem={mine} className="stack form-width">
          <input type="hidden" name="intent" value="email_code" />
          <OtpInput
            name="otp"
            label={words.email_code({ email })}
            help={words.code_help}
            error={fieldError(code, "otp")}
          />
          <div className="row row-wrap">
            <Button loading={intent === "email_code"} loadingText={words.confirming}>
              {words.confirm_email}
            </Button>
            <Button variant="ghost" name="intent" value="email_send" formNoValidate>
              {words.verify_email}
            </Button>
          </div>
        </CheckedForm>
      )}
    </div>
  );
}
