import { type PickableRole, pickableRoles } from "contract/identity/accounts.ts";
import type { FieldOf } from "../../forms/field-names.ts";
import { type FormProblem, field, typed } from "../../forms/forms.ts";
import { useMessages } from "../../i18n.tsx";
import { TextInput } from "../../ui/fields/inputs.tsx";

type Props = { problem: FormProblem | undefined; role: PickableRole; agent_id: string };

/** A request: the roles of the account are looked up after the proof. */
export function RoleChoice({ problem, role, agent_id }: Props) {
  const { identity: words } = useMessages();
  const chosen = typed<"identity.login">(problem, "role", role);
  return (
    <>
      <fieldset>
        <legend className="visually-hidden">{words.roles}</legend>
        <div className="role-tabs">
          {pickableRoles.map((each) => (
            <label key={each}>
              <input
                type="radio"
                name={"role" satisfies FieldOf<"identity.login">}
                value={each}
                defaultChecked={each === chosen}
              />
              {words.role[each]}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="agency">
        <TextInput
          {...field<"identity.login">(problem, "agent_id", agent_id)}
          label={words.agent_id}
          help={words.agent_id_help}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
        />
      </div>
    </>
  );
}
