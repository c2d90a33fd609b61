import { rules } from "virtual:field-rules/warranty.activate";
import type { Unit } from "contract/fulfilment/fulfilment.ts";
import { useRef } from "react";
import { useNavigation } from "react-router";
import { CheckedForm } from "../../forms/checked-form.tsx";
import { useFocusFirstError } from "../../forms/form-focus.ts";
import { type FormProblem, field, fieldError } from "../../forms/forms.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { useMessages, usePaths } from "../../i18n.tsx";
import { CaptchaStep } from "../../shared/captcha-step.tsx";
import { ProblemNote } from "../../shared/problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox, ChoiceGroup } from "../../ui/fields/choices.tsx";
import { Select, TextInput } from "../../ui/fields/inputs.tsx";
import { OtpInput } from "../../ui/fields/otp-input.tsx";
import { Note } from "../../ui/text/note.tsx";

type Name = "serial" | "bought_on" | "bought_at" | "city_code";

export type OwnerFormProps = {
  /** What was said in the steps before. */
  said: Readonly<Record<Name, string>>;
  wards: readonly Unit[];
  known: { full_name: string; phone: string };
  /** The phone of the account needs no code. */
  is_proved: boolean;
  is_agent: boolean;
  code_sent: boolean;
  problem: FormProblem | undefined;
  submission_key: string;
};

/** The last step: who owns it. The code goes to the phone that is typed here; what was typed stays. */
export function OwnerForm(props: OwnerFormProps) {
  const { said, wards, known, is_proved, is_agent, code_sent, problem, submission_key } = props;
  const { warranty: words } = useMessages();
  const paths = usePaths();
  const form = useRef<HTMLFormElement>(null);
  const intent = useNavigation().formData?.get("intent");
  useFocusFirstError(problem);
  const at = (name: "full_name" | "phone" | "for_phone" | "ward_code", otherwise = "") =>
    field<"warranty.activate">(problem, name, otherwise);
  const consent = field<"warranty.activate">(problem, "consent");
  const asksCode = !is_agent && !is_proved;
  return (
    <CheckedForm ref={form} rules={rules} problem={problem} className="card" id="chu-may" action={paths.warranty(said)}>
      <div className="card-head">
        <h2 className="h4">{words.owner}</h2>
      </div>
      <div className="panel stack-loose">
        <input type="hidden" name="idempotency_key" value={submission_key} />
        {Object.entries(said).map(([name, value]) =>
          value === "" ? null : <Hidden<"warranty.activate"> key={name} name={name as Name} value={value} />,
        )}
        <ProblemNote problem={problem} />
        <div className="fields">
          <TextInput
            {...at("full_name", is_agent ? "" : known.full_name)}
            label={words.full_name}
            autoComplete={is_agent ? "off" : "name"}
            maxLength={100}
            required
          />
          <Select
            {...at("ward_code")}
            label={words.ward}
            placeholder={words.choose_ward}
            options={wards.map(({ code, name }) => ({ value: code, text: name }))}
            required
          />
          <TextInput
            {...(is_agent ? at("for_phone") : at("phone", known.phone))}
            type="tel"
            inputMode="tel"
            label={is_agent ? words.for_phone : words.phone}
            help={is_agent ? words.for_phone_help : undefined}
            autoComplete={is_agent ? "off" : "tel"}
            maxLength={30}
            required
          />
        </div>
        {asksCode && (
          <div className="stack">
            {code_sent && <Note role="status">{words.code_sent}</Note>}
            <p>
              <Button
                variant="secondary"
                name="intent"
                value="code"
                formNoValidate
                loading={intent === "code"}
                loadingText={words.sending}
              >
                {words.send_code}
              </Button>
            </p>
            <OtpInput
              name={field<"warranty.activate">(problem, "otp").name}
              label={words.code}
              help={words.code_help}
              error={fieldError<"warranty.activate">(problem, "otp")}
            />
          </div>
        )}
        <ChoiceGroup legend={words.consent} hideLegend id="consent" error={consent.error}>
          <Checkbox name={consent.name} value="true" defaultChecked={consent.defaultValue === "true"}>
            {words.consent}{" "}
            <a className="link" href={paths.privacy()}>
              {words.details}
            </a>
          </Checkbox>
        </ChoiceGroup>
        <CaptchaStep problem={problem} form={form} action="send_code" own_only />
        <p>
          <Button
            size="large"
            name="intent"
            value="activate"
            loading={intent === "activate"}
            loadingText={words.sending}
          >
            {words.activate}
          </Button>
        </p>
      </div>
    </CheckedForm>
  );
}
