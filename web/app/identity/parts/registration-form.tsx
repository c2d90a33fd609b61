import { rules } from "virtual:field-rules/identity.register";
import { useActionData, useNavigation } from "react-router";
import { CheckedForm } from "../../forms/checked-form.tsx";
import type { FieldOf } from "../../forms/field-names.ts";
import { useCorrected, useFocusFirstError } from "../../forms/form-focus.ts";
import { type FormProblem, field, fieldError, typed } from "../../forms/forms.ts";
import { problemOf } from "../../forms/problem-of.ts";
import { useMessages, usePaths } from "../../i18n.tsx";
import { ProblemNote, usePlaced } from "../../shared/problem.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Checkbox, ChoiceGroup } from "../../ui/fields/choices.tsx";
import { TextInput } from "../../ui/fields/inputs.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/text/note.tsx";
import { AgreementLinks } from "./agreement.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";

/** The account of a phone that has just been proved. Spec §2, §5: terms are agreed to, never ticked beforehand. */
export function RegistrationForm({ phone, submission_key }: { phone: string; submission_key: string }) {
  const { identity: words } = useMessages();
  const cameBack = usePlaced(problemOf(useActionData(), "register"));
  const { problem, onChange } = useCorrected(cameBack);
  const busy = useNavigation().formData?.get("intent") === "register";
  useFocusFirstError(cameBack);
  return (
    <>
      <div className="sign-in-head">
        <h1>{words.details_title}</h1>
        <p className="muted row">
          <Icon name="success" size={16} />
          {words.details_text({ phone })}
        </p>
      </div>
      <CheckedForm rules={rules} problem={cameBack} className="stack-loose" onChange={onChange}>
        <input type="hidden" name="intent" value="register" />
        <input type="hidden" name="idempotency_key" value={submission_key} />
        <Ended problem={problem} />
        <TextInput
          {...field<"identity.register">(problem, "full_name")}
          label={words.full_name}
          help={words.full_name_help}
          autoComplete="name"
          autoCapitalize="words"
          maxLength={60}
          required
        />
        <TextInput
          {...field<"identity.register">(problem, "email")}
          type="email"
          inputMode="email"
          label={words.email}
          optional={words.optional}
          autoComplete="email"
          maxLength={254}
        />
        <NewPasswordFields
          problem={problem}
          label={words.password}
          optional={words.optional}
          help={words.password_why}
        />
        <TextInput
          {...field<"identity.register">(problem, "referral_code")}
          label={words.referral_code}
          optional={words.optional}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
        />
        <Agreements problem={problem} />
        <Button size="large" full loading={busy} loadingText={words.creating}>
          {words.create_account}
        </Button>
      </CheckedForm>
    </>
  );
}

function Agreements({ problem }: { problem: FormProblem | undefined }) {
  const { identity: words } = useMessages();
  return (
    <ChoiceGroup
      name={"terms" satisfies FieldOf<"identity.register">}
      legend={words.agree_terms}
      hideLegend
      error={fieldError<"identity.register">(problem, "terms") ?? null}
      className="stack"
    >
      <Checkbox
        id="terms"
        name={"terms" satisfies FieldOf<"identity.register">}
        value="1"
        defaultChecked={typed<"identity.register">(problem, "terms") === "1"}
        aria-invalid={fieldError<"identity.register">(problem, "terms") ? true : undefined}
        required
      >
        {words.terms_before}
        <AgreementLinks and={words.terms_and} />
        {words.terms_after}
      </Checkbox>
      <Checkbox
        name={"marketing" satisfies FieldOf<"identity.register">}
        value="1"
        defaultChecked={typed<"identity.register">(problem, "marketing") === "1"}
      >
        {words.marketing}
      </Checkbox>
    </ChoiceGroup>
  );
}

/** What cannot be corrected in this form: the proof is too old, or the number has an account by now. */
function Ended({ problem }: { problem: FormProblem | undefined }) {
  const { identity: words } = useMessages();
  const paths = usePaths();
  const isRegistered = problem?.code === "phone_registered";
  if (!isRegistered && problem?.code !== "otp_expired") return <ProblemNote problem={problem} />;
  return (
    <Note tone="danger" role="alert">
      <p>{isRegistered ? `${problem.message}. ${words.phone_registered}` : words.proof_lapsed}</p>
      <ButtonLink variant="secondary" size="small" href={paths.login()}>
        {isRegistered ? words.log_in : words.get_code}
      </ButtonLink>
    </Note>
  );
}
