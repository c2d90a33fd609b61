import type { PromotionJudgement } from "contract/promotions/desk-promotions.ts";
import { formatDate, formatNumber } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import type { ReactNode } from "react";
import { Icon, type IconName } from "../../../ui/icon.tsx";
import { useLanguage, useOfficeMessages } from "../../i18n.tsx";

/** What publishing would be judged by, before anybody publishes. */
export function Judgement({ judgement }: { judgement: PromotionJudgement }) {
  const { promotion: words } = useOfficeMessages();
  const language = useLanguage();
  const { hindrances, warnings, deepest, most, limits, goods } = judgement;
  return (
    <section className="card" aria-labelledby="xet">
      <div className="card-head">
        <h2 id="xet">{words.judged}</h2>
      </div>
      <ul className="judged">
        {hindrances.map((each) => (
          <Line key={each} icon="error" tone="danger" text={words.hindrances[each]} />
        ))}
        {hindrances.length === 0 && <Line icon="success" tone="ok" text={words.ready} />}
        <Line
          icon="info"
          text={most === null ? words.no_most : words.most({ amount: formatDong(most) })}
          about={words.cost_limit({ limit: formatDong(limits.budget) })}
        />
        {deepest && (
          <Line
            icon="info"
            text={words.deepest({ percent: formatNumber(deepest.percent), sku: deepest.sku })}
            about={words.deepest_text({
              off: formatNumber(deepest.off),
              regular: formatNumber(deepest.regular),
              limit: String(limits.percent),
            })}
          />
        )}
        <Line icon="box" text={words.goods_count({ count: formatNumber(goods) })} />
        {warnings.map(({ warning, names, count, until }) => (
          <Line
            key={warning}
            icon="warning"
            tone="honey"
            text={words.warnings[warning]({
              names: names.join(", "),
              count: formatNumber(count),
              until: until && formatDate(until, language),
            })}
          />
        ))}
      </ul>
    </section>
  );
}

type LineProps = { icon: IconName; text: ReactNode; about?: ReactNode; tone?: "danger" | "ok" | "honey" };

function Line({ icon, text, about, tone }: LineProps) {
  return (
    <li className={tone ? `judged-${tone}` : undefined}>
      <Icon name={icon} />
      <span>
        {text}
        {about && <span className="tiny muted own-line">{about}</span>}
      </span>
    </li>
  );
}
