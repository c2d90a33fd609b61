/**
 * The cart on the wire. Prices, fees and totals are the server's alone; a cart never carries a price in.
 * Kinds normal, hub and exchange share one model; this file holds the normal one. Spec §3 Cart, §7 Cart; §5.
 */
import { z } from "zod";
import { call } from "../call.ts";
import { Picture } from "../catalogue/catalogue.ts";
import {
  Address,
  AddressOrId,
  eitherAddress,
  PlaceInput,
  QUOTE_CODE,
  ShippingQuote,
} from "../fulfilment/fulfilment.ts";
import { cardReasons } from "../loyalty/card-states.ts";
import { chosenMethod } from "../payments/payments.ts";
import { codeGroups } from "../promotions/code-slots.ts";
import {
  integer,
  limit,
  locale,
  multiLine,
  optionalEmail,
  optionalFlag,
  optionalInteger,
  page,
  personName,
  phone,
  rowNumber,
  session_id,
  singleLine,
  taxCode,
} from "../values/fields.ts";
import { LARGEST_QUANTITY } from "../values/quantity.ts";
import { CartCode, CodeList, typedCode } from "./codes.ts";

export const cartKinds = ["normal", "hub", "exchange"] as const;

export const lineKinds = ["bought", "gift"] as const;
export type LineKind = (typeof lineKinds)[number];
const LineKind = z.enum(lineKinds).meta({
  description: "`gift` costs nothing and stands beside what was bought, also of the same product; the shop sets it.",
});

/** Why a line cannot be ordered as it stands. `maximum` is what would be possible. */
export const LineProblem = z.object({
  code: z.enum(["out_of_stock", "below_minimum", "above_maximum", "not_sold"]),
  minimum: z.int(),
  maximum: z.int(),
  /** Where it is a flash sale that allows no more: when it ends. `maximum` 0 is then "you had all you may". */
  flash_until: z.string().nullable(),
});

export const CartItem = z.object({
  /** Names the line; `product_id` means the bought line of that product, never a gift. */
  key: z.string(),
  kind: LineKind,
  product_id: z.int(),
  code: z.string(),
  slug: z.string(),
  category_slug: z.string(),
  name: z.string(),
  lang: locale,
  colour: z.string().nullable(),
  image: Picture,
  quantity: z.int(),
  /** Left out of the order when false; stays in the cart. */
  selected: z.boolean(),
  unit_price: z.int(),
  list_price: z.int().nullable(),
  line_total: z.int(),
  flash_sale: z.boolean(),
  /** The programme that sets the price, takes something off the line, or gave the gift. */
  programme: z.object({ slug: z.string(), title: z.string(), lang: locale }).nullable(),
  /** Bounds of `quantity`, from stock and flash-sale limits. */
  minimum: z.int(),
  maximum: z.int(),
  problem: LineProblem.nullable(),
  /** The price the shopper saw last, when it has changed since. */
  price_before: z.int().nullable(),
});
export type CartItem = z.infer<typeof CartItem>;

/**
 * What is due and why: goods − discount − voucher − trade_in − points_amount + shipping − shipping_discount − gift_card =
 * total. In đồng, but for `points`.
 */
export const Totals = z.object({
  goods: z.int(),
  discount: z.int(),
  voucher: z.int(),
  trade_in: z.int(),
  points: z.int(),
  /** What the points pay. */
  points_amount: z.int(),
  shipping: z.int(),
  shipping_discount: z.int(),
  gift_card: z.int(),
  total: z.int(),
  /** Contained in the price after discount and voucher, delivery included. */
  vat: z.int(),
  /** Against list prices. */
  saving: z.int(),
  /** What the courier asks for when it is paid in cash: `total` up to the next 1,000 đ. */
  cash: z.int(),
});
export type Totals = z.infer<typeof Totals>;

