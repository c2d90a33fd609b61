import type { HeldPermission } from "contract/staff/fields.ts";
import type { Permission } from "contract/staff/permissions.ts";
import { modes, needsAlso } from "contract/staff/rights.ts";
import type { Role } from "contract/staff/roles.ts";
import { useState } from "react";
import { type FormProblem, field, inputOf } from "../../../forms/forms.ts";
import { Hidden } from "../../../forms/hidden.tsx";
import { classes } from "../../../ui/classes.ts";
import { TextInput } from "../../../ui/fields/inputs.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { VisuallyHidden } from "../../../ui/text/visually-hidden.tsx";
import { OfficeForm, StepUpFields, SubmitButton, useProblem } from "../../forms.tsx";
import { useOfficeMessages } from "../../i18n.tsx";
import { FourEyes } from "../../kit/four-eyes.tsx";
import {
  areas,
  type Choice,
  type Choices,
  choicesOf,
  heldIn,
  isNarrowed,
  missingFor,
  modeField,
  narrowable,
  onlyField,
} from "./rights-form.ts";

export function Legend() {
  const said = useOfficeMessages().staff.roles;
  return (
    <ul className="matrix-legend" aria-hidden="true">
      <li>
        <Mark choice="full" /> {said.allowed}
      </li>
      <li>
        <Mark choice="asks_second_person" /> {said.second}
      </li>
      <li>
        <Mark choice="within_limit" /> {said.limit}
      </li>
      <li>
        <Mark choice="full" narrowed /> {said.own_only}
      </li>
      <li>
        <Mark choice="none" /> {said.no}
      </li>
    </ul>
  );
}

/** A sign is never without its word for ears. */
function Mark({ choice, narrowed }: { choice: Choice; narrowed?: boolean }) {
  const signs = { full: narrowed ? "user" : "check", within_limit: "≤", asks_second_person: "2", none: "" } as const;
  return (
    <span className={classes("cell-mark", `cell-mark-${narrowed ? "narrowed" : choice}`)}>
      {choice === "full" ? <Icon name={narrowed ? "user" : "check"} size={14} /> : signs[choice]}
    </span>
  );
}

type Props = { roles: readonly Role[]; role: Role; waiting: readonly Permission[]; mayChange: boolean };

/** All roles side by side; the chosen one with a field in each cell. On a phone that one alone. */
export function MatrixForm({ roles, role, waiting, mayChange }: Props) {
  const { staff, rights } = useOfficeMessages();
  const problem = useProblem("save");
  const [choices, setChoices] = useState<Choices>(() => choicesOf(role.permissions, problem));
  const said = staff.roles;
  const table = (
    <div className="data-grid-frame matrix-frame">
      <table className="matrix">
        <thead>
          <tr>
            <th scope="col">{said.right}</th>
            {roles.map(({ code, name }) => (
              <th key={code} scope="col" className={code === role.code ? "matrix-here" : "matrix-other"}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {[...areas].map(([area, names]) => (
          <tbody key={area}>
            <tr className="matrix-area">
              <th scope="rowgroup" colSpan={roles.length + 1}>
                {rights.areas[area as keyof typeof rights.areas]}
              </th>
            </tr>
            {names.map((name) => (
              <Row key={name} {...{ name, roles, role, mayChange, choices, problem }} waits={waiting.includes(name)} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
  if (!mayChange) return table;
  return (
    <OfficeForm
      intent="save"
      problem={problem}
      main
      className="pile"
      labels={{ "names.vi": said.name_vi, "names.en": said.name_en }}
      onChange={(event) => setChoices(choicesOf(heldIn(inputOf(new FormData(event.currentTarget)))))}
    >
      <Hidden<"staff.saveRole"> name="code" value={role.code} />
      <Hidden<"staff.saveRole"> name="version" value={role.version} />
      {table}
      <div className="card panel form-stack">
        <h2>{`${said.edit}: ${role.name}`}</h2>
        <div className="form-pairs">
          <TextInput {...field<"staff.saveRole">(problem, "names.vi", role.names.vi)} label={said.name_vi} />
          <TextInput {...field<"staff.saveRole">(problem, "names.en", role.names.en)} label={said.name_en} />
        </div>
        <TextInput {...field<"staff.saveRole">(problem, "reason")} label={staff.form.reason} />
        <FourEyes>{said.wider}</FourEyes>
        <StepUpFields intent="save" />
        <SubmitButton intent="save">{said.save}</SubmitButton>
      </div>
    </OfficeForm>
  );
}

type RowProps = Omit<Props, "waiting"> & {
  name: Permission;
  waits: boolean;
  choices: Choices;
  problem: FormProblem | undefined;
};

function Row({ name, roles, role, mayChange, choices, problem, waits }: RowProps) {
  const { staff, rights } = useOfficeMessages();
  const said = staff.roles;
  const needed = needsAlso[name] ?? [];
  const missing = missingFor(name, choices);
  const namesOf = (list: readonly Permission[]) => list.map((each) => rights.names[each]).join(", ");
  return (
    <tr>
      <th scope="row">
        {rights.names[name]} <code>{name}</code>
        {waits && <span className="matrix-later"> · {rights.later}</span>}
        {missing.length > 0 ? (
          <span className="matrix-note matrix-missing">{said.missing({ rights: namesOf(missing) })}</span>
        ) : (
          needed.length > 0 && <span className="matrix-note">{said.needs({ rights: namesOf(needed) })}</span>
        )}
      </th>
      {roles.map((each) =>
        each.code === role.code && mayChange ? (
          <Cell key={each.code} {...{ name, role, choices, problem }} />
        ) : (
          <ShownCell key={each.code} name={name} held={each.permissions} here={each.code === role.code} />
        ),
      )}
    </tr>
  );
}

function ShownCell({ name, held, here }: { name: Permission; held: readonly HeldPermission[]; here: boolean }) {
  const { rights } = useOfficeMessages();
  const own = held.find((each) => each.name === name);
  const words = own ? [rights.modes[own.mode], own.only && rights.only[own.only]] : [rights.modes.none];
  return (
    <td className={here ? "matrix-here" : "matrix-other"}>
      <Mark choice={own?.mode ?? "none"} narrowed={own?.only !== null && own !== undefined} />
      <VisuallyHidden>{words.filter(Boolean).join(", ")}</VisuallyHidden>
    </td>
  );
}

function Cell({ name, role, choices, problem }: Pick<RowProps, "name" | "role" | "choices" | "problem">) {
  const { staff, rights } = useOfficeMessages();
  const saved = role.permissions.find((each) => each.name === name)?.mode ?? "none";
  const begins = choicesOf(role.permissions, problem)[name];
  const narrowing = narrowable[name];
  return (
    <td className="matrix-here">
      <select
        className={classes("cell-choice", `cell-choice-${choices[name]}`)}
        name={modeField(name)}
        aria-label={`${rights.names[name]}: ${role.name}`}
        defaultValue={begins}
      >
        {(["none", ...modes] as const).map((mode) => (
          <option key={mode} value={mode}>
            {rights.modes[mode]}
          </option>
        ))}
      </select>
      {narrowing && (
        <label className="cell-only">
          <input
            type="checkbox"
            name={onlyField(name)}
            value="1"
            defaultChecked={isNarrowed(role.permissions, name, problem)}
          />
          {rights.only[narrowing]}
        </label>
      )}
      {choices[name] !== saved && (
        <span className="matrix-note">
          <del className="before">{rights.modes[saved]}</del>
          <VisuallyHidden>{staff.roles.mine({ mode: rights.modes[choices[name]] })}</VisuallyHidden>
        </span>
      )}
    </td>
  );
}
