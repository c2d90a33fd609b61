import { groupedCode } from "contract/values/public-code.ts";
import { messagesOf } from "messages/messages.ts";
import { redirect } from "react-router";
import { localeOf, shopOf } from "../../context.ts";
import { newSubmissionKey, readForm, sent, submit } from "../../forms/forms.ts";
import { messagesAt } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { flash } from "../../visitor.ts";
import { OwnExchange } from "../parts/own-exchange.tsx";
import type { Route } from "./+types/exchange-order";

const OTHERS = "4";

export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const [order, { data: newest }] = await Promise.all([
    shop.orders.exchangeOrder({ id: params.code }),
    shop.orders.exchangeOrders({ limit: OTHERS }),
  ]);
  return {
    order,
    others: newest.filter(({ order_code }) => order_code !== order.order_code).slice(0, 3),
    reasons: order.can_cancel ? await shop.orders.cancelReasons({}) : [],
    submission_key: newSubmissionKey(),
    now: new Date().toISOString(),
    here: groupedCode(order.order_code),
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const shop = shopOf(context);
  const locale = localeOf(context);
  const { orders: words } = messagesOf(locale);
  const back = () => redirect(pathsIn(locale).exchangeOrder(params.code), 303);
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
    default:
      return back();
  }
}

export const meta: Route.MetaFunction = (args) => {
  const { exchange } = messagesAt(args.location.pathname);
  const code = groupedCode(args.params.code ?? "");
  return pageMeta(args, { title: exchange.order({ code }), description: exchange.orders_description, path: null });
};

export default function ExchangeOrderScreen({ loaderData }: Route.ComponentProps) {
  return <OwnExchange {...loaderData} />;
}
