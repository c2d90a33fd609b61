import type { SavedAddress } from "contract/fulfilment/fulfilment.ts";
import type { Order } from "contract/orders/orders.ts";
import { formatDate, formatDateTime } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { groupedCode } from "contract/values/public-code.ts";
import { useActionData } from "react-router";
import { problemOf } from "../../forms/problem-of.ts";
import { useLocale, useMessages } from "../../i18n.tsx";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/text/note.tsx";
import { Steps } from "../../ui/text/steps.tsx";
import { PayNow } from "../paying/pay-now.tsx";
import { MoveOrder } from "./move-order.tsx";
import { OrderActions } from "./order-actions.tsx";
import { Items, Payment, Sums, shownPhone } from "./order-facts.tsx";
import { OrderSlipLink } from "./order-slip-link.tsx";
import { Cancel, History, stepsOf } from "./order-view.tsx";

type Props = {
  order: Order;
  reasons: readonly { code: string; label: string }[];
  addresses: readonly SavedAddress[];
  /** Each form has its own: a key identifies one submission. */
  submission_key: string;
  idempotency_key: string;
  now: string;
};

/** An order as its owner sees it: everything that is known, and everything that can still be done. */
export function OwnOrder({ order, reasons, addresses, submission_key, idempotency_key, now }: Props) {
  const { orders: words, purchases } = useMessages();
  const problem = problemOf(useActionData());
  return (
    <>
      {problem && problem.code !== "invalid" && (
        <Note tone="danger" role="alert">
          {problem.message}
        </Note>
      )}
      <Standing order={order} />
      <PayNow order={order} now={now} />
      <div className="halves">
        <Receiver order={order} addresses={addresses} />
        <section className="card panel stack stack-top" aria-labelledby="journey">
          <h2 className="h4" id="journey">
            {purchases.journey}
          </h2>
          <History order={order} now={now} />
        </section>
      </div>
      <section className="card" aria-labelledby="products">
        <div className="card-head">
          <h2 className="h4" id="products">
            {words.products}
          </h2>
          <OrderSlipLink code={order.order_code} />
        </div>
        <Items order={order} />
        <div className="panel">
          <Sums order={order} />
          <p className="muted small order-vat">{purchases.vat_included({ vat: formatDong(order.totals.vat) })}</p>
        </div>
      </section>
      <Payment order={order} />
      <OrderActions order={order} idempotency_key={idempotency_key} />
      {order.can_cancel && <Cancel reasons={reasons} submission_key={submission_key} />}
    </>
  );
}

function Standing({ order }: { order: Order }) {
  const { orders: words, purchases } = useMessages();
  const locale = useLocale();
  const day = (date: string) => formatDate(new Date(`${date}T00:00:00+07:00`), locale);
  const underWay = ["waiting_approval", "confirmed", "delivering"].includes(order.status);
  return (
    <section className="card own-order" aria-labelledby="order">
      <div className="card-head row-wrap">
        <div>
          <h1 className="h3 num" id="order">
            {purchases.order_title({ code: groupedCode(order.order_code) })}
          </h1>
          <p className="muted small">
            {words.placed_at({ at: formatDateTime(new Date(order.placed_at), locale) })}
            {` · ${order.payment.method_name}`}
          </p>
        </div>
        <StatusBadge status={order.status} />
      </div>
      <div className="panel stack-loose">
        <Steps label={words.progress} steps={stepsOf(order, words.statuses, locale)} words={words.step_states} />
        {order.cancellation_reason && (
          <Note tone="danger">{words.cancelled_because({ reason: order.cancellation_reason })}</Note>
        )}
      </div>
      {underWay && order.has_delivery && (
        <div className="order-arrival">
          <Icon name="truck" size={24} />
          <div>
            <b>{words.expected({ from: day(order.eta_from), to: day(order.eta_to) })}</b>
            <p className="muted small">
              {[order.shipping_unit, order.shipping_code && `${words.tracking_code} ${order.shipping_code}`]
                .filter(Boolean)
                .join(" · ")}
            </p>
          </div>
        </div>
      )}
    </section>
  );
}

function Receiver({ order, addresses }: Pick<Props, "order" | "addresses">) {
  const { orders: words } = useMessages();
  const { receiver, note } = order;
  return (
    <section className="card panel stack stack-top" aria-labelledby="receiver">
      <h2 className="h4" id="receiver">
        {words.receiver}
      </h2>
      <div>
        <b>{receiver.full_name}</b> <span className="num nowrap">{shownPhone(receiver.phone)}</span>
        <p className="small">{receiver.address}</p>
        {note && (
          <p className="muted above-8 small">
            {words.note}: {note}
          </p>
        )}
      </div>
      {order.can_change_address && <MoveOrder addresses={addresses} />}
    </section>
  );
}
