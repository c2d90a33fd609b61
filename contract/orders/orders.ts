/**
 * Orders on the wire: placement, look-up by code and phone, cancellation. Which status may follow which, and who may
 * change it, is in order-states.ts.
 * Spec §3 Order, §4 Order status, §7 Orders; rules/orders#states
 */
import { z } from "zod";
import { call, listOf } from "../call.ts";
import { Adjustment, Cart, CartItem, CompanyInvoice, Totals } from "../cart/cart.ts";
import { typedCode } from "../cart/codes.ts";
import {
  AddressInput,
  AddressOrId,
  addressId,
  eitherAddress,
  QUOTE_CODE,
  wholeAddress,
} from "../fulfilment/fulfilment.ts";
import { captcha } from "../identity/user.ts";
import { MAX_CARDS } from "../loyalty/card-states.ts";
import { cardCode } from "../loyalty/gift-cards.ts";
import { DEFAULT_METHOD, PaymentView, paymentMethod, paymentStatuses } from "../payments/payments.ts";
import { codeSlots } from "../promotions/code-slots.ts";
import {
  integer,
  isObject,
  limit,
  locale,
  multiLine,
  optionalEmail,
  optionalInteger,
  orderCode,
  page,
  personName,
  phone,
  rowNumber,
  session_id,
  singleLine,
} from "../values/fields.ts";
import { cancelReasons, orderKinds, orderStatuses, parties } from "./order-states.ts";

export {
  type CancelReason,
  canChangeAddress,
  cancelReasons,
  type OrderStatus,
  orderCan,
  orderStatuses,
  type Party,
  type ShopReason,
  shopReasons,
} from "./order-states.ts";

export const OrderItem = z.object({
  key: z.string(),
  kind: CartItem.shape.kind,
  /** 0 of a gift card, which is no variant. */
  product_id: z.int(),
  code: z.string(),
  slug: z.string(),
  category_slug: z.string(),
  name: z.string(),
  colour: z.string().nullable(),
  image: CartItem.shape.image,
  quantity: z.int(),
  unit_price: z.int(),
  line_total: z.int(),
});

/** One row of the status history: who did what, when, why. */
export const StatusChange = z.object({
  status: z.enum(orderStatuses),
  /** `address`: the delivery address was changed, and the status stayed. */
  event: z.enum(["status", "address", "payment_link"]),
  at: z.string(),
  who: z.enum(parties),
  note: z.string(),
});

export const Order = z.object({
  order_code: z.string(),
  /** `exchange`: gifts for points, whose goods cost 0 đ. */
  kind: z.enum(orderKinds),
  placed_at: z.string(),
  status: z.enum(orderStatuses),
  items: z.array(OrderItem),
  totals: Totals,
  adjustments: z.array(Adjustment),
  /** False where all of it is codes. */
  has_delivery: z.boolean(),
  shipping_unit: z.string(),
  shipping_code: z.string().nullable(),
  eta_from: z.string(),
  eta_to: z.string(),
  payment_method: paymentMethod,
  payment: PaymentView,
  /** Names the payment and gives access to it without signing in. */
  uid_payment: z.string(),
  /** In full only for the owner; look-up by code shows name, phone and address masked. */
  receiver: z.object({ full_name: z.string(), phone: z.string(), address: z.string() }),
  note: z.string(),
  company_invoice: CompanyInvoice.nullable(),
  cancellation_reason: z.string().nullable(),
  status_history: z.array(StatusChange),
  can_cancel: z.boolean(),
  /** Whether its owner may still change the delivery address, to one with the same fee. */
  can_change_address: z.boolean(),
});
export type Order = z.infer<typeof Order>;

/** An order in a list, with its status and first lines. */
export const OrderCard = Order.pick({
  order_code: true,
  placed_at: true,
  status: true,
  eta_from: true,
  eta_to: true,
  payment_method: true,
  can_cancel: true,
}).extend({
  total: z.int(),
  payment_status: z.enum(paymentStatuses),
  /** Paid on delivery. */
  is_on_delivery: z.boolean(),
  /** The quantities of all lines added up. */
  piece_count: z.int(),
  line_count: z.int(),
  /** The first lines, three at most. */
  items: z.array(OrderItem),
});
export type OrderCard = z.infer<typeof OrderCard>;

