import type { StaffAccount } from "contract/staff/accounts.ts";
import type { Role } from "contract/staff/roles.ts";
import { field } from "../../../forms/forms.ts";
import { Hidden } from "../../../forms/hidden.tsx";
import { TextInput } from "../../../ui/fields/inputs.tsx";
import { OfficeForm, StepUpFields, SubmitButton, useProblem } from "../../forms.tsx";
import { useOfficeMessages } from "../../i18n.tsx";
import { Conflict } from "../../kit/conflict.tsx";
import { FourEyes } from "../../kit/four-eyes.tsx";
import { placesText } from "../../kit/places-text.ts";
import { PlaceFields, placesIn, RoleFields, type Warehouse } from "./account-fields.tsx";

type Props = { account: StaffAccount; roles: readonly Role[]; warehouses: readonly Warehouse[] };

/** Name, roles and places; a change that came second shows both. */
export function AccountChange({ account, roles, warehouses }: Props) {
  const messages = useOfficeMessages();
  const { staff } = messages;
  const problem = useProblem("change");
  const said = staff.form;
  const held = account.roles.map(({ code }) => code);
  const nameOf = (code: string) => roles.find((role) => role.code === code)?.name ?? code;
  const wanted = problem?.values.roles;
  const mine = Array.isArray(wanted) ? wanted.map((code) => nameOf(String(code))).join(", ") : "";
  return (
    <section className="card" aria-labelledby="change">
      <div className="card-head">
        <h2 id="change">{staff.account.change}</h2>
      </div>
      <OfficeForm
        intent="change"
        problem={problem}
        main
        className="panel form-stack"
        labels={{ full_name: said.name, roles: said.roles, "places.warehouses": said.warehouses }}
      >
        {problem?.code === "conflict" && (
          <Conflict
            rows={[
              { name: said.name, theirs: account.full_name, mine: String(problem.values.full_name ?? "") },
              { name: said.roles, theirs: account.roles.map(({ name }) => name).join(", "), mine },
              {
                name: said.warehouses,
                theirs: placesText(account.places, messages),
                mine: placesText(placesIn(problem.values), messages),
              },
            ]}
          />
        )}
        <Hidden<"staff.changeAccount"> name="version" value={account.version} />
        <TextInput
          {...field<"staff.changeAccount">(problem, "full_name", account.full_name)}
          label={said.name}
          autoComplete="off"
          required
        />
        <RoleFields roles={roles} held={held} problem={problem} />
        <PlaceFields kind="warehouses" held={account.places} problem={problem} listed={warehouses} />
        <PlaceFields kind="collaborators" held={account.places} problem={problem} />
        <TextInput
          {...field<"staff.changeAccount">(problem, "reason")}
          id="change-reason"
          label={said.reason}
          optional={messages.frame.optional}
        />
        <FourEyes>{staff.account.second_person}</FourEyes>
        <StepUpFields intent="change" />
        <SubmitButton intent="change">{said.save}</SubmitButton>
      </OfficeForm>
    </section>
  );
}
