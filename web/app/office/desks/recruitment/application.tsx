import type { ApplicationRecord } from "contract/recruitment/desk-applications.ts";
import type { ApplicationState } from "contract/recruitment/states.ts";
import { formatDate, formatDateTime } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { formatPhone } from "contract/values/phone.ts";
import { Link, redirect, useLoaderData } from "react-router";
import { field, readForm, sent, submit } from "../../../forms/forms.ts";
import { Hidden } from "../../../forms/hidden.tsx";
import { TextArea } from "../../../ui/fields/inputs.tsx";
import { shopOf } from "../../context.ts";
import { flash } from "../../cookies.ts";
import { OfficeForm, SubmitButton, useProblem } from "../../forms.tsx";
import { messagesIn, useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { Facts } from "../../kit/facts.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Status } from "../../kit/status.tsx";
import { titled } from "../../kit/titles.ts";
import { BASE, paths } from "../../paths.ts";
import type { Route } from "./+types/application";
import { applicationTones } from "./application-tones.ts";

export const meta = titled(({ applications }) => applications.title);

export async function loader({ params, context }: Route.LoaderArgs) {
  return shopOf(context).recruitment.application({ code: params.code });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { recruitment } = shopOf(context);
  const { applications } = messagesIn(context);
  const { code } = params;
  const done = () => {
    flash(context, "success", applications.done);
    return redirect(paths.application(code));
  };
  return form.intent === "note"
    ? submit(form, recruitment.noteApplication, { code, ...sent(form, "text") }, done)
    : submit(form, recruitment.moveApplication, { code, ...sent(form, "state", "message") }, done);
}

/** One application: what was sent, its file, its states and notes, and what can be done. */
export default function Application() {
  const { applications: words } = useOfficeMessages();
  const record = useLoaderData<typeof loader>();
  const language = useLanguage();
  const about = words.about({
    at: formatDateTime(record.sent_at, language),
    until: formatDate(new Date(Date.parse(record.answer_by) - 1), language),
  });
  return (
    <>
      <p className="small">
        <Link className="link" to={paths.applications()}>
          {words.title}
        </Link>
      </p>
      <PageHead title={`${record.code} · ${record.full_name}`} about={about}>
        <Status tone={applicationTones[record.state]}>{words.options.state[record.state]}</Status>
      </PageHead>
      <div className="two-columns">
        <div className="pile">
          <Person record={record} />
          <Events record={record} />
        </div>
        <div className="pile">
          <Cv record={record} />
          {record.moves.length > 0 && <Moves record={record} />}
          <Note />
          <Same record={record} />
        </div>
      </div>
    </>
  );
}

function Person({ record }: { record: ApplicationRecord }) {
  const { applications: words } = useOfficeMessages();
  const language = useLanguage();
  const { vacancy, birthday, expected_salary } = record;
  return (
    <section className="card" aria-labelledby="ho-so">
      <div className="card-head">
        <h2 id="ho-so">{words.facts}</h2>
      </div>
      <div className="panel pile">
        <Facts
          rows={[
            [
              words.columns.vacancy,
              <Link key="vacancy" className="link" to={`${paths.applications()}?vacancy=${vacancy.slug}`}>
                {vacancy.title}
              </Link>,
            ],
            [words.phone, formatPhone(record.phone)],
            [words.email, record.email],
            [words.birthday, birthday ? formatDate(birthday, language) : "–"],
            [words.expected_salary, expected_salary === null ? "–" : formatDong(expected_salary)],
            [words.language, record.language],
            [words.delete_on, formatDate(record.delete_on, language)],
          ]}
        />
        {record.introduction && <p>{record.introduction}</p>}
      </div>
    </section>
  );
}

function Cv({ record: { code, cv } }: { record: ApplicationRecord }) {
  const { applications: words } = useOfficeMessages();
  return (
    <section className="card" aria-labelledby="cv">
      <div className="card-head">
        <h2 id="cv">{words.columns.cv}</h2>
        <span className="tiny muted">{words.options.cv[cv?.scan ?? "none"]}</span>
      </div>
      {cv && (
        <div className="panel">
          <a className="button button-secondary" href={`${BASE}${paths.applicationCv(code)}`} download rel="nofollow">
            {words.open_cv({ name: cv.name })}
          </a>
          <p className="tiny muted">{words.recorded}</p>
        </div>
      )}
    </section>
  );
}

function Moves({ record: { moves } }: { record: ApplicationRecord }) {
  const { applications: words } = useOfficeMessages();
  return (
    <section className="card" aria-labelledby="chuyen">
      <div className="card-head">
        <h2 id="chuyen">{words.moves}</h2>
      </div>
      {moves.map((state) => (
        <Move key={state} state={state} />
      ))}
    </section>
  );
}

const told: ReadonlySet<ApplicationState> = new Set(["interview", "offer"]);

function Move({ state }: { state: ApplicationState }) {
  const { applications: words } = useOfficeMessages();
  const problem = useProblem(state);
  return (
    <details className="act" open={problem !== undefined || undefined}>
      <summary>{words.options.state[state]}</summary>
      <div>
        <OfficeForm intent={state} problem={problem} className="form-stack" labels={{ message: words.message }}>
          <Hidden<"recruitment.moveApplication"> name="state" value={state} />
          <p className="small">{words.emails[state]}</p>
          {told.has(state) && (
            <TextArea
              {...field<"recruitment.moveApplication">(problem, "message")}
              id={`message-${state}`}
              label={words.message}
              rows={5}
              maxLength={2_000}
              required
            />
          )}
          <SubmitButton intent={state} variant={state === "refused" ? "danger" : "primary"}>
            {words.move_to({ state: words.options.state[state] })}
          </SubmitButton>
        </OfficeForm>
      </div>
    </details>
  );
}

function Note() {
  const { applications: words } = useOfficeMessages();
  const problem = useProblem("note");
  return (
    <section className="card" aria-labelledby="ghi-chu">
      <div className="card-head">
        <h2 id="ghi-chu">{words.note}</h2>
      </div>
      <div className="panel">
        <OfficeForm intent="note" problem={problem} className="form-stack" labels={{ text: words.note }}>
          <TextArea
            {...field<"recruitment.noteApplication">(problem, "text")}
            label={words.note_help}
            rows={3}
            maxLength={2_000}
            required
          />
          <SubmitButton intent="note">{words.save_note}</SubmitButton>
        </OfficeForm>
      </div>
    </section>
  );
}

function Same({ record: { same_person } }: { record: ApplicationRecord }) {
  const { applications: words } = useOfficeMessages();
  const language = useLanguage();
  if (same_person.length === 0) return null;
  return (
    <section className="card" aria-labelledby="cung-nguoi">
      <div className="card-head">
        <h2 id="cung-nguoi">{words.columns.same_person}</h2>
      </div>
      <ul className="rows">
        {same_person.map(({ code, sent_at, state }) => (
          <li key={code}>
            <span>
              <Link className="link" to={paths.application(code)}>
                {code}
              </Link>
              <span className="tiny muted own-line">
                {formatDateTime(sent_at, language)} · {words.options.state[state]}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Events({ record: { events } }: { record: ApplicationRecord }) {
  const { applications: words } = useOfficeMessages();
  const language = useLanguage();
  return (
    <section className="card" aria-labelledby="dien-bien">
      <div className="card-head">
        <h2 id="dien-bien">{words.events}</h2>
      </div>
      <ul className="rows">
        {events.map(({ at, who, state, text }) => (
          <li key={`${at} ${state ?? text}`}>
            <span>
              <b>{state ? words.options.state[state] : words.note}</b>
              <span className="tiny muted own-line">
                {formatDateTime(at, language)} · {words.actors[who] ?? who}
              </span>
              {text && <span className="own-line">{words.system_notes[text] ?? text}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
