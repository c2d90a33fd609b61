/** Order calls: whose order, whose cart. Who may see which is in proof.ts. Spec §7 Orders. */
import { contract } from "contract/contract.ts";
import { ShopError } from "contract/errors.ts";
import { AddressInput, type PlaceOrAddress } from "contract/fulfilment.ts";
import { cancelReasons } from "contract/orders.ts";
import { ownerOf, writeCart } from "../cart/carts.ts";
import { countOnly } from "../cart/view.ts";
import type { Ctx } from "../context.ts";
import { addressFromBook } from "../fulfilment/address-book.ts";
import { resolveAddress } from "../fulfilment/addresses.ts";
import { implement } from "../handle.ts";
import { assertPhoneProved } from "../identity/phone-proof.ts";
import { paymentByProof } from "../payments/payments.ts";
import { buyAgain } from "./buy-again.ts";
import { listCustomerOrders, statusSummary } from "./customer-orders.ts";
import { cancelOrder, completeOrder } from "./orders.ts";
import { placeOrder } from "./place.ts";
import { type Asked, orderNotThere, ownOrder, provenOrder } from "./proof.ts";
import { changeAddress } from "./readdress.ts";
import { findOrder, orderWords, viewOrder } from "./view.ts";

async function orderAfter(ctx: Ctx, asked: Asked, act: () => Promise<unknown>) {
  const { full } = await provenOrder(ctx, asked);
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

type Moved = PlaceOrAddress & { full_name?: string | undefined; phone?: string | undefined };

/** Not the caller's own order is not there; a receiver that is not named stays. */
async function moved(ctx: Ctx, code: string, to: Moved) {
  const { order, customer_id } = await ownOrder(ctx, code);
  const receiver = { full_name: to.full_name ?? order.receiver_name, phone: to.phone ?? order.receiver_phone };
  const destination =
    to.address_id === undefined
      ? { ...receiver, address: resolveAddress(ctx, AddressInput.parse(to)) }
      : await addressFromBook(ctx, customer_id, to.address_id);
  return orderAfter(ctx, { id: code }, () => changeAddress(ctx, order, destination));
}

export const ordersCalls = implement(contract.orders, {
  place: async (ctx, input) => {
    await assertPhoneProved(ctx, input.phone);
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

  list: async (ctx, input) => listCustomerOrders(ctx, await customer(ctx), input),
  statusSummary: async (ctx) => statusSummary(ctx, await customer(ctx)),
  setShippingAddress: (ctx, { order, ...to }) => moved(ctx, order, to),

  useAddress: async (ctx, { address_id, order_code, uid_payment }) => {
    const named = order_code ?? (await paymentByProof(ctx, uid_payment ?? "")).order_code;
    return moved(ctx, named, { ...nowhere, address_id });
  },

  buyAgain: async (ctx, input) => {
    const { order } = await provenOrder(ctx, input);
    const session = (await ctx.session()) ?? (await ctx.openSession());
    const { cart, lines } = await writeCart(
      ctx,
      { owner: ownerOf(session), kind: "normal" },
      (mine) => buyAgain(ctx, order, mine),
      (answer) => ({ ...answer, cart: countOnly(answer.cart) }),
    );
    return { cart: { ...cart, session_id: session.token || null }, lines };
  },
});

/** What goes unsaid beside an address of the book. */
const nowhere = AddressInput.omit({ city_code: true, street: true }).parse({});
