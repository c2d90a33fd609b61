import { formatDateTime, formatNumber } from "contract/values/locale.ts";
import { Link, useLoaderData } from "react-router";
import { shopOf } from "../../context.ts";
import { useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Status } from "../../kit/status.tsx";
import { titled } from "../../kit/titles.ts";
import { listOf } from "../../list/desks.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/runs";

export const meta = titled(({ lists }) => lists.bulk.runs);

export async function loader({ context }: Route.LoaderArgs) {
  return shopOf(context).desks.bulks({});
}

export const runTones = { running: "moves", done: "ok", stopped: "waits" } as const;

/** One's own acts on many rows, newest first. */
export default function Runs() {
  const messages = useOfficeMessages();
  const language = useLanguage();
  const { runs } = useLoaderData<typeof loader>();
  const { bulk } = messages.lists;
  return (
    <>
      <PageHead title={bulk.runs} />
      <section className="card">
        {runs.length === 0 && <p className="empty-row">{bulk.no_runs}</p>}
        <ul className="rows">
          {runs.map(({ id, desk, act, state, started_at, counts: { waiting, done, skipped, failed } }) => {
            const total = waiting + done + skipped + failed;
            return (
              <li key={id}>
                <span>
                  <Link className="link" to={paths.bulk(id)}>
                    {listOf(desk)
                      .said(messages)
                      .acts[act]?.({ count: formatNumber(total) }) ?? act}
                  </Link>
                  <span className="tiny muted own-line num">
                    {formatDateTime(started_at, language)} ·{" "}
                    {bulk.result({ done: formatNumber(done), not: formatNumber(total - done) })}
                  </span>
                </span>
                <Status tone={runTones[state]}>{bulk.states[state]}</Status>
              </li>
            );
          })}
        </ul>
      </section>
    </>
  );
}
