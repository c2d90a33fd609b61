import { rules } from "virtual:field-rules/identity.googleLinkStart";
import { useRef } from "react";
import { useNavigation } from "react-router";
import { CheckedForm } from "../../forms/checked-form.tsx";
import { useFocusFirstError } from "../../forms/form-focus.ts";
import type { FormProblem } from "../../forms/forms.ts";
import { useMessages } from "../../i18n.tsx";
import { codeStepOf, OwnerCodeButton, OwnerProof } from "../../shared/owner-proof.tsx";
import { ProblemNote, usePlaced } from "../../shared/problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Badge } from "../../ui/text/badge.tsx";

type Props = {
  is_linked: boolean;
  has_password: boolean;
  phone: string | null;
  /** A code has been sent to the phone. */
  sent: boolean | undefined;
  problem: FormProblem | undefined;
};

/** Adds Google to the account, or removes it: with the password, a code to the phone, or a sign-in of minutes ago. */
export function GoogleForm({ is_linked, has_password, phone, sent, problem: cameBack }: Props) {
  const { profile: words } = useMessages();
  const form = useRef<HTMLFormElement>(null);
  const intent = is_linked ? "google_unlink" : "google_link";
  const busy = useNavigation().formData?.get("intent");
  const problem = usePlaced(cameBack);
  useFocusFirstError(problem);
  const owner = { has_password, phone };
  const step = codeStepOf(owner, sent, problem);
  return (
    <section className="card panel stack-loose" aria-labelledby="google">
      <div>
        <h2 className="h3" id="google">
          Google {is_linked && <Badge tone="ok">{words.google_linked}</Badge>}
        </h2>
        <p className="muted">{is_linked ? words.google_linked_text : words.google_text}</p>
      </div>
      <CheckedForm ref={form} rules={rules} problem={problem} action="#google" className="stack form-width">
        <ProblemNote problem={problem} />
        <OwnerProof owner={owner} step={step} problem={problem} form={form} always />
        <div className="row row-wrap">
          {step !== "send" && (
            <Button
              variant="secondary"
              icon={is_linked ? undefined : "google"}
              name="intent"
              value={intent}
              loading={busy === intent}
              loadingText={words.sending}
            >
              {is_linked ? words.google_unlink : words.google_link}
            </Button>
          )}
          <OwnerCodeButton owner={owner} step={step} busy={busy === "owner_code"} />
        </div>
      </CheckedForm>
    </section>
  );
}
