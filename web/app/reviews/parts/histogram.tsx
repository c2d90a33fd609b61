import type { StarCounts } from "contract/reviews/reviews.ts";
import { formatNumber } from "contract/values/locale.ts";
import { useMessages } from "../../i18n.tsx";
import { Meter } from "../../ui/text/meter.tsx";

const STARS = ["5", "4", "3", "2", "1"] as const;

type Props = {
  stars: StarCounts;
  count: number;
  /** Where the ratings of so many stars are. */
  to: (stars: number) => string;
  current?: number | undefined;
};

/** Five bars; each is a link to the ratings of so many stars. */
export function Histogram({ stars, count, to, current }: Props) {
  const { reviews: words } = useMessages();
  return (
    <ul className="stack form-width" aria-label={words.bars}>
      {STARS.map((star) => {
        const label = words.bar({ stars: star, count: formatNumber(stars[star]) });
        return (
          <li key={star}>
            <a
              className="review-bar"
              href={to(Number(star))}
              aria-label={label}
              aria-current={current === Number(star) || undefined}
            >
              <span className="num">{star} ★</span>
              <Meter tone="star" value={stars[star]} max={Math.max(1, count)} label={label} />
              <span className="num">{formatNumber(stars[star])}</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
