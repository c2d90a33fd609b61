import { rules } from "virtual:field-rules/warranty.prove";
import { useRef } from "react";
import { Form } from "react-router";
import { CheckedForm } from "../../forms/checked-form.tsx";
import { type FormProblem, field, fieldError } from "../../forms/forms.ts";
import { useMessages } from "../../i18n.tsx";
import { CaptchaStep } from "../../shared/captcha-step.tsx";
import { ProblemNote } from "../../shared/problem.tsx";
import { Button } from "../../ui/button.tsx";
import { OtpInput } from "../../ui/fields/otp-input.tsx";
import { Note } from "../../ui/text/note.tsx";

type Props = {
  is_sent: boolean;
  problem: FormProblem | undefined;
  /** The owner sees the card already, with name and phone masked. */
  has_card: boolean;
  submission_key: string;
};

/** A code to the card's own phone, which is not named. */
export function CardCode({ is_sent, problem, has_card, submission_key }: Props) {
  const { warranty: words } = useMessages();
  const form = useRef<HTMLFormElement>(null);
  const asksCode = is_sent || problem?.intent === "prove";
  return (
    <div className="card panel stack" id="mo-phieu">
      {!has_card && <p className="small muted">{words.shown_text}</p>}
      <ProblemNote problem={problem} />
      {asksCode && (
        <CheckedForm rules={rules} problem={problem} className="stack" action="#mo-phieu">
          <input type="hidden" name="intent" value="prove" />
          <input type="hidden" name="idempotency_key" value={submission_key} />
          <Note role="status">{words.code_sent}</Note>
          <OtpInput
            name={field<"warranty.prove">(problem, "otp").name}
            label={words.code}
            error={fieldError<"warranty.prove">(problem, "otp")}
          />
          <Button full>{words.open_card}</Button>
        </CheckedForm>
      )}
      <Form method="post" ref={form} action="#mo-phieu">
        <input type="hidden" name="idempotency_key" value={submission_key} />
        <CaptchaStep problem={problem} form={form} action="send_code" own_only />
        <Button variant="secondary" full name="intent" value="code">
          {has_card && !asksCode ? words.in_full : words.send_code}
        </Button>
      </Form>
    </div>
  );
}
