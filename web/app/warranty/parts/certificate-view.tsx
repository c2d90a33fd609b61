import { rules } from "virtual:field-rules/warranty.object";
import { formatDate } from "contract/values/locale.ts";
import { formatPhone } from "contract/values/phone.ts";
import { groupedCode } from "contract/values/public-code.ts";
import type { Certificate } from "contract/warranty/warranty.ts";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { CheckedForm } from "../../forms/checked-form.tsx";
import { type FormProblem, field } from "../../forms/forms.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { ProblemNote } from "../../shared/problem.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { TextArea } from "../../ui/fields/inputs.tsx";
import { Badge } from "../../ui/text/badge.tsx";
import { Note } from "../../ui/text/note.tsx";
import { Machine, StateBadge, TermBar } from "./machine.tsx";

type Props = {
  id: string;
  certificate: Certificate;
  now: string;
  code: ReactNode;
  problem: FormProblem | undefined;
  submission_key: string;
};

/** The whole card: facts, terms by part, what was repaired, conditions. */
export function CertificateView({ id, certificate, now, code, problem, submission_key }: Props) {
  const { warranty: words } = useMessages();
  const paths = usePaths();
  return (
    <div className="with-summary">
      <div className="stack-loose">
        <ProblemNote problem={problem} />
        <Void {...{ certificate, problem, submission_key }} />
        <Transfers {...{ certificate, submission_key }} />
        <section className="card" aria-label={words.card({ code: certificate.code })}>
          <div className="panel certificate-head">
            <Machine product={certificate.product} badge={<StateBadge state={certificate.state} />} level={1}>
              <p className="small muted num">
                {words.card({ code: certificate.code })} · {certificate.serial ?? words.no_serial}
              </p>
              {certificate.marks.map((mark) => (
                <p key={mark}>
                  <Badge tone="info">{words.marks[mark]}</Badge>
                </p>
              ))}
              <TermBar shown={certificate} now={now} />
            </Machine>
            <p className="certificate-qr tiny muted">
              <img src={`/qr/warranty/${id}`} alt="" width={116} height={116} />
              <span className="own-line">{words.qr}</span>
            </p>
          </div>
          <Facts certificate={certificate} />
          <p className="panel needs-script">
            <Button type="button" variant="secondary" size="small" data-hydrate onClick={() => window.print()}>
              {words.print}
            </Button>
          </p>
          {certificate.can_activate && (
            <Form method="post" className="panel">
              <input type="hidden" name="idempotency_key" value={submission_key} />
              <Button name="intent" value="activate">
                {words.activate}
              </Button>
            </Form>
          )}
        </section>
        <Terms certificate={certificate} now={now} />
        <Service certificate={certificate} />
        <Conditions certificate={certificate} />
      </div>
      <aside className="stack certificate-aside">
        {!certificate.owner.in_full && code}
        <section className="card panel stack" aria-labelledby="quyen">
          <h2 id="quyen" className="h4">
            {words.rights}
          </h2>
          <ul className="stack small">
            {words.right_list.map((right) => (
              <li key={right}>{right}</li>
            ))}
          </ul>
          <p className="row row-wrap">
            <ButtonLink href={paths.contact({ topic: "warranty" })} variant="secondary" size="small">
              {words.contact}
            </ButtonLink>
            <ButtonLink href={paths.information("bao-hanh")} variant="ghost" size="small">
              {words.policy}
            </ButtonLink>
          </p>
        </section>
      </aside>
    </div>
  );
}

type Of = { certificate: Certificate };
type Sending = { submission_key: string };

