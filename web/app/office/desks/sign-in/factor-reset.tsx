import { useActionData, useLoaderData } from "react-router";
import type { FieldOf } from "../../../forms/field-names.ts";
import { readForm, sent, submit } from "../../../forms/forms.ts";
import { problemOf } from "../../../forms/problem-of.ts";
import { OtpInput } from "../../../ui/fields/otp-input.tsx";
import { PasswordInput } from "../../../ui/fields/password-input.tsx";
import { shopOf } from "../../context.ts";
import { rememberSession } from "../../cookies.ts";
import { OfficeForm, SubmitButton } from "../../forms.tsx";
import { useOfficeMessages } from "../../i18n.tsx";
import { RecoveryCodes } from "../../kit/factors/recovery-codes.tsx";
import { TotpSetup } from "../../kit/factors/totp-setup.tsx";
import { titled } from "../../kit/titles.ts";
import type { Route } from "./+types/factor-reset";
import { LinkOver, openLink } from "./link-over.tsx";

export const meta = titled(({ access }) => access.factor_reset.title);

export async function loader({ params, context }: Route.LoaderArgs) {
  return openLink(() => shopOf(context).staff.factorReset({ token: params.token }));
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const input = { ...sent(form, "password", "setup", "code"), token: params.token };
  return submit(form, shopOf(context).staff.confirmFactorReset, input, ({ token, expires_at, recovery_codes }) => {
    rememberSession(context, token, expires_at);
    return { recovery_codes: recovery_codes ?? [] };
  });
}

/** The link is used up once confirmed, while its page still shows the recovery codes. */
export function shouldRevalidate(): boolean {
  return false;
}

/** After a lost second step: the person confirms, by the password and the first code of a new one. */
export default function FactorReset() {
  const { access, frame } = useOfficeMessages();
  const shown = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const problem = problemOf(result);
  if (typeof result === "object" && "recovery_codes" in result) return <RecoveryCodes codes={result.recovery_codes} />;
  if ("over" in shown) return <LinkOver {...shown} />;
  if (problem?.code === "link_over") return <LinkOver over={problem.message} />;
  const said = access.factor_reset;
  return (
    <>
      <h1>{said.title}</h1>
      <p className="small muted">{said.text({ email: shown.email })}</p>
      <OfficeForm intent="confirm" problem={problem} className="signed-out-form">
        <PasswordInput
          name={"password" satisfies FieldOf<"staff.confirmFactorReset">}
          label={access.sign_in.password}
          autoComplete="current-password"
          words={{ show: frame.show_password, hide: frame.hide_password }}
          error={problem?.errors.password?.[0]}
          required
        />
        <TotpSetup totp={shown.totp} problem={problem} />
        <OtpInput
          name={"code" satisfies FieldOf<"staff.confirmFactorReset">}
          label={access.totp.code}
          error={problem?.errors.code?.[0]}
        />
        <SubmitButton intent="confirm" full>
          {said.confirm}
        </SubmitButton>
      </OfficeForm>
    </>
  );
}
