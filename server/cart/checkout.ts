/**
 * The choices of a coming order, stored with its cart: receiver, address, delivery method, payment method. They
 * are suggestions to the order form: placement receives everything again and checks everything again.
 * Spec §7 Cart, shipping and payment settings.
 */
import type { CompanyInvoice } from "contract/cart/cart.ts";
import { ShopError } from "contract/errors.ts";
import { AddressInput, type AddressOrId } from "contract/fulfilment/fulfilment.ts";
import type { Points } from "contract/values/points.ts";
import { addressFromBook } from "../fulfilment/address-book.ts";
import { resolveAddress } from "../fulfilment/addresses.ts";
import { rates } from "../fulfilment/rates.ts";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { assertMayPay } from "../payments/methods.ts";
import type { CartView } from "./cart.ts";
import { type CartRef, findCart, isBought, openCart, type StoredCart } from "./carts.ts";
import { assertAllowed } from "./points.ts";
import { dealsOfCart, linesWithVariants, quotesFor, viewCart } from "./view.ts";

type Choices = Partial<{
  receiver_name: string;
  receiver_phone: string;
  receiver_email: string;
  note: string;
  company_invoice: string | null;
  points: Points;
  address: string;
  shipping_method: string;
  payment_method: string;
}>;

export type Info = {
  full_name?: string | undefined;
  phone?: string | undefined;
  email?: string | undefined;
  note?: string | undefined;
  company_invoice?: CompanyInvoice | null | undefined;
  referral_code?: string | undefined;
  points?: Points | undefined;
};

/**
 * What is not named stays as it was. Throws invalid at `points`, and at `referral_code`, for nobody refers yet. Locks the cart.
 */
export async function updateInfo(ctx: Ctx, ref: CartRef, info: Info): Promise<CartView> {
  if (info.referral_code) {
    const why = { message_key: "code_unknown", fields: { referral_code: [{ key: "code_unknown" }] } };
    throw new ShopError("invalid", why);
  }
  return choose(ctx, ref, async (ctx, cart) => ({
    ...(info.points !== undefined && { points: await allowedPoints(ctx, ref, cart, info.points) }),
    ...(info.full_name !== undefined && { receiver_name: info.full_name }),
    ...(info.phone !== undefined && { receiver_phone: info.phone }),
    ...(info.email !== undefined && { receiver_email: info.email }),
    ...(info.note !== undefined && { note: info.note }),
    ...(info.company_invoice !== undefined && {
      company_invoice: info.company_invoice && JSON.stringify(info.company_invoice),
    }),
  }));
}

async function allowedPoints(ctx: Ctx, ref: CartRef, cart: StoredCart, points: Points): Promise<Points> {
  const view = await viewCart(ctx, cart, ref.kind);
  assertAllowed(points, view.points?.maximum ?? 0);
  return points;
}

/**
 * An address of the owner's book brings its receiver along. Throws invalid with the field that is wrong, not_found for
 * an address that is not in the book. Locks the cart.
 */
export async function setShippingAddress(ctx: Ctx, ref: CartRef, input: AddressOrId): Promise<CartView> {
  if (input.address_id === undefined) {
    const address = JSON.stringify(resolveAddress(ctx, AddressInput.parse(input)));
    return choose(ctx, ref, async () => ({ address }));
  }
  if (ref.owner.customer_id === null) throw new ShopError("not_found");
  const saved = await addressFromBook(ctx, ref.owner.customer_id, input.address_id);
  return choose(ctx, ref, async () => ({
    address: JSON.stringify(saved.address),
    receiver_name: saved.full_name,
    receiver_phone: saved.phone,
  }));
}

/**
 * Throws shipping_unavailable for an unknown method, or one that does not deliver what is selected to the address;
 * before there are items and an address only the first can be checked. Locks the cart.
 */
export async function setShippingMethod(ctx: Ctx, ref: CartRef, shipping_method: string): Promise<CartView> {
  return choose(ctx, ref, async (ctx, cart) => {
    const { carriers } = await rates(ctx);
    if (!carriers.some((carrier) => carrier.code === shipping_method)) throw new ShopError("shipping_unavailable");
    const lines = await linesWithVariants(ctx, cart.lines.filter(isBought));
    if (cart.address && lines.length > 0) {
      const quotes = await quotesFor(ctx, lines, cart.address, await dealsOfCart(ctx, cart, lines));
      if (!quotes.some((quote) => quote.code === shipping_method && quote.available)) {
        throw new ShopError("shipping_unavailable");
      }
    }
    return { shipping_method };
  });
}

/** Throws payment_unavailable, cod_limit. Locks the cart. */
export async function setPaymentMethod(ctx: Ctx, ref: CartRef, payment_method: string): Promise<CartView> {
  return choose(ctx, ref, async (ctx, cart) => {
    const { totals } = await viewCart(ctx, cart, ref.kind);
    await assertMayPay(ctx, payment_method, { amount: totals.total, minutes: null });
    return { payment_method };
  });
}

async function choose(
  ctx: Ctx,
  ref: CartRef,
  decide: (ctx: Ctx, cart: StoredCart) => Promise<Choices>,
): Promise<CartView> {
  return inTransaction(ctx, async (ctx) => {
    const cart = await openCart(ctx, ref);
    const choices = await decide(ctx, cart);
    if (Object.keys(choices).length > 0) {
      await ctx.sql.updateTable("cart.carts").set(choices).where("id", "=", cart.id).execute();
    }
    return viewCart(ctx, await findCart(ctx, ref), ref.kind);
  });
}
