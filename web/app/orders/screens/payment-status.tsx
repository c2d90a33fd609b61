import type { PaymentView } from "contract/payments/payments.ts";
import { formatDong } from "contract/values/money.ts";
import { parsePhone } from "contract/values/phone.ts";
import { redirect, redirectDocument } from "react-router";
import { callerContext, localeOf, notesContext, requestContext, shopOf } from "../../context.ts";
import { readForm } from "../../forms/forms.ts";
import { PayingStyles } from "../../hydration/more-styles.tsx";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import type { CheckoutStep } from "../../layouts/checkout.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { orderProof } from "../../session/order-proof.ts";
import { keepSigningIn, signingIn, startSigningIn } from "../../session/signing-in.ts";
import { emptyPicture } from "../../shared/products/empty-picture.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { OrderCode } from "../parts/order-code.tsx";
import { OrderFacts } from "../parts/order-facts.tsx";
import { Placed } from "../parts/placed.tsx";
import { ProviderStep } from "../parts/provider-step.tsx";
import { nullIfNotFound, shownOrder } from "../parts/shown-order.ts";
import { Transfer } from "../parts/transfer.tsx";
import type { Route } from "./+types/payment-status";

/**
 * `uid_payment` in the URL gives access to the payment alone. The order is shown to its owner, and for half an hour to
 * the browser that placed it or looked it up, by a signed cookie.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const uid_payment = new URL(request.url).searchParams.get("uid_payment") ?? "";
  const guide = uid_payment === "" ? null : await nullIfNotFound(shop.payments.guide({ uid_payment }));
  if (!guide)
    return {
      guide: null,
      order: null,
      uid_payment,
      now: "",
      is_member: false,
      can_register: false,
      checkout_step: null,
    };
  // The browser applies the content policy of the document, and a client navigation loads no document: the browser requests one.
  if (guide.origins && !context.get(requestContext).is_document) throw redirectDocument(ownPath(request));
  context.get(notesContext).origins = guide.origins;
  const caller = await context.get(callerContext)();
  const waiting = ["created", "pending"].includes(guide.payment.status) && !guide.payment.is_on_delivery;
  const isMember = caller !== null && caller.kind !== "visitor";
  return {
    guide,
    uid_payment,
    order: await shownOrder(context, shop, guide.order_code),
    is_member: isMember,
    can_register: !isMember && (await orderProof(context))?.order_code === guide.order_code,
    now: new Date().toISOString(),
    checkout_step: (waiting ? "payment" : "done") as CheckoutStep,
  };
}

function ownPath(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

/** A guest goes on to the registration: the phone of the order goes along in the sign-in cookie. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  if (form.intent === "pay") {
    const uid_payment = new URL(request.url).searchParams.get("uid_payment") ?? "";
    const started = await shopOf(context).payments.start({ uid_payment });
    throw redirectDocument(pathsIn(localeOf(context)).paymentStatus({ uid_payment: started.uid_payment }), 303);
  }
  const locale = localeOf(context);
  const paths = pathsIn(locale);
  const proof = await orderProof(context);
  const phone = parsePhone(proof?.phone ?? "");
  if (form.intent === "account" && proof && phone.ok) {
    // A code already sent to this number stays valid.
    const isPending = (await signingIn(context, "login"))?.phone === phone.e164;
    if (!isPending)
      await keepSigningIn(context, startSigningIn(phone.e164, paths.accountOrder(proof.order_code), locale));
  }
  return redirect(paths.register(), 303);
}

export const meta: Route.MetaFunction = (args) => {
  const { orders } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: orders.status_title, description: orders.lookup_text, path: null });
};

export default function PaymentStatusScreen({ loaderData }: Route.ComponentProps) {
  const { orders: words } = useMessages();
  const paths = usePaths();
  const { guide, order, uid_payment, now, is_member, can_register } = loaderData;
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
  const trackingUrl = is_member && order ? paths.accountOrder(order_code) : paths.orderLookup();
  if (outcome === "placed" || outcome === "paid" || outcome === "nothing_due")
    return <Placed {...{ order, order_code, uid_payment, outcome, trackingUrl, can_register }} />;
  const texts = {
    waiting: { title: words.waiting_title, text: words.waiting_text, icon: "clock" },
    cancelled: {
      title: payment.amount > 0 ? words.failed_title : words.cancelled_title,
      text: words.cancelled_text,
      icon: "close",
    },
    expired: { title: words.failed_title, text: words.expired_text, icon: "close" },
    refund: { title: words.cancelled_title, text: refundText(payment, words), icon: "close" },
  } as const satisfies Record<
    Exclude<Outcome, "placed" | "paid" | "nothing_due">,
    { title: string; text: string; icon: IconName }
  >;
  const failed = outcome !== "waiting";
  return (
    <div className="stack-loose">
      <PayingStyles />
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
      {outcome === "waiting" && guide.next && <ProviderStep next={guide.next} name={payment.method_name} />}
      {outcome === "waiting" && guide.can_start && (
        <form method="post">
          <Button type="submit" name="intent" value="pay">
            {words.pay_at({ name: payment.method_name })}
          </Button>
        </form>
      )}
      {order && <OrderFacts order={order} />}
      <div className="row row-wrap row-centre">
        <ButtonLink href={trackingUrl} variant="secondary">
          {words.track}
        </ButtonLink>
        <ButtonLink href={paths.products()} variant={failed ? "primary" : "ghost"}>
          {words.continue_shopping}
        </ButtonLink>
      </div>
    </div>
  );
}

type Outcome = "placed" | "paid" | "nothing_due" | "waiting" | "cancelled" | "expired" | "refund";

/** From the payment alone: most visitors of this page are not shown the order. */
function outcomeOf(payment: PaymentView): Outcome {
  if (payment.order_cancelled) {
    if (payment.received > 0) return "refund";
    return payment.status === "expired" ? "expired" : "cancelled";
  }
  if (payment.is_on_delivery) return "placed";
  if (payment.amount === 0) return "nothing_due";
  return payment.status === "success" ? "paid" : "waiting";
}

/** The refund still owed; where none is, the amount already refunded. */
function refundText(payment: PaymentView, words: ReturnType<typeof useMessages>["orders"]): string {
  if (payment.refund_owed > 0) return words.refund_owed({ amount: formatDong(payment.refund_owed) });
  return words.refunded({ amount: formatDong(payment.refunded) });
}
