/**
 * Paying later, again, or for another person: what is due at a link, without signing in. The link names the payment by its
 * proof or by a signed text with an end; it tells the sum and what was ordered, and nobody's name, phone or address.
 * rules/payments#pay-links
 */
import { z } from "zod";
import { call } from "../call.ts";
import { Picture } from "../catalogue/catalogue.ts";
import { locale, orderCode } from "../values/fields.ts";
import { failureReasons, PaymentView, paymentMethod, paymentStatuses } from "./payments.ts";
import { TransactionInput } from "./transactions.ts";

/** A payment's proof, or the signed text of a pay link. */
const paymentId = z.string().max(300);

export const DuePayment = z.object({
  order_code: z.string(),
  /** Of the attempt that was chosen last: what `start` and the payment's page take. */
  uid_payment: z.string(),
  /** Opened by a signed link: until when it works. Null where the payment's own proof named it. */
  link_expires_at: z.string().nullable(),
  placed_at: z.string(),
  payment: PaymentView,
  /** What is still to be paid, in đồng. */
  due: z.int(),
  /** Money is awaited, and can be paid now. */
  can_pay: z.boolean(),
  lines: z.array(z.object({ key: z.string(), name: z.string(), quantity: z.int(), image: Picture })),
  /** Newest first. */
  attempts: z.array(
    z.object({
      n: z.int(),
      method: paymentMethod,
      method_name: z.string(),
      state: z.enum(paymentStatuses),
      started_at: z.string(),
      /** Why it failed, where its provider says so. */
      reason: z.enum(failureReasons).nullable(),
      /** The provider looks at it, or another sum than asked for was told: what of it is known is being checked. */
      held_by: z.enum(["review", "amount_differs"]).nullable(),
    }),
  ),
});
export type DuePayment = z.infer<typeof DuePayment>;

export const PayLink = z.object({ url: z.string(), expires_at: z.string() });
export type PayLink = z.infer<typeof PayLink>;

export const payLinks = {
  due: call("GET /v1/client/payment-due/{id}", {
    summary: "What is due at a pay link or by a payment's proof, and how it was tried so far",
    who: "anyone",
    input: z.object({ id: paymentId, lang: locale.optional() }),
    output: DuePayment,
    errors: ["not_found"],
    limit: { times: 300, seconds: 600, per: "client" },
    example: { input: { id: "0".repeat(22) } },
  }),
  indirect: call("POST /v1/payments/indirectpayment/transactionProcessor", {
    summary: "Have an order paid later, by another person: a link that works until the order lapses",
    who: "anyone",
    input: TransactionInput,
    output: z.object({
      order_code: z.string(),
      uid_payment: z.string(),
      type: paymentMethod,
      status: z.enum(paymentStatuses),
      url: z.string(),
      http_method: z.literal("GET"),
      expires_at: z.string(),
    }),
    errors: ["not_found", "payment_unavailable", "state_conflict"],
    limit: { times: 30, seconds: 600, per: "client" },
    example: { input: { order_code: "23456789AB", uid_payment: "0".repeat(22) } },
  }),
  makePayLink: call("POST /v1/staff/orders/{order_code}/pay-link", {
    summary: "A link by which an order is paid, for whom staff speak to; it holds the order for a day after placement",
    who: { staff: "orders:write" },
    input: z.object({ order_code: orderCode, lang: locale.optional() }),
    output: PayLink,
    errors: ["not_found", "state_conflict"],
    limit: { times: 120, seconds: 3600, per: "session" },
    example: { input: { order_code: "23456789AB" } },
  }),
};
