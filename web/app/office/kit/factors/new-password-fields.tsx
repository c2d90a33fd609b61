import type { FieldOf } from "../../../forms/field-names.ts";
import type { FormProblem } from "../../../forms/forms.ts";
import { PasswordInput } from "../../../ui/fields/password-input.tsx";
import { useOfficeMessages } from "../../i18n.tsx";

type Calls = "staff.resetPassword" | "staff.acceptInvitation" | "staff.changeOwnPassword";

/** A new password and the same again. */
export function NewPasswordFields({ problem }: { problem: FormProblem | undefined }) {
  const { access, frame } = useOfficeMessages();
  const words = { show: frame.show_password, hide: frame.hide_password };
  return (
    <>
      <PasswordInput
        name={"password" satisfies FieldOf<Calls>}
        label={access.new_password.password}
        help={access.new_password.rule}
        autoComplete="new-password"
        words={words}
        error={problem?.errors.password?.[0]}
        required
      />
      <PasswordInput
        name={"password_confirmation" satisfies FieldOf<Calls>}
        label={access.new_password.again}
        autoComplete="new-password"
        words={words}
        error={problem?.errors.password_confirmation?.[0]}
        required
      />
    </>
  );
}
