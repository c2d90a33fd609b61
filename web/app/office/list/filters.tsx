import type { DeskShape, Filter } from "contract/desks/desk.ts";
import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Checkbox, Radio } from "../../ui/fields/choices.tsx";
import { TextInput } from "../../ui/fields/inputs.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useOfficeMessages } from "../i18n.tsx";
import { type ListQuery, listAddress, without } from "./list-query.ts";
import type { DeskWords } from "./list-words.ts";
import { Menu } from "./menu.tsx";

type Props = { desk: DeskShape; said: DeskWords; path: string; query: ListQuery };

/** Search, filters and order: links and GET forms, so that all of it stands in the address. */
export function FilterBar({ desk, said, path, query, children }: Props & { children?: ReactNode }) {
  const { lists } = useOfficeMessages();
  const asked = without(query, "after");
  const filters = Object.entries(desk.filters);
  const set = filters.filter(([name]) => asked[name]);
  return (
    <div className="list-bar">
      {said.search && (
        <Form method="get" action={path} role="search" className="list-search">
          <StoredQuery query={without(asked, "q")} />
          <label>
            <span className="visually-hidden">{lists.find}</span>
            <input
              type="search"
              name="q"
              className="input"
              defaultValue={asked.q}
              key={asked.q}
              placeholder={said.search}
            />
          </label>
          <Button type="submit" variant="secondary" size="small" icon="search">
            {lists.search}
          </Button>
        </Form>
      )}
      <div className="filter-bar">
        {filters.map(([name, filter]) => (
          <span key={name} className="filter-part">
            <Menu label={said.filters[name] ?? name} value={valueText(said, name, filter, asked[name], lists)}>
              <Form method="get" action={path} className="filter-form">
                <StoredQuery query={without(asked, name)} />
                <FilterFields name={name} filter={filter} said={said} value={asked[name] ?? ""} />
                <Button type="submit" size="small">
                  {lists.apply}
                </Button>
              </Form>
            </Menu>
            {asked[name] && (
              <Link
                className="filter-off"
                to={listAddress(path, without(asked, name))}
                aria-label={lists.remove({ filter: said.filters[name] ?? name })}
              >
                <Icon name="close" />
              </Link>
            )}
          </span>
        ))}
        {set.length > 1 && (
          <Link className="link small" to={listAddress(path, asked.sort ? { sort: asked.sort } : {})}>
            {lists.clear}
          </Link>
        )}
        <span className="filter-end">
          {desk.sorts.length > 1 && (
            <Menu icon="sort" label={lists.sort} value={said.sorts[asked.sort ?? desk.sorts[0] ?? ""]} quiet>
              <ul className="filter-links">
                {desk.sorts.map((each, place) => (
                  <li key={each}>
                    <Link
                      to={listAddress(path, { ...asked, sort: place === 0 ? undefined : each })}
                      aria-current={(asked.sort ?? desk.sorts[0]) === each ? "true" : undefined}
                    >
                      {said.sorts[each]}
                    </Link>
                  </li>
                ))}
              </ul>
            </Menu>
          )}
          {children}
        </span>
      </div>
    </div>
  );
}

/** What else was asked stays asked. */
export function StoredQuery({ query }: { query: ListQuery }) {
  return Object.entries(query).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

type FieldProps = { name: string; filter: Filter; said: DeskWords; value: string };

function FilterFields({ name, filter, said, value }: FieldProps) {
  const { lists } = useOfficeMessages();
  const label = said.filters[name] ?? name;
  switch (filter.kind) {
    case "choice":
      return (
        <fieldset>
          <legend className="visually-hidden">{label}</legend>
          {filter.options.map((option) => (
            <Checkbox key={option} dense name={name} value={option} defaultChecked={value.split(",").includes(option)}>
              {said.options[name]?.[option] ?? option}
            </Checkbox>
          ))}
        </fieldset>
      );
    case "flag":
      return (
        <fieldset>
          <legend className="visually-hidden">{label}</legend>
          {(["yes", "no"] as const).map((each) => (
            <Radio key={each} dense name={name} value={each} defaultChecked={value === each}>
              {lists[each]}
            </Radio>
          ))}
        </fieldset>
      );
    case "days": {
      const [from = "", to = ""] = value.split("..");
      return (
        <>
          <TextInput type="date" id={`${name}-from`} name={`${name}.from`} label={lists.from} defaultValue={from} />
          <TextInput type="date" id={`${name}-to`} name={`${name}.to`} label={lists.to} defaultValue={to} />
        </>
      );
    }
    case "text":
      return <TextInput id={`${name}-text`} name={name} label={label} defaultValue={value} autoComplete="off" />;
  }
}

type Lists = ReturnType<typeof useOfficeMessages>["lists"];

function valueText(said: DeskWords, name: string, { kind }: Filter, value: string | undefined, lists: Lists) {
  if (!value) return undefined;
  if (kind === "flag") return value === "yes" ? lists.yes : lists.no;
  if (kind === "days") return value.replace("..", " – ");
  if (kind === "text") return value;
  return value
    .split(",")
    .map((each) => said.options[name]?.[each] ?? each)
    .join(", ");
}
