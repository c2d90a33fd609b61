import type { ExchangeCard, ExchangedGift, ExchangeOrder } from "contract/orders/exchange.ts";
import { formatDate, formatDateTime, formatNumber } from "contract/values/locale.ts";
import { groupedCode } from "contract/values/public-code.ts";
import { Form, useActionData, useNavigation } from "react-router";
import { problemOf } from "../../forms/problem-of.ts";
import { foreign, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { SmallThumb } from "../../shared/products/small-thumb.tsx";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { KeyValues } from "../../ui/text/key-values.tsx";
import { Note } from "../../ui/text/note.tsx";
import { Steps } from "../../ui/text/steps.tsx";
import { Unbroken } from "../../ui/text/unbroken.tsx";
import { PayNow } from "../paying/pay-now.tsx";
import { ExchangeCards } from "./exchange-cards.tsx";
import { Delivery, Payment, Sums } from "./order-facts.tsx";
import { Cancel, stepsOf } from "./order-view.tsx";

type Props = {
  order: ExchangeOrder;
  others: readonly ExchangeCard[];
  reasons: readonly { code: string; label: string }[];
  submission_key: string;
  now: string;
};

/** An exchange as its owner sees it: gifts, points and the fee, each apart. */
export function OwnExchange({ order, others, reasons, submission_key, now }: Props) {
  const { exchange: words, orders } = useMessages();
  const paths = usePaths();
  const locale = useLocale();
  const problem = problemOf(useActionData());
  const busy = useNavigation().formData?.get("intent");
  const isSent = order.items.length > 0;
  // What goes nowhere is never on its way.
  const steps = stepsOf(order, orders.statuses, locale).filter(({ state }) => isSent || state !== "future");
  return (
    <>
      {problem && problem.code !== "invalid" && (
        <Note tone="danger" role="alert">
          {problem.message}
        </Note>
      )}
      <div className="between row-wrap">
        <div>
          <h1 className="h2 num">{words.order({ code: groupedCode(order.order_code) })}</h1>
          <p className="muted small">{orders.placed_at({ at: formatDateTime(new Date(order.placed_at), locale) })}</p>
        </div>
        <StatusBadge status={order.status} />
      </div>
      <section className="card panel stack-loose" aria-label={orders.progress}>
        <Steps label={orders.progress} steps={steps} words={orders.step_states} />
        {order.cancellation_reason && (
          <Note tone="danger">{orders.cancelled_because({ reason: order.cancellation_reason })}</Note>
        )}
      </section>
      <PayNow order={order} now={now} />
      <section className="card" aria-labelledby="gifts">
        <div className="card-head">
          <h2 className="h4" id="gifts">
            {words.gifts_heading}
          </h2>
        </div>
        <ul className="lines">
          {order.gifts.map((gift) => (
            <Gift key={gift.key} gift={gift} />
          ))}
        </ul>
        <div className="panel stack">
          <KeyValues rows={[{ key: "points", name: words.point_rows[order.points.state], value: pointsText() }]} />
          {isSent && <Sums order={order} />}
        </div>
      </section>
      {isSent && <Delivery order={order} />}
      {order.totals.total > 0 && <Payment order={order} />}
      {isSent && <Note tone="info">{words.faulty}</Note>}
      <Form method="post" className="row row-wrap">
        {order.status === "delivered" && (
          <Button name="intent" value="received" loading={busy === "received"} loadingText={orders.checking}>
            {orders.confirm_received}
          </Button>
        )}
        <ButtonLink variant="secondary" href={paths.points()}>
          {words.more}
        </ButtonLink>
      </Form>
      {order.can_cancel && <Cancel reasons={reasons} submission_key={submission_key} />}
      {others.length > 0 && (
        <section className="stack" aria-labelledby="others">
          <h2 className="h3" id="others">
            {words.others}
          </h2>
          <ExchangeCards orders={others} />
          <a className="link" href={paths.exchangeOrders()}>
            {words.all_orders}
          </a>
        </section>
      )}
    </>
  );

  function pointsText(): string {
    const { state, total, back, ends_at } = order.points;
    const figure = words.points({ points: formatNumber(state === "returned" ? back : total) });
    if (!ends_at) return figure;
    const day = formatDate(new Date(ends_at), locale);
    return `${figure}, ${state === "returned" ? words.ends({ day }) : words.from_lot({ day })}`;
  }
}

function Gift({ gift }: { gift: ExchangedGift }) {
  const { exchange: words } = useMessages();
  const paths = usePaths();
  const locale = useLocale();
  const { image, name, lang, product, quantity, codes, codes_end_at: end } = gift;
  const label = <Unbroken text={name} />;
  return (
    <li>
      {image ? (
        <SmallThumb id={image.id} />
      ) : (
        <span className="reward-sign">
          <Icon name="ticket" size={24} />
        </span>
      )}
      <div className="grow">
        {product ? (
          <a className="line-name" href={paths.product(product)} {...foreign(lang, locale)}>
            {label}
          </a>
        ) : (
          <p className="line-name" {...foreign(lang, locale)}>
            {label}
          </p>
        )}
        <p className="tiny muted num">{words.quantity({ count: quantity })}</p>
        {codes.map((code) => (
          <p key={code} className="small">
            <b className="num reward-code">{code}</b>
          </p>
        ))}
        {codes.length > 0 && (
          <p className="tiny muted num">
            <a className="link" href={paths.codeWallet()}>
              {words.in_wallet}
            </a>
            {end && ` · ${words.ends({ day: formatDate(new Date(end), locale) })}`}
          </p>
        )}
        {gift.kind === "voucher" && codes.length === 0 && <p className="tiny muted">{words.not_issued}</p>}
      </div>
      <b className="reward-points num nowrap">{words.points({ points: formatNumber(gift.line_points) })}</b>
    </li>
  );
}
