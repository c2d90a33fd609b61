import { type Density, type DeskShape, densities } from "contract/desks/desk.ts";
import type { FieldOf } from "../../forms/field-names.ts";
import { Checkbox, Radio } from "../../ui/fields/choices.tsx";
import { OfficeForm, SubmitButton, useProblem } from "../forms.tsx";
import { useStaff } from "../frame/staff.ts";
import { useOfficeMessages } from "../i18n.tsx";
import type { DeskWords } from "./list-words.ts";
import { Menu } from "./menu.tsx";

const names = {
  columns: "columns[]" satisfies FieldOf<"desks.saveLayout">,
  density: "density" satisfies FieldOf<"desks.saveLayout">,
};
type Props = { desk: DeskShape; said: DeskWords; shown: readonly string[]; density: Density };

/** Which columns a person has, and how close the rows stand. In a view they are the address's until the view is saved. */
export function ColumnsMenu({ desk, said, shown, density }: Props) {
  const { lists } = useOfficeMessages();
  const { holds } = useStaff();
  const problem = useProblem("layout");
  const offered = Object.entries(desk.columns).filter(([, { right }]) => !right || holds(right));
  return (
    <Menu label={lists.columns} icon="grid" open={problem !== undefined}>
      <OfficeForm intent="layout" problem={problem} className="filter-form" key={[...shown, density].join()}>
        <fieldset>
          <legend className="visually-hidden">{lists.columns}</legend>
          {offered.map(([name]) =>
            name === desk.key ? (
              <Checkbox key={name} dense defaultChecked disabled>
                {said.columns[name]}
              </Checkbox>
            ) : (
              <Checkbox key={name} dense name={names.columns} value={name} defaultChecked={shown.includes(name)}>
                {said.columns[name]}
              </Checkbox>
            ),
          )}
        </fieldset>
        <fieldset>
          <legend className="small">{lists.density}</legend>
          {densities.map((each) => (
            <Radio key={each} dense name={names.density} value={each} defaultChecked={each === density}>
              {lists.densities[each]}
            </Radio>
          ))}
        </fieldset>
        <SubmitButton intent="layout" size="small">
          {lists.save}
        </SubmitButton>
      </OfficeForm>
    </Menu>
  );
}
