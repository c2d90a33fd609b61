import type { MembershipRank, PointsOverview } from "contract/loyalty/loyalty.ts";
import { formatDate, formatNumber } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { shopOf } from "../context.ts";
import { messagesAt, useLocale, useMessages, usePaths } from "../i18n.tsx";
import { pageMeta } from "../meta.ts";
import { Icon } from "../ui/icon.tsx";
import { Meter } from "../ui/text/meter.tsx";
import { Note } from "../ui/text/note.tsx";
import type { Route } from "./+types/points";
import { NoPoints, PointEntries } from "./point-entries.tsx";
import { Rewards, rewardGroups } from "./rewards.tsx";

const NEWEST = "4";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { loyalty, cart } = shopOf(context);
  const [points, ranks, { data: entries }, rewards, { item_count }] = await Promise.all([
    loyalty.points({}),
    loyalty.ranks({}),
    loyalty.history({ limit: NEWEST }),
    loyalty.rewards({}),
    cart.exchange({}),
  ]);
  const wanted = new URL(request.url).searchParams.get("qua");
  const group = rewardGroups.find((each) => each === wanted) ?? "all";
  return { points, ranks, entries, rewards, item_count, group };
}

export const meta: Route.MetaFunction = (args) => {
  const { loyalty } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: loyalty.title, description: loyalty.description, path: null });
};

export default function PointsScreen({ loaderData }: Route.ComponentProps) {
  const { points, ranks, entries, rewards, item_count, group } = loaderData;
  const { loyalty: words } = useMessages();
  const paths = usePaths();
  const own = ranks.find(({ rank }) => rank === points.rank);
  return (
    <>
      <h1 className="h2">{words.title}</h1>
      {points.is_too_young && <Note tone="honey">{words.too_young}</Note>}
      <div className="points-top">
        <Balance points={points} />
        <section className="card panel stack" aria-labelledby="benefits">
          <h2 className="h4" id="benefits">
            {words.benefits({ rank: words.ranks[points.rank] })}
          </h2>
          <ul className="stack small points-benefits">
            {own?.benefits.map((text) => (
              <li key={text}>
                <Icon name="percent" size={20} />
                {text}
              </li>
            ))}
            <li>
              <Icon name="coin" size={20} />
              {words.spends}
            </li>
            <li>
              <Icon name="calendar" size={20} />
              {words.lasts}
            </li>
          </ul>
          <a className="link small" href="#ranks">
            {words.compare}
          </a>
        </section>
      </div>
      <Rewards rewards={rewards} item_count={item_count} group={group} />
      <section className="card" aria-labelledby="history">
        <div className="card-head">
          <h2 className="h4" id="history">
            {words.history}
          </h2>
          {entries.length > 0 && (
            <a className="link small" href={paths.pointsHistory()}>
              {words.see_all}
            </a>
          )}
        </div>
        {entries.length > 0 ? <PointEntries entries={entries} /> : <NoPoints />}
      </section>
      <Ranks ranks={ranks} own={points.rank} />
    </>
  );
}

function Balance({ points }: { points: PointsOverview }) {
  const { loyalty: words } = useMessages();
  const locale = useLocale();
  const { balance, held, pending, debt, ending, rank, rank_until: until, spend, next } = points;
  const day = (at: string) => formatDate(new Date(at), locale);
  const figure = (value: number) => words.points({ points: formatNumber(value) });
  const lines = [
    ...(ending ? [words.ending({ points: formatNumber(ending.points), day: day(ending.ends_at) })] : []),
    ...(held > 0 ? [`${words.held} ${figure(held)}`] : []),
    ...(pending > 0 ? [`${words.pending} ${figure(pending)}`] : []),
  ];
  return (
    <section className="account-card points-card" aria-labelledby="balance">
      <div className="between row-wrap">
        <h2 className="small" id="balance">
          {words.balance}
        </h2>
        <b className="small points-rank">{words.rank({ rank: words.ranks[rank] })}</b>
      </div>
      <p className="points-figure num">{formatNumber(Math.max(0, balance))}</p>
      <p className="tiny num">{[words.worth, ...lines].join(" · ")}</p>
      {debt > 0 && <p className="tiny num">{words.debt_text({ points: formatNumber(debt) })}</p>}
      {next && (
        <>
          <Meter
            value={spend}
            max={next.min_spend}
            tone="star"
            label={words.missing({ rank: words.ranks[next.rank], amount: formatDong(next.missing) })}
          />
          <div className="between row-wrap tiny num">
            <span>{words.spend({ amount: formatDong(spend) })}</span>
            <span>{words.next({ rank: words.ranks[next.rank], amount: formatDong(next.min_spend) })}</span>
          </div>
        </>
      )}
      <p className="small">{nextText()}</p>
      {until && <p className="tiny num">{words.until({ day: day(`${until}T00:00:00+07:00`) })}</p>}
    </section>
  );

  function nextText(): string {
    if (!next) return words.highest;
    const name = words.ranks[next.rank];
    return next.missing > 0
      ? words.missing({ rank: name, amount: formatDong(next.missing) })
      : words.reached({ rank: name });
  }
}

function Ranks({ ranks, own }: { ranks: readonly MembershipRank[]; own: MembershipRank["rank"] }) {
  const { loyalty: words } = useMessages();
  return (
    <section className="card" aria-labelledby="ranks">
      <div className="card-head">
        <h2 className="h4" id="ranks">
          {words.compare}
        </h2>
      </div>
      <ul>
        {ranks.map(({ rank, name, min_spend, benefits }) => (
          <li key={rank} className="point-entry" aria-current={rank === own ? "true" : undefined}>
            <span className="point-sign">
              <Icon name="medal" size={16} />
            </span>
            <div className="grow">
              <b className="small own-line">{name}</b>
              <span className="tiny muted own-line num">{benefits.join(" · ")}</span>
            </div>
            {min_spend > 0 && <b className="small num nowrap">{words.from({ amount: formatDong(min_spend) })}</b>}
          </li>
        ))}
      </ul>
      <p className="panel tiny muted">{words.counted}</p>
    </section>
  );
}
