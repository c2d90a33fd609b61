/**
 * The order form while it is being filled in: which units can be chosen, the shipping quotes, the
 * total. Computed by the server from what was typed so far; nothing is written until the order is placed.
 */
import type { Cart } from "contract/cart/cart.ts";
import type { ShownCode } from "contract/cart/codes.ts";
import type { Shop } from "contract/contract.ts";
import { isWireFailure } from "contract/errors.ts";
import type { Address, SavedAddress, ShippingQuote } from "contract/fulfilment/fulfilment.ts";
import type { PaymentMethodView } from "contract/payments/payments.ts";
import { callerContext, type RouteContext } from "../../context.ts";
import type { FormInput } from "../../forms/forms.ts";
import {
  NO_PLACE,
  type Place,
  type PlaceDraft,
  placeDraft,
  placeOf,
  placeOfAddress,
} from "../../shared/place-draft.ts";

type Receiver = { full_name: string; phone: string; email: string };

/** Where it goes, and to whom. */
export type AddressDraft = PlaceDraft & {
  /** Addresses of the shopper's book that can be sent to; the default first. */
  book: SavedAddress[];
  /** A customer with an account, who can store what is typed. */
  has_book: boolean;
  /** The one of the book the fields were filled from, or "new". */
  chosen: string;
  /** Replaces what was typed or stored with the cart. */
  fill: Pick<Address, "street" | "type"> | null;
  receiver: Receiver | null;
};

export type Draft = AddressDraft & {
  quotes: ShippingQuote[];
  cart: Cart;
  /** The ways to pay this total, and why one cannot be chosen. */
  methods: PaymentMethodView[];
  /** Codes to choose from, judged for this order. */
  offers: ShownCode[];
};

/** Who is ordering, as far as the account knows. */
export type Orderer = { book: SavedAddress[]; has_book: boolean; receiver: Receiver | null };

export const aGuest: Orderer = { book: [], has_book: false, receiver: null };

/** Nothing is read for a visitor. */
export async function ordererOf(shop: Shop, context: RouteContext): Promise<Orderer> {
  const caller = await context.get(callerContext)();
  if (caller === null || caller.kind === "visitor") return aGuest;
  const [book, { full_name, phone, email }] = await Promise.all([
    shop.fulfilment.addresses({}),
    shop.identity.profile({}),
  ]);
  return {
    book: book.filter(({ is_outdated }) => !is_outdated),
    has_book: true,
    receiver: { full_name, phone: phone ?? "", email },
  };
}

/** As stored with the cart; where nothing was stored, as the account knows it: the default address and its receiver. */
export async function savedDraft(shop: Shop, orderer: Orderer): Promise<Draft> {
  const saved = await shop.cart.checkout({});
  const { shipping_address, receiver } = saved.cart;
  const [first] = orderer.book;
  if (!shipping_address && first) {
    const draft = await requestedDraft(shop, placeOfAddress(first), undefined, orderer);
    return { ...draft, ...filledFrom(first, receiver?.email || orderer.receiver?.email) };
  }
  const places = await placeDraft(shop, shipping_address ? placeOfAddress(shipping_address) : NO_PLACE);
  const same = orderer.book.find(({ text }) => text === shipping_address?.text);
  const [methods, offers] = await Promise.all([methodsFor(shop, saved.cart), codesFor(shop, saved.cart, null)]);
  const chosen = same?.id ?? "new";
  return { ...places, ...saved, methods, offers, ...known(orderer), chosen, receiver: receiver ?? orderer.receiver };
}

/** For what was typed so far; `use_address` fills the fields from the book, or empties them. */
export async function draftFor(shop: Shop, input: FormInput, orderer: Orderer): Promise<Draft> {
  const method = typeof input.shipping_method === "string" ? input.shipping_method : undefined;
  const id = typeof input.address_id === "string" ? input.address_id : "new";
  const wanted = orderer.book.find((each) => each.id === id);
  if (!input.use_address) {
    const draft = await requestedDraft(shop, placeOf(input), method, orderer);
    return { ...draft, chosen: wanted?.id ?? "new" };
  }
  const draft = await requestedDraft(shop, wanted ? placeOfAddress(wanted) : NO_PLACE, method, orderer);
  if (!wanted) return { ...draft, fill: { street: "", type: "home" } };
  const email = typeof input.email === "string" ? input.email : "";
  return { ...draft, ...filledFrom(wanted, email) };
}

export const filledFrom = ({ id, street, type, full_name, phone }: SavedAddress, email = "") => ({
  chosen: id,
  fill: { street, type },
  receiver: { full_name, phone, email },
});

export const known = ({ book, has_book, receiver }: Orderer) => ({
  book,
  has_book,
  receiver,
  chosen: "new",
  fill: null,
});

async function requestedDraft(shop: Shop, asked: Place, method: string | undefined, orderer: Orderer): Promise<Draft> {
  const places = await placeDraft(shop, asked);
  const offer = await offerFor(shop, places.place, places.converted.length, method);
  const place = offer.quotes.length > 0 ? places.place : null;
  const [methods, offers] = await Promise.all([methodsFor(shop, offer.cart), codesFor(shop, offer.cart, place)]);
  return { ...places, ...offer, methods, offers, ...known(orderer), receiver: offer.cart.receiver ?? orderer.receiver };
}

/** As many as a list to choose from may have. */
const MAX_CODES = 100;

async function codesFor(shop: Shop, { items, shipping, shipping_method }: Cart, place: Place | null) {
  if (items.length === 0) return [];
  const method = shipping?.code ?? shipping_method;
  const { data } = await shop.cart.coupons({ ...place, ...(method && { shipping_method: method }), limit: MAX_CODES });
  return data;
}

const methodsFor = (shop: Shop, { totals }: Cart) => shop.payments.methods({ amount: totals.total });

async function offerFor(shop: Shop, place: Place, conversions: number, shipping_method: string | undefined) {
  const whole =
    place.address_system === "current" ? place.ward_code !== "" : conversions > 0 && place.current_ward_code !== "";
  if (!whole) return { cart: await shop.cart.get({}), quotes: [] };
  try {
    return await shop.cart.checkout({ ...place, ...(shipping_method ? { shipping_method } : {}) });
  } catch (error) {
    // A ward without delivery: the form says so in place of the quotes.
    if (!isWireFailure(error) || error.status >= 500) throw error;
    return { cart: await shop.cart.get({}), quotes: [] };
  }
}