/** One line of an order that is bought again: its quantity, and how much of it the cart now has. */
export const BoughtAgain = z.object({
  product_id: z.int(),
  name: z.string(),
  asked: z.int(),
  added: z.int(),
  /** Why `added` is less than `asked`; otherwise null. */
  problem: z.enum(["not_sold", "out_of_stock", "above_maximum", "below_minimum"]).nullable(),
});
export type BoughtAgain = z.infer<typeof BoughtAgain>;

/** The fields of the order form. Without `items` the caller's cart is placed. No price is read from it. */
export const PlaceInput = z.object({
  items: z
    .array(z.object({ product_id: rowNumber, quantity: integer(1, 999, { below: "minimum", above: "maximum" }) }))
    .min(1)
    .max(50)
    .optional(),
  full_name: personName,
  phone,
  email: optionalEmail.default(""),
  address: wholeAddress(AddressInput),
  shipping_method: z
    .string({ error: "shipping_required" })
    .min(1, "shipping_required")
    .max(40)
    .meta({ description: QUOTE_CODE }),
  payment_method: paymentMethod.default(DEFAULT_METHOD),
  company_invoice: CompanyInvoice.nullable().default(null),
  note: multiLine(500).default(""),
  /** Codes of this order, one of each kind: beside those in the cart, or in place of one of their kind there. */
  codes: z.array(typedCode).max(codeSlots.length).optional(),
  /** Points to spend; without it, those of the cart. 422 names the nearest that is allowed. */
  points: optionalInteger(-1_000_000_000, 1_000_000_000),
  /** Codes of gift cards, in the order in which they pay; without it, those of the cart. */
  gift_cards: z.array(cardCode).max(MAX_CARDS, "gift_cards_full").optional(),
  /** The cart that was shown. It is placed once, however often the request is sent. Without it, the caller's current cart. */
  cart_id: z.string().max(40).optional(),
  /** The total the shopper was shown; a different one stops placement with `price_changed`. */
  expected_total: optionalInteger(0, 1_000_000_000_000),
  /** The `product_id` of the gifts the shopper was shown; one that the order lacks stops placement with `price_changed`. */
  expected_gifts: z.array(rowNumber).max(50).optional(),
  session_id,
  lang: locale.optional(),
});
export type PlaceInput = z.infer<typeof PlaceInput>;

export const Placed = z.object({
  order_code: z.string(),
  uid_payment: z.string(),
  status: z.enum(orderStatuses),
  totals: Totals,
  payment: PaymentView,
});
export type Placed = z.infer<typeof Placed>;

