/**
 * The exchange cart on the wire: gifts for points, beside the cart of what is bought. Its points are points, its amounts are
 * đồng of the delivery alone. Spec §3 Cart, §7 Cart; rules/loyalty#exchange-shop
 */
import { z } from "zod";
import { call } from "../call.ts";
import {
  Address,
  AddressOrId,
  optionalAddress,
  PlaceInput,
  QUOTE_CODE,
  ShippingQuote,
} from "../fulfilment/fulfilment.ts";
import { RewardFacts } from "../loyalty/rewards.ts";
import { chosenMethod } from "../payments/payments.ts";
import {
  integer,
  locale,
  multiLine,
  optionalEmail,
  optionalFlag,
  personName,
  phone,
  rowNumber,
} from "../values/fields.ts";
import { LARGEST_QUANTITY } from "../values/quantity.ts";
import { Totals } from "./cart.ts";

export const ExchangeItem = RewardFacts.extend({
  key: z.string(),
  quantity: z.int(),
  /** Left out of the order when false; stays in the cart. */
  selected: z.boolean(),
  /** What the line takes. */
  line_points: z.int(),
  /** Why the line cannot be exchanged as it stands; `maximum` is what would be possible. */
  problem: z.enum(["not_sold", "out_of_stock", "above_maximum"]).nullable(),
});
export type ExchangeItem = z.infer<typeof ExchangeItem>;

export const ExchangeCart = z.object({
  cart_id: z.string(),
  session_id: z.string().nullable(),
  kind: z.literal("exchange"),
  items: z.array(ExchangeItem),
  item_count: z.int(),
  points: z.object({
    /** What may be spent now. */
    balance: z.int(),
    /** What the selected lines take. */
    needed: z.int(),
    /** How many are missing; 0 where there are enough. */
    missing: z.int(),
  }),
  /** Under sixteen: nothing can be exchanged. */
  is_too_young: z.boolean(),
  /** Something that is selected has to be sent. */
  needs_delivery: z.boolean(),
  /** To the place that was asked about, else to the cart's own address. */
  quotes: z.array(ShippingQuote),
  shipping_method: z.string().nullable(),
  shipping: ShippingQuote.nullable(),
  payment_method: z.string().nullable(),
  shipping_address: Address.nullable(),
  receiver: z.object({ full_name: z.string(), phone: z.string(), email: z.string() }).nullable(),
  note: z.string(),
  totals: Totals,
});
export type ExchangeCart = z.infer<typeof ExchangeCart>;

const lang = locale.optional();
const quantity = integer(1, LARGEST_QUANTITY, { below: "minimum", above: "maximum" });
const shipping_method = z.string().max(40).meta({ description: QUOTE_CODE });
const cartErrors = ["not_found", "out_of_stock", "above_maximum"] as const;

export const exchangeCart = {
  exchange: call("GET /v1/cart-exchange", {
    summary: "The caller's exchange cart, with delivery quotes to a given place, or to its own address",
    who: "customer",
    input: PlaceInput.partial().extend({ shipping_method: shipping_method.optional(), lang }),
    output: ExchangeCart,
    example: { input: {} },
  }),
  addReward: call("POST /v1/client/add-to-cart-exchange", {
    summary: "Put a gift into the exchange cart",
    who: "customer",
    input: z.object({
      product_id: rowNumber,
      quantity: quantity.prefault(1),
      /** The line ends up with this many, or stays as it is where it has more. Safe to repeat. */
      at_least: optionalFlag,
      lang,
    }),
    output: ExchangeCart,
    errors: cartErrors,
    limit: { times: 600, seconds: 60, per: "client" }, // ASSUMED(0012)
    example: { input: { product_id: 8016, quantity: 1 } },
  }),
  updateReward: call("PUT /v1/update-product-in-cart-exchange/{product_id}", {
    summary: "Set the quantity of a gift, or take it in or out of the order",
    who: "customer",
    input: z.object({ product_id: rowNumber, quantity: quantity.optional(), selected: optionalFlag, lang }),
    output: ExchangeCart,
    errors: cartErrors,
    example: { input: { product_id: 8016, quantity: 2 } },
  }),
  updateExchangeInfo: call("PUT /v1/client/update-cart-exchange-info", {
    summary: "Receiver, address, delivery method, payment method and note of the coming exchange",
    who: "customer",
    input: optionalAddress(
      AddressOrId.extend({
        full_name: personName.optional(),
        phone: phone.optional(),
        email: optionalEmail.optional(),
        note: multiLine(500).optional(),
        shipping_method: shipping_method.optional(),
        payment_method: chosenMethod.optional(),
        lang,
      }),
    ),
    output: ExchangeCart,
    errors: ["not_found", "shipping_unavailable", "payment_unavailable", "cod_limit"],
    example: { input: { note: "Gọi trước khi giao" } },
  }),
  removeReward: call("DELETE /v1/client/remove-product-in-cart-exchange/{key}", {
    summary: "Take a gift out of the exchange cart",
    who: "customer",
    input: z.object({ key: z.string().max(40), lang }),
    output: ExchangeCart,
    errors: ["not_found"],
    example: { input: { key: "a1b2c3d4" } },
  }),
};
