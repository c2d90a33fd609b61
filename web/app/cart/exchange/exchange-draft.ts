/** The exchange form while it is being filled in, like the order form (parts/draft.ts): nothing is written until it is placed. */
import type { ExchangeCart } from "contract/cart/exchange.ts";
import type { Shop } from "contract/contract.ts";
import type { PaymentMethodView } from "contract/payments/payments.ts";
import type { FormInput } from "../../forms/forms.ts";
import { isWholePlace, NO_PLACE, type Place, placeDraft, placeOf, placeOfAddress } from "../../shared/place-draft.ts";
import { type AddressDraft, filledFrom, known, type Orderer } from "../parts/draft.ts";

export type ExchangeDraft = AddressDraft & {
  cart: ExchangeCart;
  /** The ways to pay the fee, and why one cannot be chosen. */
  methods: PaymentMethodView[];
};

/** As stored with the cart; where nothing was stored, the default address of the book. */
export async function savedExchange(shop: Shop, orderer: Orderer): Promise<ExchangeDraft> {
  const cart = await shop.cart.exchange({});
  const { shipping_address, receiver } = cart;
  const [first] = orderer.book;
  if (!shipping_address && first) {
    const draft = await requested(shop, placeOfAddress(first), undefined, orderer);
    return { ...draft, ...filledFrom(first, receiver?.email || orderer.receiver?.email) };
  }
  const place = shipping_address ? placeOfAddress(shipping_address) : NO_PLACE;
  const draft = await requested(shop, place, cart.shipping_method ?? undefined, orderer);
  const same = orderer.book.find(({ text }) => text === shipping_address?.text);
  return { ...draft, chosen: same?.id ?? "new", receiver: receiver ?? orderer.receiver };
}

/** For what was typed so far; `use_address` fills the fields from the book, or empties them. */
export async function exchangeFor(shop: Shop, input: FormInput, orderer: Orderer): Promise<ExchangeDraft> {
  const method = typeof input.shipping_method === "string" ? input.shipping_method : undefined;
  const wanted = orderer.book.find(({ id }) => id === input.address_id);
  if (!input.use_address) {
    const draft = await requested(shop, placeOf(input), method, orderer);
    return { ...draft, chosen: wanted?.id ?? "new" };
  }
  const draft = await requested(shop, wanted ? placeOfAddress(wanted) : NO_PLACE, method, orderer);
  if (!wanted) return { ...draft, fill: { street: "", type: "home" } };
  return { ...draft, ...filledFrom(wanted, typeof input.email === "string" ? input.email : "") };
}

async function requested(
  shop: Shop,
  asked: Place,
  method: string | undefined,
  orderer: Orderer,
): Promise<ExchangeDraft> {
  const places = await placeDraft(shop, asked);
  const place = isWholePlace(places.place) ? places.place : {};
  const cart = await shop.cart.exchange({ ...place, ...(method && { shipping_method: method }) });
  const methods = await shop.payments.methods({ amount: cart.totals.total });
  return { ...places, cart, methods, ...known(orderer) };
}
