/**
 * Order calls: who may see and cancel which order. The owner is the session or customer who placed it; everybody else
 * shows code and phone, and a wrong code answers exactly as a wrong phone does. Spec §7 Orders; reliability S7, A1.
 */
import { contract } from "contract/contract.ts";
import { ShopError } from "contract/errors.ts";
import { cancelReasons } from "contract/orders.ts";
import { parsePhone } from "contract/phone.ts";
import { ownerOf } from "../cart/carts.ts";
import type { Ctx } from "../context.ts";
import { implement } from "../handle.ts";
import { cancelOrder, completeOrder } from "./orders.ts";
import { placeOrder } from "./place.ts";
import { findOrder, orderWords, type StoredOrder, viewOrder } from "./view.ts";

type Asked = { id: string; order_phone?: string | undefined };

const notThere = () => new ShopError("not_found", { message_key: "order_not_found" });

/** Throws not_found, whichever part of the proof is wrong. */
async function provenOrder(ctx: Ctx, { id, order_phone }: Asked): Promise<{ order: StoredOrder; full: boolean }> {
  const session = await ctx.session();
  const order = await findOrder(ctx, id);
  if (!order) throw notThere();
  const is_owner =
    session !== null &&
    (order.customer_id === null ? order.session_id === session.id : order.customer_id === session.customer_id);
  if (is_owner) return { order, full: true };
  const phone = parsePhone(order_phone ?? "");
  if (!phone.ok || phone.e164 !== order.receiver_phone) throw notThere();
  return { order, full: false };
}

async function orderAfter(ctx: Ctx, asked: Asked, act: () => Promise<unknown>) {
  const { full } = await provenOrder(ctx, asked);
  await act();
  const order = await findOrder(ctx, asked.id);
  if (!order) throw notThere();
  return viewOrder(ctx, order, { full });
}

export const ordersCalls = implement(contract.orders, {
  place: async (ctx, input) => {
    const session = await ctx.session();
    return placeOrder(ctx, input, {
      cart: session && { owner: ownerOf(session), kind: "normal" },
      session_id: session?.id ?? null,
      customer_id: session?.customer_id ?? null,
      is_unkeyed: !ctx.in_transaction, // a call with a key runs inside the transaction that keeps its answer
    });
  },

  byCode: async (ctx, input) => {
    const { order, full } = await provenOrder(ctx, input);
    return viewOrder(ctx, order, { full });
  },

  cancelReasons: async (ctx) =>
    cancelReasons.map((code) => ({ code, label: orderWords[ctx.locale].cancel_reasons[code] })),

  cancel: (ctx, input) =>
    orderAfter(ctx, input, () =>
      cancelOrder(ctx, input.id, { who: "customer", reason: input.reason, note: input.note }),
    ),

  confirmReceived: (ctx, input) => orderAfter(ctx, input, () => completeOrder(ctx, input.id, "customer")),
});