/** What was taken off, and by which code. `source`: the slot of the code. */
export const Adjustment = z.object({
  source: z.string(),
  label: z.string(),
  amount: z.int(),
  code: z.string().nullable(),
});
export type Adjustment = z.infer<typeof Adjustment>;

export const CompanyInvoice = z.object({
  company_name: singleLine(160, 1),
  tax_code: taxCode,
  address: singleLine(200).default(""),
  email: optionalEmail.default(""),
});
export type CompanyInvoice = z.infer<typeof CompanyInvoice>;

/** Points of the owner for this cart; `totals.points` are those that are taken. */
export const CartPoints = z.object({
  /** What may be spent now, on anything. */
  balance: z.int(),
  /** The most that these goods allow, in whole steps. */
  maximum: z.int(),
  /** What was asked for; more than `totals.points` where the cart has changed since. */
  wanted: z.int(),
  step: z.int(),
  /** What the order earns by the owner's rank now, once it is completed. */
  earns: z.int(),
});
export type CartPoints = z.infer<typeof CartPoints>;

/** A gift card that is to pay for this cart, in the order of entry. */
export const CartGiftCard = z.object({
  key: z.string(),
  code_end: z.string(),
  /** What is on it; 0 where `reason` says why. */
  balance: z.int(),
  /** What it pays of this cart. */
  amount: z.int(),
  /** The last second of what is on it; null where nothing is. */
  ends_at: z.string().nullable(),
  /** Why it pays nothing. */
  reason: z.enum(cardReasons).nullable(),
});
export type CartGiftCard = z.infer<typeof CartGiftCard>;

export const Cart = z.object({
  cart_id: z.string(),
  /** To be sent back in query or body by a caller without cookies: of a session just opened, or the one it has shown. */
  session_id: z.string().nullable(),
  kind: z.enum(cartKinds),
  items: z.array(CartItem),
  item_count: z.int(),
  /** What sets of programmes and codes take off goods; their sum is `totals.discount`. */
  coupons: z.array(Adjustment),
  /** Programmes whose gift is earned and gone: no warehouse that sends the goods has it. */
  missed_gifts: z.array(z.object({ slug: z.string(), title: z.string(), lang: locale })),
  codes: z.array(CartCode),
  /** Null without an account. */
  points: CartPoints.nullable(),
  /** What they pay together is `totals.gift_card`. */
  gift_cards: z.array(CartGiftCard),
  shipping_method: z.string().nullable(),
  /** The chosen method as quoted now; null until an address and a method are known. */
  shipping: ShippingQuote.nullable(),
  payment_method: z.string().nullable(),
  shipping_address: Address.nullable(),
  receiver: z.object({ full_name: z.string(), phone: z.string(), email: z.string() }).nullable(),
  company_invoice: CompanyInvoice.nullable(),
  note: z.string(),
  totals: Totals,
});
export type Cart = z.infer<typeof Cart>;

const session = { session_id, lang: locale.optional() };
/** One that is sent has to be a number: an empty field is not 1. */
const quantity = integer(1, LARGEST_QUANTITY, { below: "minimum", above: "maximum" });
const key = z.string().max(40);
const shipping_method = z.string().max(40).meta({ description: QUOTE_CODE });

const cart_id = z.string().max(64).optional();
/** Typing codes until one fits is slowed down. ASSUMED(0360) */
const guessing = { times: 300, seconds: 600, per: "client" } as const;
/** What is chosen in an order form so far, where it differs from what is stored with the cart. */
const formChoices = PlaceInput.partial().extend({ shipping_method: shipping_method.optional() });
const codeInput = formChoices.extend({
  cart_id,
  code: typedCode,
  replace: optionalFlag,
  /** Also where the order becomes dearer by it, because a free delivery is lost. */
  dearer: optionalFlag,
  ...session,
});
const slotInput = z.object({ cart_id, ...session });
const addsCode = {
  who: "anyone",
  input: codeInput,
  output: Cart,
  errors: ["unauthenticated", "not_found", "conflict", "coupon_slot_taken", "code_dearer"],
  limit: guessing,
} as const;
const removesCode = {
  who: "anyone",
  input: slotInput,
  output: Cart,
  errors: ["unauthenticated", "not_found", "conflict"],
} as const;

