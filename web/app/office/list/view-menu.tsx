/** Views with a name: opened by links, kept by forms. What has been changed since is said, and can be put back. */
import type { Density } from "contract/desks/desk.ts";
import type { DeskView } from "contract/desks/views.ts";
import { Link } from "react-router";
import type { FieldOf } from "../../forms/field-names.ts";
import { field, typed } from "../../forms/forms.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { Select, TextInput } from "../../ui/fields/inputs.tsx";
import { OfficeForm, SubmitButton, useProblem } from "../forms.tsx";
import { useOfficeMessages } from "../i18n.tsx";
import type { StoredViews } from "./desk-list.tsx";
import { askedOf, isSameQuery, type ListQuery, listAddress, without } from "./list-query.ts";
import { Menu } from "./menu.tsx";

const viewAddress = (path: string, { id, query }: DeskView): string =>
  listAddress(path, { ...query, view: String(id) });

/** Whether the address asks or looks otherwise than the view it began as. */
export const isModified = (query: ListQuery, view: DeskView): boolean =>
  query.columns !== undefined ||
  query.density !== undefined ||
  !isSameQuery(view.query, askedOf(without(query, "after")));

type SavedProps = { view: DeskView; path: string; query: ListQuery; isModified: boolean };

export function SavedView({ view, path, query, isModified: changed }: SavedProps) {
  const { lists } = useOfficeMessages();
  return (
    <Link to={viewAddress(path, view)} aria-current={query.view === String(view.id) ? "page" : undefined}>
      {view.name}
      {changed && (
        <>
          <span className="view-changed" aria-hidden="true" />
          <span className="visually-hidden">{lists.changed}</span>
        </>
      )}
    </Link>
  );
}

const COLUMNS = "columns[]" satisfies FieldOf<"desks.saveView">;
type Look = { shown: readonly string[]; density: Density };
type MenuProps = Look & { path: string; query: ListQuery; view: DeskView | undefined; kept: StoredViews };

export function ViewMenu({ path, query, view, kept, ...look }: MenuProps) {
  const { lists } = useOfficeMessages();
  const [save, change, remove] = [useProblem("save-view"), useProblem("change-view"), useProblem("remove-view")];
  return (
    <Menu label={lists.save_view} icon="star" open={(save ?? change ?? remove) !== undefined}>
      {view?.can_change && (
        <>
          <OfficeForm intent="change-view" problem={change} className="filter-form">
            <Hidden<"desks.changeView"> name="id" value={view.id} />
            <Hidden<"desks.changeView"> name="version" value={view.version} />
            <ViewFields intent="change-view" view={view} roles={kept.roles} {...look} />
            <SubmitButton intent="change-view" size="small" variant="primary">
              {lists.save}
            </SubmitButton>
          </OfficeForm>
          <OfficeForm intent="remove-view" problem={remove} className="filter-form">
            <Hidden<"desks.removeView"> name="id" value={view.id} />
            <SubmitButton intent="remove-view" size="small" variant="danger">
              {lists.remove_view}
            </SubmitButton>
          </OfficeForm>
        </>
      )}
      {view && isModified(query, view) && (
        <Link className="link small own-line" to={viewAddress(path, view)}>
          {lists.reset_view}
        </Link>
      )}
      <OfficeForm intent="save-view" problem={save} className="filter-form">
        <ViewFields intent="save-view" view={undefined} roles={kept.roles} {...look} />
        <SubmitButton intent="save-view" size="small">
          {view ? lists.save_as : lists.save}
        </SubmitButton>
      </OfficeForm>
    </Menu>
  );
}

type FieldsProps = Look & { intent: string; view: DeskView | undefined; roles: StoredViews["roles"] };

function ViewFields({ intent, view, roles, shown, density }: FieldsProps) {
  const { lists } = useOfficeMessages();
  const problem = useProblem(intent);
  return (
    <>
      {shown.map((column) => (
        <input key={column} type="hidden" name={COLUMNS} value={column} />
      ))}
      <Hidden<"desks.saveView"> name="density" value={density} />
      <TextInput
        {...field<"desks.saveView">(problem, "name", view?.name)}
        id={`${intent}-name`}
        label={lists.view_name}
        maxLength={60}
        autoComplete="off"
      />
      <Select
        {...field<"desks.saveView">(problem, "role")}
        id={`${intent}-role`}
        label={lists.view_for}
        defaultValue={typed<"desks.saveView">(problem, "role", view?.role?.code)}
        options={[{ value: "", text: lists.only_me }, ...roles.map(({ code, name }) => ({ value: code, text: name }))]}
      />
    </>
  );
}
