/**
 * Payments on the wire. A payment is money owed for an order; `uid_payment` (128 bits) names one attempt and is its proof.
 * Only the provider's message or a query settles it; nothing the browser brings back does. Spec §7 Payments, §3 Payment.
 */
import { z } from "zod";
import { call } from "../call.ts";
import { locale, orderCode } from "../values/fields.ts";

/** Methods available today, in the order they are shown; online providers join with their own adapters. */
export const paymentMethods = ["cod", "bank_transfer"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const paymentStatuses = ["created", "pending", "success", "failed", "expired", "refunded"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** What a shopper needs to transfer the money; texts ready for copying. */
export const TransferGuide = z.object({
  bank_name: z.string(),
  bin: z.string(),
  account_number: z.string(),
  account_holder: z.string(),
  amount: z.int(),
  content: z.string(),
  qr_payload: z.string(),
});
export type TransferGuide = z.infer<typeof TransferGuide>;

/** Decision 0190. */
const PaymentStatus = z.enum(paymentStatuses).meta({
  description:
    "`created`, `pending`: money is awaited · `success`: all of it came while the order was open, also where the order was cancelled afterwards · `failed`: the order was cancelled by a person before that · `expired`: it lapsed before that · `refunded`: all that came in has gone back. Money that comes after the end changes no status: what the customer gets back is `refund_owed`, and `order_cancelled` says that nothing is to be paid any more.",
});

export const PaymentView = z.object({
  method: z.enum(paymentMethods),
  status: PaymentStatus,
  amount: z.int(),
  /** Money that has arrived so far. */
  received: z.int(),
  refund_owed: z.int(),
  refunded: z.int(),
  /** What it was for is off: nothing is to be paid any more, and what came in goes back. */
  order_cancelled: z.boolean(),
  expires_at: z.string().nullable(),
  transfer: TransferGuide.nullable(),
});
export type PaymentView = z.infer<typeof PaymentView>;

export const PaymentMethodView = z.object({
  code: z.enum(paymentMethods),
  name: z.string(),
  description: z.string(),
  /** File name under design's payment tiles. */
  logo: z.string(),
  /** Largest order it takes, in đồng. */
  maximum: z.int().nullable(),
});
export type PaymentMethodView = z.infer<typeof PaymentMethodView>;

export const payments = {
  methods: call("GET /v1/client/payment-methods", {
    summary: "Payment methods the shop offers",
    who: "anyone",
    input: z.object({ lang: locale.optional() }),
    output: z.array(PaymentMethodView),
    example: { input: {} },
  }),
  banks: call("GET /v1/client/banks", {
    summary: "Banks an account can be with, for giving money back",
    who: "anyone",
    input: z.object({ lang: locale.optional() }),
    output: z.array(z.object({ code: z.string(), short_name: z.string(), name: z.string() })),
    example: { input: {} },
  }),
  queryStatus: call("GET /v0/payment/queryStatus/{order_code}", {
    summary: "State of a payment; `uid_payment` is the proof, `url` is never followed",
    who: "anyone",
    input: z.object({
      order_code: orderCode,
      uid_payment: z.string().max(64),
      type: z.string().max(40).optional().meta({ description: "Taken and not looked at" }),
      url: z.string().max(2000).optional().meta({ description: "Taken and not looked at" }),
      lang: locale.optional(),
    }),
    output: z.object({
      order_code: z.string(),
      uid_payment: z.string(),
      type: z.enum(paymentMethods),
      status: PaymentStatus,
      /** `failed` for every order that is cancelled, its money in or not; null while it is open. */
      result: z.enum(["success", "failed"]).nullable(),
      received: z.int(),
      amount: z.int(),
      refund_owed: z.int(),
      refunded: z.int(),
      order_cancelled: z.boolean(),
      expires_at: z.string().nullable(),
      retry_allowed: z.boolean(),
    }),
    errors: ["not_found"],
    limit: { times: 120, seconds: 600, per: "client" },
    example: { input: { order_code: "23456789AB", uid_payment: "0".repeat(22) } },
  }),
  /** For the status page: the payment and how to pay it, by its proof alone. */
  guide: call("GET /v1/client/payment-guide/{uid_payment}", {
    summary: "How to pay one payment, by its proof",
    who: "anyone",
    input: z.object({ uid_payment: z.string().max(64), lang: locale.optional() }),
    output: z.object({ order_code: z.string(), payment: PaymentView }),
    errors: ["not_found"],
    example: { input: { uid_payment: "0".repeat(22) } },
  }),
};
