import { formatDate, formatDateTime } from "contract/values/locale.ts";
import type { WarrantyRecord } from "contract/warranty/desk-warranties.ts";
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
import type { Route } from "./+types/warranty";
import { WarrantyActs } from "./warranty-acts.tsx";
import { warrantyTones } from "./warranty-tones.ts";

export const meta = titled(({ warranties }) => warranties.title);

export async function loader({ params, context }: Route.LoaderArgs) {
  return shopOf(context).warranty.record({ code: params.code });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { warranty } = shopOf(context);
  const { code } = params;
  const done = () => {
    flash(context, "success", messagesIn(context).warranty.done);
    return redirect(paths.warranty(code));
  };
  switch (form.intent) {
    case "void":
      return submit(form, warranty.void, { code, ...sent(form, "version", "void_reason", "evidence") }, done);
    case "restore":
      return submit(form, warranty.restore, { code, ...sent(form, "version", "reason") }, done);
    case "invoice":
      return submit(form, warranty.decideInvoice, { code, ...sent(form, "version", "accept", "reason") }, done);
    case "transfer":
      return submit(form, warranty.decideTransfer, sent(form, "code", "accept", "reason"), done);
    default:
      throw new Response("Not found", { status: 404 });
  }
}

/** One card: its terms, repairs and history, and what waits for a decision. */
export default function Warranty() {
  const { warranties, warranty: words } = useOfficeMessages();
  const card = useLoaderData<typeof loader>();
  return (
    <>
      <p className="small">
        <Link className="link" to={paths.warranties()}>
          {warranties.title}
        </Link>
      </p>
      <PageHead
        title={card.code}
        about={words.about({ product: card.product.name, serial: card.serial ?? words.no_serial })}
      >
        {card.marks.map((mark) => (
          <Status key={mark} tone="waits">
            {warranties.options.marks[mark]}
          </Status>
        ))}
        <Status tone={warrantyTones[card.state]}>{warranties.options.state[card.state]}</Status>
      </PageHead>
      <div className="two-columns">
        <div className="pile">
          <Terms card={card} />
          <WarrantyActs card={card} />
          <Repairs card={card} />
        </div>
        <div className="pile">
          <About card={card} />
          <History card={card} />
        </div>
      </div>
    </>
  );
}

type Props = { card: WarrantyRecord };

function Terms({ card: { terms, start_on } }: Props) {
  const { warranty: words } = useOfficeMessages();
  const language = useLanguage();
  return (
    <section className="card" aria-labelledby="thoi-han">
      <div className="card-head">
        <h2 id="thoi-han">{words.terms}</h2>
      </div>
      <ul className="rows">
        {terms.map((term) => (
          <li key={`${term.part} ${term.kind} ${term.from}`}>
            <span>
              {term.part === null
                ? words.machine
                : term.from === start_on
                  ? term.part
                  : words.new_part({ part: term.part, day: formatDate(term.from, language) })}
              <span className="tiny muted own-line">
                {term.months > 0 ? words.months({ months: term.months }) : words.consumable}
              </span>
            </span>
            <span className="num">{term.end_on && words.until({ day: formatDate(term.end_on, language) })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Repairs({ card: { repairs } }: Props) {
  const { warranty: words } = useOfficeMessages();
  const language = useLanguage();
  if (repairs.length === 0) return null;
  return (
    <section className="card" aria-labelledby="sua-chua">
      <div className="card-head">
        <h2 id="sua-chua">{words.repairs}</h2>
      </div>
      <ul className="rows">
        {repairs.map((each) => (
          <li key={each.code}>
            <span>
              <b>{each.code}</b> {each.fault}
              <span className="tiny muted own-line">
                {each.done} · {each.is_covered ? words.covered : words.not_covered}
              </span>
            </span>
            <span className="tiny muted num">
              {formatDate(each.handed_in, language)}
              {each.handed_back && ` – ${formatDate(each.handed_back, language)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function About({ card }: Props) {
  const { warranties, warranty: words } = useOfficeMessages();
  const language = useLanguage();
  const { owner, place, bought_on, bought_at, order_code, origin, start_on, start_kind, extensions } = card;
  const rows: [string, ReactNode][] = [
    [words.owner, owner.full_name || words.nobody],
    ...(owner.phone ? [[words.phone, owner.phone] as [string, ReactNode]] : []),
    ...(place ? [[words.place, place] as [string, ReactNode]] : []),
    [warranties.columns.origin, warranties.options.origin[origin]],
    [words.start, `${formatDate(start_on, language)}, ${words.starts[start_kind]}`],
    ...(bought_on ? [[words.bought, formatDate(bought_on, language)] as [string, ReactNode]] : []),
    ...(bought_at ? [[words.bought_at, bought_at] as [string, ReactNode]] : []),
    ...extensions.map(
      ({ months, source }) =>
        [words.extensions, `${words.months({ months })} (${words.sources[source]})`] as [string, ReactNode],
    ),
    ...(card.repair_days > 0 ? [["", words.repair_days({ days: card.repair_days })] as [string, ReactNode]] : []),
    ...(card.agent
      ? [[words.agent, `${card.agent.name}. ${words.not_me({ count: card.agent.not_me })}`] as [string, ReactNode]]
      : []),
    ...(order_code
      ? [
          [
            words.order,
            <Link key="order" className="link" to={paths.order(order_code)}>
              {order_code}
            </Link>,
          ] as [string, ReactNode],
        ]
      : []),
  ];
  return (
    <section className="card" aria-labelledby="thong-tin">
      <div className="card-head">
        <h2 id="thong-tin">{words.facts}</h2>
      </div>
      <div className="panel">
        <Facts rows={rows} />
      </div>
    </section>
  );
}

function History({ card: { history } }: Props) {
  const { warranty: words } = useOfficeMessages();
  const language = useLanguage();
  return (
    <section className="card" aria-labelledby="dien-bien">
      <div className="card-head">
        <h2 id="dien-bien">{words.history}</h2>
      </div>
      <ol className="rows">
        {history.toReversed().map(({ at, act, by, note }) => (
          <li key={`${at} ${act}`}>
            <span>
              <b>{by ?? words.by_owner}</b> {words.happened[act]}
              {note && <span className="own-line">{note}</span>}
            </span>
            <span className="tiny muted num">{formatDateTime(at, language)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
