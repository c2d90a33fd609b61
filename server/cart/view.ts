/**
 * A cart as its owner sees it: everything but the choices is computed now. A view changes nothing; what is wrong
 * with a line is shown, never corrected silently. Spec §3 Cart, §5; rules/cart#prices
 */
import type { Cart, CartItem } from "contract/cart/cart.ts";
import { isShopError } from "contract/errors.ts";
import type { Address, ShippingQuote } from "contract/fulfilment/fulfilment.ts";
import { DELIVERY_VAT, rateOf, vatRates } from "../catalogue/products/vat.ts";
import type { Destination } from "../fulfilment/addresses.ts";
import type { Parcel } from "../fulfilment/fees.ts";
import { quotes } from "../fulfilment/quotes.ts";
import type { Ctx } from "../kernel/context.ts";
import { flashAllowances } from "../promotions/flash-sales.ts";
import { type CartKind, isBought, type StoredCart, type StoredLine } from "./carts.ts";
import { boundsOf, type Item, itemsOf, problemOf } from "./items.ts";
import { type Amounts, type LineAmount, type Means, type PricedLine, type ShippingFee, totals } from "./totals.ts";

/** A line of an order to come. */
export type OrderedLine = Pick<StoredLine, "key" | "kind" | "variant_id" | "quantity" | "selected">;

/** A line with the current data of its variant. */
export type KnownLine<L = OrderedLine> = { line: L; item: Item };

/** Lines with their variants, one statement for those not in `read`. */
export async function knownLines(
  ctx: Ctx,
  lines: readonly StoredLine[],
  read?: Item,
): Promise<KnownLine<StoredLine>[]> {
  const ids = lines.map((line) => line.variant_id).filter((id) => id !== read?.product_id);
  const items = await itemsOf(ctx, ids);
  return lines.flatMap((line) => {
    const item = line.variant_id === read?.product_id ? read : items.get(line.variant_id);
    return item ? [{ line, item }] : [];
  });
}

/** With `chosen`, that delivery instead of the one stored with the cart: what an order form is shown. */
export async function viewCart(
  ctx: Ctx,
  cart: StoredCart | null,
  kind: CartKind,
  chosen?: { quote: ShippingQuote | null },
  read?: Item,
): Promise<Omit<Cart, "session_id">> {
  if (!cart) return { ...emptyCart(), kind };
  const known = await asAllowed(ctx, cart.receiver_phone, await knownLines(ctx, cart.lines, read));
  const selected = known.filter(({ line }) => line.selected);
  const shipping = chosen ? chosen.quote : await chosenQuote(ctx, selected, cart.address, cart.shipping_method);
  const { totals: due, adjustments } = await amountsOf(ctx, selected, shipping);
  const amounts = (await amountsOf(ctx, known, null)).lines;
  return {
    cart_id: cart.cart_id,
    kind,
    items: limited(known).map(({ line, item }, index) => itemOf(line, item, amounts[index])),
    item_count: cart.lines.reduce((count, line) => count + line.quantity, 0),
    coupons: adjustments,
    shipping_method: shipping?.code ?? cart.shipping_method,
    shipping,
    payment_method: cart.payment_method,
    shipping_address: cart.address,
    receiver: receiverOf(cart),
    company_invoice: cart.company_invoice,
    note: cart.note,
    totals: due,
  };
}

/**
 * Lines with what limits each: a gift has no flash price, and of the stock what the lines before it leave, those bought
 * first. In the order given.
 */
export function limited<L extends OrderedLine>(known: readonly KnownLine<L>[]): KnownLine<L>[] {
  const taken = new Map<number, number>();
  const take = ({ variant_id, quantity }: L) => {
    const before = taken.get(variant_id) ?? 0;
    taken.set(variant_id, before + quantity);
    return before;
  };
  for (const { line } of known) if (isBought(line)) take(line);
  return known.map(({ line, item }) =>
    line.kind === "bought"
      ? { line, item }
      : { line, item: { ...item, flash: null, available: item.available - take(line) } },
  );
}

/** What the receiver's phone number has already bought in a flash sale is shown before the order is refused for it. */
async function asAllowed<L>(ctx: Ctx, phone: string, known: KnownLine<L>[]): Promise<KnownLine<L>[]> {
  const bounded = known.flatMap(({ item: { flash } }) =>
    flash && flash.per_customer !== null ? [{ ...flash, maximum: flash.per_customer }] : [],
  );
  if (phone === "" || bounded.length === 0) return known;
  const allowed = await flashAllowances(ctx, bounded, phone);
  return known.map(({ line, item }) => {
    const { flash } = item;
    if (!flash) return { line, item };
    const most = allowed.get(flash.item_id) ?? flash.maximum;
    if (most >= flash.maximum) return { line, item };
    return { line, item: { ...item, flash: { ...flash, maximum: most } } };
  });
}

