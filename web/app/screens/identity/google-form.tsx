import { formatPhone } from "contract/phone.ts";
import { useRef } from "react";
import { Form, useNavigation } from "react-router";
import { useFocusFirstError } from "../../form-focus.ts";
import { type FormProblem, fieldError, typed } from "../../forms.ts";
import { useMessages } from "../../i18n.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { OtpInput } from "../../ui/otp-input.tsx";
import { PasswordInput } from "../../ui/password-input.tsx";
import { CaptchaStep } from "./captcha-step.tsx";
import { ProblemNote, usePlaced } from "./problem.tsx";

type Props = {
  is_linked: boolean;
  has_password: boolean;
  phone: string | null;
  /** A code to the phone is on its way. */
  sent: boolean | undefined;
  problem: FormProblem | undefined;
};

/** Google added to the account, or taken from it: by whoever knows the password or has the phone, or signed in minutes ago. */
export function GoogleForm({ is_linked, has_password, phone, sent, problem: came_back }: Props) {
  const { profile: words, identity } = useMessages();
  const form = useRef<HTMLFormElement>(null);
  const intent = is_linked ? "google_unlink" : "google_link";
  const busy = useNavigation().formData?.get("intent");
  const problem = usePlaced(came_back);
  useFocusFirstError(problem);
  const by_code = !has_password && phone !== null ? stepOf(sent, problem) : null;
  return (
    <section className="card panel stack-loose" aria-labelledby="google">
      <div>
        <h2 className="h3" id="google">
          Google {is_linked && <Badge tone="ok">{words.google_linked}</Badge>}
        </h2>
        <p className="muted">{is_linked ? words.google_linked_text : words.google_text}</p>
      </div>
      <Form ref={form} method="post" action="#google" className="stack max-w-form" noValidate>
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
        {by_code === "enter" && (
          <>
            <input type="hidden" name="asks_code" value="1" />
            <OtpInput
              name="otp"
              label={words.owner_code({ phone: formatPhone(phone ?? "") })}
              help={words.code_help}
              error={fieldError(problem, "otp")}
            />
          </>
        )}
        {by_code && <CaptchaStep problem={problem} form={form} action="send_code" />}
        <div className="row row-wrap">
          {by_code !== "send" && (
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
          {by_code && (
            <Button
              variant={by_code === "send" ? "secondary" : "ghost"}
              name="intent"
              value="owner_code"
              loading={busy === "owner_code"}
              loadingText={words.sending}
            >
              {by_code === "send" ? words.owner_code_send({ phone: formatPhone(phone ?? "") }) : words.owner_code_again}
            </Button>
          )}
        </div>
      </Form>
    </section>
  );
}

/** Without a password: nothing, until the shop asks for a proof; then a code is sent, and entered. */
function stepOf(sent: boolean | undefined, problem: FormProblem | undefined): "send" | "enter" | null {
  if (sent || typed(problem, "asks_code") !== "") return "enter";
  return problem?.code === "proof_required" || problem?.intent === "owner_code" ? "send" : null;
}
