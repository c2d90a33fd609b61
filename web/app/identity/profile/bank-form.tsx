import { rules } from "virtual:field-rules/identity.updateProfile";
import type { User } from "contract/identity/identity.ts";
import { nameAsOnBankAccount } from "contract/values/person-name.ts";
import { useNavigation } from "react-router";
import { CheckedForm } from "../../forms/checked-form.tsx";
import { useFocusFirstError } from "../../forms/form-focus.ts";
import { type FormProblem, field } from "../../forms/forms.ts";
import { useMessages } from "../../i18n.tsx";
import { ProblemNote } from "../../shared/problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Select, TextInput } from "../../ui/fields/inputs.tsx";

type Props = {
  user: User;
  banks: readonly { code: string; short_name: string; name: string }[];
  problem: FormProblem | undefined;
};

export function BankForm({ user, banks, problem }: Props) {
  const { profile: words } = useMessages();
  const busy = useNavigation().formData?.get("intent") === "bank";
  useFocusFirstError(problem);
  return (
    <CheckedForm rules={rules} problem={problem} className="stack-loose" autoComplete="off">
      <input type="hidden" name="intent" value="bank" />
      <ProblemNote problem={problem} />
      <div className="fields">
        <Select
          {...field<"identity.updateProfile">(problem, "bank", user.bank)}
          wide
          label={words.bank}
          placeholder={words.choose}
          options={banks.map(({ code, short_name, name }) => ({ value: code, text: `${short_name} – ${name}` }))}
        />
        <TextInput
          {...field<"identity.updateProfile">(problem, "account_number", user.account_number)}
          label={words.account_number}
          inputMode="numeric"
          maxLength={19}
          spellCheck={false}
        />
        <TextInput
          {...field<"identity.updateProfile">(problem, "account_name", user.account_name)}
          label={words.account_name}
          help={words.account_name_help}
          autoCapitalize="characters"
          maxLength={60}
          spellCheck={false}
          onBlur={(event) => {
            event.currentTarget.value = nameAsOnBankAccount(event.currentTarget.value);
          }}
        />
      </div>
      <div>
        <Button variant="secondary" loading={busy} loadingText={words.saving}>
          {words.save}
        </Button>
      </div>
    </CheckedForm>
  );
}
