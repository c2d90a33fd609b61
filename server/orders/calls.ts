/** Order calls: whose order, whose cart. Who may see which is in proof.ts; the office has its own in desk/. Spec §7 Orders. */
import { contract } from "contract/contract.ts";
import { ShopError } from "contract/errors.ts";
import { AddressInput, type AddressOrId } from "contract/fulfilment/fulfilment.ts";
import { type CancelReason, cancelReasons } from "contract/orders/orders.ts";
import { en } from "messages/office/en.ts";
import { vi } from "messages/office/vi.ts";
import { implement, staged } from "../calls/handle.ts";
import { takeLimit } from "../calls/limits.ts";
import { ownerOf, writeCart } from "../cart/carts.ts";
import { countOnly } from "../cart/view.ts";
import { addressFromBook } from "../fulfilment/address-book.ts";
import { resolveAddress } from "../fulfilment/addresses.ts";
import { sessionIdOf } from "../identity/sessions.ts";
import { assertPhoneProved } from "../identity/signing-in/phone-proof.ts";
import type { Ctx } from "../kernel/context.ts";
import { paymentByProof } from "../payments/view.ts";
import { deskCaller } from "../platform/list/desk-caller.ts";
import { deskFile } from "../platform/list/desk-file.ts";
import { listDesk } from "../platform/list/desk-query.ts";
import { buyAgain } from "./buy-again.ts";
import { changeAddress } from "./change-address.ts";
import { listCustomerOrders, statusSummary } from "./customer-orders.ts";
import { approveAtDesk, cancelAtDesk, refundAtDesk } from "./desk/order-acts.ts";
import { orderRecord } from "./desk/order-record.ts";
import { ordersSource } from "./desk/orders-source.ts";
import { exchangeOrder, listExchanges } from "./exchange/exchange-orders.ts";
import { placeExchange } from "./exchange/place-exchange.ts";
import { placeCards } from "./gift-cards/place-cards.ts";
import { cancelOrder, completeOrder } from "./orders.ts";
import { type OrderLookup, orderNotThere, ownOrder, provenOrder } from "./ownership/proof.ts";
import { unprovenFrom } from "./ownership/unproven.ts";
import { placeOrder } from "./place-order.ts";
import { findOrder, orderWords, viewOrder } from "./view.ts";

/** Counts against the owner's session; against the IP address where only the phone proves the order. */
const limitedOrder = (call: "cancel" | "confirmReceived" | "buyAgain") => async (ctx: Ctx, asked: OrderLookup) => {
  const proven = await provenOrder(ctx, asked);
  const { limit } = contract.orders[call];
  if (limit) await takeLimit(ctx, `orders.${call}`, { ...limit, per: proven.full ? "session" : "client" });
  return proven;
};

async function orderAfter(ctx: Ctx, asked: OrderLookup, full: boolean, act: () => Promise<unknown>) {
  await act();
  const order = await findOrder(ctx, asked.id);
  if (!order) throw orderNotThere();
  return viewOrder(ctx, order, { full });
}

async function customer(ctx: Ctx): Promise<number> {
  const session = await ctx.session();
  if (!session?.customer_id) throw new ShopError("unauthenticated");
  return session.customer_id;
}

type Cancelling = OrderLookup & { reason: CancelReason; note: string };
type Moved = AddressOrId & { full_name?: string | undefined; phone?: string | undefined };

/** Not the caller's own order is not there; a receiver that is not named stays. */
async function moved(ctx: Ctx, code: string, to: Moved) {
  const { order, customer_id } = await ownOrder(ctx, code);
  const receiver = { full_name: to.full_name ?? order.receiver_name, phone: to.phone ?? order.receiver_phone };
  const destination =
    to.address_id === undefined
      ? { ...receiver, address: resolveAddress(ctx, AddressInput.parse(to)) }
      : await addressFromBook(ctx, customer_id, to.address_id);
  return orderAfter(ctx, { id: code }, true, () => changeAddress(ctx, order, destination));
}

