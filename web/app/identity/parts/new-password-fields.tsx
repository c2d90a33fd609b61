import { type PasswordRule, passwordRules, unmetPasswordRules } from "contract/values/password.ts";
import { useState } from "react";
import { type FormProblem, fieldError } from "../../forms/forms.ts";
import { useMessages } from "../../i18n.tsx";
import { PasswordInput } from "../../ui/fields/password-input.tsx";
import { Icon } from "../../ui/icon.tsx";
import { VisuallyHidden } from "../../ui/text/visually-hidden.tsx";

type Props = {
  problem: FormProblem | undefined;
  label: string;
  /** "(không bắt buộc)", where it is optional. */
  optional?: string;
  help?: string;
};

/** A new password twice, with what it still needs ticked off while it is typed. Spec §5. */
export function NewPasswordFields({ problem, label, optional, help }: Props) {
  const { identity: words } = useMessages();
  const [password, setPassword] = useState("");
  const looks = { show: words.show_password, hide: words.hide_password };
  const required = optional === undefined;
  return (
    <>
      <PasswordInput
        name="password"
        label={label}
        {...(optional ? { optional } : {})}
        help={help}
        error={fieldError(problem, "password") ?? null}
        autoComplete="new-password"
        words={looks}
        required={required}
        onInput={(event) => setPassword(event.currentTarget.value)}
      />
      <Rules unmet={password === "" ? passwordRules : unmetPasswordRules(password)} />
      <PasswordInput
        name="password_confirmation"
        label={words.password_confirmation}
        {...(optional ? { optional } : {})}
        error={fieldError(problem, "password_confirmation") ?? null}
        autoComplete="new-password"
        words={looks}
        required={required}
      />
    </>
  );
}

function Rules({ unmet }: { unmet: readonly PasswordRule[] }) {
  const { identity: words } = useMessages();
  return (
    <div className="stack">
      <p className="small">{words.rules}</p>
      <ul className="rule-list">
        {passwordRules.map((rule) => {
          const isMet = !unmet.includes(rule);
          return (
            <li key={rule} className={isMet ? "rule-met" : undefined}>
              <Icon name={isMet ? "success" : "minus"} size={16} />
              <span>
                {words.rule[rule]}
                <VisuallyHidden> – {isMet ? words.rule_met : words.rule_unmet}</VisuallyHidden>
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
