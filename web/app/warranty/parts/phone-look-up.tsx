import { rules } from "virtual:field-rules/warranty.lookUp";
import { rules as codeRules } from "virtual:field-rules/warranty.lookUpConfirm";
import { useRef } from "react";
import { useNavigation } from "react-router";
import { CheckedForm } from "../../forms/checked-form.tsx";
import { type FormProblem, field, fieldError } from "../../forms/forms.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { useMessages } from "../../i18n.tsx";
import { CaptchaStep } from "../../shared/captcha-step.tsx";
import { ProblemNote } from "../../shared/problem.tsx";
import { Button } from "../../ui/button.tsx";
import { TextInput } from "../../ui/fields/inputs.tsx";
import { OtpInput } from "../../ui/fields/otp-input.tsx";
import { Note } from "../../ui/text/note.tsx";

type Props = {
  phone: string | null;
  problem: FormProblem | undefined;
  codeProblem: FormProblem | undefined;
  submission_key: string;
};

/** By phone: a code, whatever the number, then its machines. */
export function PhoneLookUp({ phone, problem, codeProblem, submission_key }: Props) {
  const { warranty: words } = useMessages();
  const form = useRef<HTMLFormElement>(null);
  const intent = useNavigation().formData?.get("intent");
  return (
    <section className="card panel stack" aria-labelledby="theo-so" id="theo-so-dien-thoai">
      <h2 id="theo-so" className="h4">
        {words.look_up_title}
      </h2>
      {phone === null ? (
        <CheckedForm ref={form} rules={rules} problem={problem} className="stack" action="#theo-so-dien-thoai">
          <input type="hidden" name="intent" value="phone" />
          <input type="hidden" name="idempotency_key" value={submission_key} />
          <p className="small muted">{words.look_up_text}</p>
          <ProblemNote problem={problem} />
          <TextInput
            {...field<"warranty.lookUp">(problem, "phone")}
            id="look-up-phone"
            type="tel"
            inputMode="tel"
            label={words.phone}
            autoComplete="tel"
            maxLength={30}
            required
          />
          <CaptchaStep problem={problem} form={form} action="send_code" own_only />
          <Button variant="secondary" full loading={intent === "phone"} loadingText={words.sending}>
            {words.look_up}
          </Button>
        </CheckedForm>
      ) : (
        <CheckedForm rules={codeRules} problem={codeProblem} className="stack" action="#theo-so-dien-thoai">
          <input type="hidden" name="intent" value="phone_code" />
          <input type="hidden" name="idempotency_key" value={submission_key} />
          <Hidden<"warranty.lookUpConfirm"> name="phone" value={phone} />
          <Note role="status">{words.look_up_sent}</Note>
          <ProblemNote problem={codeProblem} />
          <OtpInput
            name={field<"warranty.lookUpConfirm">(codeProblem, "otp").name}
            label={words.code}
            help={words.code_help}
            error={fieldError<"warranty.lookUpConfirm">(codeProblem, "otp")}
          />
          <Button full loading={intent === "phone_code"} loadingText={words.checking}>
            {words.look_up_confirm}
          </Button>
        </CheckedForm>
      )}
    </section>
  );
}
