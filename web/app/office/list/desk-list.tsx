/**
 * The list of a desk: views, filters, table and its end. Plain links and forms; with scripts the rows of the next page come
 * below those that are shown, and the keyboard moves over them. rules/office#desks
 */
import type { Column, Density, DeskShape } from "contract/desks/desk.ts";
import { densities, isFigure, MAX_FILE_ROWS } from "contract/desks/desk.ts";
import type { RowCount } from "contract/desks/desk-call.ts";
import type { DeskView } from "contract/desks/views.ts";
import type { Permission } from "contract/staff/permissions.ts";
import { formatDate, formatDateTime, formatNumber, formatTime } from "contract/values/locale.ts";
import { type ReactNode, useEffect, useState } from "react";
import { Link, useFetcher, useLocation } from "react-router";
import type { FieldOf } from "../../forms/field-names.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { Button } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/text/note.tsx";
import { OfficeForm } from "../forms.tsx";
import { useStaff } from "../frame/staff.ts";
import { useLanguage, useOfficeMessages } from "../i18n.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { Status, type Tone } from "../kit/status.tsx";
import { paths } from "../paths.ts";
import { BulkBar, ChooseAll, ChooseRow, useBulkActs } from "./choice.tsx";
import { ColumnsMenu } from "./columns-menu.tsx";
import { FilterBar } from "./filters.tsx";
import { askedOf, isSameQuery, type ListQuery, listAddress, without } from "./list-query.ts";
import type { DeskWords } from "./list-words.ts";
import { useRowKeys } from "./row-keys.ts";
import { isModified, SavedView, ViewMenu } from "./view-menu.tsx";

type Cell = string | number | boolean | null;
type ListRow = Readonly<Record<string, Cell>>;
export type ListAnswer = { rows: readonly ListRow[]; next: string | null; count: RowCount; as_of: string };
/** What a person keeps of this list, and the views they have of it. */
export type StoredViews = {
  views: readonly DeskView[];
  layout: ListLayout;
  roles: readonly { code: string; name: string }[];
};
type ListLayout = { columns: readonly string[] | null; density: Density };

export type DeskListProps = {
  desk: DeskShape;
  said: DeskWords;
  /** The list's own address, and that of a row's record; null: it has none. */
  path: string;
  to: (row: ListRow) => string | null;
  query: ListQuery;
  answer: ListAnswer;
  kept: StoredViews;
  /** Dots of a choice, by its column and value. */
  tones?: Readonly<Record<string, Readonly<Record<string, Tone>>>>;
  /** A cell of its own; undefined: as its kind is shown. */
  cell?: (column: string, row: ListRow) => ReactNode | undefined;
  /** Acts of the page, in its head. */
  head?: ReactNode;
  /** Above the list: tabs of the desk. */
  tabs?: ReactNode;
};

