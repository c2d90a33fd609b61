/**
 * Payments on the wire. A payment is money owed for an order; `uid_payment` (128 bits) names one attempt and is its proof.
 * Only the provider's message or a query settles it; nothing the browser brings back does. Spec §7 Payments, §3 Payment.
 */
import { z } from "zod";
import { call } from "../call.ts";
import { locale, optionalFlag, optionalInteger, orderCode, session_id } from "../values/fields.ts";
import { paymentStatuses } from "./payment-statuses.ts";

/**
 * A method's code. Which there are the server knows: GET /v1/client/payment-methods names those on offer, and
 * /openapi.json lists all. So a further provider changes nothing here. `none`: nothing was due, so nothing was chosen.
 */
export const paymentMethod = z.string({ error: "required_choice" }).min(1, "required_choice").meta({ enum: [] });
/** As above; what is no method is refused as one that is not on offer. */
export const chosenMethod = z.string().max(40).meta({ enum: [] });
export type PaymentMethod = z.infer<typeof paymentMethod>;
/** What a request that names no method means: the specification's default is the card. Spec §3 Payment */
export const DEFAULT_METHOD = "card";

export { type PaymentStatus, paymentStatuses } from "./payment-statuses.ts";

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

/** Foreign origins that the page of a payment step needs beside the shop's own. Decision 0283. */
export const PageOrigins = z.object({
  script: z.array(z.string()),
  style: z.array(z.string()),
  connect: z.array(z.string()),
  frame: z.array(z.string()),
  form: z.array(z.string()),
});
export type PageOrigins = z.infer<typeof PageOrigins>;

/** Where the shopper goes on: an address of the provider, a form to post there, or its own fields on our page. */
export const NextStep = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("redirect"), url: z.string() }),
  z.object({ kind: z.literal("form"), action: z.string(), fields: z.record(z.string(), z.string()) }),
  z.object({ kind: z.literal("hosted_fields"), script: z.string(), session: z.string() }),
  z.object({
    kind: z.literal("widget"),
    script: z.string(),
    attributes: z.record(z.string(), z.string()),
    action: z.string(),
  }),
]);
export type NextStep = z.infer<typeof NextStep>;

/**
 * `fields`: a card is to be given · `challenge`: the bank asks the payer, in a frame · `returned`: the browser came back from
 * there, and `cardPaid` tells what became of it · `asking`: the money was asked for, and the gateway has not answered yet.
 */
export const CardState = z.object({
  stage: z.enum(["fields", "challenge", "returned", "asking"]),
  frame_url: z.string().nullable(),
  /** Cards that may still be tried for the order. */
  tries_left: z.int(),
  /** As the gateway reported it: no number. */
  last_four: z.string().nullable(),
});
export type CardState = z.infer<typeof CardState>;

/** Why an attempt failed, in the words of every provider. */
export const failureReasons = [
  "cancelled",
  "insufficient_funds",
  "limit",
  "expired",
  "declined",
  /** Stopped because it looks like fraud. */
  "risk",
  /** 3-D Secure: not passed, or the card does not have it. */
  "not_authenticated",
  "authentication_unavailable",
] as const;
export type FailureReason = (typeof failureReasons)[number];

/** Decision 0190. */
const PaymentStatus = z.enum(paymentStatuses).meta({
  description:
    "`created`, `pending`: money is awaited · `success`: all of it came while the order was open, also where the order was cancelled afterwards · `failed`: the order was cancelled by a person before that · `expired`: it lapsed before that · `refunded`: all that came in has gone back. Money that comes after the end changes no status: what the customer gets back is `refund_owed`, and `order_cancelled` says that nothing is to be paid any more.",
});

export const PaymentView = z.object({
  method: paymentMethod,
  /** The method's name in the caller's language. */
  method_name: z.string(),
  /** Paid on delivery: nothing is due before. */
  is_on_delivery: z.boolean(),
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
  /** Paid by a link: where, and until when it works. */
  link: z.object({ url: z.string(), expires_at: z.string() }).nullable(),
});
export type PaymentView = z.infer<typeof PaymentView>;

/** Under which heading a method stands: codes and wallets, cards and instalments, what is paid afterwards. */
export const methodGroups = ["scan", "card", "later"] as const;
/** Why a method that the shop has cannot be chosen now. */
export const methodRefusals = ["below_minimum", "above_maximum", "paused", "down", "no_time", "no_delivery"] as const;

/** In the order in which the shop shows them. rules/payments#methods */
export const PaymentMethodView = z.object({
  code: paymentMethod,
  name: z.string(),
  /** What happens next, in a line. */
  description: z.string(),
  group: z.enum(methodGroups),
  /** File name under design's payment tiles. */
  logo: z.string(),
  /** What it costs the shopper, in words. */
  fee: z.string(),
  /** Smallest and largest sum it takes, in đồng; null: no bound. */
  minimum: z.int().nullable(),
  maximum: z.int().nullable(),
  /** Null: it can be chosen. Bounds and time are judged where the request names a sum or a payment. */
  unavailable: z
    .object({
      reason: z.enum(methodRefusals).meta({
        description:
          "`paused`: switched off by the shop for a while · `down`: the provider does not answer · `no_time`: its page does not fit before the order lapses · `no_delivery`: nothing is delivered that could be paid then",
      }),
      text: z.string(),
    })
    .nullable(),
});
export type PaymentMethodView = z.infer<typeof PaymentMethodView>;

