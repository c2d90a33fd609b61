import type { Inbox, InboxRow } from "contract/chat/chat-desk.ts";
import { inboxViews, type InboxView as View } from "contract/chat/chat-words.ts";
import { formatDateTime, formatNumber, formatTime } from "contract/values/locale.ts";
import { Link } from "react-router";
import { classes } from "../../../ui/classes.ts";
import { useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { Status } from "../../kit/status.tsx";
import { paths } from "../../paths.ts";

type Props = { view: View; inbox: Inbox; current: string | null };

/** What waits, one's own, or all: the next to answer first. */
export function InboxList({ view, inbox: { data, meta }, current }: Props) {
  const { chats: said } = useOfficeMessages();
  const counts: Partial<Record<View, number>> = { waiting: meta.waiting, mine: meta.mine };
  return (
    <section className="chat-inbox" aria-label={said.list}>
      <nav className="chat-views" aria-label={said.views_label}>
        {inboxViews.map((each) => (
          <Link key={each} to={paths.chats({ view: each })} aria-current={each === view ? "page" : undefined}>
            {said.views[each]} {counts[each] ? <b className="num">{formatNumber(counts[each])}</b> : null}
          </Link>
        ))}
      </nav>
      {data.length === 0 && <p className="panel muted">{said.none[view]}</p>}
      <ul aria-live="polite">
        {data.map((row) => (
          <Row key={row.id} row={row} view={view} isCurrent={row.id === current} />
        ))}
      </ul>
      {meta.before !== null && (
        <p className="panel">
          <Link className="link" to={paths.chats({ view, before: String(meta.before) })}>
            {said.more}
          </Link>
        </p>
      )}
    </section>
  );
}

function Row({ row, view, isCurrent }: { row: InboxRow; view: View; isCurrent: boolean }) {
  const { chats: said } = useOfficeMessages();
  const language = useLanguage();
  const { id, name, city, code, excerpt, unseen, is_urgent, is_late, due_at, last_at, assigned_to } = row;
  const isToday = new Date(last_at).toDateString() === new Date().toDateString();
  return (
    <li>
      <Link
        to={paths.chat(id, { view })}
        className={classes("chat-row", unseen > 0 && "chat-row-unseen")}
        aria-current={isCurrent ? "page" : undefined}
      >
        <span className="chat-row-name">
          <b>{name ?? said.visitor({ city })}</b>
          <span className="tiny muted num">
            {isToday ? formatTime(new Date(last_at), language) : formatDateTime(new Date(last_at), language)}
          </span>
        </span>
        <span className="chat-row-text">
          <span className="chat-excerpt">{excerpt}</span>
          {unseen > 0 && (
            <b className="chat-count num" title={said.unseen({ count: formatNumber(unseen) })}>
              {formatNumber(unseen)}
            </b>
          )}
        </span>
        <span className="row row-wrap tiny">
          {is_urgent && <Status tone="broken">{said.urgent}</Status>}
          {is_late && <Status tone="waits">{said.late}</Status>}
          {code && <span className="muted num">{code}</span>}
          {due_at && !is_late && code && (
            <span className="muted">{said.due({ time: formatDateTime(new Date(due_at), language) })}</span>
          )}
          {assigned_to && <span className="muted">{said.with({ name: assigned_to.full_name })}</span>}
        </span>
      </Link>
    </li>
  );
}
