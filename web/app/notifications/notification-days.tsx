import type { NotificationTopic } from "contract/notifications/notification-kinds.ts";
import type { Notification } from "contract/notifications/notifications.ts";
import {
  businessDay,
  formatDate,
  formatDateTime,
  formatTime,
  type Locale,
  relativeTime,
} from "contract/values/locale.ts";
import type { Messages } from "messages/messages.ts";
import { Form, useLocation } from "react-router";
import { useLocale, useMessages, usePaths } from "../i18n.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { Unbroken } from "../ui/text/unbroken.tsx";

const icons: Record<NotificationTopic, IconName> = { orders: "box", payments: "cash", account: "user" };
const DAY_MS = 86_400_000;

/** Newest day first, as the list comes. */
export function NotificationDays({ notices, now }: { notices: readonly Notification[]; now: string }) {
  const { notifications: words } = useMessages();
  const locale = useLocale();
  const days = Map.groupBy(notices, ({ created_at }) => businessDay(created_at));
  return [...days].map(([day, those]) => (
    <section key={day} aria-labelledby={`day-${day}`} className="stack">
      <h2 className="h4" id={`day-${day}`}>
        {dayName(day, now, locale, words)}
      </h2>
      <ul className="card notices">
        {those.map((notice) => (
          <NotificationRow key={notice.id} notice={notice} now={now} />
        ))}
      </ul>
    </section>
  ));
}

function dayName(day: string, now: string, locale: Locale, words: Messages["notifications"]): string {
  if (day === businessDay(now)) return words.today;
  if (day === businessDay(Date.parse(now) - DAY_MS)) return words.yesterday;
  return formatDate(day, locale);
}

/** What is unread is opened by a form, which also marks it; what was read is a link like any other. */
function NotificationRow({ notice, now }: { notice: Notification; now: string }) {
  const { id, topic, title, body, link, created_at, watched_at } = notice;
  const { notifications: words } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  const { pathname, search } = useLocation();
  const text = (
    <>
      <span className="notice-icon">
        <Icon name={icons[topic]} />
      </span>
      <span className="grow">
        <b className="own-line">{title}</b>
        <span className="own-line soft">
          <Unbroken text={body} />
        </span>
        <time className="own-line tiny muted num" dateTime={created_at} title={formatDateTime(created_at, locale)}>
          {relativeTime(created_at, now, locale)} · {formatTime(created_at, locale)}
        </time>
      </span>
    </>
  );
  if (watched_at !== null) {
    return (
      <li>
        {link === null ? (
          <div className="notice">{text}</div>
        ) : (
          <a className="notice" href={paths.link(link)}>
            {text}
          </a>
        )}
      </li>
    );
  }
  return (
    <li>
      <Form method="post">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="return_to" value={pathname + search} />
        <button type="submit" name="intent" value="open" className="notice notice-unread">
          {text}
          <span className="notice-dot">
            <span className="visually-hidden">{words.unread}</span>
          </span>
        </button>
      </Form>
    </li>
  );
}
