import type { OrderCard } from "contract/orders/orders.ts";
import { formatDong } from "contract/values/money.ts";
import { groupedCode } from "contract/values/public-code.ts";
import { redirect } from "react-router";
import { callerContext, localeOf, shopOf } from "../../context.ts";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { orderProof } from "../../session/order-proof.ts";
import { emptyPicture } from "../../shared/products/empty-picture.ts";
import { SmallThumb } from "../../shared/products/small-thumb.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { nullIfNotFound, shownOrder } from "../parts/shown-order.ts";
import type { Route } from "./+types/orders-to-pay";

const MAX_ORDERS = 20;

/** The order this browser has just placed or looked up, where it waits for money; else those of the account that do. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const paths = pathsIn(localeOf(context));
  const proof = await orderProof(context);
  const shown = proof && (await shownOrder(context, shop, proof.order_code));
  if (shown && isAwaited(shown.payment.status) && !shown.payment.is_on_delivery)
    throw redirect(paths.repay(shown.uid_payment));
  const caller = await context.get(callerContext)();
  if (caller === null || caller.kind === "visitor") return { orders: [], checkout_step: null };
  const { data } = await shop.orders.list({ status: "waiting_approval", limit: MAX_ORDERS });
  const orders = data.filter((order) => isAwaited(order.payment_status) && !order.is_on_delivery);
  const [only] = orders;
  if (only && orders.length === 1) {
    const order = await nullIfNotFound(shop.orders.byCode({ id: only.order_code }));
    if (order) throw redirect(paths.repay(order.uid_payment));
  }
  return { orders, checkout_step: null };
}

const isAwaited = (status: OrderCard["payment_status"]) => status === "created" || status === "pending";

export const meta: Route.MetaFunction = (args) => {
  const { paying } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: paying.repay_title, description: paying.description, path: null });
};

export default function OrdersToPayScreen({ loaderData: { orders } }: Route.ComponentProps) {
  const { orders: order, paying: words } = useMessages();
  const paths = usePaths();
  if (orders.length === 0) {
    return (
      <EmptyState
        image={emptyPicture("orders")}
        heading={words.not_found_title}
        text={words.not_found_text}
        level={1}
        action={<ButtonLink href={paths.orderLookup()}>{order.look_up}</ButtonLink>}
      />
    );
  }
  return (
    <div className="section stack-loose form-width centred">
      <h1>{words.waiting_orders}</h1>
      <ul className="card lines">
        {orders.map(({ order_code, total, items }) => (
          <li key={order_code}>
            {items[0] && <SmallThumb id={items[0].image.id} />}
            <div className="grow">
              <a className="line-name" href={paths.accountOrder(order_code)}>
                {words.pay_order({ code: groupedCode(order_code) })}
              </a>
              <p className="muted small num">{formatDong(total)}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
