import { rules } from "virtual:field-rules/warranty.transfer";
import { useRef } from "react";
import { useNavigation } from "react-router";
import { CheckedForm } from "../../forms/checked-form.tsx";
import { useFocusFirstError } from "../../forms/form-focus.ts";
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
  serial: string;
  known: { full_name: string; phone: string };
  is_proved: boolean;
  code_sent: boolean;
  problem: FormProblem | undefined;
  submission_key: string;
};

/** Who has the machine now asks its owner. */
export function TransferForm({ serial, known, is_proved, code_sent, problem, submission_key }: Props) {
  const { warranty: words } = useMessages();
  const form = useRef<HTMLFormElement>(null);
  const intent = useNavigation().formData?.get("intent");
  useFocusFirstError(problem);
  return (
    <CheckedForm ref={form} rules={rules} problem={problem} className="card" id="doi-chu">
      <div className="card-head">
        <h2 className="h4">{words.transfer_title}</h2>
      </div>
      <div className="panel stack">
        <input type="hidden" name="idempotency_key" value={submission_key} />
        <Hidden<"warranty.transfer"> name="serial" value={serial} />
        <p className="muted">{words.transfer_text}</p>
        <ProblemNote problem={problem} />
        <div className="fields">
          <TextInput
            {...field<"warranty.transfer">(problem, "full_name", known.full_name)}
            label={words.full_name}
            autoComplete="name"
            maxLength={100}
            required
          />
          <TextInput
            {...field<"warranty.transfer">(problem, "phone", known.phone)}
            type="tel"
            inputMode="tel"
            label={words.phone}
            autoComplete="tel"
            maxLength={30}
            required
          />
        </div>
        {!is_proved && (
          <>
            {code_sent && <Note role="status">{words.code_sent}</Note>}
            <p>
              <Button variant="secondary" name="intent" value="transfer_code" formNoValidate>
                {words.send_code}
              </Button>
            </p>
            <OtpInput
              name={field<"warranty.transfer">(problem, "otp").name}
              label={words.code}
              help={words.code_help}
              error={fieldError<"warranty.transfer">(problem, "otp")}
            />
          </>
        )}
        <CaptchaStep problem={problem} form={form} action="send_code" own_only />
        <p>
          <Button name="intent" value="transfer" loading={intent === "transfer"} loadingText={words.sending}>
            {words.transfer_send}
          </Button>
        </p>
      </div>
    </CheckedForm>
  );
}
