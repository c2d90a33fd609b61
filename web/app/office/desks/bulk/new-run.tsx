/** Before one act is done to many rows: which rows, as of when, and what is said with it. The second of two steps. */
import { formatNumber, formatTime } from "contract/values/locale.ts";
import { Link, redirect, useLoaderData } from "react-router";
import type { FieldOf } from "../../../forms/field-names.ts";
import { field, readForm, sent, submit } from "../../../forms/forms.ts";
import { Hidden } from "../../../forms/hidden.tsx";
import { TextArea } from "../../../ui/fields/inputs.tsx";
import { Note } from "../../../ui/text/note.tsx";
import { shopOf } from "../../context.ts";
import { OfficeForm, SubmitButton, useProblem } from "../../forms.tsx";
import { useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { titled } from "../../kit/titles.ts";
import { choiceFields } from "../../list/choice.tsx";
import { listOf } from "../../list/desks.ts";
import { askedOf, listAddress, readListQuery, without } from "../../list/list-query.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/new-run";

export const meta = titled(({ lists }) => lists.bulk.bar);

const SHOWN = 100;
const KEYS = "keys[]" satisfies FieldOf<"desks.startBulk">;

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const list = listOf(params.desk);
  const { searchParams } = new URL(request.url);
  const all = searchParams.get(choiceFields.all);
  const act = all ?? searchParams.get(choiceFields.act) ?? "";
  const declared = list.desk.acts[act];
  if (!declared) throw new Response("Not found", { status: 404 });
  const query = without(askedOf(readListQuery(list.desk, request.url)), "after");
  const chosen = {
    desk: params.desk,
    act,
    note: declared.note,
    query,
    as_of: searchParams.get(choiceFields.as_of) ?? "",
  };
  if (all === null) {
    const keys = searchParams.getAll(choiceFields.key);
    return { ...chosen, keys, count: keys.length, shown: keys };
  }
  const { rows, count, as_of } = await list.read(shopOf(context), query, SHOWN);
  const shown = rows.map((row) => String(row[list.desk.key]));
  return { ...chosen, as_of, keys: null, count: count.rows, shown };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const given = sent(form, "act", "keys", "count", "as_of", "note");
  // All that fit, where no row is named; without a filter that is the whole list.
  const rows = "keys" in form.input ? {} : { query: form.input.query ?? {} };
  return submit(form, shopOf(context).desks.startBulk, { desk: params.desk, ...given, ...rows }, ({ id }) =>
    redirect(paths.bulk(id), 303),
  );
}

export default function NewRun() {
  const messages = useOfficeMessages();
  const language = useLanguage();
  const { desk, act, note, query, as_of, keys, count, shown } = useLoaderData<typeof loader>();
  const problem = useProblem("start");
  const { path, said: saidOf } = listOf(desk);
  const said = saidOf(messages);
  const { bulk } = messages.lists;
  const title = said.acts[act]?.({ count: formatNumber(count) }) ?? act;
  const label = note === "required" ? bulk.note_required : bulk.note;
  return (
    <>
      <PageHead title={title} />
      <p className="small">
        <Link className="link" to={listAddress(path, query)}>
          {bulk.back}
        </Link>
      </p>
      {count === 0 ? (
        <Note tone="honey">{bulk.none}</Note>
      ) : (
        <section className="card panel pile">
          <p>
            {bulk.confirm({ count: formatNumber(count), unit: said.unit, at: as_of && formatTime(as_of, language) })}
          </p>
          <ul className="bulk-keys num">
            {shown.map((key) => (
              <li key={key}>{key}</li>
            ))}
            {count > shown.length && <li>{bulk.more_rows({ count: formatNumber(count - shown.length) })}</li>}
          </ul>
          <OfficeForm intent="start" problem={problem} className="form-stack" labels={{ note: label }} main>
            <Hidden<"desks.startBulk"> name="act" value={act} />
            <Hidden<"desks.startBulk"> name="count" value={count} />
            <Hidden<"desks.startBulk"> name="as_of" value={as_of} />
            {keys?.map((key) => (
              <input key={key} type="hidden" name={KEYS} value={key} />
            ))}
            {!keys && <StoredFilters query={query} />}
            <TextArea
              {...field<"desks.startBulk">(problem, "note")}
              label={label}
              required={note === "required"}
              rows={2}
            />
            <SubmitButton intent="start" variant={note === "required" ? "danger" : "primary"}>
              {title}
            </SubmitButton>
          </OfficeForm>
        </section>
      )}
    </>
  );
}

/** What fits is said again, and counted again. */
function StoredFilters({ query }: { query: Readonly<Record<string, string>> }) {
  return Object.entries(query).map(([name, value]) => (
    <input key={name} type="hidden" name={`query.${name}`} value={value} />
  ));
}
