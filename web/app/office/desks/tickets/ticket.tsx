import type { TicketRecord } from "contract/service/desk-tickets.ts";
import { slotText } from "contract/service/service-words.ts";
import { formatDate, formatDateTime } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { formatPhone } from "contract/values/phone.ts";
import type { ReactNode } from "react";
import { Link, redirect, useLoaderData } from "react-router";
import { readForm, sent, submit } from "../../../forms/forms.ts";
import { shopOf } from "../../context.ts";
import { flash } from "../../cookies.ts";
import { messagesIn, useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { Facts } from "../../kit/facts.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Status } from "../../kit/status.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/ticket";
import { TicketActs } from "./ticket-acts.tsx";
import { ticketTones } from "./ticket-tones.ts";

export const meta = titled(({ tickets }) => tickets.title);

export async function loader({ params, context }: Route.LoaderArgs) {
  return shopOf(context).service.record({ code: params.code });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { service } = shopOf(context);
  const { code } = params;
  const done = () => {
    flash(context, "success", messagesIn(context).ticket.done);
    return redirect(paths.ticket(code));
  };
  switch (form.intent) {
    case "move":
      return submit(form, service.moveTicket, { code, ...sent(form, "version", "to", "reason") }, done);
    case "assign":
      return submit(form, service.assign, { code, ...sent(form, "version", "technician", "day", "slot") }, done);
    case "quote":
      return submit(form, service.quote, { code, ...sent(form, "version", "reason", "lines") }, done);
    case "parts": {
      const fields = sent(form, "version", "name", "quantity", "price", "warranty_months");
      return submit(form, service.parts, { code, ...fields }, done);
    }
    case "cover":
      return submit(form, service.cover, { code, ...sent(form, "version", "covered", "reason") }, done);
    default:
      throw new Response("Not found", { status: 404 });
  }
}

/** One ticket: what is to be done, its quotes and parts, and what became of it. */
export default function Ticket() {
  const { tickets, ticket: words } = useOfficeMessages();
  const row = useLoaderData<typeof loader>();
  return (
    <>
      <p className="small">
        <Link className="link" to={paths.tickets()}>
          {tickets.title}
        </Link>
      </p>
      <PageHead title={row.code} about={words.about({ kind: tickets.options.kind[row.kind], machine: row.machine })}>
        {row.is_late && <Status tone="broken">{words.late}</Status>}
        <Status tone={ticketTones[row.state]}>{tickets.options.state[row.state]}</Status>
      </PageHead>
      <div className="two-columns">
        <div className="pile">
          <TicketActs row={row} />
          <Quotes row={row} />
          <PartList row={row} />
        </div>
        <div className="pile">
          <About row={row} />
          <History row={row} />
        </div>
      </div>
    </>
  );
}

type Props = { row: TicketRecord };
type Fact = [string, ReactNode];

function About({ row }: Props) {
  const { ticket: words } = useOfficeMessages();
  const language = useLanguage();
  const { card, visit, is_covered } = row;
  const covered = is_covered === null ? "open" : is_covered ? "yes" : "no";
  const rows: Fact[] = [
    [words.owner, row.full_name],
    [words.phone, row.phone.startsWith("+") ? formatPhone(row.phone) : row.phone],
    ...(row.address ? [[words.address, row.address] as Fact] : []),
    [words.area, row.area ?? words.no_area],
    ...(row.fault ? [[words.fault, row.fault] as Fact] : []),
    ...(row.fault_text ? [[words.said, row.fault_text] as Fact] : []),
    ...(card
      ? [
          [
            words.card,
            <Link key="card" className="link" to={paths.warranty(card.code)}>
              {words.card_until({ code: card.code, day: formatDate(card.end_on, language) })}
            </Link>,
          ] as Fact,
        ]
      : []),
    ...(row.kind === "repair" ? [[words.covered, words.covered_states[covered]] as Fact] : []),
    ...(visit
      ? [
          [
            words.visit,
            words.visit_line({
              time: slotText(visit.slot),
              day: formatDate(visit.day, language),
              technician: visit.technician,
            }),
          ] as Fact,
        ]
      : []),
    ...(visit?.link ? [[words.visit_link, <code key="link">{visit.link}</code>] as Fact] : []),
    ...(row.agreed !== null ? [[words.agreed, formatDong(row.agreed)] as Fact] : []),
    ...(row.due_at ? [[words.due, formatDateTime(row.due_at, language)] as Fact] : []),
    [words.created, formatDateTime(row.created_at, language)],
  ];
  return (
    <section className="card" aria-labelledby="thong-tin">
      <div className="card-head">
        <h2 id="thong-tin">{words.facts}</h2>
      </div>
      <div className="panel">
        <Facts rows={rows} />
        {row.same_fault > 0 && <p className="small">{words.same_fault({ count: row.same_fault })}</p>}
        {row.same_fault >= 2 && <p className="small">{words.offer_choice}</p>}
        {row.pictures.length > 0 && (
          <p className="small row row-wrap">
            {row.pictures.map((key, at) => (
              <a key={key} className="link" href={paths.ticketPicture(row.code, key)} target="_blank" rel="noreferrer">
                {words.picture({ number: at + 1 })}
              </a>
            ))}
          </p>
        )}
      </div>
    </section>
  );
}

function Quotes({ row: { quotes } }: Props) {
  const { ticket: words } = useOfficeMessages();
  const language = useLanguage();
  if (quotes.length === 0) return null;
  return (
    <section className="card" aria-labelledby="bao-gia-da-gui">
      <div className="card-head">
        <h2 id="bao-gia-da-gui">{words.quotes}</h2>
      </div>
      <ul className="rows">
        {quotes.toReversed().map(({ number, reason, lines, total, state, until }) => (
          <li key={number}>
            <span>
              <b>{words.quote_number({ number })}</b> {reason}
              <span className="tiny muted own-line">
                {lines
                  .map(({ name, quantity, price }) => `${words.times({ quantity, name })} ${formatDong(price)}`)
                  .join(" · ")}
              </span>
              <span className="tiny muted own-line">
                {words.quote_states[state]}
                {state === "waiting" && `, ${words.quote_until({ day: formatDate(until, language) })}`}
              </span>
            </span>
            <span className="num">{formatDong(total)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PartList({ row: { parts } }: Props) {
  const { ticket: words } = useOfficeMessages();
  if (parts.length === 0) return null;
  return (
    <section className="card" aria-labelledby="linh-kien">
      <div className="card-head">
        <h2 id="linh-kien">{words.parts}</h2>
      </div>
      <ul className="rows">
        {parts.map(({ name, quantity, price }) => (
          <li key={name}>
            <span>{words.times({ quantity, name })}</span>
            <span className="num">{formatDong(price)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function History({ row: { history } }: Props) {
  const { tickets, ticket: words } = useOfficeMessages();
  const language = useLanguage();
  return (
    <section className="card" aria-labelledby="dien-bien">
      <div className="card-head">
        <h2 id="dien-bien">{words.history}</h2>
      </div>
      <ol className="rows">
        {history.toReversed().map(({ at, by_kind, by, act, state, note }) => (
          <li key={`${at} ${act} ${state}`}>
            <span>
              <b>{by ?? words.movers[by_kind]}</b> {words.happened[act]({ state: tickets.options.state[state] })}
              {note && <span className="own-line">{note}</span>}
            </span>
            <span className="tiny muted num">{formatDateTime(at, language)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
