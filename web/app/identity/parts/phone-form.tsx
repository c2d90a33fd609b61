import { type ReactNode, useRef } from "react";
import { useNavigation } from "react-router";
import type { FormRules } from "../../../plugins/field-rules.ts";
import { CheckedForm } from "../../forms/checked-form.tsx";
import { useFocusFirstError } from "../../forms/form-focus.ts";
import { type FormProblem, field } from "../../forms/forms.ts";
import { useMessages } from "../../i18n.tsx";
import { CaptchaStep } from "../../shared/captcha-step.tsx";
import { AskedPassword } from "../../shared/owner-proof.tsx";
import { ProblemNote } from "../../shared/problem.tsx";
import { Button } from "../../ui/button.tsx";
import { TextInput } from "../../ui/fields/inputs.tsx";

/** The calls that the form may send. */
type Sent = "identity.sendCode" | "identity.forgotPassword" | "identity.updatePhone";

type Props = {
  problem: FormProblem | undefined;
  /** Ready to be shown. */
  phone: string;
  callbackurl: string;
  submission_key: string;
  /** Above the field, inside the form. */
  before?: ReactNode;
  /** Other ways on, which the same form sends. */
  after?: ReactNode;
  own_captcha?: boolean;
  /** Of the call that sends the code. */
  rules: FormRules;
};

/** A phone, and a code to it. */
export function PhoneForm({ problem, phone, callbackurl, submission_key, before, after, ...more }: Props) {
  const { own_captcha = false, rules } = more;
  const { identity: words } = useMessages();
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formData?.get("intent") === "code";
  useFocusFirstError(problem);
  return (
    <CheckedForm ref={form} rules={rules} problem={problem} className="stack-loose">
      <input type="hidden" name="callbackurl" value={callbackurl} />
      <input type="hidden" name="idempotency_key" value={submission_key} />
      <ProblemNote problem={problem} />
      {before}
      <TextInput
        {...field<Sent>(problem, "phone", phone)}
        type="tel"
        inputMode="tel"
        label={words.phone}
        prefix="+84"
        autoComplete="tel"
        maxLength={30}
        required
      />
      <AskedPassword problem={problem} />
      <CaptchaStep problem={problem} form={form} action="send_code" own_only={own_captcha} />
      <Button size="large" full name="intent" value="code" loading={busy} loadingText={words.sending}>
        {words.get_code}
      </Button>
      {after}
    </CheckedForm>
  );
}
