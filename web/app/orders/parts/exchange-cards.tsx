import type { ExchangeCard } from "contract/orders/exchange.ts";
import { formatDate, formatDateTime, formatNumber } from "contract/values/locale.ts";
import { groupedCode } from "contract/values/public-code.ts";
import { foreign, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Badge } from "../../ui/text/badge.tsx";

/** Exchanges in a list: what was taken, and where its points are. */
export function ExchangeCards({ orders }: { orders: readonly ExchangeCard[] }) {
  const { exchange: words } = useMessages();
  const paths = usePaths();
  const locale = useLocale();
  return (
    <ul className="card">
      {orders.map((order) => (
        <li key={order.order_code} className="point-entry">
          <span className="point-sign">
            <Icon name="gift" size={16} />
          </span>
          <div className="grow">
            <a className="own-line" href={paths.exchangeOrder(order.order_code)}>
              <b className="num nowrap">{groupedCode(order.order_code)}</b>
            </a>
            {order.gifts.map(({ key, name, lang, quantity }) => (
              <span key={key} className="small own-line" {...foreign(lang, locale)}>
                {quantity > 1 ? `${name} × ${quantity}` : name}
              </span>
            ))}
            <span className="tiny muted own-line num">{stateOf(order)}</span>
          </div>
          {order.pay_before ? <Badge tone="honey">{words.fee_awaited}</Badge> : <StatusBadge status={order.status} />}
        </li>
      ))}
    </ul>
  );

  function stateOf({ points, pay_before, placed_at }: ExchangeCard): string {
    const say = words.point_states[points.state];
    const figure = formatNumber(points.state === "returned" ? points.back : points.total);
    return [
      formatDate(new Date(placed_at), locale),
      say({ points: figure }),
      ...(pay_before ? [words.pay_before({ at: formatDateTime(pay_before, locale) })] : []),
      ...(points.ends_at && points.state === "returned"
        ? [words.ends({ day: formatDate(new Date(points.ends_at), locale) })]
        : []),
    ].join(" · ");
  }
}