export const ordersCalls = implement(contract.orders, {
  placeCards: async (ctx, input) => {
    await assertPhoneProved(ctx, input.phone);
    const session = await ctx.session();
    const { id: session_id = null, customer_id = null } = session ?? {};
    return placeCards(ctx, input, { session_id, customer_id, is_unkeyed: !ctx.in_transaction });
  },

  place: async (ctx, input) => {
    const isProved = await assertPhoneProved(ctx, input.phone);
    const session = await ctx.session();
    return placeOrder(ctx, input, {
      cart: session && { owner: ownerOf(session), kind: "normal" },
      session_id: session?.id ?? null,
      customer_id: session?.customer_id ?? null,
      unproven_from: isProved ? null : unprovenFrom(ctx),
      is_unkeyed: !ctx.in_transaction, // a call with a key runs inside the transaction that stores its answer
    });
  },

  byCode: async (ctx, input) => {
    const { order, full } = await provenOrder(ctx, input);
    return viewOrder(ctx, order, { full });
  },

  cancelReasons: async (ctx) =>
    cancelReasons.map((code) => ({ code, label: orderWords[ctx.locale].cancel_reasons[code] })),

  cancel: staged({
    prepare: limitedOrder("cancel"),
    run: (ctx, input: Cancelling, { full }) =>
      orderAfter(ctx, input, full, () => cancelOrder(ctx, input.id, { reason: input.reason, note: input.note })),
  }),

  confirmReceived: staged({
    prepare: limitedOrder("confirmReceived"),
    run: (ctx, input, { full }) => orderAfter(ctx, input, full, () => completeOrder(ctx, input.id)),
  }),

  placeExchange: async (ctx, input) => {
    await assertPhoneProved(ctx, input.phone);
    const session = await ctx.session();
    if (!session?.customer_id) throw new ShopError("unauthenticated");
    return placeExchange(ctx, input, { session_id: session.id, customer_id: session.customer_id });
  },
  exchangeOrders: async (ctx, input) => listExchanges(ctx, await customer(ctx), input),
  exchangeOrder: async (ctx, { id }) => exchangeOrder(ctx, await customer(ctx), id),

  list: async (ctx, input) => listCustomerOrders(ctx, await customer(ctx), input),
  statusSummary: async (ctx) => statusSummary(ctx, await customer(ctx)),
  setShippingAddress: (ctx, { order, ...to }) => moved(ctx, order, to),

  useAddress: async (ctx, { address_id, order_code, uid_payment }) => {
    const named = order_code ?? (await paymentByProof(ctx, uid_payment ?? "")).order_code;
    return moved(ctx, named, { ...nowhere, address_id });
  },

  desk: async (ctx, asked) => listDesk(ctx, ordersSource, asked, await deskCaller(ctx)),
  file: async (ctx, asked) =>
    deskFile(ctx, ordersSource, asked, await deskCaller(ctx), (ctx.locale === "vi" ? vi : en).orders.columns),
  record: (ctx, { code }) => orderRecord(ctx, code),
  approve: approveAtDesk,
  cancelByStaff: cancelAtDesk,
  recordRefund: refundAtDesk,

  buyAgain: staged({
    prepare: limitedOrder("buyAgain"),
    run: async (ctx, input: OrderLookup & { session_id?: string | undefined }, { order }) => {
      const session = (await ctx.session()) ?? (await ctx.openSession());
      const { cart, lines } = await writeCart(
        ctx,
        { owner: ownerOf(session), kind: "normal" },
        (mine) => buyAgain(ctx, order, mine),
        (answer) => ({ ...answer, cart: countOnly(answer.cart) }),
      );
      return { cart: { ...cart, session_id: sessionIdOf(session, input) }, lines };
    },
  }),
});

/** What goes unsaid beside an address of the book. */
const nowhere = AddressInput.omit({ city_code: true, street: true }).parse({});