/** The amounts of these lines with this delivery: the one way from items to a sum. */
export async function amountsOf(
  ctx: Ctx,
  known: readonly KnownLine[],
  shipping: ShippingQuote | null,
  means?: Means,
): Promise<Amounts> {
  return totals(known.map(pricedLine), [], await shippingFee(ctx, shipping), means);
}

/**
 * Delivery quotes for these lines; an empty list where nothing is bought. A gift travels along: it adds neither weight nor
 * a shipment. Throws shipping_unavailable.
 */
export async function quotesFor(ctx: Ctx, known: readonly KnownLine[], address: Destination): Promise<ShippingQuote[]> {
  const bought = known.filter(({ line }) => line.kind === "bought");
  const amounts = (await amountsOf(ctx, bought, null)).lines;
  const parcels = bought.map(
    ({ line, item }, index): Parcel => ({
      shipping_class: item.shipping_class,
      ...item.package,
      quantity: line.quantity,
      amount: amounts[index]?.payable ?? 0,
    }),
  );
  return quotes(ctx, { parcels, address });
}

/** The chosen method as quoted now; null while address, method or items are missing, or no carrier delivers there. */
async function chosenQuote(
  ctx: Ctx,
  known: readonly KnownLine[],
  address: Address | null,
  method: string | null,
): Promise<ShippingQuote | null> {
  if (!address || !method || known.length === 0) return null;
  try {
    const offers = await quotesFor(ctx, known, address);
    return offers.find((offer) => offer.code === method && offer.available) ?? null;
  } catch (error) {
    // The ward of a stored address may have been dissolved since: the cart stays readable, the address is asked for again.
    if (isShopError(error) && error.code === "shipping_unavailable") return null;
    throw error;
  }
}

async function shippingFee(ctx: Ctx, quote: ShippingQuote | null): Promise<ShippingFee | null> {
  if (!quote) return null;
  const vat_rate_bp = rateOf(await vatRates(ctx), DELIVERY_VAT, ctx.now);
  return { fee: quote.fee, discount: quote.fee_discount, vat_rate_bp };
}

function pricedLine({ line, item }: KnownLine): PricedLine {
  const { list_price, unit_price, flash, vat_rate_bp } = item;
  const { key, kind, quantity } = line;
  return { key, kind, quantity, list_price, unit_price, flash_sale: flash !== null, vat_rate_bp };
}

function itemOf(line: StoredLine, item: Item, amount: LineAmount | undefined): CartItem {
  if (!amount) throw new Error("every line has its amount");
  const { product_id, code, slug, category_slug, name, lang, colour, image } = item;
  const { unit_price, list_price, line_total, flash_sale } = amount;
  const { key, kind, quantity } = line;
  return {
    key,
    kind,
    ...{ product_id, code, slug, category_slug, name, lang, colour, image },
    quantity,
    selected: line.selected,
    ...{ unit_price, list_price, line_total, flash_sale },
    // The shop says how many of a gift there are.
    ...(kind === "gift" ? { minimum: quantity, maximum: quantity } : boundsOf(item)),
    problem: problemOf(item, quantity),
    price_before: line.price_seen === unit_price ? line.price_before : line.price_seen,
  };
}

function receiverOf(cart: StoredCart): Cart["receiver"] {
  const { receiver_name: full_name, receiver_phone: phone, receiver_email: email } = cart;
  return full_name || phone || email ? { full_name, phone, email } : null;
}

/** What a late request of a visitor sees of the cart after sign-in: the number of items in it. */
export function countOnly<V extends Omit<Cart, "session_id">>({ kind, item_count }: V): Omit<Cart, "session_id"> {
  return { ...emptyCart(), kind, item_count };
}

function emptyCart(): Omit<Cart, "session_id" | "kind"> {
  return {
    cart_id: "",
    items: [],
    item_count: 0,
    coupons: [],
    shipping_method: null,
    shipping: null,
    payment_method: null,
    shipping_address: null,
    receiver: null,
    company_invoice: null,
    note: "",
    totals: totals([]).totals,
  };
}
