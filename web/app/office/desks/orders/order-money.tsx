import { amountRows, wholeOf } from "contract/cart/amount-rows.ts";
import type { OrderRecord } from "contract/orders/desk-orders.ts";
import { formatDateTime } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { Note } from "../../../ui/text/note.tsx";
import { useLanguage, useOfficeMessages } from "../../i18n.tsx";

/** The order's money as lines, and one sentence about how it stands. Who works at a place sees what is collected. */
export function OrderMoney({ order }: { order: OrderRecord }) {
  const { orders } = useOfficeMessages();
  const language = useLanguage();
  const { totals, payment, transfers } = order;
  const whole = totals && payment ? wholeOf(totals, payment) : (totals?.total ?? 0);
  return (
    <section className="card" aria-labelledby="tien">
      <div className="card-head">
        <h2 id="tien">{orders.ledger}</h2>
      </div>
      {totals && (
        <ul className="rows">
          {amountRows(totals, order.adjustments, whole).map((row) => (
            <li key={row.key}>
              <span>{row.of === "code" ? orders.by_code({ code: row.code ?? row.label }) : orders.totals[row.of]}</span>
              <span className="num">{formatDong(row.amount)}</span>
            </li>
          ))}
          <li>
            <span>
              <b>{orders.totals.total}</b>
              <span className="tiny muted own-line">{orders.totals.vat({ amount: formatDong(totals.vat) })}</span>
            </span>
            <b className="num">{formatDong(whole)}</b>
          </li>
          {transfers.map(({ kind, at, amount, reference }) => (
            <li key={`${kind} ${at} ${reference} ${amount}`}>
              <span>
                {orders.transfer[kind]}
                <span className="tiny muted own-line">
                  {formatDateTime(at, language)}
                  {reference && ` · ${reference}`}
                </span>
              </span>
              <span className="num">{formatDong(amount)}</span>
            </li>
          ))}
          {transfers.length === 0 && payment && payment.refunded > 0 && (
            <li>
              <span>{orders.refunded}</span>
              <span className="num">{formatDong(payment.refunded)}</span>
            </li>
          )}
        </ul>
      )}
      <div className="panel">
        <Balance order={order} />
      </div>
    </section>
  );
}

function Balance({ order: { payment, cash_due, status } }: { order: OrderRecord }) {
  const { balance } = useOfficeMessages().orders;
  if (payment && payment.refund_owed > 0)
    return <Note tone="honey">{balance.owed({ amount: formatDong(payment.refund_owed) })}</Note>;
  if (cash_due !== null) return <Note tone="honey">{balance.to_collect({ amount: formatDong(cash_due) })}</Note>;
  if (payment && status !== "cancelled" && (payment.status === "pending" || payment.status === "created"))
    return <Note tone="honey">{balance.awaited({ amount: formatDong(payment.amount - payment.received) })}</Note>;
  if (payment?.status === "success" && status !== "cancelled") return <Note tone="ok">{balance.paid}</Note>;
  return <Note>{balance.nothing}</Note>;
}
