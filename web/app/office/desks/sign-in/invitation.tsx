import { formatDateTime } from "contract/values/locale.ts";
import { useActionData, useLoaderData } from "react-router";
import type { FieldOf } from "../../../forms/field-names.ts";
import { field, readForm, sent, submit } from "../../../forms/forms.ts";
import { problemOf } from "../../../forms/problem-of.ts";
import { TextInput } from "../../../ui/fields/inputs.tsx";
import { OtpInput } from "../../../ui/fields/otp-input.tsx";
import { shopOf } from "../../context.ts";
import { rememberLanguage, rememberSession } from "../../cookies.ts";
import { OfficeForm, SubmitButton } from "../../forms.tsx";
import { givenName } from "../../frame/avatar.tsx";
import { useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { NewPasswordFields } from "../../kit/factors/new-password-fields.tsx";
import { RecoveryCodes } from "../../kit/factors/recovery-codes.tsx";
import { TotpSetup } from "../../kit/factors/totp-setup.tsx";
import { Facts } from "../../kit/facts.tsx";
import { titled } from "../../kit/titles.ts";
import type { Route } from "./+types/invitation";
import { LinkOver, openLink } from "./link-over.tsx";

export const meta = titled(({ access }) => access.invitation.title);

export async function loader({ params, context }: Route.LoaderArgs) {
  return openLink(() => shopOf(context).staff.invitation({ token: params.token }));
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { staff } = shopOf(context);
  const input = {
    ...sent(form, "full_name", "password", "password_confirmation", "setup", "code"),
    token: params.token,
  };
  return submit(form, staff.acceptInvitation, input, ({ token, expires_at, recovery_codes }) => {
    rememberSession(context, token, expires_at);
    rememberLanguage(context, String(form.input.language) === "en" ? "en" : "vi");
    return { recovery_codes: recovery_codes ?? [] };
  });
}

/** For the cookie of the page after it; the account has it already. */
const LANGUAGE = "language";

/** The invitation is used up once accepted, while its page still shows the recovery codes. */
export function shouldRevalidate(): boolean {
  return false;
}

/** Name, password and second step in one go; then the recovery codes, then to work. */
export default function Invitation() {
  const { access, rights } = useOfficeMessages();
  const shown = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const language = useLanguage();
  const problem = problemOf(result);
  if (typeof result === "object" && "recovery_codes" in result) return <RecoveryCodes codes={result.recovery_codes} />;
  if ("over" in shown) return <LinkOver {...shown} />;
  if (problem?.code === "link_over") return <LinkOver over={problem.message} />;
  const said = access.invitation;
  const { warehouses } = shown.places;
  const where = warehouses === "all" ? rights.every_warehouse : warehouses?.join(", ");
  return (
    <>
      <h1>{said.welcome({ name: givenName(shown.full_name) })}</h1>
      <p className="small muted">{said.text}</p>
      <Facts
        rows={[
          [said.email, shown.email],
          [said.roles, [shown.roles.map(({ name }) => name).join(", "), where].filter(Boolean).join(" · ")],
          [said.invited_by, shown.invited_by ?? said.by_machine],
          [said.until, formatDateTime(shown.expires_at, language)],
        ]}
      />
      <OfficeForm
        intent="accept"
        problem={problem}
        className="signed-out-form"
        labels={{ full_name: said.name, password: access.new_password.password, code: access.totp.code }}
      >
        <input type="hidden" name={LANGUAGE} value={shown.language} />
        <TextInput
          {...field<"staff.acceptInvitation">(problem, "full_name", shown.full_name)}
          label={said.name}
          autoComplete="name"
          required
        />
        <NewPasswordFields problem={problem} />
        <h2 className="h4">{access.totp.title}</h2>
        <TotpSetup totp={shown.totp} problem={problem} />
        <OtpInput
          name={"code" satisfies FieldOf<"staff.acceptInvitation">}
          label={access.totp.code}
          error={problem?.errors.code?.[0]}
        />
        <p className="tiny muted">{said.passkey_later}</p>
        <SubmitButton intent="accept" full>
          {said.accept}
        </SubmitButton>
      </OfficeForm>
    </>
  );
}
