import type { RentGroundRecord } from "contract/partners/rent-grounds.ts";
import type { RentGroundState } from "contract/partners/rent-grounds-desk.ts";
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
import type { Route } from "./+types/rent-ground";
import { rentGroundTones } from "./rent-ground-tones.ts";

export const meta = titled(({ premises }) => premises.title);

export async function loader({ params, context }: Route.LoaderArgs) {
  return shopOf(context).partners.rentGround({ code: params.code });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { partners } = shopOf(context);
  const { premises } = messagesIn(context);
  const { code } = params;
  const done = () => {
    flash(context, "success", premises.done);
    return redirect(paths.rentGround(code));
  };
  return form.intent === "note"
    ? submit(form, partners.noteRentGround, { code, ...sent(form, "text") }, done)
    : submit(form, partners.moveRentGround, { code, ...sent(form, "state", "text") }, done);
}

/** One proposal of premises: what was sent, its pictures, its states and notes, and what can be done. */
export default function RentGround() {
  const { premises: words } = useOfficeMessages();
  const record = useLoaderData<typeof loader>();
  const language = useLanguage();
  const about = words.about({
    at: formatDateTime(record.received_at, language),
    until: formatDate(new Date(Date.parse(record.answer_by) - 1), language),
  });
  return (
    <>
      <p className="small">
        <Link className="link" to={paths.rentGrounds()}>
          {words.title}
        </Link>
      </p>
      <PageHead title={`${record.code} · ${record.full_name}`} about={about}>
        <Status tone={rentGroundTones[record.state]}>{words.options.state[record.state]}</Status>
      </PageHead>
      <div className="two-columns">
        <div className="pile">
          <Premises record={record} />
          <Pictures record={record} />
          <Events record={record} />
        </div>
        <div className="pile">
          {record.moves.length > 0 && <Moves record={record} />}
          <Note />
          <Same record={record} />
        </div>
      </div>
    </>
  );
}

function Premises({ record }: { record: RentGroundRecord }) {
  const { premises: words } = useOfficeMessages();
  const language = useLanguage();
  return (
    <section className="card" aria-labelledby="mat-bang">
      <div className="card-head">
        <h2 id="mat-bang">{words.facts}</h2>
      </div>
      <div className="panel pile">
        <Facts
          rows={[
            [words.columns.phone, formatPhone(record.phone)],
            [words.address, record.address],
            [words.columns.area_m2, record.area_m2.toLocaleString("en-US")],
            [words.columns.front_m, record.front_m.toLocaleString("en-US")],
            [words.columns.monthly_rent, formatDong(record.monthly_rent)],
            [words.right, words.rights[record.right]],
            [words.available_from, formatDate(record.available_from, language)],
            [words.language, record.language],
            [words.delete_on, formatDate(record.delete_on, language)],
          ]}
        />
        {record.note && <p className="written-text">{record.note}</p>}
      </div>
    </section>
  );
}

function Pictures({ record: { code, pictures } }: { record: RentGroundRecord }) {
  const { premises: words } = useOfficeMessages();
  if (pictures.length === 0) return null;
  return (
    <section className="card" aria-labelledby="anh">
      <div className="card-head">
        <h2 id="anh">{words.pictures}</h2>
        <span className="tiny muted">{pictures.length}</span>
      </div>
      <ul className="panel premises-pictures">
        {pictures.map(({ number, name }) => {
          const address = `${BASE}${paths.rentGroundPicture(code, number)}`;
          return (
            <li key={number}>
              <a href={address} rel="nofollow">
                <img src={address} alt={words.picture({ number, name })} loading="lazy" width={160} height={120} />
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Moves({ record: { moves } }: { record: RentGroundRecord }) {
  const { premises: words } = useOfficeMessages();
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

function Move({ state }: { state: RentGroundState }) {
  const { premises: words } = useOfficeMessages();
  const problem = useProblem(state);
  return (
    <details className="act" open={problem !== undefined || undefined}>
      <summary>{words.options.state[state]}</summary>
      <div>
        <OfficeForm intent={state} problem={problem} className="form-stack" labels={{ text: words.move_note }}>
          <Hidden<"partners.moveRentGround"> name="state" value={state} />
          <TextArea
            {...field<"partners.moveRentGround">(problem, "text")}
            id={`text-${state}`}
            label={words.move_note}
            rows={3}
            maxLength={2_000}
          />
          <SubmitButton intent={state} variant={state === "refused" ? "danger" : "primary"}>
            {words.move_to({ state: words.options.state[state] })}
          </SubmitButton>
        </OfficeForm>
      </div>
    </details>
  );
}

function Note() {
  const { premises: words } = useOfficeMessages();
  const problem = useProblem("note");
  return (
    <section className="card" aria-labelledby="ghi-chu">
      <div className="card-head">
        <h2 id="ghi-chu">{words.note}</h2>
      </div>
      <div className="panel">
        <OfficeForm intent="note" problem={problem} className="form-stack" labels={{ text: words.note }}>
          <TextArea
            {...field<"partners.noteRentGround">(problem, "text")}
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

function Same({ record: { same_person } }: { record: RentGroundRecord }) {
  const { premises: words } = useOfficeMessages();
  const language = useLanguage();
  if (same_person.length === 0) return null;
  return (
    <section className="card" aria-labelledby="cung-so">
      <div className="card-head">
        <h2 id="cung-so">{words.same_person}</h2>
      </div>
      <ul className="rows">
        {same_person.map(({ code, received_at, state }) => (
          <li key={code}>
            <span>
              <Link className="link" to={paths.rentGround(code)}>
                {code}
              </Link>
              <span className="tiny muted own-line">
                {formatDateTime(received_at, language)} · {words.options.state[state]}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Events({ record: { events } }: { record: RentGroundRecord }) {
  const { premises: words } = useOfficeMessages();
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
              {text && <span className="own-line">{text}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
