import type { StaffResults } from "contract/surveys/surveys.ts";
import { Link, redirect, useLoaderData } from "react-router";
import { readForm, submit } from "../../../forms/forms.ts";
import { shopOf } from "../../context.ts";
import { flash } from "../../cookies.ts";
import { OfficeForm, SubmitButton, useProblem } from "../../forms.tsx";
import { useStaff } from "../../frame/staff.ts";
import { messagesIn, useOfficeMessages } from "../../i18n.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Status } from "../../kit/status.tsx";
import { titled } from "../../kit/titles.ts";
import { BASE, paths } from "../../paths.ts";
import type { Route } from "./+types/poll";
import { pollTones } from "./poll-tones.ts";

export const meta = titled(({ surveys }) => surveys.title);

export async function loader({ params, context }: Route.LoaderArgs) {
  const { surveys } = shopOf(context);
  const [results, polls] = await Promise.all([surveys.results({ id: params.id }), surveys.staffPolls({})]);
  return { results, state: polls.find(({ id }) => id === results.id)?.state ?? "draft" };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { surveys } = shopOf(context);
  const { surveys: words } = messagesIn(context);
  const { id } = params;
  const done = (text: string) => () => {
    flash(context, "success", text);
    return redirect(paths.poll(id));
  };
  return form.intent === "open"
    ? submit(form, surveys.openPoll, { id }, done(words.opened))
    : submit(form, surveys.closePoll, { id }, done(words.closed));
}

/** What was answered, question by question: counts, and what was written. */
export default function Poll() {
  const { surveys: words } = useOfficeMessages();
  const { results, state } = useLoaderData<typeof loader>();
  const { holds } = useStaff();
  return (
    <>
      <p className="small">
        <Link className="link" to={paths.polls()}>
          {words.title}
        </Link>
      </p>
      <PageHead title={results.title} about={words.answered({ count: results.answers })}>
        <Status tone={pollTones[state]}>{words.states[state]}</Status>
      </PageHead>
      <div className="two-columns">
        <div className="pile">
          {results.questions.map((question) => (
            <Question key={question.id} question={question} />
          ))}
        </div>
        <div className="pile">
          <section className="card panel pile">
            <a
              className="button button-secondary"
              href={`${BASE}${paths.pollFile(results.id)}`}
              download
              rel="nofollow"
            >
              {words.file}
            </a>
            {holds("content:publish") && <Turn state={state} />}
          </section>
        </div>
      </div>
    </>
  );
}

function Turn({ state }: { state: "draft" | "open" | "closed" }) {
  const { surveys: words } = useOfficeMessages();
  const intent = state === "open" ? "close" : "open";
  const problem = useProblem(intent);
  return (
    <OfficeForm intent={intent} problem={problem} className="form-stack">
      <SubmitButton intent={intent} variant={intent === "close" ? "danger" : "primary"}>
        {intent === "close" ? words.close : words.open}
      </SubmitButton>
    </OfficeForm>
  );
}

function Question({ question }: { question: StaffResults["questions"][number] }) {
  const { surveys: words } = useOfficeMessages();
  const { id, text, type, answered, options, texts } = question;
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{text}</h2>
        <span className="tiny muted">{words.answered({ count: answered })}</span>
      </div>
      {type === "text" ? (
        <ul className="rows" aria-label={words.texts}>
          {texts.length === 0 && <li>{words.no_texts}</li>}
          {texts.map((each, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may have written the same, and the list does not change
            <li key={`${at} ${each}`}>
              <span className="written-text">{each}</span>
            </li>
          ))}
        </ul>
      ) : (
        <ul className="rows">
          {options.map(({ code, label, count, percent }) => (
            <li key={code}>
              <span>{label}</span>
              <b className="num">{words.percent({ count, percent })}</b>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
