/**
 * A cart as its owner sees it: everything but the choices is computed now. A view changes nothing; what is wrong
 * with a line is shown, never corrected silently. Spec §3 Cart, §5; rules/cart#prices
 */
import type { Cart, CartItem } from "contract/cart/cart.ts";
import type { CartCode } from "contract/cart/codes.ts";
import { isShopError } from "contract/errors.ts";
import type { Address, ShippingQuote } from "contract/fulfilment/fulfilment.ts";
import { DELIVERY_VAT, rateOf, vatRates } from "../catalogue/products/vat.ts";
import { type Destination, deliveryAreaOf } from "../fulfilment/addresses.ts";
import type { Parcel } from "../fulfilment/fees.ts";
import { quotes } from "../fulfilment/quotes.ts";
import { warehousesFor } from "../fulfilment/rates.ts";
import type { Ctx } from "../kernel/context.ts";
import { sayTitle } from "../platform/settings.ts";
import { findCodes } from "../promotions/codes.ts";
import type { PricedGoods } from "../promotions/engine/programmes.ts";
import { flashAllowances } from "../promotions/flash-sales.ts";
import { runningProgrammes } from "../promotions/running-programmes.ts";
import { type CartKind, isBought, type StoredCart, type StoredLine } from "./carts.ts";
import {
  codeOnWire,
  codeOutcomes,
  currentLines,
  type Deals,
  dealsOf,
  giftKey,
  goodsDiscounts,
  NO_PROMOTIONS,
  type OrderChoices,
  type Promotions,
  programmeOf,
  withDeliveryCoupon,
} from "./deals.ts";
import { cardsOnWire, chosenCards, moneyOf } from "./gift-cards.ts";
import { type Item, itemsOf, problemOf, quantityLimits } from "./items.ts";
import { earnedBy, spendingOf, takenOf } from "./points.ts";
import { type Amounts, type LineAmount, type Prepaid, type PricedLine, type ShippingFee, totals } from "./totals.ts";

/** A line of the cart, or of a quick order, before placement. */
export type OrderedLine = Pick<StoredLine, "key" | "kind" | "variant_id" | "quantity" | "selected">;

/** A line with the current data of its variant. */
export type LineWithVariant<L = OrderedLine> = { line: L; item: Item };

/** Lines with their variants: one statement for all but `preloaded`. A line without a variant is left out. */
export async function linesWithVariants(
  ctx: Ctx,
  lines: readonly StoredLine[],
  preloaded?: Item,
): Promise<LineWithVariant<StoredLine>[]> {
  const ids = lines.map((line) => line.variant_id).filter((id) => id !== preloaded?.product_id);
  const items = await itemsOf(ctx, ids);
  return lines.flatMap((line) => {
    const item = line.variant_id === preloaded?.product_id ? preloaded : items.get(line.variant_id);
    return item ? [{ line, item }] : [];
  });
}

