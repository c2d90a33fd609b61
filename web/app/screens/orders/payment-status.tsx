import type { Shop } from "contract/contract.ts";
import { isWireFailure } from "contract/errors.ts";
import { formatDong } from "contract/money.ts";
import type { Order } from "contract/orders.ts";
import type { PaymentView } from "contract/payments.ts";
import { callerContext, shopOf, visitContext } from "../../context.ts";
import { emptyPicture } from "../../empty-picture.ts";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import type { CheckoutStep } from "../../layouts/checkout.tsx";
import { pageMeta } from "../../meta.ts";
import { orderProof } from "../../order-proof.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import type { Route } from "./+types/payment-status";
import { OrderCode } from "./order-code.tsx";
import { OrderFacts } from "./order-facts.tsx";
import { Transfer } from "./transfer.tsx";

/** What the address proves is the payment; whose order it is only the half-hour note of placing or looking it up. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const uid_payment = new URL(request.url).searchParams.get("uid_payment") ?? "";
  const guide = uid_payment === "" ? null : await found(shop.payments.guide({ uid_payment }));
  if (!guide)
    return {
      guide: null,
      order: null,
      uid_payment,
      now: "",
      is_member: false,
      checkout_step: null,
    };
  const { has_session } = context.get(visitContext);
  const caller = await context.get(callerContext)();
  const waiting = guide.payment.status === "pending" && guide.payment.method !== "cod";
  return {
    guide,
    uid_payment,
    order: await orderOf(shop, { proof: orderProof(context), has_session }, guide.order_code),
    is_member: caller !== null && caller.kind !== "visitor",
    now: new Date().toISOString(),
    checkout_step: (waiting ? "payment" : "done") as CheckoutStep,
  };
}

/** For who has just shown code and phone, and for its owner. */
async function orderOf(shop: Shop, reach: Reach, order_code: string): Promise<Order | null> {
  const { proof, has_session } = reach;
  if (proof?.order_code === order_code) return found(shop.orders.byCode({ id: order_code, order_phone: proof.phone }));
  return has_session ? found(shop.orders.byCode({ id: order_code })) : null;
}

type Reach = { proof: ReturnType<typeof orderProof>; has_session: boolean };

/** This page has its own way of saying that there is nothing to show. */
async function found<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

function isNotFound(error: unknown): boolean {
  if (isWireFailure(error)) return error.status === 404 || error.status === 422;
  const status = (error as { init?: { status?: unknown } } | null)?.init?.status;
  return status === 404 || status === 422;
}

export const meta: Route.MetaFunction = (args) => {
  const { orders } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: orders.status_title, description: orders.lookup_text, path: null });
};

export default function PaymentStatusScreen({ loaderData }: Route.ComponentProps) {
  const { orders: words } = useMessages();
  const paths = usePaths();
  const { guide, order, uid_payment, now, is_member } = loaderData;
  if (!guide) {
    return (
      <EmptyState
        image={emptyPicture("orders")}
        heading={words.no_payment_title}
        text={words.no_payment_text}
        level={1}
        action={<ButtonLink href={paths.orderLookup()}>{words.look_up}</ButtonLink>}
      />
    );
  }
  const { payment, order_code } = guide;
  const outcome = outcomeOf(payment);
  const texts = {
    placed: { title: words.placed_title, text: words.placed_text, icon: "success" },
    paid: { title: words.paid_title, text: words.paid_text, icon: "success" },
    waiting: { title: words.waiting_title, text: words.waiting_text, icon: "clock" },
    cancelled: { title: words.failed_title, text: words.cancelled_text, icon: "close" },
    expired: { title: words.failed_title, text: words.expired_text, icon: "close" },
    given_back: { title: words.cancelled_title, text: backText(payment, words), icon: "close" },
  } as const satisfies Record<Outcome, { title: string; text: string; icon: IconName }>;
  const failed = outcome === "cancelled" || outcome === "expired" || outcome === "given_back";
  return (
    <div className="stack-loose">
      <section className="outcome card" role="status">
        <div className="outcome-head">
          <span
            className={classes(
              "outcome-icon",
              outcome === "waiting" && "outcome-icon-waiting",
              failed && "outcome-icon-failed",
            )}
          >
            <Icon name={texts[outcome].icon} size={36} />
          </span>
          <h1 className="h2">{texts[outcome].title}</h1>
          <p className="muted">{texts[outcome].text}</p>
          <OrderCode code={order_code} />
        </div>
      </section>
      {outcome === "waiting" && payment.transfer && (
        <Transfer payment={payment} guide={payment.transfer} uid_payment={uid_payment} now={now} />
      )}
      {(outcome === "placed" || outcome === "paid") && <NextSteps paid={outcome === "paid"} />}
      {order && <OrderFacts order={order} />}
      <div className="row row-wrap justify-center">
        <ButtonLink
          href={is_member && order ? paths.accountOrder(order_code) : paths.orderLookup()}
          variant="secondary"
        >
          {words.track}
        </ButtonLink>
        <ButtonLink href={paths.products()} variant={failed ? "primary" : "ghost"}>
          {words.continue_shopping}
        </ButtonLink>
      </div>
    </div>
  );
}

type Outcome = "placed" | "paid" | "waiting" | "cancelled" | "expired" | "given_back";

/** Judged without the order, which a browser that does not own it is not shown. */
function outcomeOf(payment: PaymentView): Outcome {
  if (payment.order_cancelled) {
    if (payment.received > 0) return "given_back";
    return payment.status === "expired" ? "expired" : "cancelled";
  }
  if (payment.method === "cod") return "placed";
  return payment.status === "success" ? "paid" : "waiting";
}

/** What is still to come back, else what has. */
function backText(payment: PaymentView, words: ReturnType<typeof useMessages>["orders"]): string {
  if (payment.refund_owed > 0) return words.refund_owed({ amount: formatDong(payment.refund_owed) });
  return words.refunded({ amount: formatDong(payment.refunded) });
}

function NextSteps({ paid }: { paid: boolean }) {
  const { orders: words } = useMessages();
  return (
    <section className="outcome card panel stack" aria-labelledby="next">
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
