import { Form, useNavigation } from "react-router";
import { useFocusFirstError } from "../../form-focus.ts";
import { type FormProblem, fieldError } from "../../forms.ts";
import { useMessages } from "../../i18n.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { PasswordInput } from "../../ui/password-input.tsx";
import { ProblemNote } from "./problem.tsx";

type Props = { is_linked: boolean; has_password: boolean; problem: FormProblem | undefined };

/** Google added to the account, or taken from it: by whoever knows the password, or signed in minutes ago. */
export function GoogleForm({ is_linked, has_password, problem }: Props) {
  const { profile: words, identity } = useMessages();
  const intent = is_linked ? "google_unlink" : "google_link";
  const busy = useNavigation().formData?.get("intent") === intent;
  useFocusFirstError(problem);
  return (
    <section className="card panel stack-loose" aria-labelledby="google">
      <div>
        <h2 className="h3" id="google">
          Google {is_linked && <Badge tone="ok">{words.google_linked}</Badge>}
        </h2>
        <p className="muted">{is_linked ? words.google_linked_text : words.google_text}</p>
      </div>
      <Form method="post" action="#google" className="stack max-w-form" noValidate>
        <input type="hidden" name="intent" value={intent} />
        <ProblemNote problem={problem} />
        {has_password && (
          <PasswordInput
            name="current_password"
            label={identity.current_password}
            help={words.google_password_help}
            error={fieldError(problem, "current_password")}
            autoComplete="current-password"
            words={{ show: identity.show_password, hide: identity.hide_password }}
          />
        )}
        <div>
          <Button
            variant="secondary"
            icon={is_linked ? undefined : "google"}
            loading={busy}
            loadingText={words.sending}
          >
            {is_linked ? words.google_unlink : words.google_link}
          </Button>
        </div>
      </Form>
    </section>
  );
}