/** With `chosen`, the totals are those of that quote instead of the method stored with the cart: for the order form. */
export async function viewCart(
  ctx: Ctx,
  cart: StoredCart | null,
  kind: CartKind,
  chosen?: LookedAt & { quote: ShippingQuote | null },
  preloaded?: Item,
): Promise<Omit<Cart, "session_id">> {
  if (!cart) return { ...emptyCart(), kind };
  const lines = await withFlashAllowance(ctx, cart.receiver_phone, await linesWithVariants(ctx, cart.lines, preloaded));
  const selected = lines.filter(({ line }) => line.selected);
  const deals = await dealsOfCart(ctx, cart, selected, chosen);
  const shipping = chosen ? chosen.quote : await chosenQuote(ctx, selected, cart.address, cart.shipping_method, deals);
  const before = await amountsOf(ctx, selected, shipping, deals);
  const points = await spendingOf(ctx, cart, before.totals);
  const cards = await chosenCards(ctx, cart);
  const means = { ...NOTHING_PREPAID, points: points ? takenOf(points) : 0, gift_card: moneyOf(cards) };
  const isPrepaid = means.points > 0 || means.gift_card > 0;
  const paying = isPrepaid ? await amountsOf(ctx, selected, shipping, deals, means) : before;
  const { totals: due, adjustments } = paying;
  const shown = [...lines, ...(await giftLines(ctx, deals))];
  const prices = currentLines(deals, lines);
  const amounts = totals(shown.map((each) => pricedLine(each, prices))).lines;
  return {
    cart_id: cart.cart_id,
    kind,
    items: withStockLimits(shown).map(({ line, item }, index) => {
      const programme = programmeOf(deals, prices.get(line.key) ?? line.key);
      return itemOf(ctx, line, item, amounts[index], programme);
    }),
    item_count: cart.lines.reduce((count, line) => count + line.quantity, 0),
    coupons: adjustments.map(({ source, label, amount, code }) => ({ source, label, amount, code })),
    missed_gifts: deals.missed.map(({ slug, title }) => ({ slug, ...sayTitle(title, ctx.locale) })),
    codes: await codesOnWire(ctx, selected, deals, { shipping, place: chosen?.place ?? cart.address }),
    points: points && { ...points, earns: await earnedBy(ctx, cart.customer_id ?? 0, due) },
    gift_cards: cardsOnWire(ctx, cart, cards, due.gift_card),
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
 * Lines in the order given, each with what limits its quantity. Gifts have no flash price, and are capped by the stock
 * left after bought lines and earlier gifts.
 */
export function withStockLimits<L extends OrderedLine>(lines: readonly LineWithVariant<L>[]): LineWithVariant<L>[] {
  const taken = new Map<number, number>();
  const take = ({ variant_id, quantity }: L) => {
    const before = taken.get(variant_id) ?? 0;
    taken.set(variant_id, before + quantity);
    return before;
  };
  for (const { line } of lines) if (isBought(line)) take(line);
  return lines.map(({ line, item }) =>
    line.kind === "bought"
      ? { line, item }
      : { line, item: { ...item, flash: null, available: item.available - take(line) } },
  );
}

/**
 * Lowers the maximum of each flash-sale line by what the receiver's phone number has already bought, so that the cart
 * shows the limit before placement refuses the order.
 */
async function withFlashAllowance<L>(
  ctx: Ctx,
  phone: string,
  lines: LineWithVariant<L>[],
): Promise<LineWithVariant<L>[]> {
  const bounded = lines.flatMap(({ item: { flash } }) =>
    flash && flash.per_customer !== null ? [{ ...flash, maximum: flash.per_customer }] : [],
  );
  if (phone === "" || bounded.length === 0) return lines;
  const allowed = await flashAllowances(ctx, bounded, phone);
  return lines.map(({ line, item }) => {
    const { flash } = item;
    if (!flash) return { line, item };
    const remaining = allowed.get(flash.item_id) ?? flash.maximum;
    if (remaining >= flash.maximum) return { line, item };
    return { line, item: { ...item, flash: { ...flash, maximum: remaining } } };
  });
}

/** What programmes and the codes of a cart take off these lines. Two statements, one without a code, none without a line. */
export async function dealsOfCart(
  ctx: Ctx,
  cart: StoredCart,
  lines: readonly LineWithVariant[],
  looked: LookedAt = {},
): Promise<Deals> {
  const promotions = lines.length === 0 ? NO_PROMOTIONS : await promotionsOf(ctx, cart);
  const senders = await sendersOf(ctx, promotions, looked.place ?? cart.address);
  return dealsOf(ctx, lines, promotions, choicesOf(cart, looked), senders);
}

/** The codes that stand in a cart, and the programmes that run now. */
export async function promotionsOf(ctx: Ctx, cart: StoredCart): Promise<Promotions> {
  const caller = { customer_id: cart.customer_id, phone: cart.receiver_phone };
  const ids = cart.codes.map(({ code_id }) => code_id);
  const codes = ids.length === 0 ? [] : await findCodes(ctx, { ids }, caller);
  return { codes, programmes: await runningProgrammes(ctx, caller) };
}

/** The warehouses that serve a place, in their order; only gifts ask for them. */
export async function sendersOf(
  ctx: Ctx,
  { programmes }: Promotions,
  place: Destination | null,
): Promise<readonly string[]> {
  if (!place || !programmes.some(({ promotion }) => promotion.action.type === "gift")) return [];
  try {
    return (await warehousesFor(ctx, deliveryAreaOf(place).region)).map(({ code }) => code);
  } catch (error) {
    // As for its quotes: the ward of a stored address may have been dissolved since.
    if (isShopError(error) && error.code === "shipping_unavailable") return [];
    throw error;
  }
}

/** A line of its own for each gift, one unit. No statement without a gift. */
export async function giftLines(ctx: Ctx, { gifts }: Deals): Promise<LineWithVariant<StoredLine>[]> {
  const items = await itemsOf(
    ctx,
    gifts.map(({ variant_id }) => variant_id),
  );
  const none = { quantity: 1, selected: true, price_seen: 0, price_before: null };
  return gifts.flatMap((gift): LineWithVariant<StoredLine>[] => {
    const item = items.get(gift.variant_id);
    const { variant_id } = gift;
    return item ? [{ line: { key: giftKey(gift), kind: "gift", variant_id, ...none }, item }] : [];
  });
}

/** In an order form: a delivery and a place that are not stored with the cart yet. */
type LookedAt = { quote?: ShippingQuote | null; place?: (Destination & { city_code: string }) | undefined };

/** The choices of a cart; what is looked at stands for what is stored. */
export function choicesOf(cart: StoredCart, { quote, place }: LookedAt = {}): OrderChoices {
  const { payment_method, shipping_method, address } = cart;
  const city_code = place?.city_code ?? address?.city_code ?? null;
  return { payment_method, shipping_method: quote?.code ?? shipping_method, city_code };
}

export const NOTHING_PREPAID: Prepaid = { voucher: 0, trade_in: 0, points: 0, gift_card: 0 };

const NO_PRICES: ReadonlyMap<string, PricedGoods> = new Map();

/** The amounts of these lines with this delivery. Cart, quotes and placement all compute them here. */
export async function amountsOf(
  ctx: Ctx,
  lines: readonly LineWithVariant[],
  shipping: ShippingQuote | null,
  deals: Deals | null = null,
  prepaid: Prepaid = NOTHING_PREPAID,
): Promise<Amounts> {
  const voucher = deals?.off.voucher;
  const paying = voucher ? { ...prepaid, voucher: voucher.taken, voucher_shares: voucher.shares } : prepaid;
  const discounts = deals ? goodsDiscounts(ctx, deals) : [];
  const prices = deals ? currentLines(deals, []) : NO_PRICES;
  const priced = lines.map((each) => pricedLine(each, prices));
  return totals(priced, discounts, await shippingFee(ctx, shipping), paying);
}

/**
 * Delivery quotes for these lines; an empty list where nothing is bought. Gifts go in the parcel of the bought lines and
 * add neither weight nor a shipment. Throws shipping_unavailable.
 */
export async function quotesFor(
  ctx: Ctx,
  lines: readonly LineWithVariant[],
  address: Destination,
  deals: Deals | null,
): Promise<ShippingQuote[]> {
  const bought = lines.filter(({ line }) => line.kind === "bought");
  const amounts = (await amountsOf(ctx, bought, null, deals)).lines;
  const parcels = bought.map(
    ({ line, item }, index): Parcel => ({
      shipping_class: item.shipping_class,
      ...item.package,
      quantity: line.quantity,
      // After coupon and promo code; a voucher does not lower it.
      amount: (amounts[index]?.payable ?? 0) + (amounts[index]?.voucher ?? 0),
    }),
  );
  const found = await quotes(ctx, { parcels, address });
  return deals ? found.map((quote) => withDeliveryCoupon(quote, deals)) : found;
}

/** The chosen method as quoted now; null while address, method or items are missing, or no carrier delivers there. */
async function chosenQuote(
  ctx: Ctx,
  lines: readonly LineWithVariant[],
  address: Address | null,
  method: string | null,
  deals: Deals,
): Promise<ShippingQuote | null> {
  if (!address || !method || lines.length === 0) return null;
  try {
    const offers = await quotesFor(ctx, lines, address, deals);
    return offers.find((offer) => offer.code === method && offer.available) ?? null;
  } catch (error) {
    // The ward of a stored address may have been dissolved since: the cart stays readable, the address is asked for again.
    if (isShopError(error) && error.code === "shipping_unavailable") return null;
    throw error;
  }
}

/** Each code with what it takes off and what it adds to delivery. No statement while the rates are memoised. */
async function codesOnWire(
  ctx: Ctx,
  lines: readonly LineWithVariant[],
  deals: Deals,
  { shipping, place }: { shipping: ShippingQuote | null; place: Destination | null },
): Promise<CartCode[]> {
  const fee = shipping ? feeOf(shipping) : 0;
  const codes: CartCode[] = [];
  for (const outcome of codeOutcomes(deals, shipping)) {
    const others = deals.codes.filter((each) => each !== outcome.stored);
    const isAsked = fee > 0 && outcome.taken > 0 && place !== null;
    const before = isAsked ? await feeWith(ctx, lines, deals, { codes: others, shipping, place }) : fee;
    codes.push(codeOnWire(ctx, outcome, Math.max(0, fee - before)));
  }
  return codes;
}

const feeOf = ({ fee, fee_discount }: ShippingQuote): number => fee - fee_discount;

/** What the same delivery costs with these codes instead. */
async function feeWith(
  ctx: Ctx,
  lines: readonly LineWithVariant[],
  { programmes, situation }: Deals,
  { codes, shipping, place }: { codes: Deals["codes"]; shipping: ShippingQuote | null; place: Destination },
): Promise<number> {
  const promotions = { codes, programmes };
  const deals = dealsOf(ctx, lines, promotions, situation, await sendersOf(ctx, promotions, place));
  const quotes = await quotesFor(ctx, lines, place, deals);
  const same = quotes.find(({ code }) => code === shipping?.code);
  return same ? feeOf(same) : 0;
}

async function shippingFee(ctx: Ctx, quote: ShippingQuote | null): Promise<ShippingFee | null> {
  if (!quote) return null;
  const vat_rate_bp = rateOf(await vatRates(ctx), DELIVERY_VAT, ctx.now);
  return { fee: quote.fee, discount: quote.fee_discount, vat_rate_bp };
}

function pricedLine({ line, item }: LineWithVariant, prices: ReadonlyMap<string, PricedGoods>): PricedLine {
  const { list_price, flash, vat_rate_bp } = item;
  const { key, kind, quantity } = line;
  const found = prices.get(key);
  const unit_price = found?.unit_price ?? item.unit_price;
  const flash_sale = found?.is_flash ?? flash !== null;
  return { key, kind, quantity, list_price, unit_price, flash_sale, vat_rate_bp };
}

function itemOf(
  ctx: Ctx,
  line: StoredLine,
  item: Item,
  amount: LineAmount | undefined,
  programme: ReturnType<typeof programmeOf>,
): CartItem {
  if (!amount) throw new Error("every line has its amount");
  const { product_id, code, slug, category_slug, name, lang, colour, image } = item;
  const { unit_price, list_price, line_total, flash_sale } = amount;
  const { key, kind, quantity } = line;
  // A gift costs nothing now and then. Of what was bought, the price without programmes is what may have changed.
  const asked = kind === "gift" ? 0 : item.unit_price;
  return {
    key,
    kind,
    ...{ product_id, code, slug, category_slug, name, lang, colour, image },
    quantity,
    selected: line.selected,
    ...{ unit_price, list_price, line_total, flash_sale },
    programme: programme && { slug: programme.slug, ...sayTitle(programme.title, ctx.locale) },
    // The shop sets the quantity of a gift.
    ...(kind === "gift" ? { minimum: quantity, maximum: quantity } : quantityLimits(item)),
    problem: problemOf(item, quantity),
    // The price before the current one, where it has changed since the owner set this line.
    price_before: unit_price < asked ? null : line.price_seen === asked ? line.price_before : line.price_seen,
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
    missed_gifts: [],
    codes: [],
    points: null,
    gift_cards: [],
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
