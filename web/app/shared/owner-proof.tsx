/**
 * The fresh proof of the owner that sensitive forms ask for: the password, or without one a code to the
 * phone, each only once the shop requires it. docs/decisions/0167, 0174, 0211.
 */

import { formatPhone } from "contract/values/phone.ts";
import type { RefObject } from "react";
import type { FieldOf } from "../forms/field-names.ts";
import { type FormProblem, fieldError, typed } from "../forms/forms.ts";
import { useMessages } from "../i18n.tsx";
import { Button } from "../ui/button.tsx";
import { OtpInput } from "../ui/fields/otp-input.tsx";
import { PasswordInput } from "../ui/fields/password-input.tsx";
import { CaptchaStep } from "./captcha-step.tsx";

/** The calls that the form may send. */
type Sent = "identity.changePassword" | "identity.googleLinkStart" | "identity.socialUnlink" | "privacy.askExport";
type Field = FieldOf<Sent>;

export type Owner = { has_password: boolean; phone: string | null };
/** Where a code to the phone stands: to be sent, to be entered, or not asked for. */
export type CodeStep = "send" | "enter" | null;

/** Without a password: nothing, until the shop asks for a proof; then a code is sent, and entered. */
export function codeStepOf(
  { has_password, phone }: Owner,
  sent: boolean | undefined,
  problem: FormProblem | undefined,
): CodeStep {
  if (has_password || phone === null) return null;
  if (sent || typed<Sent>(problem, "asks_code") !== "") return "enter";
  return problem?.code === "proof_required" || problem?.intent === "owner_code" ? "send" : null;
}

/** The password, where the shop has just asked for it. */
export function AskedPassword({ problem, id }: { problem: FormProblem | undefined; id?: string }) {
  return fieldError<Sent>(problem, "current_password") === undefined ? null : <Password problem={problem} id={id} />;
}

function Password({ problem, id }: { problem: FormProblem | undefined; id?: string | undefined }) {
  const { profile: words, identity } = useMessages();
  return (
    <PasswordInput
      {...(id !== undefined && { id })}
      name={"current_password" satisfies Field}
      label={identity.current_password}
      help={words.google_password_help}
      error={fieldError<Sent>(problem, "current_password")}
      autoComplete="current-password"
      words={{ show: identity.show_password, hide: identity.hide_password }}
    />
  );
}

type Props = {
  owner: Owner;
  step: CodeStep;
  problem: FormProblem | undefined;
  form: RefObject<HTMLFormElement | null>;
  /** The password field is shown before it is required. */
  always?: boolean;
};

/** The fields. The form's action reads them by `asking(form, "asks_code", "otp")`. */
export function OwnerProof({ owner: { has_password, phone }, step, problem, form, always = false }: Props) {
  const { profile: words } = useMessages();
  return (
    <>
      {has_password && (always ? <Password problem={problem} /> : <AskedPassword problem={problem} />)}
      {step === "enter" && (
        <>
          <input type="hidden" name="asks_code" value="1" />
          <OtpInput
            name={"otp" satisfies Field}
            label={words.owner_code({ phone: formatPhone(phone ?? "") })}
            help={words.code_help}
            error={fieldError<Sent>(problem, "otp")}
          />
        </>
      )}
      {step && <CaptchaStep problem={problem} form={form} action="send_code" />}
    </>
  );
}

/** Sends the code, or another; the page's action knows the intent `owner_code`. */
export function OwnerCodeButton({ owner: { phone }, step, busy }: { owner: Owner; step: CodeStep; busy: boolean }) {
  const { profile: words } = useMessages();
  if (!step) return null;
  return (
    <Button
      variant={step === "send" ? "secondary" : "ghost"}
      name="intent"
      value="owner_code"
      loading={busy}
      loadingText={words.sending}
    >
      {step === "send" ? words.owner_code_send({ phone: formatPhone(phone ?? "") }) : words.owner_code_again}
    </Button>
  );
}
