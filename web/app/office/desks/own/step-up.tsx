import { redirect, useActionData, useLoaderData } from "react-router";
import type { FieldOf } from "../../../forms/field-names.ts";
import { readForm, sent, submit } from "../../../forms/forms.ts";
import { problemOf } from "../../../forms/problem-of.ts";
import { OtpInput } from "../../../ui/fields/otp-input.tsx";
import { shopOf } from "../../context.ts";
import { flash } from "../../cookies.ts";
import { OfficeForm, SubmitButton } from "../../forms.tsx";
import { useStaff } from "../../frame/staff.ts";
import { messagesIn, useOfficeMessages } from "../../i18n.tsx";
import { PasskeyProof } from "../../kit/factors/passkey-proof.tsx";
import { titled } from "../../kit/titles.ts";
import { ownPath, paths } from "../../paths.ts";
import type { Route } from "./+types/step-up";

export const meta = titled(({ frame }) => frame.step_up.title);

export function loader({ request }: Route.LoaderArgs) {
  return { to: ownPath(new URL(request.url).searchParams.get("to")) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const to = ownPath(new URL(request.url).searchParams.get("to"));
  const { staff } = shopOf(context);
  const { proved_until } = await staff.session({});
  const isProved = form.input.code === undefined && proved_until !== null; // by a passkey, just before
  if (isProved) return redirect(to);
  return submit(form, staff.stepUp, sent(form, "code"), () => {
    flash(context, "success", messagesIn(context).frame.step_up.done);
    return redirect(to);
  });
}

/** A fresh proof for the next minutes, on a page of its own. */
export default function StepUp() {
  const { frame } = useOfficeMessages();
  const { to } = useLoaderData<typeof loader>();
  const { passkeys_available } = useStaff();
  const problem = problemOf(useActionData());
  const said = frame.step_up;
  return (
    <div className="card panel form-stack recovery-page">
      <h1>{said.title}</h1>
      <p className="small muted">{said.hint}</p>
      <OfficeForm intent="step-up" problem={problem} main className="form-stack" action={paths.stepUp(to)}>
        {passkeys_available && <PasskeyProof />}
        <OtpInput
          name={"code" satisfies FieldOf<"staff.stepUp">}
          label={said.code}
          error={problem?.errors.code?.[0]}
          autoSubmit
        />
        <SubmitButton intent="step-up" full>
          {said.confirm}
        </SubmitButton>
      </OfficeForm>
      <p className="tiny muted">{said.lost}</p>
    </div>
  );
}
