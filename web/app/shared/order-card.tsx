import type { OrderCard as Card } from "contract/orders/orders.ts";
import { formatDate } from "contract/values/locale.ts";
import { formatDong, roundCashUp } from "contract/values/money.ts";
import { groupedCode } from "contract/values/public-code.ts";
import { Form, useNavigation } from "react-router";
import { useLocale, useMessages, usePaths } from "../i18n.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Unbroken } from "../ui/text/unbroken.tsx";
import { OrderedLine } from "./ordered-line.tsx";
import { StatusBadge } from "./status-badge.tsx";

type Props = {
  order: Card;
  submission_key: string;
  /** Of its heading. */
  level?: 2 | 3;
};

/** One order of a list: its items, its status, and buy again. */
export function OrderCard({ order, submission_key, level = 2 }: Props) {
  const Heading = `h${level}` as const;
  const { purchases: words, orders, cart } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  const code = groupedCode(order.order_code);
  const to = paths.accountOrder(order.order_code);
  const day = (date: string) => formatDate(new Date(`${date}T00:00:00+07:00`), locale);
  // Gift cards are no variants: they are not sent, and bought on a page of their own.
  const hasGoods = order.items.some(({ product_id }) => product_id > 0);
  const underWay = hasGoods && ["waiting_approval", "confirmed", "delivering"].includes(order.status);
  const inCash = order.is_on_delivery;
  const awaitsMoney = order.payment_status === "pending" && !order.is_on_delivery;
  const next = awaitsMoney ? words.pay : words.see;
  const isSent = useNavigation().formAction === to; // the link beside it moves without a form
  return (
    <article className="card" aria-labelledby={`order-${order.order_code}`}>
      <div className="card-head row-wrap">
        <div>
          <Heading className="h4 num" id={`order-${order.order_code}`}>
            <a href={to}>{words.code({ code })}</a>
          </Heading>
          <p className="muted small">
            {words.placed({ at: formatDate(new Date(order.placed_at), locale) })}
            {underWay && ` · ${orders.expected({ from: day(order.eta_from), to: day(order.eta_to) })}`}
          </p>
        </div>
        <StatusBadge status={order.status} />
      </div>
      <ul className="lines">
        {order.items.map((item) => (
          <OrderedLine
            key={item.key}
            imageId={item.image.id}
            end={<b className="num nowrap">{formatDong(item.line_total)}</b>}
          >
            <p className="line-name">
              <Unbroken text={item.name} />
            </p>
            <p className="muted small">
              {[item.kind === "gift" && cart.gift, item.colour, words.quantity({ count: item.quantity })]
                .filter(Boolean)
                .join(" · ")}
            </p>
          </OrderedLine>
        ))}
      </ul>
      <div className="order-foot">
        <p className="grow">
          {order.line_count > order.items.length && (
            <span className="muted own-line small">
              {words.more_lines({ count: order.line_count - order.items.length })}
            </span>
          )}
          <span className="muted">{words.total_of({ count: order.piece_count })} </span>
          <b className="num nowrap">{formatDong(inCash ? roundCashUp(order.total) : order.total)}</b>
        </p>
        <div className="row">
          {hasGoods && (
            <Form method="post" action={to}>
              <input type="hidden" name="idempotency_key" value={submission_key} />
              <Button
                name="intent"
                value="buy_again"
                variant="secondary"
                size="small"
                loading={isSent}
                aria-label={`${words.buy_again}: ${code}`}
              >
                {words.buy_again}
              </Button>
            </Form>
          )}
          <ButtonLink
            href={to}
            variant={awaitsMoney ? "primary" : "tinted"}
            size="small"
            aria-label={`${next}: ${code}`}
          >
            {next}
          </ButtonLink>
        </div>
      </div>
    </article>
  );
}
