/**
 * Beginning a payment under the specification's paths, one call a provider. A `url` that is sent is taken and not looked at; the
 * one that is answered is a page of ours, which leads on to the provider. Spec §7 Payments, §3 Payment; rules/payments#methods
 */
import { z } from "zod";
import { call } from "../call.ts";
import { locale, orderCode, session_id } from "../values/fields.ts";
import { chosenMethod, paymentMethod, paymentStatuses, TransferGuide } from "./payments.ts";

export const TransactionInput = z.object({
  order_code: orderCode,
  uid_payment: z
    .string()
    .max(64)
    .optional()
    .meta({ description: "The proof of the payment; without it the order must be the caller's own" }),
  type: chosenMethod.optional().meta({ description: "The method's code, where it is sent at all" }),
  url: z.string().max(2000).optional().meta({ description: "Taken and not looked at" }),
  bank_code: z.string().max(20).optional().meta({ description: "Taken and not looked at: chosen at the provider" }),
  lang: locale.optional(),
  session_id,
});
export type TransactionInput = z.infer<typeof TransactionInput>;

const TransactionStarted = z.object({
  order_code: z.string(),
  /** Of the attempt that was begun. */
  uid_payment: z.string(),
  type: paymentMethod,
  /** Of the attempt. */
  status: z.enum(paymentStatuses),
  /** Where the browser goes next. */
  url: z.string(),
  http_method: z.literal("GET"),
  expires_at: z.string().nullable(),
});
export type TransactionStarted = z.infer<typeof TransactionStarted>;

/** The provider that each path of the specification begins a payment with, by its folder. */
export const transactionProviders = {
  vnpay: "vnpay",
  momo: "momo",
  zalopay: "zalopay",
  /** Spelt so. */
  shoppeepay: "shopeepay",
  "vpbank/napas": "napas",
  alepay: "alepay",
  virtualpayment: "bank-transfer",
} as const;

const transaction = (segment: keyof typeof transactionProviders, provider: string) =>
  call(`POST /v1/payments/${segment}/transactionProcessor`, {
    summary: `Begin paying an order with ${provider}; the same answer while that attempt goes on`,
    who: "anyone",
    input: TransactionInput,
    output: TransactionStarted,
    errors: ["not_found", "payment_unavailable", "state_conflict", "unavailable"],
    limit: { times: 30, seconds: 600, per: "client" },
    example: { input: { order_code: "23456789AB", uid_payment: "0".repeat(22) } },
  });

export const transactions = {
  vnpay: transaction("vnpay", "VNPAY"),
  momo: transaction("momo", "MoMo"),
  zalopay: transaction("zalopay", "ZaloPay"),
  shopeepay: transaction("shoppeepay", "ShopeePay"),
  napas: transaction("vpbank/napas", "a domestic card through NAPAS"),
  alepay: transaction("alepay", "Alepay: an international card or instalments"),
  virtual: call("POST /v1/payments/virtualpayment/transactionProcessor", {
    summary: "Begin paying an order by bank transfer; what to transfer is in the answer",
    who: "anyone",
    input: TransactionInput,
    output: TransactionStarted.extend({
      /** Null once nothing is awaited. */
      transfer: TransferGuide.nullable(),
    }),
    errors: ["not_found", "payment_unavailable", "state_conflict", "unavailable"],
    limit: { times: 30, seconds: 600, per: "client" },
    example: { input: { order_code: "23456789AB", uid_payment: "0".repeat(22) } },
  }),
};