export const orders = {
  place: call("POST /v1/shop/order", {
    summary: "Place an order: the cart's, or the given items at once",
    who: "anyone",
    input: PlaceInput,
    output: Placed,
    errors: [
      "cart_empty",
      "not_found",
      "out_of_stock",
      "below_minimum",
      "above_maximum",
      "price_changed",
      "conflict",
      "phone_unconfirmed",
      "shipping_required",
      "shipping_unavailable",
      "payment_unavailable",
      "cod_limit",
      "idempotency_mismatch",
      "in_progress",
    ],
    // ASSUMED(0012): room for many shoppers behind one mobile network's IP address in a busy hour.
    limit: { times: 600, seconds: 3600, per: "client" },
    example: {
      input: {
        items: [{ product_id: 1082, quantity: 1 }],
        full_name: "Tạ Mai Lan",
        phone: "0590000011",
        address: { city_code: "01", ward_code: "00229", street: "18 phố Men Ngọc" },
        shipping_method: "GHN",
        payment_method: "cod",
      },
    },
  }),
  byCode: call("GET /v0/order/{id}", {
    summary: "One order by its code, with the phone in X-Order-Phone or its owner's token",
    who: "anyone",
    headers: { order_phone: "x-order-phone" },
    input: z.object({ id: orderCode, order_phone: phone.optional(), captcha, session_id, lang: locale.optional() }),
    output: Order,
    // Only wrong phones are limited (server/orders/ownership/proof.ts): a page repeats this call while its payment is pending.
    errors: ["unauthenticated", "not_found", "captcha_required"],
    example: { input: { id: "23456789AB", order_phone: "0590000011" } },
  }),
  cancelReasons: call("GET /v1/client/reasoncancel", {
    summary: "Reasons a shopper may give when cancelling",
    who: "anyone",
    input: z.object({ lang: locale.optional() }),
    output: z.array(z.object({ code: z.enum(cancelReasons), label: z.string() })),
    example: { input: {} },
  }),
  cancel: call("POST /v1/client/orders/{id}/cancel", {
    summary: "Cancel an order while its status allows",
    who: "anyone",
    headers: { order_phone: "x-order-phone" },
    input: z.object({
      id: orderCode,
      order_phone: z.string().max(40).optional(),
      captcha,
      reason: z.enum(cancelReasons, { error: "required_choice" }),
      note: multiLine(300).default(""),
      session_id,
      lang: locale.optional(),
    }),
    output: Order,
    errors: ["not_found", "state_conflict", "captcha_required"],
    limit: { times: 20, seconds: 600, per: "owner" },
    example: { input: { id: "23456789AB", order_phone: "0590000011", reason: "changed_mind" } },
  }),
  /** rules/orders#completion */
  confirmReceived: call("POST /v1/client/orders/{id}/received", {
    summary: "Confirm that a delivered order was received; completes it",
    who: "anyone",
    headers: { order_phone: "x-order-phone" },
    input: z.object({
      id: orderCode,
      order_phone: z.string().max(40).optional(),
      captcha,
      session_id,
      lang: locale.optional(),
    }),
    output: Order,
    errors: ["not_found", "state_conflict", "captcha_required"],
    limit: { times: 20, seconds: 600, per: "owner" },
    example: { input: { id: "23456789AB", order_phone: "0590000011" } },
  }),
  list: call("GET /v1/orders", {
    summary: "The caller's orders, newest first; by status, or found by code or product name",
    who: "customer",
    input: z.object({
      status: z.enum(orderStatuses).optional(),
      search: singleLine(60).default(""),
      page,
      limit,
      lang: locale.optional(),
    }),
    output: listOf(OrderCard),
    envelope: "bare",
    example: { input: { status: "delivering" } },
  }),
  statusSummary: call("GET /v1/user-order-status-summary", {
    summary: "Number of the caller's orders in each status",
    who: "customer",
    input: z.object({ lang: locale.optional() }),
    output: z.object({
      total: z.int(),
      statuses: z.array(z.object({ status: z.enum(orderStatuses), label: z.string(), count: z.int() })),
    }),
    example: { input: {} },
  }),
  setShippingAddress: call("PUT /v1/set-shipping-address/{order}", {
    summary: "Change the delivery address of an order that is not shipped yet, to one with the same fee",
    who: "customer",
    input: eitherAddress(
      AddressOrId.extend({
        order: orderCode,
        full_name: personName.optional(),
        phone: phone.optional(),
        lang: locale.optional(),
      }),
    ),
    output: Order,
    errors: ["not_found", "state_conflict", "shipping_unavailable"],
    limit: { times: 30, seconds: 3600, per: "session" },
    example: { input: { order: "23456789AB", city_code: "01", ward_code: "00229", street: "18 phố Men Ngọc" } },
  }),
  /** ASSUMED(0146): an address of the book for the order a payment is about. */
  useAddress: call("POST /paymentaddress/existing", {
    summary: "Have an order, named by its code or its payment, sent to an address of the caller's book",
    who: "customer",
    input: z
      .object({
        address_id: addressId,
        order_code: orderCode.optional(),
        uid_payment: z.string().max(64).optional(),
        lang: locale.optional(),
      })
      .refine((asked) => asked.order_code !== undefined || asked.uid_payment !== undefined, {
        path: ["order_code"],
        error: "required",
        when: isObject,
      }),
    output: Order,
    errors: ["not_found", "state_conflict", "shipping_unavailable"],
    limit: { times: 30, seconds: 3600, per: "session" },
    example: { input: { address_id: "none", order_code: "23456789AB" } },
  }),
  buyAgain: call("POST /v1/client/orders/{id}/buy-again", {
    summary: "Put what is still sold of an order into the caller's cart, and say what is not",
    who: "anyone",
    headers: { order_phone: "x-order-phone" },
    opens_session: true,
    input: z.object({
      id: orderCode,
      order_phone: z.string().max(40).optional(),
      captcha,
      session_id,
      lang: locale.optional(),
    }),
    output: z.object({ cart: Cart, lines: z.array(BoughtAgain) }),
    errors: ["not_found", "captcha_required"],
    limit: { times: 30, seconds: 600, per: "owner" },
    example: { input: { id: "23456789AB", order_phone: "0590000011" } },
  }),
};
