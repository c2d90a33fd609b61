import { groupedCode } from "contract/values/public-code.ts";
import { messagesOf } from "messages/messages.ts";
import { redirect } from "react-router";
import { localeOf, shopOf } from "../../context.ts";
import { newSubmissionKey, readForm, type SentForm, submit } from "../../forms/forms.ts";
import { messagesAt } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { flash } from "../../visitor.ts";
import { buyAgain } from "../parts/buy-again.ts";
import { OwnOrder } from "../parts/own-order.tsx";
import type { Route } from "./+types/account-order";

export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const order = await shop.orders.byCode({ id: params.code });
  const [reasons, addresses] = await Promise.all([
    order.can_cancel ? shop.orders.cancelReasons({}) : [],
    order.can_change_address ? shop.fulfilment.addresses({}) : [],
  ]);
  return {
    order,
    reasons,
    addresses,
    submission_key: newSubmissionKey(),
    again_key: newSubmissionKey(),
    now: new Date().toISOString(),
    here: groupedCode(order.order_code),
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const sent = await readForm(request);
  const shop = shopOf(context);
  const locale = localeOf(context);
  const { orders: words, purchases } = messagesOf(locale);
  const back = () => redirect(pathsIn(locale).accountOrder(params.code), 303);
  const form: SentForm = { ...sent, input: { ...sent.input, id: params.code } };
  const said = (text: string) => () => {
    flash(context, "success", text);
    return back();
  };
  switch (sent.intent) {
    case "cancel":
      return submit(form, shop.orders.cancel, said(words.cancelled_now));
    case "received":
      return submit(form, shop.orders.confirmReceived, said(words.received_now));
    case "move":
      return submit(
        { ...form, input: { ...form.input, order_code: params.code } },
        shop.orders.useAddress,
        said(purchases.address_changed),
      );
    case "buy_again":
      return buyAgain(context, form, back);
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
  return <OwnOrder {...loaderData} />;
}
