import type { DuePayment } from "contract/payments/pay-links.ts";
import { formatDong } from "contract/values/money.ts";
import { groupedCode } from "contract/values/public-code.ts";
import { redirectDocument } from "react-router";
import { localeOf, shopOf } from "../../context.ts";
import { readForm, sent, submit } from "../../forms/forms.ts";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import type { CheckoutStep } from "../../layouts/checkout.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { emptyPicture } from "../../shared/products/empty-picture.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { nullIfNotFound } from "../parts/shown-order.ts";
import { RepayView } from "../paying/repay-view.tsx";
import type { Route } from "./+types/repay";

const nothing = { due: null, methods: [], now: "", checkout_step: null };

/** By a payment's proof or a signed link. Who opens a link pays: neither later nor on delivery, which is its shopper's choice. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const due = await nullIfNotFound(shop.payments.due({ id: params.id }));
  if (!due) return nothing;
  const all = due.can_pay ? await shop.payments.methods({ uid_payment: due.uid_payment }) : [];
  const methods = all.filter(({ code, group }) =>
    due.link_expires_at ? group !== "later" : !(due.payment.is_on_delivery && code === due.payment.method),
  );
  return {
    due,
    methods,
    now: new Date().toISOString(),
    checkout_step: (due.can_pay ? "payment" : null) as CheckoutStep | null,
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const shop = shopOf(context);
  const paths = pathsIn(localeOf(context));
  const due = await nullIfNotFound(shop.payments.due({ id: params.id }));
  if (!due?.can_pay) throw redirectDocument(paths.repay(params.id), 303);
  const input = { ...sent(form, "payment_method"), uid_payment: due.uid_payment };
  return submit(form, shop.payments.start, input, ({ uid_payment, next }) => {
    throw redirectDocument(paths.paymentStatus({ uid_payment, ...(next?.kind === "redirect" && { go: 1 }) }), 303);
  });
}

export const meta: Route.MetaFunction = (args) => {
  const { paying } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: paying.repay_title, description: paying.description, path: null });
};

export default function RepayScreen({ loaderData: { due, methods, now } }: Route.ComponentProps) {
  const { orders, paying: words } = useMessages();
  const paths = usePaths();
  if (!due) {
    return (
      <EmptyState
        image={emptyPicture("orders")}
        heading={words.not_found_title}
        text={words.not_found_text}
        level={1}
        action={<ButtonLink href={paths.orderLookup()}>{orders.look_up}</ButtonLink>}
      />
    );
  }
  return due.can_pay ? <RepayView due={due} methods={methods} now={now} /> : <NothingToPay due={due} />;
}

/** Paid, lapsed, cancelled, or never anything due. */
function NothingToPay({ due }: { due: DuePayment }) {
  const { paying: words } = useMessages();
  const paths = usePaths();
  const { payment, order_code, uid_payment } = due;
  const code = groupedCode(order_code);
  const texts = () => {
    if (payment.amount === 0) return { heading: words.nothing_title, text: words.nothing_text };
    if (payment.status === "expired") return { heading: words.lapsed_title, text: words.lapsed_text({ code }) };
    if (payment.order_cancelled) return { heading: words.cancelled_title, text: words.cancelled_text({ code }) };
    return { heading: words.paid_title, text: words.paid_text({ amount: formatDong(payment.amount) }) };
  };
  return (
    <EmptyState
      image={emptyPicture("orders")}
      {...texts()}
      level={1}
      action={
        due.link_expires_at ? undefined : (
          <ButtonLink href={paths.paymentStatus({ uid_payment })}>{words.view_order}</ButtonLink>
        )
      }
    />
  );
}
