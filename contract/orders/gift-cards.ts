/**
 * Buying gift cards on the wire: an order of cards alone, without delivery, which is completed when it is paid. The codes go to
 * the e-mail address. rules/loyalty#gift-cards
 */
import { z } from "zod";
import { call } from "../call.ts";
import { paymentMethod } from "../payments/payments.ts";
import { email, integer, locale, optionalInteger, personName, phone, session_id } from "../values/fields.ts";
import { Placed } from "./orders.ts";

/** Cards of one order at most. */
const MAX_BOUGHT = 10; // ASSUMED(0375)

export const CardOrderInput = z.object({
  /** One of the values of the product. */
  sku: z.string({ error: "required_choice" }).min(1, "required_choice").max(40),
  quantity: integer(1, MAX_BOUGHT, { below: "minimum", above: "maximum" }).prefault(1),
  full_name: personName,
  phone,
  /** Where the codes are sent. */
  email,
  payment_method: paymentMethod,
  /** The total that was shown; a different one stops placement with `price_changed`. */
  expected_total: optionalInteger(0, 1_000_000_000_000),
  session_id,
  lang: locale.optional(),
});
export type CardOrderInput = z.infer<typeof CardOrderInput>;

export const cardOrders = {
  placeCards: call("POST /v1/client/gift-card-order", {
    summary: "Buy gift cards, in an order of them alone that money pays",
    who: "anyone",
    input: CardOrderInput,
    output: Placed,
    errors: [
      "not_found",
      "conflict",
      "price_changed",
      "phone_unconfirmed",
      "payment_unavailable",
      "idempotency_mismatch",
      "in_progress",
    ],
    limit: { times: 60, seconds: 3600, per: "client" }, // ASSUMED(0375)
    example: {
      input: {
        sku: "GC-500",
        quantity: 1,
        full_name: "Tạ Mai Lan",
        phone: "0590000011",
        email: "lan@mutosi.example",
        payment_method: "bank_transfer",
      },
    },
  }),
};
