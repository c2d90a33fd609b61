import type { JobRow } from "contract/platform/platform.ts";
import { formatDateTime } from "contract/values/locale.ts";
import { Link, redirect, useLoaderData } from "react-router";
import type { FieldOf } from "../../../forms/field-names.ts";
import { field, readForm, sent, submit } from "../../../forms/forms.ts";
import { Button } from "../../../ui/button.tsx";
import { TextInput } from "../../../ui/fields/inputs.tsx";
import { shopOf } from "../../context.ts";
import { flash } from "../../cookies.ts";
import { OfficeForm, useProblem } from "../../forms.tsx";
import { messagesIn, useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Status, type Tone } from "../../kit/status.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/jobs";

export const meta = titled(({ shop }) => shop.jobs.title);

const MAX_ROWS = 100;
/** In the order of what needs a person most. */
const jobStates = [
  "failed",
  "retrying",
  "running",
  "waiting",
  "scheduled",
] as const satisfies readonly JobRow["state"][];

export async function loader({ request, context }: Route.LoaderArgs) {
  const wanted = new URL(request.url).searchParams.get("state");
  const state = jobStates.find((each) => each === wanted);
  const found = await shopOf(context).platform.jobs({ ...(state && { state }), limit: MAX_ROWS });
  return { ...found, state: state ?? null };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { platform } = shopOf(context);
  const said = messagesIn(context).shop.jobs;
  const ids = form.input.ids ?? [];
  const here = new URL(request.url).search;
  const answer =
    (text: (p: { done: number; left: number }) => string) => (result: { done: string[]; not_done: string[] }) => {
      flash(context, "success", text({ done: result.done.length, left: result.not_done.length }));
      return redirect(paths.jobs() + here);
    };
  // One form with two buttons, each with its own intent.
  return form.input.act === "drop"
    ? submit(form, platform.dropJobs, { ids, ...sent(form, "reason") }, answer(said.dropped))
    : submit(form, platform.runJobs, { ids }, answer(said.ran));
}

const tones: Readonly<Record<JobRow["state"], Tone>> = {
  failed: "broken",
  retrying: "waits",
  running: "moves",
  waiting: "over",
  scheduled: "planned",
};

/** What works in the background, and what has failed for good. */
export default function Jobs() {
  const { shop } = useOfficeMessages();
  const { jobs, waiting, failed, delay_seconds, state } = useLoaderData<typeof loader>();
  const problem = useProblem("jobs");
  const said = shop.jobs;
  const delay = `${delay_seconds} s`;
  return (
    <>
      <PageHead title={said.title} about={said.about({ waiting, failed, delay })} />
      <nav className="filter-bar" aria-label={said.columns.state}>
        <Link className="filter" to={paths.jobs()} aria-current={state === null ? "true" : undefined}>
          {said.all}
        </Link>
        {jobStates.map((each) => (
          <Link
            key={each}
            className="filter"
            to={`${paths.jobs()}?state=${each}`}
            aria-current={state === each ? "true" : undefined}
          >
            {said.states[each]}
          </Link>
        ))}
      </nav>
      <OfficeForm intent="jobs" problem={problem}>
        <div className="data-grid-frame">
          {jobs.length === 0 ? (
            <p className="empty-row">{said.none}</p>
          ) : (
            <table className="data-grid">
              <thead>
                <tr>
                  <th scope="col">
                    <span className="visually-hidden">{said.columns.choose}</span>
                  </th>
                  <th scope="col">{said.columns.name}</th>
                  <th scope="col">{said.columns.state}</th>
                  <th scope="col">{said.columns.why}</th>
                  <th scope="col">{said.columns.at}</th>
                </tr>
              </thead>
              <tbody>
                {jobs.map((job) => (
                  <Row key={job.id} job={job} />
                ))}
              </tbody>
            </table>
          )}
        </div>
        {jobs.some(isChoosable) && (
          <div className="job-acts">
            <Button type="submit" name={ACT} value="run" icon="refresh">
              {said.run}
            </Button>
            <TextInput {...field<"platform.dropJobs">(problem, "reason")} label={said.reason} autoComplete="off" />
            <Button type="submit" name={ACT} value="drop" variant="danger">
              {said.drop}
            </Button>
          </div>
        )}
      </OfficeForm>
    </>
  );
}

/** Which of the two buttons sent the form. */
const ACT = "act";

const isChoosable = ({ state }: JobRow) => state === "failed" || state === "retrying";

function Row({ job }: { job: JobRow }) {
  const { shop } = useOfficeMessages();
  const language = useLanguage();
  const said = shop.jobs;
  const name = said.names[job.name] ?? job.name;
  return (
    <tr>
      <td>
        {isChoosable(job) && (
          <input
            type="checkbox"
            className="checkbox"
            name={"ids[]" satisfies FieldOf<"platform.runJobs">}
            value={job.id}
            aria-label={said.choose({ name })}
          />
        )}
      </td>
      <td>
        <b>{name}</b>
        <span className="sub">{said.tries({ done: job.attempts, of: job.max_attempts })}</span>
      </td>
      <td>
        <Status tone={tones[job.state]}>{said.states[job.state]}</Status>
      </td>
      <td data-label={said.columns.why}>{job.last_error ?? "–"}</td>
      <td data-label={said.columns.at}>
        {formatDateTime(job.state === "scheduled" || job.state === "retrying" ? job.run_at : job.updated_at, language)}
      </td>
    </tr>
  );
}
