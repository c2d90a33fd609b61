/**
 * Choosing rows and what is done to them: the acts of the desk on the chosen rows, or on all that fit its filters. Both lead
 * to a page that says what will happen. A plain form; with scripts it counts. rules/office#bulk
 */
import type { DeskShape } from "contract/desks/desk.ts";
import type { RowCount } from "contract/desks/desk-call.ts";
import { formatNumber } from "contract/values/locale.ts";
import { useEffect, useState } from "react";
import { Form } from "react-router";
import { Button } from "../../ui/button.tsx";
import { useStaff } from "../frame/staff.ts";
import { useOfficeMessages } from "../i18n.tsx";
import { paths } from "../paths.ts";
import { StoredQuery } from "./filters.tsx";
import { askedOf, type ListQuery } from "./list-query.ts";
import type { DeskWords } from "./list-words.ts";

const FORM = "bulk";
/** Fields of the form, as the next page reads them from its address. */
export const choiceFields = { key: "key", act: "act", all: "all", as_of: "as_of" } as const;

/** Acts this person may do to many rows of the desk. */
export function useBulkActs(desk: DeskShape) {
  const { holds } = useStaff();
  return Object.entries(desk.acts).filter(([, { right }]) => holds(right));
}

type BarProps = { desk: DeskShape; said: DeskWords; query: ListQuery; count: RowCount; as_of: string };

export function BulkBar({ desk, said, query, count, as_of }: BarProps) {
  const { lists } = useOfficeMessages();
  const acts = useBulkActs(desk);
  const chosen = useChosen();
  const named = (act: string, rows: string) => (said.acts[act]?.({ count: rows }) ?? act).replaceAll(/\s+/g, " ");
  return (
    <Form method="get" action={paths.newBulk(desk.name)} id={FORM} className="bulk-bar" aria-label={lists.bulk.bar}>
      <StoredQuery query={askedOf(query)} />
      <input type="hidden" name={choiceFields.as_of} value={as_of} />
      {acts.map(([act], place) => (
        <Button
          key={act}
          type="submit"
          size="small"
          variant="secondary"
          name={choiceFields.act}
          value={act}
          data-act={place === 0 ? "KeyA" : undefined}
          aria-disabled={chosen === 0 || undefined}
        >
          {lists.bulk.chosen({ act: named(act, chosen === null ? "" : formatNumber(chosen)) })}
        </Button>
      ))}
      {count.exact &&
        acts
          .filter(([, { most }]) => count.rows > 1 && count.rows <= (most ?? count.rows))
          .map(([act]) => (
            <Button key={act} type="submit" size="small" variant="ghost" name={choiceFields.all} value={act}>
              {lists.bulk.all_of({ act: named(act, formatNumber(count.rows)) })}
            </Button>
          ))}
    </Form>
  );
}

/** Null without scripts. */
function useChosen(): number | null {
  const [chosen, setChosen] = useState<number | null>(null);
  useEffect(() => {
    const recount = () => setChosen(document.querySelectorAll(`input[form=${FORM}]:checked`).length);
    recount();
    addEventListener("change", recount);
    return () => removeEventListener("change", recount);
  }, []);
  return chosen;
}

export function ChooseRow({ row }: { row: string }) {
  const { lists } = useOfficeMessages();
  return (
    <label className="choose-box">
      <input
        type="checkbox"
        className="checkbox"
        form={FORM}
        name={choiceFields.key}
        value={row}
        aria-label={lists.bulk.choose({ row })}
      />
    </label>
  );
}

/** Scripts only: takes the visible rows, or lets go of them. */
export function ChooseAll() {
  const { lists } = useOfficeMessages();
  function onChange(checked: boolean): void {
    for (const box of document.querySelectorAll<HTMLInputElement>(`input[form=${FORM}]`))
      if (box.checked !== checked) box.click();
  }
  return (
    <label className="choose-box">
      <input
        type="checkbox"
        className="checkbox"
        data-hydrate=""
        aria-label={lists.bulk.choose_all}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
