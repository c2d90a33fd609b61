import type { OrderRecord } from "contract/orders/desk-orders.ts";
import { formatDate, formatDateTime } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { formatPhone } from "contract/values/phone.ts";
import { Link, redirect, useLoaderData } from "react-router";
import { readForm, sent, submit } from "../../../forms/forms.ts";
import { shopOf } from "../../context.ts";
import { flash } from "../../cookies.ts";
import { verifyStepUp } from "../../forms.tsx";
import { messagesIn, useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { Facts } from "../../kit/facts.tsx";
import { statusTones } from "../../kit/order-tones.ts";
import { PageHead } from "../../kit/page-head.tsx";
import { Status } from "../../kit/status.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/order";
import { OrderActs } from "./order-acts.tsx";
import { OrderMoney } from "./order-money.tsx";

export const meta = titled(({ orders }) => orders.title);

export async function loader({ params, context }: Route.LoaderArgs) {
  return shopOf(context).orders.record({ code: params.code });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { orders } = shopOf(context);
  const said = messagesIn(context).orders;
  const { code } = params;
  const done = (text: string) => () => {
    flash(context, "success", text);
    return redirect(paths.order(code));
  };
  switch (form.intent) {
    case "approve":
      return submit(form, orders.approve, { code, ...sent(form, "version", "note") }, done(said.approved));
    case "cancel":
      return submit(form, orders.cancelByStaff, { code, ...sent(form, "version", "note") }, done(said.cancelled));
    default: {
      const refused = await verifyStepUp(form, context);
      if (refused) return refused;
      const given = sent(form, "version", "amount", "reference", "reason");
      return submit(form, orders.recordRefund, { code, ...given }, done(said.recorded));
    }
  }
}

/** One order: goods, delivery, what happened; beside them money, customer and what can be done. */
export default function Order() {
  const { orders } = useOfficeMessages();
  const order = useLoaderData<typeof loader>();
  const language = useLanguage();
  const day = (at: string) => formatDate(at, language);
  const promised = order.status === "cancelled" ? null : `${day(order.eta_from)} – ${day(order.eta_to)}`;
  const about = orders.placed({
    at: formatDateTime(order.placed_at, language),
    method: order.payment?.method_name ?? "",
    promised,
  });
  return (
    <>
      <p className="small">
        <Link className="link" to={paths.orders()}>
          {orders.title}
        </Link>
      </p>
      <PageHead title={order.code} about={about}>
        <Status tone={statusTones[order.status]}>{orders.options.status[order.status]}</Status>
      </PageHead>
      <div className="two-columns">
        <div className="pile">
          <OrderActs order={order} />
          <Goods order={order} />
          <section className="card" aria-labelledby="giao">
            <div className="card-head">
              <h2 id="giao">{orders.delivery}</h2>
            </div>
            <div className="panel">
              <Facts
                rows={[
                  [orders.carrier, order.shipping_unit],
                  [orders.parcel, order.shipping_code ?? "–"],
                  [orders.warehouse, order.warehouses.join(", ") || "–"],
                  [orders.promised, promised ?? "–"],
                ]}
              />
            </div>
          </section>
          <Timeline order={order} />
        </div>
        <div className="pile">
          <OrderMoney order={order} />
          <Receiver order={order} />
        </div>
      </div>
    </>
  );
}

function Goods({ order: { items, totals } }: { order: OrderRecord }) {
  const { orders } = useOfficeMessages();
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <section className="card" aria-labelledby="hang">
      <div className="card-head">
        <h2 id="hang">{orders.goods}</h2>
        <span className="small muted num">{orders.pieces({ count: pieces })}</span>
      </div>
      <ul className="rows">
        {items.map(({ key, kind, name, code, colour, quantity, unit_price }) => (
          <li key={key}>
            <span>
              {name}
              <span className="tiny muted own-line">
                {code}
                {colour && ` · ${colour}`}
              </span>
            </span>
            <span className="num">
              {quantity}
              {totals && ` × ${kind === "gift" ? orders.gift : formatDong(unit_price)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Receiver({ order: { receiver, customer, note } }: { order: OrderRecord }) {
  const { orders } = useOfficeMessages();
  return (
    <section className="card" aria-labelledby="khach">
      <div className="card-head">
        <h2 id="khach">{orders.customer}</h2>
        {customer && (
          <Link className="link small" to={paths.customer(customer)}>
            {orders.see_customer}
          </Link>
        )}
      </div>
      <div className="panel">
        <Facts
          rows={[
            [orders.customer, receiver.full_name],
            [orders.phone, receiver.in_full ? formatPhone(receiver.phone) : receiver.phone],
            [orders.address, receiver.address],
            ...(note ? [[orders.note, note] as const] : []),
          ]}
        />
        {!receiver.in_full && <p className="small muted">{orders.masked}</p>}
      </div>
    </section>
  );
}

function Timeline({ order: { history } }: { order: OrderRecord }) {
  const { orders } = useOfficeMessages();
  const language = useLanguage();
  return (
    <section className="card" aria-labelledby="dien-bien">
      <div className="card-head">
        <h2 id="dien-bien">{orders.timeline}</h2>
      </div>
      <ol className="rows">
        {history.toReversed().map(({ at, by, who, event, status, note }) => (
          <li key={`${at} ${status} ${event}`}>
            <span>
              <b>{by ?? orders.by[who]}</b> {event === "status" ? orders.options.status[status] : orders.events[event]}
              {note && <span className="own-line">{note}</span>}
            </span>
            <span className="tiny muted num">{formatDateTime(at, language)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
