/**
 * What follows from what, in the same transaction and in this order. The one upward wire of the shop: payments never
 * learn what an order is. House decision 10.
 */
import { mergeCarts } from "./cart/merge.ts";
import type { Ctx } from "./context.ts";
import type { EventName, Events } from "./events.ts";
import { moveOrders, takeOrdersAlong } from "./orders/belonging.ts";
import { lapseOrder, markOrderPaid } from "./orders/orders.ts";
import { notifyPagesChanged } from "./pages.ts";

type Reaction<E extends EventName> = (ctx: Ctx, event: Events[E]) => Promise<unknown>;

const reactions: { [E in EventName]: readonly Reaction<E>[] } = {
  payment_settled: [(ctx, { order_code }) => markOrderPaid(ctx, order_code)],
  payment_expired: [(ctx, { order_code }) => lapseOrder(ctx, order_code)],
  signed_in: [
    (ctx, { customer_id, visitor_session }) => mergeCarts(ctx, { customer_id, visitor_session }),
    (ctx, { customer_id, session_id, visitor_session }) =>
      takeOrdersAlong(ctx, { customer_id, from: visitor_session, to: session_id }),
  ],
  session_renewed: [(ctx, { from, to }) => moveOrders(ctx, from, to)],
  order_placed: [],
  order_delivered: [],
  order_completed: [],
  order_cancelled: [],
  pages_changed: [(ctx, { tags }) => notifyPagesChanged(ctx, tags)],
};

export const announce: Ctx["announce"] = async (ctx, event, payload) => {
  for (const react of reactions[event]) await react(ctx, payload);
};
