import { rules as phone_rules } from "virtual:field-rules/identity.updatePhone";
import { rules as code_rules } from "virtual:field-rules/identity.updatePhoneOtp";
import { formatPhone } from "contract/values/phone.ts";
import { useRef } from "react";
import { useNavigation } from "react-router";
import { CheckedForm } from "../../forms/checked-form.tsx";
import { useFocusFirstError } from "../../forms/form-focus.ts";
import { type FormProblem, field, fieldError, typed } from "../../forms/forms.ts";
import { useMessages, usePaths } from "../../i18n.tsx";
import { CaptchaStep } from "../../shared/captcha-step.tsx";
import { AskedPassword } from "../../shared/owner-proof.tsx";
import { ProblemNote, usePlaced } from "../../shared/problem.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { TextInput } from "../../ui/fields/inputs.tsx";
import { Note } from "../../ui/text/note.tsx";

type Props = {
  phone: string | null;
  /** The new number, once codes have been sent. */
  sent: string | undefined;
  problem: FormProblem | undefined;
};

/** A new number needs a code from itself and one from the old number; a first one only its own. */
export function PhoneChange({ phone, sent, problem }: Props) {
  const { profile: words } = useMessages();
  const codes = problem?.intent === "phone_codes" ? problem : undefined;
  const wanted = sent ?? typed(codes, "phone");
  return (
    <div className="stack">
      <p>
        <span className="field-label">{words.phone}</span>{" "}
        <b className="num nowrap">{phone ? formatPhone(phone) : words.no_phone}</b>
      </p>
      {wanted !== "" ? (
        <Codes phone={phone} wanted={wanted} problem={codes} />
      ) : (
        <details open={problem?.intent === "phone" || phone === null}>
          <summary className="link">{phone ? words.change_phone : words.add_phone}</summary>
          <NewPhone has_phone={phone !== null} problem={problem?.intent === "phone" ? problem : undefined} />
        </details>
      )}
    </div>
  );
}

function NewPhone({ has_phone, problem }: { has_phone: boolean; problem: FormProblem | undefined }) {
  const { profile: words } = useMessages();
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formData?.get("intent") === "phone";
  useFocusFirstError(problem);
  return (
    <CheckedForm ref={form} rules={phone_rules} problem={problem} className="stack form-width phone-change">
      <p className="muted">{has_phone ? words.change_phone_text : words.add_phone_text}</p>
      <ProblemNote problem={problem} />
      <TextInput
        {...field(problem, "phone")}
        type="tel"
        inputMode="tel"
        label={words.new_phone}
        prefix="+84"
        autoComplete="off"
        maxLength={30}
        required
      />
      <AskedPassword problem={problem} id="phone_current_password" />
      <CaptchaStep problem={problem} form={form} action="send_code" />
      <div>
        <Button variant="secondary" name="intent" value="phone" loading={busy} loadingText={words.sending}>
          {words.send_codes}
        </Button>
      </div>
    </CheckedForm>
  );
}

function Codes({ phone, wanted, problem }: { phone: string | null; wanted: string; problem: FormProblem | undefined }) {
  const { profile: words } = useMessages();
  const paths = usePaths();
  const shown = usePlaced(problem);
  const busy = useNavigation().formData?.get("intent") === "phone_codes";
  useFocusFirstError(shown);
  const field = { inputMode: "numeric", maxLength: 12, required: true, help: words.code_help } as const;
  return (
    <CheckedForm rules={code_rules} problem={shown} className="stack form-width">
      <input type="hidden" name="intent" value="phone_codes" />
      <input type="hidden" name="phone" value={wanted} />
      {phone && <input type="hidden" name="asks_old" value="1" />}
      <ProblemNote problem={shown} />
      {shown && fieldError(shown, "phone") && (
        <Note tone="danger" role="alert">
          {fieldError(shown, "phone")}
        </Note>
      )}
      <TextInput
        {...field}
        name="otp"
        label={words.code_new({ phone: wanted })}
        error={fieldError(shown, "otp")}
        autoComplete="one-time-code"
      />
      {phone && (
        <TextInput
          {...field}
          name="old_otp"
          label={words.code_old({ phone: formatPhone(phone) })}
          error={fieldError(shown, "old_otp")}
          autoComplete="off"
        />
      )}
      <div className="row row-wrap">
        <Button loading={busy} loadingText={words.confirming}>
          {words.confirm_phone}
        </Button>
        <ButtonLink variant="ghost" href={paths.profile()}>
          {words.other_phone}
        </ButtonLink>
      </div>
    </CheckedForm>
  );
}
