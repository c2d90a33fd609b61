import { slotText } from "contract/service/service-words.ts";
import type { Ticket } from "contract/service/tickets.ts";
import { formatDate, formatDateTime } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { formatPhone } from "contract/values/phone.ts";
import { useLocale, useMessages } from "../../i18n.tsx";
import { KeyValues } from "../../ui/text/key-values.tsx";
import { Note } from "../../ui/text/note.tsx";
import { Pictures } from "./pictures.tsx";

type Props = { ticket: Ticket };

export function About({ ticket }: Props) {
  const { household: words } = useMessages();
  const locale = useLocale();
  const { visit, agreed, call_by, pictures } = ticket;
  const rows = [
    ...(visit
      ? [
          { name: words.when, value: words.visit({ time: slotText(visit.slot), day: formatDate(visit.day, locale) }) },
          { name: words.by.technician, value: visit.technician },
        ]
      : []),
    ...(ticket.fault ? [{ name: words.fault, value: ticket.fault }] : []),
    ...(ticket.fault_text ? [{ name: words.text, value: ticket.fault_text }] : []),
    { name: words.full_name, value: ticket.full_name },
    { name: words.phone, value: formatPhone(ticket.phone) },
    { name: words.address, value: ticket.address },
    ...(ticket.is_covered ? [{ name: words.cost, value: words.under_warranty }] : []),
  ];
  return (
    <section className="card panel stack" aria-labelledby="thong-tin">
      <h2 id="thong-tin" className="h4">
        {words.about}
      </h2>
      {call_by && <Note>{words.call_by({ time: formatDateTime(call_by, locale) })}</Note>}
      {agreed !== null && <Note tone="ok">{words.agreed({ total: formatDong(agreed) })}</Note>}
      <KeyValues rows={rows} />
      {visit && <p className="small muted">{words.foot}</p>}
      {pictures.length > 0 && (
        <>
          <h3 className="small">{words.pictures}</h3>
          <Pictures pictures={pictures} removable={false} />
        </>
      )}
    </section>
  );
}

export function Parts({ ticket: { parts } }: Props) {
  const { household: words } = useMessages();
  if (parts.length === 0) return null;
  return (
    <section className="card panel stack" aria-labelledby="linh-kien">
      <h2 id="linh-kien" className="h4">
        {words.parts}
      </h2>
      <ul className="stack">
        {parts.map(({ name, quantity, warranty_months }) => (
          <li key={name}>
            {words.part_line({ quantity, name })}
            {warranty_months > 0 && (
              <span className="muted small"> {words.part_months({ months: warranty_months })}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Those that were answered or replaced. */
export function PastQuotes({ ticket: { quotes } }: Props) {
  const { household: words } = useMessages();
  const past = quotes.filter(({ state }) => state !== "waiting");
  if (past.length === 0) return null;
  return (
    <section className="card panel stack" aria-label={words.total}>
      <ul className="stack">
        {past.map(({ number, total, state }) => (
          <li key={number} className="between">
            <span>
              {words.quote({ number })}: {words.quote_states[state]}
            </span>
            <b className="num">{formatDong(total)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function History({ ticket: { moves } }: Props) {
  const { household: words } = useMessages();
  const locale = useLocale();
  return (
    <section className="card panel stack" aria-labelledby="dien-bien">
      <h2 id="dien-bien" className="h4">
        {words.history}
      </h2>
      <ol className="stack">
        {moves.toReversed().map(({ at, by, state, note }) => (
          <li key={`${at} ${state}`} className="between">
            <span>
              <b>{words.states[state]}</b> <span className="muted small">{words.by[by]}</span>
              {note && <span className="own-line small">{note}</span>}
            </span>
            <span className="small muted num">{formatDateTime(at, locale)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