function Facts({ certificate }: Of) {
  const { warranty: words } = useMessages();
  const locale = useLocale();
  const { owner, place, bought_on, bought_at, order_code, term_months, extensions, repair_days, start_kind } =
    certificate;
  const soldAt = order_code ? words.order({ code: groupedCode(order_code) }) : bought_at;
  const term = [
    `${words.plain_months({ months: term_months })}, ${words.starts[start_kind]}`,
    ...extensions.map(({ months, source }) => words.extension({ months, source: words.sources[source] })),
    ...(repair_days > 0 ? [words.repair_days({ days: repair_days })] : []),
  ];
  const rows: [string, string][] = [
    [words.owner, owner.full_name],
    [words.phone, owner.in_full ? formatPhone(owner.phone) : owner.phone],
    [words.place, place],
    [words.bought_on, bought_on ? formatDate(bought_on, locale) : ""],
    [words.sold_at, soldAt],
    [words.term, term.join(" ")],
  ];
  return (
    <dl className="panel certificate-facts">
      {rows
        .filter(([, value]) => value !== "")
        .map(([name, value]) => (
          <div key={name}>
            <dt className="muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function Terms({ certificate: { terms, start_on }, now }: Of & { now: string }) {
  const { warranty: words } = useMessages();
  const locale = useLocale();
  const today = now.slice(0, 10);
  const stateOf = ({ kind, end_on }: Certificate["terms"][number]) => {
    if (kind === "consumable" || end_on === null) return <Badge tone="neutral">{words.part_states.consumable}</Badge>;
    if (end_on < today) return <Badge tone="neutral">{words.part_states.over}</Badge>;
    return kind === "new" ? (
      <Badge tone="info">{words.part_states.new}</Badge>
    ) : (
      <Badge tone="ok">{words.part_states.covered}</Badge>
    );
  };
  return (
    <section className="card" aria-labelledby="tung-phan">
      <div className="card-head">
        <h2 id="tung-phan" className="h4">
          {words.parts}
        </h2>
      </div>
      <div className="table-scroll">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{words.part}</th>
              <th scope="col">{words.part_term}</th>
              <th scope="col">{words.part_until}</th>
              <th scope="col">{words.part_state}</th>
            </tr>
          </thead>
          <tbody>
            {terms.map((term) => (
              <tr key={`${term.part} ${term.kind} ${term.from}`}>
                <th scope="row">
                  {term.part === null
                    ? words.machine
                    : term.from !== start_on
                      ? words.new_part({ part: term.part, day: formatDate(term.from, locale) })
                      : term.part}
                </th>
                <td className="nowrap">
                  {term.months > 0 ? words.plain_months({ months: term.months }) : words.no_term}
                </td>
                <td className="nowrap num">{term.end_on ? formatDate(term.end_on, locale) : "–"}</td>
                <td>{stateOf(term)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Service({ certificate: { repairs, activated_on } }: Of) {
  const { warranty: words } = useMessages();
  const locale = useLocale();
  const day = (at: string) => formatDate(at, locale);
  return (
    <section className="card panel stack" aria-labelledby="phuc-vu">
      <h2 id="phuc-vu" className="h4">
        {words.service}
      </h2>
      <ol className="stack">
        {repairs.toReversed().map((each) => (
          <li key={each.code} className="stack">
            <p>
              <b className="num">{each.code}</b>{" "}
              <Badge tone={each.is_covered ? "ok" : "neutral"}>
                {each.is_covered ? words.covered : words.not_covered}
              </Badge>
            </p>
            <p>
              {each.fault}. {each.done}
            </p>
            <p className="small muted">
              {each.handed_back === null
                ? words.repair_open({ from: day(each.handed_in) })
                : words.repair_dates({ from: day(each.handed_in), to: day(each.handed_back) })}
              {each.technician && ` · ${words.technician({ name: each.technician })}`}
            </p>
          </li>
        ))}
        {activated_on && (
          <li>
            <b>{words.activation_event}</b> <span className="small muted">{day(activated_on)}</span>
          </li>
        )}
      </ol>
    </section>
  );
}

function Conditions({ certificate: { exclusions, note } }: Of) {
  const { warranty: words } = useMessages();
  if (exclusions.length === 0 && note === "") return null;
  return (
    <section className="card panel stack" aria-labelledby="dieu-kien">
      <h2 id="dieu-kien" className="h4">
        {words.conditions}
      </h2>
      <ul className="stack small">
        {exclusions.map((each) => (
          <li key={each}>{words.exclusions[each]}</li>
        ))}
      </ul>
      {note && <p className="small muted">{note}</p>}
    </section>
  );
}

function Void({ certificate, problem, submission_key }: Of & Sending & { problem: FormProblem | undefined }) {
  const { warranty: words } = useMessages();
  const locale = useLocale();
  const told = certificate.void;
  if (!told) return null;
  return (
    <section className="card panel stack" aria-labelledby="vo-hieu">
      <h2 id="vo-hieu" className="h4">
        {words.void_title}
      </h2>
      <p>
        <b>{words.void_reasons[told.reason]}</b>
      </p>
      <p className="written-text">{told.text}</p>
      {told.objection && (
        <Note role="status">
          {words.objected}
          <p className="written-text">{told.objection}</p>
        </Note>
      )}
      {told.object_until && (
        <CheckedForm rules={rules} problem={problem} className="stack">
          <input type="hidden" name="intent" value="object" />
          <input type="hidden" name="idempotency_key" value={submission_key} />
          <p className="small muted">{words.object_text({ day: formatDate(told.object_until, locale) })}</p>
          <TextArea
            {...field<"warranty.object">(problem, "text")}
            label={words.object}
            rows={4}
            maxLength={1_000}
            required
          />
          <p>
            <Button variant="secondary">{words.object}</Button>
          </p>
        </CheckedForm>
      )}
    </section>
  );
}

/** Agreeing takes a phone that was proved in the last 30 minutes: the card says how where it was not. */
function Transfers({ certificate, submission_key }: Of & Sending) {
  const { warranty: words } = useMessages();
  const locale = useLocale();
  return certificate.transfers.map(({ code, until }) => (
    <section key={code} className="card panel stack" aria-labelledby={code}>
      <h2 id={code} className="h4">
        {words.transfers}
      </h2>
      <p>{words.transfer_until({ day: formatDate(until, locale) })}</p>
      {!certificate.owner.in_full && <p className="small muted">{words.code_needed}</p>}
      <div className="row row-wrap">
        {certificate.owner.in_full && (
          <Form method="post">
            <input type="hidden" name="idempotency_key" value={submission_key} />
            <Hidden<"warranty.answerTransfer"> name="code" value={code} />
            <Hidden<"warranty.answerTransfer"> name="accept" value="true" />
            <Button name="intent" value="answer">
              {words.agree}
            </Button>
          </Form>
        )}
        <Form method="post">
          <input type="hidden" name="idempotency_key" value={submission_key} />
          <Hidden<"warranty.answerTransfer"> name="code" value={code} />
          <Hidden<"warranty.answerTransfer"> name="accept" value="false" />
          <Button variant="secondary" name="intent" value="answer">
            {words.disagree}
          </Button>
        </Form>
      </div>
    </section>
  ));
}
