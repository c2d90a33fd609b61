import type { PointEntry } from "contract/loyalty/loyalty.ts";
import { formatDate, formatNumber } from "contract/values/locale.ts";
import { groupedCode } from "contract/values/public-code.ts";
import { useLocale, useMessages, usePaths } from "../i18n.tsx";
import { emptyPicture } from "../shared/products/empty-picture.ts";
import { ButtonLink } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { Unbroken } from "../ui/text/unbroken.tsx";

/** What came and went, each with the balance after it. */
export function PointEntries({ entries }: { entries: readonly PointEntry[] }) {
  const { loyalty: words } = useMessages();
  const paths = usePaths();
  const locale = useLocale();
  const day = (at: string) => formatDate(new Date(at), locale);
  return (
    <ul>
      {entries.map(({ at, reason, points, balance, order_code, ends_at }, index) => {
        const text = words.reasons[reason]({ order: groupedCode(order_code ?? "") });
        const end = ends_at && (points > 0 ? words.lot_ends : words.lot_ended)({ day: day(ends_at) });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no name, and the list is never changed in place
          <li key={`${at} ${index}`} className="point-entry">
            <span className={classes("point-sign", points > 0 && "point-sign-more")}>
              <Icon name={points > 0 ? "plus" : "minus"} size={16} />
            </span>
            <div className="grow">
              <span className="small own-line">
                {order_code ? (
                  <a href={paths.accountOrder(order_code)}>
                    <Unbroken text={text} />
                  </a>
                ) : (
                  text
                )}
              </span>
              <span className="tiny muted own-line num">{[day(at), ...(end ? [end] : [])].join(" · ")}</span>
            </div>
            <div className="num nowrap point-amount">
              <b className={points > 0 ? "saving" : undefined}>
                {points > 0 ? `+${formatNumber(points)}` : `−${formatNumber(-points)}`}
              </b>
              <span className="tiny muted own-line">{words.balance_after({ points: signed(balance) })}</span>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

const signed = (points: number): string => (points < 0 ? `−${formatNumber(-points)}` : formatNumber(points));

type Group = "all" | "accumulated" | "spent";

export function NoPoints({ of = "all" }: { of?: Group }) {
  const { loyalty: words } = useMessages();
  const paths = usePaths();
  return (
    <EmptyState
      level={3}
      image={emptyPicture("orders")}
      heading={words.empty[of]}
      text={words.empty_text}
      action={<ButtonLink href={paths.products()}>{words.shop}</ButtonLink>}
    />
  );
}
