import { pointKinds } from "contract/loyalty/point-kinds.ts";
import { formatDate, formatNumber } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { pointsValue } from "contract/values/points.ts";
import { messagesOf } from "messages/messages.ts";
import { localeOf, shopOf } from "../context.ts";
import { assertPageExists } from "../guards.ts";
import { messagesAt, useLocale, useMessages, usePaths } from "../i18n.tsx";
import { pageMeta } from "../meta.ts";
import { pageIn } from "../shared/page-number.ts";
import { Pagination } from "../ui/navigation/pagination.tsx";
import { TabLinks } from "../ui/navigation/tabs.tsx";
import { Note } from "../ui/text/note.tsx";
import type { Route } from "./+types/points-history";
import { NoPoints, PointEntries } from "./point-entries.tsx";

const PER_PAGE = 24; // rules/wire

const groups = ["all", ...pointKinds] as const;
type Group = (typeof groups)[number];

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const query = new URL(request.url).searchParams;
  const page = pageIn(query);
  const kind = pointKinds.find((each) => each === query.get("loai"));
  const [points, list] = await Promise.all([
    shop.loyalty.points({}),
    shop.loyalty.history({ ...(kind && { kind }), page, limit: PER_PAGE }),
  ]);
  await assertPageExists(shop, page, list.meta);
  const group: Group = kind ?? "all";
  return { points, list, group, here: messagesOf(localeOf(context)).loyalty.history };
}

export const meta: Route.MetaFunction = (args) => {
  const { loyalty } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: loyalty.history, description: loyalty.history_description, path: null });
};

export default function PointsHistoryScreen({ loaderData: { points, list, group } }: Route.ComponentProps) {
  const { loyalty: words } = useMessages();
  const paths = usePaths();
  const locale = useLocale();
  const { usable, held, pending, debt, ending } = points;
  const at = (of: Group, page = 1) =>
    paths.pointsHistory({ loai: of === "all" ? null : of, page: page === 1 ? null : page });
  const ends = ending ? words.ends_day({ day: formatDate(new Date(ending.ends_at), locale) }) : words.ends_none;
  return (
    <>
      <h1 className="h2">{words.history}</h1>
      <ul className="points-figures">
        <Figure
          name={words.usable}
          points={usable}
          text={words.usable_worth({ amount: formatDong(pointsValue(usable)) })}
        />
        <Figure name={words.held} points={held} text={words.held_text} />
        <Figure name={words.pending} points={pending} text={words.pending_text} />
        <Figure name={words.ends} points={ending?.points ?? 0} text={ends} />
      </ul>
      {points.is_too_young && <Note tone="honey">{words.too_young}</Note>}
      {debt > 0 && (
        <Note tone="honey">
          <b>{words.debt({ points: formatNumber(debt) })}</b>
          <p>{words.debt_text({ points: formatNumber(debt) })}</p>
        </Note>
      )}
      <TabLinks
        label={words.groups_label}
        tabs={groups.map((each) => ({ to: at(each), text: words.groups[each], current: each === group }))}
      />
      {list.data.length > 0 ? (
        <div className="card">
          <PointEntries entries={list.data} />
        </div>
      ) : (
        <NoPoints of={group} />
      )}
      <Pagination
        label={words.pages}
        page={list.meta.current_page}
        lastPage={list.meta.last_page}
        toPage={(number) => at(group, number)}
        previous={words.previous}
        next={words.next_page}
        pageLabel={(number) => words.page({ page: number })}
      />
    </>
  );
}

function Figure({ name, points, text }: { name: string; points: number; text: string }) {
  const { loyalty: words } = useMessages();
  return (
    <li className="card panel">
      <span className="small muted own-line">{name}</span>
      <b className="h3 num own-line">{words.points({ points: formatNumber(points) })}</b>
      <span className="tiny muted own-line num">{text}</span>
    </li>
  );
}