export function DeskList(props: DeskListProps) {
  const { desk, said, path, query, answer, kept, head, tabs } = props;
  const { lists } = useOfficeMessages();
  const { holds, account } = useStaff();
  const language = useLanguage();
  const { rows, next, more } = useMore(answer, query, path);
  const body = useRowKeys(account.single_keys);
  const view = kept.views.find(({ id }) => String(id) === query.view);
  const layout = layoutOf(query, view, kept);
  const columns = shownColumns(desk, layout, holds);
  const count = countText(answer.count, lists);
  const asked = without(query, "after");
  const isChosen = useBulkActs(desk).length > 0 && rows.length > 0;
  const isFiltered = Object.keys(without(askedOf(asked), "sort")).length > 0;
  return (
    <>
      <PageHead
        title={said.title}
        about={lists.about({ count, unit: said.unit, at: formatTime(answer.as_of, language) })}
      >
        <Exports desk={desk} query={askedOf(asked)} count={answer.count} />
        {head}
      </PageHead>
      {tabs}
      <nav className="tabs list-views" aria-label={lists.views}>
        <Link to={path} aria-current={isFiltered || query.view ? undefined : "page"}>
          {lists.all}
        </Link>
        {Object.entries(desk.views).map(([name, each]) => (
          <Link
            key={name}
            to={listAddress(path, each.query)}
            aria-current={!query.view && isSameQuery(each.query, askedOf(asked)) ? "page" : undefined}
          >
            {said.views[name] ?? name}
          </Link>
        ))}
        {kept.views.map((each) => (
          <SavedView
            key={each.id}
            view={each}
            path={path}
            isModified={each === view && isModified(query, each)}
            query={query}
          />
        ))}
      </nav>
      {query.view && !view && <Note tone="honey">{lists.view_missing}</Note>}
      <FilterBar desk={desk} said={said} path={path} query={query}>
        <ColumnsMenu desk={desk} said={said} shown={columns.map(([name]) => name)} density={layout.density} />
        <ViewMenu
          path={path}
          query={query}
          view={view}
          kept={kept}
          shown={columns.map(([name]) => name)}
          density={layout.density}
        />
      </FilterBar>
      {isChosen && <BulkBar desk={desk} said={said} query={asked} count={answer.count} as_of={answer.as_of} />}
      <div className={classes("data-grid-frame", layout.density === "dense" && "list-dense")}>
        {rows.length === 0 ? (
          <p className="empty-row">
            {isFiltered || query.after ? lists.none_fit : said.none}{" "}
            {(isFiltered || query.after) && (
              <Link className="link" to={path}>
                {lists.clear}
              </Link>
            )}
          </p>
        ) : (
          <table className="data-grid list-grid">
            <thead>
              <tr>
                {isChosen && (
                  <th scope="col" className="choose">
                    <ChooseAll />
                  </th>
                )}
                {columns.map(([name, column]) => (
                  <th key={name} scope="col" className={isFigure(column) ? "figure" : undefined}>
                    {said.columns[name] ?? name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody ref={body}>
              {rows.map((row) => (
                <Row key={String(row[desk.key])} {...{ row, columns, isChosen }} list={props} />
              ))}
            </tbody>
          </table>
        )}
      </div>
      <div className="list-end">
        <p className="small muted num" role="status">
          {lists.shown({ rows: rows.length, count })}
        </p>
        {account.single_keys && (
          <p className="small muted broad-only">
            <kbd className="kb">J</kbd> <kbd className="kb">K</kbd> {lists.keys.move}{" "}
            {isChosen && (
              <>
                <kbd className="kb">X</kbd> {lists.keys.choose}{" "}
              </>
            )}
            <kbd className="kb">Enter</kbd> {lists.keys.open} <kbd className="kb">?</kbd> {lists.keys.all}
          </p>
        )}
        <span className="row">
          {query.after && (
            <Link className="button button-ghost button-small" to={listAddress(path, asked)}>
              {lists.first}
            </Link>
          )}
          {next && (
            <Link
              className="button button-secondary button-small"
              to={listAddress(path, { ...asked, after: next })}
              onClick={more}
            >
              {lists.more}
            </Link>
          )}
        </span>
      </div>
    </>
  );
}

/** At once as CSV while it is short; of any length by a job. */
function Exports({ desk, query, count }: { desk: DeskShape; query: ListQuery; count: RowCount }) {
  const { lists } = useOfficeMessages();
  if (count.rows === 0) return null;
  const isShort = count.rows <= MAX_FILE_ROWS;
  return (
    <>
      {isShort && (
        <Link
          className="button button-secondary"
          to={listAddress(paths.listFile(desk.name), query)}
          reloadDocument
          aria-label={lists.export_all({ count: countText(count, lists) })}
        >
          <Icon name="download" />
          {lists.export}
        </Link>
      )}
      <OfficeForm intent="file" problem={undefined} action={paths.files()}>
        <Hidden<"desks.makeFile"> name="desk" value={desk.name} />
        {Object.entries(query).map(([name, value]) => (
          <input key={name} type="hidden" name={`query.${name}`} value={value} />
        ))}
        {fileFormats
          .filter((format) => !isShort || format !== "csv")
          .map((format) => (
            <Button
              key={format}
              type="submit"
              variant="secondary"
              name={FORMAT}
              value={format}
              aria-label={lists.export_job({ format: lists.export_as[format] })}
            >
              {lists.export_as[format]}
            </Button>
          ))}
      </OfficeForm>
    </>
  );
}

const FORMAT = "format" satisfies FieldOf<"desks.makeFile">;
const fileFormats = ["xlsx", "csv"] as const;

/** With scripts the next rows come below; without, on a page of their own. */
function useMore(answer: ListAnswer, query: ListQuery, path: string) {
  const fetcher = useFetcher<{ answer: ListAnswer }>();
  const [pages, setPages] = useState<readonly ListAnswer[]>([]);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins anew
  useEffect(() => setPages([]), [key, answer.as_of]);
  const loaded = fetcher.data?.answer;
  useEffect(() => {
    if (loaded) setPages((before) => (before.includes(loaded) ? before : [...before, loaded]));
  }, [loaded]);
  const last = pages.at(-1) ?? answer;
  return {
    rows: [answer, ...pages].flatMap((each) => each.rows),
    next: last.next,
    more(event: { preventDefault(): void; ctrlKey: boolean; metaKey: boolean }) {
      if (event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      if (fetcher.state === "idle" && last.next) void fetcher.load(listAddress(path, { ...query, after: last.next }));
    },
  };
}

/** What the address says, else the view, else the person's own. */
function layoutOf(query: ListQuery, view: DeskView | undefined, { layout }: StoredViews): ListLayout {
  const kept = view ?? layout;
  const density = densities.find((each) => each === query.density) ?? kept.density;
  return { columns: query.columns?.split(",") ?? kept.columns, density };
}

type Shown = readonly (readonly [name: string, column: Column])[];

/** Those a person has chosen and may see, the record's link first. */
function shownColumns(desk: DeskShape, { columns }: ListLayout, holds: (right: Permission) => boolean): Shown {
  const may = Object.entries(desk.columns).filter(([, { right }]) => !right || holds(right));
  const chosen = may.filter(([name, { shown }]) => name === desk.key || (columns ? columns.includes(name) : shown));
  return [...chosen].sort(([one], [other]) => Number(other === desk.key) - Number(one === desk.key));
}

type RowProps = { row: ListRow; columns: Shown; isChosen: boolean; list: DeskListProps };

function Row({ row, columns, isChosen, list }: RowProps) {
  const { desk, said, to } = list;
  const address = to(row);
  return (
    <tr>
      {isChosen && (
        <td className="choose">
          <ChooseRow row={String(row[desk.key])} />
        </td>
      )}
      {columns.map(([name, column]) => {
        const shown = list.cell?.(name, row) ?? <Value name={name} column={column} row={row} list={list} />;
        const isKey = name === desk.key;
        return (
          <td
            key={name}
            className={isFigure(column) ? "figure" : undefined}
            data-label={isKey ? undefined : said.columns[name]}
          >
            {isKey && address ? (
              <Link className="link row-link" to={address}>
                {shown}
              </Link>
            ) : (
              shown
            )}
          </td>
        );
      })}
    </tr>
  );
}

function Value({ name, column, row, list }: { name: string; column: Column; row: ListRow; list: DeskListProps }) {
  const { lists } = useOfficeMessages();
  const language = useLanguage();
  const value = row[name];
  if (value === null || value === undefined || value === "") return "–";
  switch (column.kind) {
    case "time":
      return formatDateTime(String(value), language);
    case "day":
      return formatDate(String(value), language);
    case "dong":
    case "number":
      return formatNumber(Number(value));
    case "flag":
      return value ? <Icon name="check" label={lists.yes} /> : lists.no;
    case "choice": {
      const text = list.said.options[name]?.[String(value)] ?? String(value);
      const tone = list.tones?.[name]?.[String(value)];
      return tone ? <Status tone={tone}>{text}</Status> : text;
    }
    case "code":
    case "text":
      return String(value);
  }
}

/** "31", or "khoảng 52,000". */
function countText({ rows, exact }: RowCount, lists: { some: (p: { count: string }) => string }): string {
  return exact ? formatNumber(rows) : lists.some({ count: formatNumber(Number(rows.toPrecision(2))) });
}
