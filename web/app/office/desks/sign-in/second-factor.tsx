import { Link, redirect, useActionData, useLoaderData } from "react-router";
import type { FieldOf } from "../../../forms/field-names.ts";
import { field, readForm, sent, submit } from "../../../forms/forms.ts";
import { problemOf } from "../../../forms/problem-of.ts";
import { TextInput } from "../../../ui/fields/inputs.tsx";
import { OtpInput } from "../../../ui/fields/otp-input.tsx";
import { requestContext, shopOf } from "../../context.ts";
import { OfficeForm, SubmitButton } from "../../forms.tsx";
import { useOfficeMessages } from "../../i18n.tsx";
import { usePasskeys } from "../../kit/factors/passkeys.ts";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/second-factor";
import { PasskeySignIn } from "./sign-in.tsx";
import { returnPath, startSession } from "./start-session.ts";

export const meta = titled(({ access }) => access.second.title);

/** The first half lies in a cookie of ten minutes; without it there is nothing to go on with. */
export function loader({ request, context }: Route.LoaderArgs) {
  const to = returnPath(request);
  if (!context.get(requestContext).sign_in_proof) throw redirect(paths.signIn(to));
  return { to, is_recovery: new URL(request.url).searchParams.has("ma-du-phong") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { staff } = shopOf(context);
  const proof = context.get(requestContext).sign_in_proof;
  const to = returnPath(request);
  if (!proof) return redirect(paths.signIn(to));
  if (form.intent === "recovery") {
    return submit(form, staff.recoveryCode, { ...sent(form, "recovery_code"), proof }, (signedIn) =>
      startSession(context, signedIn, to),
    );
  }
  return submit(form, staff.secondFactor, { ...sent(form, "code"), proof }, (signedIn) =>
    startSession(context, signedIn, to),
  );
}

export default function SecondFactor() {
  const { access } = useOfficeMessages();
  const { to, is_recovery } = useLoaderData<typeof loader>();
  const result = useActionData();
  const problem = problemOf(result);
  const hasPasskeys = usePasskeys();
  const said = access.second;
  const here = paths.secondFactor(to);
  const other = `${here}${here.includes("?") ? "&" : "?"}ma-du-phong=1`;
  return (
    <>
      <h1>{said.title}</h1>
      <p className="small muted">
        {is_recovery ? said.recovery_hint : said.text}{" "}
        <Link className="link" to={paths.signIn(to)}>
          {said.other_account}
        </Link>
      </p>
      {is_recovery ? (
        <OfficeForm intent="recovery" problem={problem} className="signed-out-form">
          <TextInput
            {...field<"staff.recoveryCode">(problem, "recovery_code")}
            label={said.recovery_code}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
          />
          <SubmitButton intent="recovery" full>
            {access.sign_in.go_on}
          </SubmitButton>
        </OfficeForm>
      ) : (
        <>
          <PasskeySignIn to={to} first />
          <OfficeForm intent="code" problem={problem} className="signed-out-form">
            <OtpInput
              name={"code" satisfies FieldOf<"staff.secondFactor">}
              label={said.code}
              error={problem?.errors.code?.[0]}
              autoSubmit
            />
            <SubmitButton intent="code" full variant={hasPasskeys ? "secondary" : "primary"}>
              {said.enter}
            </SubmitButton>
          </OfficeForm>
        </>
      )}
      <p className="small text-centre">
        <Link className="link" to={is_recovery ? here : other}>
          {is_recovery ? said.use_code : said.use_recovery}
        </Link>
      </p>
    </>
  );
}
