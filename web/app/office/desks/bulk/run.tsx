/** How far one act on many rows is, and what became of each row. */
import type { BulkRecord } from "contract/desks/bulk.ts";
import { formatDateTime, formatNumber } from "contract/values/locale.ts";
import { useEffect } from "react";
import { Link, redirect, useLoaderData, useRevalidator } from "react-router";
import { readForm, submit } from "../../../forms/forms.ts";
import { shopOf } from "../../context.ts";
import { flash } from "../../cookies.ts";
import { OfficeForm, SubmitButton, useProblem } from "../../forms.tsx";
import { messagesIn, useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Status } from "../../kit/status.tsx";
import { titled } from "../../kit/titles.ts";
import { listOf } from "../../list/desks.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/run";
import { runTones } from "./runs.tsx";

export const meta = titled(({ lists }) => lists.bulk.bar);

export async function loader({ params, context }: Route.LoaderArgs) {
  return shopOf(context).desks.bulk({ id: Number(params.id) || 0 });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { desks } = shopOf(context);
  const id = Number(params.id) || 0;
  const stays = () => redirect(paths.bulk(id), 303);
  if (form.intent === "retry") return submit(form, desks.retryBulk, { id }, stays);
  return submit(form, desks.stopBulk, { id }, () => {
    flash(context, "info", messagesIn(context).lists.bulk.stopped);
    return stays();
  });
}

const EVERY_MS = 1500;
const rowTones = { waiting: "waits", done: "ok", skipped: "waits", failed: "broken" } as const;

export default function Run() {
  const messages = useOfficeMessages();
  const language = useLanguage();
  const run = useLoaderData<typeof loader>();
  useProgress(run.state === "running");
  const { desk, path, record, said: saidOf } = listOf(run.desk);
  const said = saidOf(messages);
  const { bulk } = messages.lists;
  const { waiting, done, skipped, failed } = run.counts;
  const total = waiting + done + skipped + failed;
  return (
    <>
      <PageHead
        title={said.acts[run.act]?.({ count: formatNumber(total) }) ?? run.act}
        about={`${bulk.started} ${formatDateTime(run.started_at, language)}`}
      >
        <Status tone={runTones[run.state]}>{bulk.states[run.state]}</Status>
      </PageHead>
      <section className="card panel pile" aria-live="polite">
        <progress className="bulk-progress" max={total} value={total - waiting} aria-label={bulk.bar} />
        <p className="num">
          {run.state === "running"
            ? bulk.progress({ done: formatNumber(total - waiting), total: formatNumber(total) })
            : bulk.result({ done: formatNumber(done), not: formatNumber(total - done) })}
        </p>
        <div className="row row-wrap">
          <RunActs run={run} />
          <Link className="button button-secondary" to={path}>
            {bulk.back}
          </Link>
        </div>
      </section>
      <div className="data-grid-frame">
        <table className="data-grid">
          <thead>
            <tr>
              <th scope="col">{said.columns[desk.key]}</th>
              <th scope="col">{bulk.what_became}</th>
              <th scope="col">{bulk.why}</th>
            </tr>
          </thead>
          <tbody>
            {run.rows.map(({ key, state, why }) => (
              <tr key={key}>
                <td>
                  <Link className="link row-link" to={record(key)}>
                    {key}
                  </Link>
                </td>
                <td data-label={bulk.what_became}>
                  <Status tone={rowTones[state]}>{bulk.row_states[state]}</Status>
                </td>
                <td data-label={bulk.why}>{why ?? "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {total > run.rows.length && (
        <p className="small muted num">{bulk.more_rows({ count: formatNumber(total - run.rows.length) })}</p>
      )}
    </>
  );
}

function RunActs({ run: { state, counts } }: { run: BulkRecord }) {
  const { bulk } = useOfficeMessages().lists;
  const [retry, stop] = [useProblem("retry"), useProblem("stop")];
  if (state === "running")
    return (
      <>
        <Link className="button button-secondary" to="." preventScrollReset>
          {bulk.refresh}
        </Link>
        <OfficeForm intent="stop" problem={stop}>
          <SubmitButton intent="stop">{bulk.stop}</SubmitButton>
        </OfficeForm>
      </>
    );
  if (counts.failed === 0) return null;
  return (
    <OfficeForm intent="retry" problem={retry}>
      <SubmitButton intent="retry" variant="primary">
        {bulk.retry({ count: formatNumber(counts.failed) })}
      </SubmitButton>
    </OfficeForm>
  );
}

/** Reads how far it is while it runs; without scripts there is the link. */
function useProgress(isRunning: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void revalidate(), EVERY_MS);
    return () => clearInterval(timer);
  }, [isRunning, revalidate]);
}
