/**
 * Delivery quotes for what a cart holds, before a method is chosen: to the cart's address, or to a place the caller asks
 * about. The fees are those the order will be charged, because items and discounts are the cart's own. Spec §7.
 */
import { ShopError } from "contract/errors.ts";
import { PlaceInput, type ShippingQuote } from "contract/fulfilment/fulfilment.ts";
import { type Destination, resolveDestination } from "../fulfilment/addresses.ts";
import type { Ctx } from "../kernel/context.ts";
import type { CartView } from "./cart.ts";
import { type CartRef, findCart, type StoredCart } from "./carts.ts";
import { dealsOfCart, linesWithVariants, quotesFor, viewCart } from "./view.ts";

type QuoteInput = Partial<PlaceInput> & { cart_id?: string | undefined };

/**
 * Empty for a cart with nothing selected. Throws not_found for a cart_id that is not the caller's, invalid at the field
 * that is wrong or missing, shipping_unavailable. Three statements, none without a cart.
 */
export async function cartQuotes(ctx: Ctx, ref: CartRef | null, asked: QuoteInput): Promise<ShippingQuote[]> {
  const cart = ref && (await findCart(ctx, ref));
  if (asked.cart_id && asked.cart_id !== cart?.cart_id) throw new ShopError("not_found");
  const place = asked.city_code ? resolveDestination(ctx, PlaceInput.parse(asked)) : cart?.address;
  if (!place) throw new ShopError("invalid", { fields: { city_code: [{ key: "required" }] } });
  return findQuotes(ctx, cart, place);
}

/**
 * The order form before it is sent: quotes to the place asked about (else the cart's own), and the cart with the method
 * asked for, or the cheapest one that can be had, in its totals. Writes nothing. Throws invalid at the field that is
 * wrong, shipping_unavailable.
 */
export async function checkoutOf(
  ctx: Ctx,
  ref: CartRef | null,
  asked: QuoteInput & { shipping_method?: string | undefined },
) {
  const cart = ref && (await findCart(ctx, ref));
  const place = asked.city_code ? resolveDestination(ctx, PlaceInput.parse(asked)) : cart?.address;
  const quotes = place ? await findQuotes(ctx, cart, place) : [];
  const wanted = asked.shipping_method ?? cart?.shipping_method;
  const able = quotes.filter((quote) => quote.available);
  const chosen = able.find((quote) => quote.code === wanted) ?? able.find((quote) => quote.cheapest) ?? null;
  const view: CartView = await viewCart(ctx, cart, ref?.kind ?? "normal", { quote: chosen, place: place ?? undefined });
  return { cart: view, quotes };
}

async function findQuotes(
  ctx: Ctx,
  cart: StoredCart | null,
  place: Destination & { city_code: string },
): Promise<ShippingQuote[]> {
  const chosen = (cart?.lines ?? []).filter((line) => line.selected);
  const lines = await linesWithVariants(ctx, chosen);
  return quotesFor(ctx, lines, place, cart && (await dealsOfCart(ctx, cart, lines, { place })));
}
