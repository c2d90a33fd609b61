import type { PointsOverview } from "contract/loyalty/loyalty.ts";
import type { Rank } from "contract/loyalty/ranks.ts";
import { formatNumber } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import type { Points } from "contract/values/points.ts";
import { useMessages, usePaths } from "../../i18n.tsx";

type Props = { code: string; name: string; rank: Rank; score: Points; next: PointsOverview["next"] };

/** For the cashier: name, code, and the code as a QR code; rank and points, and what the next rank takes. */
export function MemberCard({ code, name, rank, score, next }: Props) {
  const { profile: words, loyalty } = useMessages();
  const paths = usePaths();
  return (
    <section className="account-card member-card" aria-labelledby="member-card">
      <div className="grow">
        <h2 className="h4" id="member-card">
          {words.member_card}
        </h2>
        <b className="own-line one-line">{name}</b>
        <p className="num">{words.member_code({ code })}</p>
        <p className="num">
          <a href={paths.points()}>
            {loyalty.card({ rank: loyalty.ranks[rank], points: formatNumber(Math.max(0, score)) })}
          </a>
        </p>
        {next && next.missing > 0 && (
          <p className="tiny num">
            {loyalty.missing({ rank: loyalty.ranks[next.rank], amount: formatDong(next.missing) })}
          </p>
        )}
        <p className="tiny">{words.member_card_text}</p>
      </div>
      <img src={paths.memberQr()} alt={words.member_code({ code })} width={112} height={112} loading="lazy" />
    </section>
  );
}
