import { slotText } from "contract/service/service-words.ts";
import type { ServiceSlots, Ticket } from "contract/service/tickets.ts";
import { formatDate } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { Form } from "react-router";
import { type FormProblem, field, fieldError } from "../../forms/forms.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { ProblemNote } from "../../shared/problem.tsx";
import { Button } from "../../ui/button.tsx";
import { ChoiceGroup, Radio } from "../../ui/fields/choices.tsx";
import { TextInput } from "../../ui/fields/inputs.tsx";
import { ticketPath } from "../paths.ts";

type Acting = { problem: FormProblem | undefined; submission_key: string };

/** Costs before work: accepted or refused by their number. */
export function QuoteForm({ quote, problem, submission_key }: Acting & { quote: Ticket["quotes"][number] }) {
  const { household: words } = useMessages();
  const locale = useLocale();
  const { number, reason, lines, total, until } = quote;
  return (
    <Form method="post" className="card panel stack" id="bao-gia" action="#bao-gia" aria-labelledby="bao-gia-ten">
      <input type="hidden" name="intent" value="quote" />
      <input type="hidden" name="idempotency_key" value={submission_key} />
      <Hidden<"service.answerQuote"> name="number" value={number} />
      <h2 id="bao-gia-ten" className="h4">
        {words.quote({ number })}
      </h2>
      <ProblemNote problem={problem} />
      <p>{reason}</p>
      <ul className="stack">
        {lines.map(({ name, quantity, price }) => (
          <li key={name} className="between">
            <span>{words.line({ quantity, name })}</span>
            <span className="num nowrap">{formatDong(quantity * price)}</span>
          </li>
        ))}
      </ul>
      <p className="between">
        <b>{words.total}</b>
        <b className="num">{formatDong(total)}</b>
      </p>
      <p className="small muted">{words.quote_text}</p>
      <p className="small muted">
        {words.quote_until({ day: formatDate(until, locale) })}. {words.refuse_text}
      </p>
      <p className="row row-wrap">
        <Button name={field<"service.answerQuote">(problem, "accept").name} value="true">
          {words.accept}
        </Button>
        <Button variant="secondary" name={field<"service.answerQuote">(problem, "accept").name} value="false">
          {words.refuse}
        </Button>
      </p>
    </Form>
  );
}

export function DoneForm({ problem, submission_key }: Acting) {
  const { household: words } = useMessages();
  return (
    <Form method="post" className="card panel stack" aria-labelledby="xong">
      <input type="hidden" name="intent" value="done" />
      <input type="hidden" name="idempotency_key" value={submission_key} />
      <h2 id="xong" className="h4">
        {words.done_title}
      </h2>
      <ProblemNote problem={problem} />
      <p className="small muted">{words.done_text}</p>
      <p>
        <Button>{words.done}</Button>
      </p>
    </Form>
  );
}

type MoveProps = Acting & { ticket: Ticket; days: ServiceSlots["days"]; day: string; is_first: boolean };

/** Another day is a link, its times are the form. */
export function MoveForm({ ticket, days, day, is_first, problem, submission_key }: MoveProps) {
  const { household: words } = useMessages();
  const paths = usePaths();
  const locale = useLocale();
  const chosen = days.find((each) => each.day === day);
  const slot = field<"service.move">(problem, "slot");
  return (
    <section className="card panel stack" id="lich" aria-labelledby="doi-lich">
      <h2 id="doi-lich" className="h4">
        {is_first ? words.book_title : words.move_title}
      </h2>
      {!is_first && <p className="small muted">{words.moves_left({ count: ticket.moves_left })}</p>}
      <ProblemNote problem={problem} />
      {days.length === 0 && <p>{words.no_day}</p>}
      <ul className="visit-days">
        {days.map(({ day: each, slots }) => {
          const left = slots.reduce((sum, { free }) => sum + free, 0);
          const shown = (
            <>
              <b className="num">{formatDate(each, locale)}</b>
              <span className="tiny">{left === 0 ? words.full : words.left({ count: left })}</span>
            </>
          );
          return (
            <li key={each}>
              {left === 0 ? (
                <span className="visit-day">{shown}</span>
              ) : (
                <a
                  className="visit-day"
                  data-stay
                  href={`${paths.link(ticketPath(ticket.code, { day: each }))}#lich`}
                  aria-current={each === day ? "true" : undefined}
                >
                  {shown}
                </a>
              )}
            </li>
          );
        })}
      </ul>
      {chosen && (
        <Form method="post" className="stack" action={`${paths.link(ticketPath(ticket.code, { day }))}#lich`}>
          <input type="hidden" name="intent" value="move" />
          <input type="hidden" name="idempotency_key" value={submission_key} />
          <Hidden<"service.move"> name="day" value={chosen.day} />
          <ChoiceGroup
            legend={`${words.time}, ${formatDate(chosen.day, locale)}`}
            id="slot"
            error={slot.error ?? fieldError<"service.move">(problem, "day")}
          >
            {chosen.slots.map(({ slot: each, free }) => (
              <Radio
                key={each}
                name={slot.name}
                value={each}
                disabled={free === 0}
                after={<span className="small muted">{free === 0 ? words.full : words.left({ count: free })}</span>}
              >
                <span className="num">{slotText(each)}</span>
              </Radio>
            ))}
          </ChoiceGroup>
          <p>
            <Button>{words.move}</Button>
          </p>
        </Form>
      )}
    </section>
  );
}

export function CancelForm({ problem, submission_key }: Acting) {
  const { household: words } = useMessages();
  return (
    <details className="card panel" open={problem !== undefined}>
      <summary>{words.cancel_title}</summary>
      <Form method="post" className="stack above-8">
        <input type="hidden" name="intent" value="cancel" />
        <input type="hidden" name="idempotency_key" value={submission_key} />
        <ProblemNote problem={problem} />
        <TextInput
          {...field<"service.cancel">(problem, "reason")}
          label={words.cancel_reason}
          autoComplete="off"
          maxLength={300}
        />
        <p className="small muted">{words.foot}</p>
        <p>
          <Button variant="danger">{words.cancel}</Button>
        </p>
      </Form>
    </details>
  );
}
