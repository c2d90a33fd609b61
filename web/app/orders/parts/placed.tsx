import type { Order } from "contract/orders/orders.ts";
import { formatDate, type Locale } from "contract/values/locale.ts";
import { givenName } from "contract/values/person-name.ts";
import { Form } from "react-router";
import { PayingStyles } from "../../hydration/more-styles.tsx";
import { useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { type Step, Steps } from "../../ui/text/steps.tsx";
import { OrderCode } from "../paying/order-code.tsx";
import { Delivery, Items, Payment, Sums } from "./order-facts.tsx";
import { stepsOf } from "./order-view.tsx";

type PlacedProps = {
  order: Order | null;
  order_code: string;
  uid_payment: string;
  outcome: "placed" | "paid" | "nothing_due";
  /** The page that shows the order's progress. */
  trackingUrl: string;
  /** A guest who has proved this order's phone. */
  can_register: boolean;
};

/** The minute after ordering: thanks, when it comes, what follows. One column. */
export function Placed({ order, order_code, uid_payment, outcome, trackingUrl, can_register }: PlacedProps) {
  const { orders: words } = useMessages();
  const paths = usePaths();
  const name = order ? nameOf(order) : "";
  const title = outcome === "paid" ? words.paid_title : words.placed_title;
  const isConfirmed = outcome !== "placed";
  const text = isConfirmed ? words.paid_text : words.placed_text;
  return (
    <div className="outcome stack-loose">
      <PayingStyles />
      <section className="card" role="status">
        <div className="outcome-head">
          <Tick />
          <h1>{name ? `${words.thanks({ name })} ${title}` : title}</h1>
          <p className="muted">{name ? text : `${words.thank_you} ${text}`}</p>
          {order && <Arrival order={order} uid_payment={uid_payment} />}
          <OrderCode code={order_code} />
        </div>
        {order && <Progress order={order} />}
      </section>
      {order ? (
        <section className="card" aria-label={words.products}>
          <Items order={order} />
          <div className="panel">
            <Sums order={order} />
          </div>
        </section>
      ) : (
        <NextSteps paid={isConfirmed} />
      )}
      <div className="halves">
        <ButtonLink size="large" href={trackingUrl}>
          {words.track}
        </ButtonLink>
        <ButtonLink size="large" variant="secondary" href={paths.products()}>
          {words.continue_shopping}
        </ButtonLink>
      </div>
      {can_register && <NewAccount />}
      {order && <Delivery order={order} />}
      {order && <Payment order={order} is_refund_told />}
    </div>
  );
}

/** How to address the buyer; a masked name says nothing. */
function nameOf({ receiver }: Order): string {
  return receiver.full_name.includes("*") ? "" : givenName(receiver.full_name);
}

/** Animated once. */
function Tick() {
  return (
    <span className="outcome-icon">
      <svg className="tick-drawn" viewBox="0 0 24 24" width="36" height="36" aria-hidden="true">
        <path d="M5 12.5l4.8 4.8L19.5 7" pathLength="1" />
      </svg>
    </span>
  );
}

function Arrival({ order, uid_payment }: { order: Order; uid_payment: string }) {
  const { orders: words } = useMessages();
  const paths = usePaths();
  const days = daysOf(order, useLocale());
  return (
    <div className="outcome-date">
      <p className="soft">
        {words.expected_label} <b className="own-line h2">{days}</b>
      </p>
      <a className="link row row-centre tall" href={paths.orderDate(uid_payment)} download data-reload="">
        <Icon name="calendar" size={16} /> {words.to_calendar}
      </a>
    </div>
  );
}

/** With the day on which the next of the steps is expected. */
function Progress({ order }: { order: Order }) {
  const { orders: words } = useMessages();
  const locale = useLocale();
  const delivered = words.statuses.delivered;
  const steps = stepsOf(order, words.statuses, locale).map(
    (step): Step => (step.text === delivered && !step.time ? { ...step, time: daysOf(order, locale) } : step),
  );
  return (
    <div className="panel">
      <Steps label={words.progress} steps={steps} words={words.step_states} />
    </div>
  );
}

function daysOf({ eta_from, eta_to }: Order, locale: Locale): string {
  const [from, to] = [eta_from, eta_to].map((date) => formatDate(new Date(`${date}T00:00:00+07:00`), locale));
  return from === to ? `${to}` : `${from} – ${to}`;
}

function NextSteps({ paid }: { paid: boolean }) {
  const { orders: words } = useMessages();
  return (
    <section className="card panel stack" aria-labelledby="next">
      <h2 className="h4" id="next">
        {words.what_next}
      </h2>
      <ol className="numbered">
        {(paid ? words.next_steps_paid : words.next_steps_cod).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}

/** One click leads to the registration with the phone of the order, which no URL carries. */
function NewAccount() {
  const { orders: words } = useMessages();
  return (
    <Form method="post" className="card panel row row-wrap between">
      <p className="muted">{words.account_text}</p>
      <Button variant="tinted" name="intent" value="account">
        {words.account_title}
      </Button>
    </Form>
  );
}
