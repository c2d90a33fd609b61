import { ordersDesk } from "contract/orders/orders-desk.ts";
import type { Todo } from "contract/staff/staff.ts";
import { formatDateTime, relativeTime } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { Link, useLoaderData, useNavigate } from "react-router";
import { Icon, type IconName } from "../../../ui/icon.tsx";
import { Note } from "../../../ui/text/note.tsx";
import { VisuallyHidden } from "../../../ui/text/visually-hidden.tsx";
import { shopOf } from "../../context.ts";
import { givenName } from "../../frame/avatar.tsx";
import { useShortcuts } from "../../frame/shortcuts.ts";
import { useStaff } from "../../frame/staff.ts";
import { useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { titled } from "../../kit/titles.ts";
import { listAddress } from "../../list/list-query.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/home";

export const meta = titled(({ frame }) => frame.nav.home);

export async function loader({ context }: Route.LoaderArgs) {
  const home = await shopOf(context).staff.home({});
  return { ...home, now: new Date().toISOString() };
}

/** Where each is done: a list that shows what was counted. */
const targets: Readonly<Record<Todo["kind"], { to: string; icon: IconName }>> = {
  approvals_waiting: { to: paths.approvals(), icon: "check" },
  orders_to_approve: { to: listAddress(paths.orders(), ordersDesk.views.to_approve.query), icon: "receipt" },
  refunds_owed: { to: listAddress(paths.orders(), ordersDesk.views.owed.query), icon: "cash" },
  invitations_open: { to: `${paths.staff()}?state=invited`, icon: "team" },
  failed_jobs: { to: `${paths.jobs()}?state=failed`, icon: "warning" },
};

/** What waits for this person comes first. */
export default function Home() {
  const { home } = useOfficeMessages();
  const { todos, maintenance, now } = useLoaderData<typeof loader>();
  const { account, holds } = useStaff();
  const language = useLanguage();
  const navigate = useNavigate();
  const doable = todos.map(({ kind }) => targets[kind].to);
  useShortcuts(
    {
      single: doable.slice(0, 9).map((to, place) => [`Digit${place + 1}`, () => void navigate(to)] as const),
    },
    account.single_keys,
  );
  return (
    <>
      <PageHead
        title={home.hello({ name: givenName(account.full_name) })}
        about={home.now({ at: formatDateTime(now, language), count: todos.length })}
      />
      <div className="pile">
        {maintenance && (
          <Note tone="honey">
            {home.closed}{" "}
            {holds("settings:write") && (
              <Link className="link" to={paths.maintenance()}>
                {home.to_maintenance}
              </Link>
            )}
          </Note>
        )}
        <section className="card" aria-labelledby="todo">
          <div className="card-head">
            <h2 id="todo">{home.todo}</h2>
            {doable.length > 0 && account.single_keys && <span className="small muted broad-only">{home.press}</span>}
          </div>
          {todos.length === 0 && <p className="empty-row">{home.nothing}</p>}
          <ul className="todo">
            {todos.map((todo) => (
              <TodoRow key={todo.kind} todo={todo} now={now} number={doable.indexOf(targets[todo.kind].to) + 1} />
            ))}
          </ul>
        </section>
      </div>
    </>
  );
}

function TodoRow({ todo, now, number }: { todo: Todo; now: string; number: number }) {
  const { home } = useOfficeMessages();
  const { account } = useStaff();
  const language = useLanguage();
  const { to, icon } = targets[todo.kind];
  const title = home.kinds[todo.kind]({ count: todo.count });
  return (
    <li>
      <span className={todo.kind === "failed_jobs" ? "todo-icon todo-icon-danger" : "todo-icon"}>
        <Icon name={icon} />
      </span>
      <div>
        <b>{title}</b>
        {todo.amount !== null && <p className="tiny muted num">{home.amount({ amount: formatDong(todo.amount) })}</p>}
      </div>
      <span className="todo-age num">
        {todo.oldest_at && home.oldest({ ago: relativeTime(todo.oldest_at, now, language) })}
      </span>
      <Link className="button button-secondary button-tiny" to={to}>
        {home.open}
        <VisuallyHidden>{title}</VisuallyHidden>
        {account.single_keys && <kbd className="kb">{number}</kbd>}
      </Link>
    </li>
  );
}