const cartErrors = ["not_found", "out_of_stock", "below_minimum", "above_maximum", "conflict"] as const;

export const cart = {
  get: call("GET /v1/client/cart", {
    summary: "The caller's cart; empty when there is none, and nothing is created",
    who: "anyone",
    input: z.object(session),
    output: Cart,
    errors: ["unauthenticated"],
    example: { input: {} },
  }),
  addItem: call("POST /v1/client/add-to-cart", {
    summary: "Put a product into the cart, opening one if needed",
    who: "anyone",
    opens_session: true,
    input: z.object({
      product_id: rowNumber,
      quantity: quantity.prefault(1),
      /** "Buy now": the line ends up with this many, or stays as it is where it has more. Safe to repeat. */
      at_least: optionalFlag,
      ...session,
    }),
    output: Cart,
    errors: cartErrors,
    limit: { times: 600, seconds: 60, per: "client" }, // ASSUMED(0012)
    example: { input: { product_id: 1082, quantity: 1 } },
  }),
  updateItem: call("PUT /v1/client/update-product-in-cart/{product_id}", {
    summary: "Set the quantity of a product, or take it in or out of the order",
    who: "anyone",
    input: z.object({
      product_id: rowNumber,
      quantity: quantity.optional(),
      selected: optionalFlag,
      ...session,
    }),
    output: Cart,
    errors: cartErrors,
    example: { input: { product_id: 1082, quantity: 2 } },
  }),
  removeItem: call("DELETE /v1/client/remove-product-in-cart/{key}", {
    summary: "Take a line out",
    who: "anyone",
    input: z.object({ key, ...session }),
    output: Cart,
    errors: ["not_found", "conflict"],
    example: { input: { key: "a1b2c3d4" } },
  }),
  removeItems: call("PUT /v1/client/remove-product-in-cart", {
    summary: "Take several lines out; keys that are not there are ignored",
    who: "anyone",
    input: z.object({ keys: z.array(key).min(1).max(100), ...session }),
    output: Cart,
    errors: ["conflict"],
    example: { input: { keys: ["a1b2c3d4"] } },
  }),
  removeDetail: call("DELETE /v1/client/remove-cart-detail/{id}", {
    summary: "Take a line out by its product",
    who: "anyone",
    input: z.object({ id: rowNumber, ...session }),
    output: Cart,
    errors: ["not_found", "conflict"],
    example: { input: { id: 1082 } },
  }),
  updateInfo: call("PUT /v1/client/update-cart-info", {
    summary: "Receiver, note, company invoice and points of the coming order",
    who: "anyone",
    opens_session: true,
    input: z.object({
      full_name: personName.optional(),
      phone: phone.optional(),
      email: optionalEmail.optional(),
      note: multiLine(500).optional(),
      company_invoice: CompanyInvoice.nullable().optional(),
      /** Nobody refers yet, so no code is known. rules/identity#referral-codes */
      referral_code: singleLine(40).optional(),
      /** 422 names the nearest that is allowed. */
      points: optionalInteger(-1_000_000_000, 1_000_000_000),
      ...session,
    }),
    output: Cart,
    example: { input: { note: "Gọi trước khi giao" } },
  }),
  setShippingAddress: call("PUT /v1/client/set-shipping-address", {
    summary: "Where to deliver: an address of the caller's book, or one given whole, in either system",
    who: "anyone",
    opens_session: true,
    input: eitherAddress(AddressOrId.extend(session)),
    output: Cart,
    errors: ["not_found"],
    example: { input: { city_code: "01", ward_code: "00229", street: "18 phố Men Ngọc" } },
  }),
  quotes: call("GET /v1/client/shipping-orders/all-ship-fee", {
    summary: "Delivery methods with fee and dates for the caller's cart, to its address or to a given place",
    who: "anyone",
    input: PlaceInput.partial().extend({ cart_id: z.string().max(64).optional(), ...session }),
    output: z.array(ShippingQuote),
    errors: ["unauthenticated", "not_found", "shipping_unavailable"],
    example: { input: { city_code: "01", ward_code: "00229" } },
  }),
  /** What the order form shows: totals for the choices made so far, wherever they are stored; nothing is written. */
  checkout: call("POST /v1/client/cart/checkout", {
    summary: "The cart with offers and totals for a place, or for its own address, and a delivery method",
    who: "anyone",
    safe: true,
    input: PlaceInput.partial().extend({ shipping_method: shipping_method.optional(), ...session }),
    output: z.object({ cart: Cart, quotes: z.array(ShippingQuote) }),
    errors: ["unauthenticated"],
    example: { input: { city_code: "01", ward_code: "00229", shipping_method: "GHN" } },
  }),
  setShippingMethod: call("PUT /v1/client/set-shipping-method", {
    summary: "Choose the delivery method",
    who: "anyone",
    opens_session: true,
    input: z.object({ shipping_method, ...session }),
    output: Cart,
    errors: ["shipping_unavailable"],
    example: { input: { shipping_method: "GHN" } },
  }),
  setPaymentMethod: call("PUT /v1/set-payment-method", {
    summary: "Choose the payment method",
    who: "anyone",
    opens_session: true,
    input: z.object({ payment_method: chosenMethod, ...session }),
    output: Cart,
    errors: ["payment_unavailable", "cod_limit"],
    example: { input: { payment_method: "bank_transfer" } },
  }),
  addCoupon: call("PUT /v0/cart/add-coupon", {
    summary: "Put a code into the slot of its kind, whatever its kind is",
    details:
      "422 at `code` names the first condition that fails. A second code of one slot is 409, or replaces with `replace`.",
    ...addsCode,
    example: { input: { code: "NHAVUI" } },
  }),
  addPromocode: call("PUT /v1/client/cart/add-promocode", {
    summary: "Put a typed code into the slot of its kind, whatever its kind is",
    ...addsCode,
    example: { input: { code: "NHAVUI" } },
  }),
  removeCoupon: call("PUT /v1/client/cart/remove-coupon", {
    summary: "Take the coupon out",
    ...removesCode,
    example: { input: {} },
  }),
  removeDeliveryCoupon: call("PUT /v1/client/cart/remove-coupon-delivery", {
    summary: "Take the delivery coupon out",
    ...removesCode,
    example: { input: {} },
  }),
  removeVoucher: call("PUT /v1/client/cart/remove-voucher", {
    summary: "Take the voucher out",
    ...removesCode,
    example: { input: {} },
  }),
  removePromocode: call("PUT /v1/client/cart/remove-promocode", {
    summary: "Take the promo code out",
    ...removesCode,
    example: { input: {} },
  }),
  coupons: call("GET /v1/client/coupons", {
    summary: "Codes of the list and of the caller's wallet, each judged for the caller's cart",
    who: "anyone",
    input: formChoices.extend({ cart_id, group: z.enum(codeGroups).optional(), page, limit, ...session }),
    output: CodeList,
    envelope: "bare",
    errors: ["unauthenticated", "not_found"],
    example: { input: {} },
  }),
  chooseCodes: call("PUT /v1/client/cart/best-codes", {
    summary:
      "Put in those of the caller's codes with which the order costs least, delivery included; none where none lowers it",
    who: "anyone",
    input: formChoices.extend({ cart_id, ...session }),
    /** How much less the order costs with the codes than without a code, delivery included. */
    output: Cart.extend({ saving: z.int() }),
    errors: ["unauthenticated", "not_found", "conflict"],
    limit: { times: 60, seconds: 600, per: "client" }, // ASSUMED(0361)
    example: { input: {} },
  }),
};
