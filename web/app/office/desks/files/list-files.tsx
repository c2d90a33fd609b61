/** One's own files of lists: made by a job, fetched for a day. */
import { formatDateTime, formatNumber } from "contract/values/locale.ts";
import { useEffect } from "react";
import { Link, redirect, useLoaderData, useRevalidator } from "react-router";
import { readForm, sent, submit } from "../../../forms/forms.ts";
import { Note } from "../../../ui/text/note.tsx";
import { shopOf } from "../../context.ts";
import { useProblem } from "../../forms.tsx";
import { useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Status } from "../../kit/status.tsx";
import { titled } from "../../kit/titles.ts";
import { listOf } from "../../list/desks.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/list-files";

export const meta = titled(({ lists }) => lists.files.title);

export async function loader({ context }: Route.LoaderArgs) {
  return shopOf(context).desks.files({});
}

/** From the button of a list. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const given = { query: form.input.query ?? {}, ...sent(form, "desk", "format") };
  return submit(form, shopOf(context).desks.makeFile, given, () => redirect(paths.files(), 303));
}

const EVERY_MS = 2000;
const tones = { waiting: "moves", done: "ok", failed: "broken" } as const;

export default function ListFiles() {
  const messages = useOfficeMessages();
  const language = useLanguage();
  const { files } = useLoaderData<typeof loader>();
  const problem = useProblem("file");
  const said = messages.lists.files;
  useProgress(files.some(({ state }) => state === "waiting"));
  return (
    <>
      <PageHead title={said.title} about={said.about} />
      {problem && (
        <Note tone="danger" role="alert">
          {problem.message}
        </Note>
      )}
      <section className="card" aria-live="polite">
        {files.length === 0 && <p className="empty-row">{said.none}</p>}
        <ul className="rows">
          {files.map(({ id, desk, name, state, rows, bytes, asked_at, expires_at }) => (
            <li key={id}>
              <span>
                {state === "done" ? (
                  <Link className="link" to={paths.madeFile(id)} reloadDocument>
                    {name}
                  </Link>
                ) : (
                  name
                )}
                <span className="tiny muted own-line num">
                  {listOf(desk).said(messages).title} · {formatDateTime(asked_at, language)} ·{" "}
                  {said.rows({ count: formatNumber(rows) })}
                  {state === "done" && ` · ${said.size({ kilobytes: formatNumber(Math.ceil(bytes / 1024)) })}`}
                  {expires_at && ` · ${said.until({ at: formatDateTime(expires_at, language) })}`}
                </span>
              </span>
              <Status tone={tones[state]}>{said.states[state]}</Status>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** Reads how far they are while one is made; without scripts the page is loaded again by hand. */
function useProgress(isMade: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isMade) return;
    const timer = setInterval(() => void revalidate(), EVERY_MS);
    return () => clearInterval(timer);
  }, [isMade, revalidate]);
}
