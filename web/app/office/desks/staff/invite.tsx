import { redirect, useActionData, useLoaderData } from "react-router";
import type { FieldOf } from "../../../forms/field-names.ts";
import { field, fieldError, readForm, sent, submit, typed } from "../../../forms/forms.ts";
import { problemOf } from "../../../forms/problem-of.ts";
import { Select, TextInput } from "../../../ui/fields/inputs.tsx";
import { shopOf } from "../../context.ts";
import { flash } from "../../cookies.ts";
import { OfficeForm, StepUpFields, SubmitButton, verifyStepUp } from "../../forms.tsx";
import { messagesIn, useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { FourEyes } from "../../kit/four-eyes.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/invite";
import { PlaceFields, placesIn, RoleFields } from "./account-fields.tsx";

export const meta = titled(({ staff }) => staff.invite_page.title);

export async function loader({ context }: Route.LoaderArgs) {
  const { roles, warehouses } = await shopOf(context).staff.roles({});
  return { roles, warehouses };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const refused = await verifyStepUp(form, context);
  if (refused) return refused;
  const input = {
    ...sent(form, "email", "full_name", "roles", "language", "reason"),
    places: placesIn(form.input),
  };
  return submit(form, shopOf(context).staff.invite, input, ({ email }) => {
    flash(context, "success", messagesIn(context).staff.invite_page.sent({ email }));
    return redirect(paths.staff());
  });
}

const nowhere = { warehouses: null, collaborators: null };

/** A new colleague: e-mail, name, role; the rest they do themselves. */
export default function Invite() {
  const { staff } = useOfficeMessages();
  const { roles, warehouses } = useLoaderData<typeof loader>();
  const language = useLanguage();
  const problem = problemOf(useActionData());
  const said = staff.form;
  return (
    <>
      <PageHead title={staff.invite_page.title} about={staff.invite_page.text} />
      <OfficeForm
        intent="invite"
        problem={problem}
        main
        className="card panel form-stack form-page"
        labels={{ email: said.email, full_name: said.name, roles: said.roles, "places.warehouses": said.warehouses }}
      >
        <div className="form-pairs">
          <TextInput
            {...field<"staff.invite">(problem, "email")}
            type="email"
            label={said.email}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            autoFocus
          />
          <TextInput {...field<"staff.invite">(problem, "full_name")} label={said.name} autoComplete="off" required />
        </div>
        <RoleFields roles={roles} held={[]} problem={problem} />
        <PlaceFields kind="warehouses" held={nowhere} problem={problem} listed={warehouses} />
        <PlaceFields kind="collaborators" held={nowhere} problem={problem} />
        <div className="form-pairs">
          <Select
            name={"language" satisfies FieldOf<"staff.invite">}
            label={said.language}
            defaultValue={typed<"staff.invite">(problem, "language", language)}
            error={fieldError<"staff.invite">(problem, "language")}
            options={[
              { value: "vi", text: "Tiếng Việt" },
              { value: "en", text: "English" },
            ]}
          />
        </div>
        <FourEyes>{staff.invite_page.second_person}</FourEyes>
        <StepUpFields intent="invite" />
        <SubmitButton intent="invite" icon="plus">
          {staff.invite_page.send}
        </SubmitButton>
      </OfficeForm>
    </>
  );
}
