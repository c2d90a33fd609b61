import type { Places } from "contract/staff/fields.ts";
import type { Role } from "contract/staff/roles.ts";
import type { FieldOf } from "../../../forms/field-names.ts";
import { type FormInput, type FormProblem, fieldError } from "../../../forms/forms.ts";
import { Checkbox, ChoiceGroup, Radio } from "../../../ui/fields/choices.tsx";
import { TextInput } from "../../../ui/fields/inputs.tsx";
import { useOfficeMessages } from "../../i18n.tsx";

type Calls = "staff.invite" | "staff.changeAccount";

/** Roles as boxes; what was chosen before goes where the form came back. */
export function RoleFields({
  roles,
  held,
  problem,
}: {
  roles: readonly Role[];
  held: readonly string[];
  problem: FormProblem | undefined;
}) {
  const { staff, rights } = useOfficeMessages();
  const back = problem?.values.roles;
  const chosen = problem ? (Array.isArray(back) ? back.map(String) : []) : held;
  return (
    <ChoiceGroup
      legend={staff.form.roles}
      id="roles"
      error={fieldError<Calls>(problem, "roles")}
      className="role-choices"
    >
      {roles.map(({ code, name, scope }) => (
        <Checkbox
          key={code}
          dense
          name={"roles[]" satisfies FieldOf<Calls>}
          value={code}
          defaultChecked={chosen.includes(code)}
        >
          {name}
          {scope && <span className="tiny muted own-line">{staff.roles.scope({ scope: rights.scopes[scope] })}</span>}
        </Checkbox>
      ))}
    </ChoiceGroup>
  );
}

type Kind = keyof Places;
/** Fields of the form alone: which of the three, and the named ones as typed. */
const choiceOf = (kind: Kind) => `${kind}_choice`;
const namedOf = (kind: Kind) => `${kind}_named`;

type PlaceProps = { kind: Kind; held: Places; problem: FormProblem | undefined; listed?: readonly Warehouse[] };
export type Warehouse = { code: string; name: string };

/** Where a person works: everywhere, at named places, or at none that matters. Warehouses are boxes, the others typed. */
export function PlaceFields({ kind, held, problem, listed }: PlaceProps) {
  const { staff } = useOfficeMessages();
  const said = staff.form;
  const own = held[kind];
  const back = problem?.values[choiceOf(kind)];
  const choice = typeof back === "string" ? back : own === "all" ? "all" : own === null ? "none" : "named";
  const named = problem ? typedNames(problem.values, kind) : Array.isArray(own) ? own : [];
  const error =
    problem?.errors[`places.${kind}`]?.[0] ?? (kind === "warehouses" ? problem?.errors.places?.[0] : undefined);
  const words =
    kind === "warehouses"
      ? { all: said.every_warehouse, named: said.some_warehouses, none: said.no_warehouse }
      : { all: said.every_collaborator, named: said.some_collaborators, none: said.no_collaborator };
  return (
    <ChoiceGroup
      legend={said[kind]}
      help={kind === "warehouses" ? said.warehouses_help : undefined}
      id={`places.${kind}`}
      error={error}
      className="place-choices"
    >
      {(["none", "all", "named"] as const).map((each) => (
        <Radio key={each} dense name={choiceOf(kind)} value={each} defaultChecked={choice === each}>
          {words[each]}
        </Radio>
      ))}
      {listed ? (
        <div className="place-names">
          {listed.map(({ code, name }) => (
            <Checkbox key={code} dense name={namedOf(kind)} value={code} defaultChecked={named.includes(code)}>
              {name}
            </Checkbox>
          ))}
        </div>
      ) : (
        <TextInput
          name={namedOf(kind)}
          label={words.named}
          hideLabel
          defaultValue={named.join(", ")}
          spellCheck={false}
          autoComplete="off"
        />
      )}
    </ChoiceGroup>
  );
}

/** The places a form names, as its call takes them. */
export function placesIn(input: FormInput): Places {
  return { warehouses: placeIn(input, "warehouses"), collaborators: placeIn(input, "collaborators") };
}

/** Names that are given count, whichever of the three stands beside them but "every". */
function placeIn(input: FormInput, kind: Kind): Places[Kind] {
  const choice = String(input[choiceOf(kind)] ?? "");
  if (choice === "all") return "all";
  const names = typedNames(input, kind);
  return choice === "named" || names.length > 0 ? names : null;
}

function typedNames(input: FormInput, kind: Kind): string[] {
  const typed = input[namedOf(kind)] ?? [];
  return (Array.isArray(typed) ? typed : [typed]).flatMap((each) => (typeof each === "string" ? namesIn(each) : []));
}

/** "HN, DN" */
export function namesIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}
