/**
 * Cart calls: whose cart, and in which language. A visitor's first write opens a session. Spec §7 Cart;
 * rules/cart#first-write
 */
import type { CallInput } from "contract/call.ts";
import type { Cart } from "contract/cart/cart.ts";
import type { ExchangeCart } from "contract/cart/exchange.ts";
import { contract } from "contract/contract.ts";
import { ShopError } from "contract/errors.ts";
import { implement } from "../calls/handle.ts";
import { takeLimit } from "../calls/limits.ts";
import { sessionIdOf } from "../identity/sessions.ts";
import type { Ctx } from "../kernel/context.ts";
import { limitTyping } from "../loyalty/gift-cards/cards.ts";
import { addItem, type CartView, readCart, removeLines, updateItem } from "./cart.ts";
import { type CartRef, ownerOf, writeCart } from "./carts.ts";
import { setPaymentMethod, setShippingAddress, setShippingMethod, updateInfo } from "./checkout.ts";
import { addCode, chooseCodes, listCodes, removeCode } from "./codes.ts";
import {
  addReward,
  type ExchangeView,
  readExchange,
  removeReward,
  updateExchangeInfo,
  updateReward,
} from "./exchange.ts";
import { addGiftCard, removeGiftCard } from "./gift-cards.ts";
import { cartQuotes, checkoutOf } from "./quotes.ts";
import { tryCart } from "./trial/try-cart.ts";
import { countOnly } from "./view.ts";

type Input = { session_id?: string | undefined };

/** The caller's cart for a write, and the answer with the session's token where the client has to store it. */
async function writing(ctx: Ctx, input: Input, write: (ref: CartRef) => Promise<CartView>): Promise<Cart> {
  const session = (await ctx.session()) ?? (await ctx.openSession());
  const ref: CartRef = { owner: ownerOf(session), kind: "normal", is_first: session.token !== "" };
  const cart = await writeCart(ctx, ref, write, countOnly);
  return { ...cart, session_id: sessionIdOf(session, input) };
}

/** For calls that change nothing where there is no cart: no session is opened for them. */
async function existing(ctx: Ctx): Promise<CartRef | null> {
  const session = await ctx.session();
  return session && { owner: ownerOf(session), kind: "normal" };
}

/** A write on a cart that is there. Throws not_found. */
async function editing(ctx: Ctx, input: Input, write: (ref: CartRef) => Promise<CartView>): Promise<Cart> {
  const ref = await existing(ctx);
  if (!ref) throw new ShopError("not_found");
  const cart = await writeCart(ctx, ref, write, countOnly);
  return { ...cart, session_id: sessionIdOf(await ctx.session(), input) };
}

/** Codes that one device, and one account, may try: each try counts, so that one which fits is no sign of more. ASSUMED(0361) */
const TYPED_CODES = { times: 30, seconds: 600 } as const;

/** Who types codes until one fits is slowed down by device and account, and by network (the limit of the call). */
async function typeCode(ctx: Ctx, { lang: _lang, ...input }: CallInput<typeof contract.cart.addCoupon>): Promise<Cart> {
  const { customer_id = null } = (await ctx.session()) ?? {};
  await takeLimit(ctx, "code", { ...TYPED_CODES, per: "session" });
  if (customer_id !== null) await takeLimit(ctx, `code of account ${customer_id}`, { ...TYPED_CODES, per: "everyone" });
  return editing(ctx, input, (ref) => addCode(ctx, ref, input));
}

/** The exchange cart is a customer's alone. */
async function exchange(ctx: Ctx, act: (customer_id: number) => Promise<ExchangeView>): Promise<ExchangeCart> {
  const session = await ctx.session();
  if (!session || session.customer_id === null) throw new ShopError("unauthenticated");
  return { ...(await act(session.customer_id)), session_id: sessionIdOf(session, {}) };
}

const remove = async (ctx: Ctx, input: Input, which: Parameters<typeof removeLines>[2]) => {
  const ref = await existing(ctx);
  const { removed, cart } = ref
    ? await writeCart(
        ctx,
        ref,
        (mine) => removeLines(ctx, mine, which),
        (answer) => ({ ...answer, cart: countOnly(answer.cart) }),
      )
    : { removed: 0, cart: await readCart(ctx, null) };
  return { removed, cart: { ...cart, session_id: sessionIdOf(await ctx.session(), input) } };
};

