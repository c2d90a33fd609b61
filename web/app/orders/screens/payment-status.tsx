import type { PaymentView } from "contract/payments/payments.ts";
import { formatDong } from "contract/values/money.ts";
import { parsePhone } from "contract/values/phone.ts";
import { redirect, redirectDocument } from "react-router";
import { callerContext, localeOf, notesContext, requestContext, shopOf } from "../../context.ts";
import { readForm, submit } from "../../forms/forms.ts";
import { PayingStyles } from "../../hydration/more-styles.tsx";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import type { CheckoutStep } from "../../layouts/checkout.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { orderProof } from "../../session/order-proof.ts";
import { keepSigningIn, signingIn, startSigningIn } from "../../session/signing-in.ts";
import { emptyPicture } from "../../shared/products/empty-picture.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/text/note.tsx";
import { OrderFacts } from "../parts/order-facts.tsx";
import { Placed } from "../parts/placed.tsx";
import { nullIfNotFound, shownOrder } from "../parts/shown-order.ts";
import { OpenPayment } from "../paying/open-payment.tsx";
import { OrderCode } from "../paying/order-code.tsx";
import type { Route } from "./+types/payment-status";

/**
 * `uid_payment` in the URL gives access to the payment alone. The order is shown to its owner, and for half an hour to
 * the browser that placed it or looked it up, by a signed cookie.
 */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const query = url.searchParams;
  const uid_payment = query.get("uid_payment") ?? "";
  const guide = uid_payment === "" ? null : await nullIfNotFound(shop.payments.guide({ uid_payment }));
  if (!guide)
    return {
      guide: null,
      due: null,
      is_leaving: false,
      order: null,
      saved_cards: [],
      uid_payment,
      now: "",
      is_member: false,
      can_register: false,
      checkout_step: null,
    };
  // The browser applies the content policy of the document, and a client navigation loads no document: the browser requests one.
  // While the bank is asked, the page that shows the question has the policy, and only looks again.
  const isAsking = guide.has_returned || (guide.card !== null && guide.card.stage !== "fields");
  const isLookingAgain = isAsking && isOwnPage(request, url);
  if (guide.origins && !context.get(requestContext).is_document && !isLookingAgain)
    throw redirectDocument(url.pathname + url.search);
  context.get(notesContext).origins = guide.origins;
  context.get(notesContext).is_challenge = guide.card?.stage === "challenge";
  const caller = await context.get(callerContext)();
  const waiting = ["created", "pending"].includes(guide.payment.status) && !guide.payment.is_on_delivery;
  const isMember = caller !== null && caller.kind !== "visitor";
  return {
    guide,
    uid_payment,
    due: waiting ? await shop.payments.due({ id: uid_payment }) : null,
    // Which words stand above the link to the provider, and whether a script follows it; never a result.
    is_leaving: query.has("go"),
    order: await shownOrder(context, shop, guide.order_code),
    saved_cards: isMember && guide.card?.stage === "fields" ? await shop.payments.savedCards({}) : [],
    is_member: isMember,
    can_register: !isMember && (await orderProof(context))?.order_code === guide.order_code,
    now: new Date().toISOString(),
    checkout_step: (waiting ? "payment" : "done") as CheckoutStep,
  };
}

function isOwnPage({ headers }: Request, { pathname, searchParams }: URL): boolean {
  const referer = headers.get("referer") ?? "";
  if (!URL.canParse(referer)) return false;
  const page = new URL(referer);
  const proof = (of: URLSearchParams) => of.get("uid_payment");
  return page.pathname === pathname && proof(page.searchParams) === proof(searchParams);
}

/** A guest goes on to the registration: the phone of the order goes along in the sign-in cookie. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  if (form.intent === "pay") {
    const uid_payment = new URL(request.url).searchParams.get("uid_payment") ?? "";
    const started = await shopOf(context).payments.start({ uid_payment });
    const leaves = started.next?.kind === "redirect" && { go: 1 };
    throw redirectDocument(
      pathsIn(localeOf(context)).paymentStatus({ uid_payment: started.uid_payment, ...leaves }),
      303,
    );
  }
  // The last step of a card, where no script takes it.
  if (form.intent === "card_pay") {
    const uid_payment = new URL(request.url).searchParams.get("uid_payment") ?? "";
    const shop = shopOf(context);
    const { order_code } = await shop.payments.guide({ uid_payment });
    await submit(form, shop.payments.cardPaid, { order_code, uid_payment }, () => null);
    throw redirectDocument(pathsIn(localeOf(context)).paymentStatus({ uid_payment }), 303);
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
  const { orders: words, paying } = useMessages();
  const paths = usePaths();
  const { guide, due, order, uid_payment, now, is_member, can_register, is_leaving, saved_cards } = loaderData;
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
  const { payment, order_code, next, can_start, has_returned } = guide;
  const outcome = outcomeOf(payment);
  const trackingUrl = is_member && order ? paths.accountOrder(order_code) : paths.orderLookup();
  if (outcome === "placed" || outcome === "paid" || outcome === "nothing_due") {
    return (
      <>
        {payment.refund_owed > 0 && (
          <div className="outcome">
            <Note tone="honey">
              <p>{paying.too_much({ amount: formatDong(payment.refund_owed) })}</p>
              <p>{refundText(payment, words)}</p>
            </Note>
          </div>
        )}
        <Placed {...{ order, order_code, uid_payment, outcome, trackingUrl, can_register }} />
      </>
    );
  }
  return (
    <div className="stack-loose">
      <PayingStyles />
      {outcome === "waiting" ? (
        <OpenPayment
          {...{
            payment,
            next,
            due,
            is_leaving,
            has_returned,
            order_code,
            uid_payment,
            can_start,
            now,
            is_member,
            saved_cards,
          }}
          card={guide.card}
        />
      ) : (
        <Ended outcome={outcome} payment={payment} order_code={order_code} />
      )}
      {order && <OrderFacts order={order} />}
      <div className="row row-wrap row-centre">
        {payment.transfer && (
          <ButtonLink href={paths.repay(uid_payment)} variant="secondary">
            {paying.another_way}
          </ButtonLink>
        )}
        <ButtonLink href={trackingUrl} variant="secondary">
          {words.track}
        </ButtonLink>
        <ButtonLink href={paths.products()} variant={outcome === "waiting" ? "ghost" : "primary"}>
          {words.continue_shopping}
        </ButtonLink>
      </div>
    </div>
  );
}

type EndedProps = { outcome: "cancelled" | "expired" | "refund"; payment: PaymentView; order_code: string };

/** The order is off: nothing is to be paid any more. */
function Ended({ outcome, payment, order_code }: EndedProps) {
  const { orders: words } = useMessages();
  const { title, text } = {
    cancelled: { title: payment.amount > 0 ? words.failed_title : words.cancelled_title, text: words.cancelled_text },
    expired: { title: words.failed_title, text: words.expired_text },
    refund: { title: words.cancelled_title, text: refundText(payment, words) },
  }[outcome];
  return (
    <section className="outcome card" role="status">
      <div className="outcome-head">
        <span className="outcome-icon outcome-icon-failed">
          <Icon name="close" size={36} />
        </span>
        <h1 className="h2">{title}</h1>
        <p className="muted">{text}</p>
        <OrderCode code={order_code} />
      </div>
    </section>
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
