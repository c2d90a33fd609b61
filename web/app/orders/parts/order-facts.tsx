import { wholeOf } from "contract/cart/amount-rows.ts";
import type { Order } from "contract/orders/orders.ts";
import { formatDate } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { formatPhone } from "contract/values/phone.ts";
import type { ReactNode } from "react";
import { useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { shownAmounts } from "../../shared/amount-rows.ts";
import { OrderedLine } from "../../shared/ordered-line.tsx";
import { KeyValues } from "../../ui/text/key-values.tsx";
import { Note } from "../../ui/text/note.tsx";
import { Unbroken } from "../../ui/text/unbroken.tsx";

/** What was ordered, where it goes, how it is paid. Prices are those of that day. `action` stands beside the heading. */
export function OrderFacts({ order, action }: { order: Order; action?: ReactNode }) {
  const { orders: words } = useMessages();
  return (
    <div className="halves">
      <section className="card" aria-labelledby="products">
        <div className="card-head">
          <h2 className="h4" id="products">
            {words.products}
          </h2>
          {action}
        </div>
        <Items order={order} />
        <div className="panel">
          <Sums order={order} />
        </div>
      </section>
      <div className="stack">
        <Delivery order={order} />
        <Payment order={order} />
      </div>
    </div>
  );
}

export function Items({ order }: { order: Order }) {
  const { cart: words } = useMessages();
  const paths = usePaths();
  return (
    <ul className="lines">
      {order.items.map((item) => (
        <OrderedLine
          key={item.key}
          imageId={item.image.id}
          end={<b className="num nowrap">{formatDong(item.line_total)}</b>}
        >
          <a className="line-name" href={item.category_slug === "" ? paths.link(`/${item.slug}`) : paths.product(item)}>
            <Unbroken text={item.name} />
          </a>
          {item.colour && <p className="muted small">{item.colour}</p>}
          <p className="muted small num">
            {item.kind === "gift" ? words.gift : formatDong(item.unit_price)} × {item.quantity}
          </p>
        </OrderedLine>
      ))}
    </ul>
  );
}

/** Paid in cash, the total is what the courier collects, or would have: rounded up to a thousand. */
export function Sums({
  order: { totals, adjustments, payment },
}: {
  order: Pick<Order, "totals" | "adjustments" | "payment">;
}) {
  const { orders: words, cart, codes } = useMessages();
  const whole = wholeOf(totals, payment);
  return (
    <div className="stack">
      <KeyValues rows={shownAmounts(totals, adjustments, { cart, codes }, { goods: words.goods, whole })} />
      <hr className="rule" />
      <div className="between row-wrap">
        <b>{words.total}</b>
        <span className="h2 num">
          <b>{formatDong(whole)}</b>
        </span>
      </div>
    </div>
  );
}

export function Delivery({ order }: { order: Order }) {
  const { orders: words } = useMessages();
  const locale = useLocale();
  const day = (date: string) => formatDate(new Date(`${date}T00:00:00+07:00`), locale);
  const { receiver, shipping_unit, shipping_code, note, status } = order;
  return (
    <section className="card panel stack" aria-labelledby="delivery">
      <h2 className="h4" id="delivery">
        {words.delivery}
      </h2>
      <KeyValues
        rows={[
          {
            key: "receiver",
            name: words.receiver,
            value: (
              <>
                {receiver.full_name} <span className="num nowrap own-line">{shownPhone(receiver.phone)}</span>
              </>
            ),
          },
          ...(order.has_delivery
            ? [
                { key: "address", name: words.address, value: receiver.address },
                { key: "carrier", name: words.carrier, value: shipping_unit },
              ]
            : []),
          ...(shipping_code ? [{ key: "code", name: words.tracking_code, value: shipping_code }] : []),
          ...(note ? [{ key: "note", name: words.note, value: note }] : []),
        ]}
      />
      {status !== "cancelled" && order.has_delivery && (
        <p className="muted small">{words.expected({ from: day(order.eta_from), to: day(order.eta_to) })}</p>
      )}
    </section>
  );
}

/** `is_refund_told`: the page has said already that money is owed. */
export function Payment({ order, is_refund_told }: { order: Order; is_refund_told?: boolean }) {
  const { orders: words } = useMessages();
  const { payment, company_invoice } = order;
  return (
    <section className="card panel stack" aria-labelledby="payment">
      <h2 className="h4" id="payment">
        {words.payment}
      </h2>
      <KeyValues
        rows={[
          { key: "method", name: words.payment_method, value: payment.method_name },
          // The method's name says that nothing was due.
          ...(payment.amount > 0
            ? [{ key: "status", name: words.payment_status, value: paymentState(payment, words) }]
            : []),
          ...(payment.received > 0 && !payment.is_on_delivery
            ? [{ key: "received", name: words.received, value: formatDong(payment.received) }]
            : []),
          ...(company_invoice
            ? [
                {
                  key: "invoice",
                  name: words.invoice,
                  value: `${company_invoice.company_name}, ${company_invoice.tax_code}`,
                },
              ]
            : []),
        ]}
      />
      {payment.refund_owed > 0 && !is_refund_told && (
        <Note tone="honey">{words.refund_owed({ amount: formatDong(payment.refund_owed) })}</Note>
      )}
      {payment.refunded > 0 && <Note tone="ok">{words.refunded({ amount: formatDong(payment.refunded) })}</Note>}
    </section>
  );
}

function paymentState(
  { is_on_delivery, status }: Order["payment"],
  words: ReturnType<typeof useMessages>["orders"],
): string {
  return is_on_delivery && status === "pending" ? words.pay_on_delivery : words.payment_statuses[status];
}

/** A masked one comes ready to read. */
export const shownPhone = (phone: string): string => (phone.startsWith("+") ? formatPhone(phone) : phone);
