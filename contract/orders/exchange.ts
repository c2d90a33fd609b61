/**
 * Exchange orders on the wire: gifts for points, the delivery paid in money. An order of vouchers alone is completed at once.
 * rules/loyalty#exchange-shop
 */
import { z } from "zod";
import { call, listOf } from "../call.ts";
import { AddressInput, QUOTE_CODE, wholeAddress } from "../fulfilment/fulfilment.ts";
import { RewardFacts } from "../loyalty/rewards.ts";
import { DEFAULT_METHOD, paymentMethod, paymentStatuses } from "../payments/payments.ts";
import {
  limit,
  locale,
  multiLine,
  optionalEmail,
  optionalInteger,
  orderCode,
  page,
  personName,
  phone,
} from "../values/fields.ts";
import { Order, Placed } from "./orders.ts";

/** A gift as it was exchanged. */
export const ExchangedGift = RewardFacts.pick({
  product_id: true,
  kind: true,
  name: true,
  lang: true,
  image: true,
  product: true,
}).extend({
  key: z.string(),
  quantity: z.int(),
  /** What the line took. */
  line_points: z.int(),
  /** Of a voucher that is issued: its codes, and their last second. */
  codes: z.array(z.string()),
  codes_end_at: z.string().nullable(),
});
export type ExchangedGift = z.infer<typeof ExchangedGift>;

/** Where the points of an exchange are. `returned`: those of its goods; a voucher that was issued stays paid. */
export const exchangePoints = ["held", "spent", "returned"] as const;

const ExchangePoints = z.object({
  state: z.enum(exchangePoints),
  /** What the order took in all. */
  total: z.int(),
  /** What came back. */
  back: z.int(),
  /** The last second of the first of those that were taken, or that came back. */
  ends_at: z.string().nullable(),
});

export const ExchangeOrder = Order.extend({ gifts: z.array(ExchangedGift), points: ExchangePoints });
export type ExchangeOrder = z.infer<typeof ExchangeOrder>;

export const ExchangeCard = Order.pick({ order_code: true, placed_at: true, status: true, uid_payment: true }).extend({
  gifts: z.array(ExchangedGift.pick({ key: true, name: true, lang: true, quantity: true })),
  points: ExchangePoints,
  total: z.int(),
  payment_status: z.enum(paymentStatuses),
  /** Until when the delivery fee may be paid; null where it is not awaited. */
  pay_before: z.string().nullable(),
});
export type ExchangeCard = z.infer<typeof ExchangeCard>;

/** Without an address where nothing has to be sent. */
export const ExchangeInput = z.object({
  full_name: personName,
  phone,
  email: optionalEmail.default(""),
  address: wholeAddress(AddressInput).optional(),
  shipping_method: z.string().max(40).optional().meta({ description: QUOTE_CODE }),
  payment_method: paymentMethod.default(DEFAULT_METHOD),
  note: multiLine(500).default(""),
  /** The cart that was shown. It is placed once, however often the request is sent. */
  cart_id: z.string().max(40).optional(),
  /** What was shown; another figure stops placement with `price_changed`. */
  expected_total: optionalInteger(0, 1_000_000_000_000),
  expected_points: optionalInteger(0, 1_000_000_000),
  lang: locale.optional(),
});
export type ExchangeInput = z.infer<typeof ExchangeInput>;

export const exchangeOrders = {
  placeExchange: call("POST /v1/client/exchange-order", {
    summary: "Exchange the selected gifts of the caller's exchange cart for points",
    details: "422 at `points` names how many are missing.",
    who: "customer",
    input: ExchangeInput,
    output: Placed,
    errors: [
      "cart_empty",
      "not_found",
      "out_of_stock",
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
    limit: { times: 600, seconds: 3600, per: "client" }, // ASSUMED(0012)
    example: { input: { full_name: "Tạ Mai Lan", phone: "0590000011" } },
  }),
  exchangeOrders: call("GET /v1/client/exchange-orders", {
    summary: "The caller's exchange orders, newest first",
    who: "customer",
    input: z.object({ page, limit, lang: locale.optional() }),
    output: listOf(ExchangeCard),
    envelope: "bare",
    example: { input: {} },
  }),
  exchangeOrder: call("GET /v1/client/exchange-orders/{id}", {
    summary: "One of the caller's exchange orders, with its gifts, points and vouchers",
    who: "customer",
    input: z.object({ id: orderCode, lang: locale.optional() }),
    output: ExchangeOrder,
    errors: ["not_found"],
    example: { input: { id: "23456789AB" } },
  }),
};
