import { type ReactNode, useEffect } from "react";
import { useActionData, useNavigation } from "react-router";
import type { FormRules } from "../../../plugins/field-rules.ts";
import { CheckedForm } from "../../forms/checked-form.tsx";
import type { FieldOf } from "../../forms/field-names.ts";
import { useFocusFirstError } from "../../forms/form-focus.ts";
import { fieldError } from "../../forms/forms.ts";
import { problemOf } from "../../forms/problem-of.ts";
import { useMessages } from "../../i18n.tsx";
import { keepTempPhone } from "../../session/storage.ts";
import { ProblemNote, usePlaced } from "../../shared/problem.tsx";
import { useShopName } from "../../shared/shop-name.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { OtpInput } from "../../ui/fields/otp-input.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/text/note.tsx";
import type { CodeProblem } from "./code-step.ts";
import { Resend, type ResendProps } from "./resend.tsx";

/** The calls that the form may send. */
type Sent = "identity.loginSms" | "identity.createPassword" | "identity.confirmPhone" | "identity.updatePhoneOtp";
type Field = FieldOf<Sent>;

type Props = Omit<ResendProps, "problem" | "is_over"> & {
  /** Ready to be shown. */
  phone: string;
  /** Identifies this submission, so that a double click submits once. */
  verify_key: string;
  /** Of the call that takes the code. */
  rules: FormRules;
  title: string;
  /** Where the number can be changed. */
  change: string;
  /** Between the heading and the cells. */
  before?: ReactNode;
  /** More fields of the same form; then the last digit does not send it. */
  fields?: ReactNode;
  /** On the button: "Xác nhận". */
  verb?: string;
};

/** The step in which a code is entered: the same for signing in, for a new password and for the checkout. */
export function CodeForm({ rules, phone, verify_key, title, change, before, fields, verb, ...resend }: Props) {
  const { identity: words } = useMessages();
  const answer: unknown = useActionData();
  const cameBack = problemOf(answer, "verify") as CodeProblem | undefined;
  const problem = usePlaced(cameBack);
  const busy = useNavigation().formData?.get("intent") === "verify";
  const shop = useShopName();
  const isOver = problem?.code === "otp_expired";
  useFocusFirstError(problem);
  useEffect(() => keepTempPhone(phone), [phone]);
  return (
    <>
      <div className="sign-in-head">
        <ButtonLink variant="ghost" size="small" href={change}>
          <Icon name="chevron-left" size={16} />
          {words.change_phone}
        </ButtonLink>
        <h1>{title}</h1>
        <p className="muted">
          {words.sent_to}
          <b className="num nowrap">{phone}</b>
          {words.sent_by[resend.sent.channel]}
        </p>
      </div>
      {before}
      <CheckedForm rules={rules} problem={problem} className="stack-loose">
        <input type="hidden" name="intent" value="verify" />
        <input type="hidden" name="idempotency_key" value={verify_key} />
        <ProblemNote problem={problem} />
        <OtpInput
          name={"otp" satisfies Field}
          label={words.code}
          help={words.code_help}
          error={fieldError<Sent>(problem, "otp")}
          autoSubmit={!fields}
        />
        {fields}
        <Button
          variant={isOver ? "secondary" : "primary"}
          size="large"
          full
          loading={busy}
          loadingText={words.checking}
        >
          {verb ?? words.confirm}
        </Button>
      </CheckedForm>
      <Resend
        key={resend.sent.resend_at}
        {...resend}
        failures={cameBack?.failures ?? resend.failures}
        problem={problemOf(answer, "resend")}
        is_over={isOver}
      />
      <Note>{words.never_share({ shop })}</Note>
    </>
  );
}
