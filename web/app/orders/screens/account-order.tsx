import { groupedCode } from "contract/values/public-code.ts";
import { messagesOf } from "messages/messages.ts";
import { redirect } from "react-router";
import { localeOf, shopOf } from "../../context.ts";
import { newSubmissionKey, readForm, sent, submit } from "../../forms/forms.ts";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { flash } from "../../visitor.ts";
import { buyAgain } from "../parts/buy-again.ts";
import { OwnOrder } from "../parts/own-order.tsx";
import type { Route } from "./+types/account-order";

export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const order = await shop.orders.byCode({ id: params.code });
  // An exchange has a page of its own, where its points are told.
  if (order.kind === "exchange") throw redirect(pathsIn(localeOf(context)).exchangeOrder(order.order_code), 302);
  const isReceived = order.status === "delivered" || order.status === "completed";
  const [reasons, addresses, survey] = await Promise.all([
    order.can_cancel ? shop.orders.cancelReasons({}) : [],
    order.can_change_address ? shop.fulfilment.addresses({}) : [],
    isReceived ? shop.surveys.ofOrder({ order: order.order_code }) : null,
  ]);
  return {
    order,
    reasons,
    addresses,
    survey,
    submission_key: newSubmissionKey(),
    idempotency_key: newSubmissionKey(),
    now: new Date().toISOString(),
    here: groupedCode(order.order_code),
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const shop = shopOf(context);
  const locale = localeOf(context);
  const { orders: words, purchases } = messagesOf(locale);
  const back = () => redirect(pathsIn(locale).accountOrder(params.code), 303);
  const own = { id: params.code };
  const said = (text: string) => () => {
    flash(context, "success", text);
    return back();
  };
  switch (form.intent) {
    case "cancel":
      return submit(form, shop.orders.cancel, { ...sent(form, "reason", "note"), ...own }, said(words.cancelled_now));
    case "received":
      return submit(form, shop.orders.confirmReceived, own, said(words.received_now));
    case "move":
      return submit(
        form,
        shop.orders.useAddress,
        { ...sent(form, "address_id"), order_code: params.code },
        said(purchases.address_changed),
      );
    case "buy_again":
      return buyAgain(context, form, own, back);
    default:
      return back();
  }
}

export const meta: Route.MetaFunction = (args) => {
  const { purchases } = messagesAt(args.location.pathname);
  const code = groupedCode(args.params.code ?? "");
  return pageMeta(args, { title: purchases.order_title({ code }), description: purchases.description, path: null });
};

export default function AccountOrderScreen({ loaderData }: Route.ComponentProps) {
  const { surveys: words } = useMessages();
  const paths = usePaths();
  const { survey, ...shown } = loaderData;
  return (
    <>
      {survey?.slug && (
        <p className="card panel between row-wrap">
          {survey.title}
          <a className="link" href={paths.survey(survey.slug, { don: shown.order.order_code })}>
            {words.of_order}
          </a>
        </p>
      )}
      <OwnOrder {...shown} />
    </>
  );
}