export const cartCalls = implement(contract.cart, {
  tryCart,
  get: async (ctx, input) => ({
    ...(await readCart(ctx, await existing(ctx))),
    session_id: sessionIdOf(await ctx.session(), input),
  }),

  addItem: (ctx, input) => writing(ctx, input, (ref) => addItem(ctx, ref, input)),

  updateItem: async (ctx, input) => {
    const ref = await existing(ctx);
    if (!ref) throw new ShopError("not_found");
    const update = (mine: CartRef) => updateItem(ctx, mine, input.product_id, input);
    const cart = await writeCart(ctx, ref, update, countOnly);
    return { ...cart, session_id: sessionIdOf(await ctx.session(), input) };
  },

  removeItem: async (ctx, input) => {
    const { removed, cart } = await remove(ctx, input, { keys: [input.key] });
    if (removed === 0) throw new ShopError("not_found");
    return cart;
  },

  removeItems: async (ctx, input) => (await remove(ctx, input, { keys: input.keys })).cart,

  removeDetail: async (ctx, input) => {
    const { removed, cart } = await remove(ctx, input, { product_id: input.id });
    if (removed === 0) throw new ShopError("not_found");
    return cart;
  },

  updateInfo: (ctx, input) => writing(ctx, input, (ref) => updateInfo(ctx, ref, input)),
  setShippingAddress: (ctx, input) => writing(ctx, input, (ref) => setShippingAddress(ctx, ref, input)),
  quotes: async (ctx, input) => cartQuotes(ctx, await existing(ctx), input),
  checkout: async (ctx, input) => {
    const { cart, quotes } = await checkoutOf(ctx, await existing(ctx), input);
    return { cart: { ...cart, session_id: sessionIdOf(await ctx.session(), input) }, quotes };
  },
  setShippingMethod: (ctx, input) => writing(ctx, input, (ref) => setShippingMethod(ctx, ref, input.shipping_method)),
  addCoupon: typeCode,
  addPromocode: typeCode,
  removeCoupon: (ctx, input) => editing(ctx, input, (ref) => removeCode(ctx, ref, "coupon", input.cart_id)),
  removeDeliveryCoupon: (ctx, input) =>
    editing(ctx, input, (ref) => removeCode(ctx, ref, "delivery_coupon", input.cart_id)),
  removeVoucher: (ctx, input) => editing(ctx, input, (ref) => removeCode(ctx, ref, "voucher", input.cart_id)),
  addGiftCard: async (ctx, input) => {
    await limitTyping(ctx);
    return editing(ctx, input, (ref) => addGiftCard(ctx, ref, input));
  },
  removeGiftCard: (ctx, input) => editing(ctx, input, (ref) => removeGiftCard(ctx, ref, input)),
  removePromocode: (ctx, input) => editing(ctx, input, (ref) => removeCode(ctx, ref, "promo_code", input.cart_id)),
  coupons: async (ctx, { lang: _lang, session_id: _token, ...asked }) => listCodes(ctx, await existing(ctx), asked),
  chooseCodes: async (ctx, { lang: _lang, session_id, cart_id, ...form }) => {
    let saving = 0;
    const cart = await editing(ctx, { session_id }, async (ref) => {
      const chosen = await chooseCodes(ctx, ref, cart_id, form);
      saving = chosen.saving;
      return chosen.cart;
    });
    return { ...cart, saving };
  },
  exchange: (ctx, { lang: _lang, ...asked }) => exchange(ctx, (customer_id) => readExchange(ctx, customer_id, asked)),
  addReward: (ctx, input) => exchange(ctx, (customer_id) => addReward(ctx, customer_id, input)),
  updateReward: (ctx, input) => exchange(ctx, (customer_id) => updateReward(ctx, customer_id, input.product_id, input)),
  updateExchangeInfo: (ctx, input) => exchange(ctx, (customer_id) => updateExchangeInfo(ctx, customer_id, input)),
  removeReward: (ctx, input) => exchange(ctx, (customer_id) => removeReward(ctx, customer_id, input.key)),
  setPaymentMethod: (ctx, input) => writing(ctx, input, (ref) => setPaymentMethod(ctx, ref, input.payment_method)),
});