export const payments = {
  marks: call("GET /v1/client/payment-marks", {
    summary: "Names of the marks of the payment methods that are on, for the foot of every page",
    who: "anyone",
    input: z.object({}),
    output: z.array(z.string()),
    example: { input: {} },
  }),
  methods: call("GET /v1/client/payment-methods", {
    summary: "Payment methods the shop offers; what cannot be chosen for this sum or payment says why",
    who: "anyone",
    input: z.object({
      amount: optionalInteger(0, 1_000_000_000_000).meta({ description: "The order's total, in đồng" }),
      uid_payment: z
        .string()
        .max(64)
        .optional()
        .meta({ description: "A payment that waits: judged by what is still due and the time it has" }),
      without_delivery: optionalFlag.meta({ description: "For an order of which nothing is delivered" }),
      lang: locale.optional(),
    }),
    output: z.array(PaymentMethodView),
    errors: ["not_found"],
    example: { input: { amount: 1_290_000 } },
  }),
  banks: call("GET /v1/client/banks", {
    summary: "Banks an account can be with, for giving money back",
    who: "anyone",
    input: z.object({ lang: locale.optional() }),
    output: z.array(z.object({ code: z.string(), short_name: z.string(), name: z.string() })),
    example: { input: {} },
  }),
  queryStatus: call("GET /v0/payment/queryStatus/{order_code}", {
    summary: "State of a payment, its provider asked before; `uid_payment` is the proof, `url` is never followed",
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
      type: paymentMethod,
      status: PaymentStatus,
      /** `failed` for every order that is cancelled, its money in or not; null while it is open. */
      result: z.enum(["success", "failed"]).nullable(),
      /** Of the attempt that `uid_payment` names: it may have failed while the payment goes on. */
      attempt_status: z.enum(paymentStatuses),
      /** Why that attempt failed, where its provider says so. */
      reason: z.enum(failureReasons).nullable(),
      received: z.int(),
      amount: z.int(),
      refund_owed: z.int(),
      refunded: z.int(),
      /** As `refunded`. */
      refunded_vnd: z.int(),
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
    output: z.object({
      order_code: z.string(),
      payment: PaymentView,
      /** The step the shopper began with an online provider; null where there is none, or it is over. */
      next: NextStep.nullable(),
      /** For the content policy of the page that shows it; null where it needs no origin but the shop's. */
      origins: PageOrigins.nullable(),
      /** A card on its way through 3-D Secure; null where none is. */
      card: CardState.nullable(),
      /** An online payment that is not begun, or may be begun again: `start`. */
      can_start: z.boolean(),
      /** The browser has come back from the provider, which proves nothing: its answer is awaited. */
      has_returned: z.boolean(),
      /** Why the attempt that `uid_payment` names failed, where its provider says so. */
      reason: z.enum(failureReasons).nullable(),
    }),
    errors: ["not_found"],
    example: { input: { uid_payment: "0".repeat(22) } },
  }),
  start: call("POST /v1/client/payments/{uid_payment}/start", {
    summary:
      "Begin paying, by the payment's proof, in the same way or another; the same answer while that attempt goes on",
    who: "anyone",
    input: z.object({
      uid_payment: z.string().max(64),
      payment_method: chosenMethod.optional().meta({ description: "Another way; without it the last one" }),
      lang: locale.optional(),
      session_id,
    }),
    output: z.object({ uid_payment: z.string(), next: NextStep.nullable() }),
    errors: ["not_found", "payment_unavailable", "cod_limit", "state_conflict", "unavailable"],
    limit: { times: 30, seconds: 600, per: "client" },
    example: { input: { uid_payment: "0".repeat(22) } },
  }),
  returned: call("POST /v1/client/payment-returns/{provider}", {
    summary: "What the browser brought back from a provider: it changes nothing, and has the provider asked",
    who: "anyone",
    through_maintenance: true,
    input: z.object({
      provider: z.string().max(40),
      method: z.enum(["GET", "POST"]),
      query: z.record(z.string().max(100), z.string().max(4000)).default({}),
      form: z.record(z.string().max(100), z.string().max(16_000)).default({}),
      lang: locale.optional(),
      session_id,
    }),
    output: z.object({ uid_payment: z.string().nullable(), locale }),
    errors: ["not_found"],
    limit: { times: 120, seconds: 600, per: "client" },
    example: { input: { provider: "bank-transfer", method: "GET" } },
  }),
};
