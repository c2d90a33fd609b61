/**
 * The card through VPBank: the gateway's own fields take it on our page, 3-D Secure proves who pays, then the money is taken.
 * No number of a card is in any of these calls. Each step is one call; out of order, twice or with another order it is
 * refused. Spec §7 Payments; rules/payments#card
 */
import { z } from "zod";
import { call } from "../call.ts";
import { locale, orderCode, session_id } from "../values/fields.ts";
import { failureReasons, paymentMethod, paymentStatuses } from "./payments.ts";
import { TransactionInput } from "./transactions.ts";

/** As its gateway reports it: brand, last four digits, year and month of its end (`2029-08`). */
export const MaskedCard = z.object({ brand: z.string(), last_four: z.string(), expires: z.string() });
export type MaskedCard = z.infer<typeof MaskedCard>;

/** What a bank asks to know of the browser, by 3-D Secure 2. */
export const CardBrowser = z.object({
  user_agent: z.string().min(1).max(400),
  language: z.string().min(2).max(20),
  colour_depth: z.coerce.number().int().min(1).max(48),
  screen_height: z.coerce.number().int().min(0).max(100_000),
  screen_width: z.coerce.number().int().min(0).max(100_000),
  time_zone_minutes: z.coerce.number().int().min(-1440).max(1440),
});
export type CardBrowser = z.infer<typeof CardBrowser>;

/** In the order in which the gateway's fields stand. */
export const cardFields = ["number", "expiry_month", "expiry_year", "security_code"] as const;

export const SavedCard = MaskedCard.extend({
  code: z.string(),
  /** Its month is over: it cannot be paid with any more. */
  is_expired: z.boolean(),
  /** Within two months. */
  expires_soon: z.boolean(),
  last_used_at: z.string().nullable(),
});
export type SavedCard = z.infer<typeof SavedCard>;

const uid_payment = z.string().max(64).optional().meta({ description: "The proof of the payment, or an own order" });
const step = { order_code: orderCode, uid_payment, lang: locale.optional(), session_id };
const limit = { times: 60, seconds: 600, per: "client" } as const;
const errors = ["not_found", "payment_unavailable", "state_conflict", "unavailable", "unauthenticated"] as const;
const example = { input: { order_code: "23456789AB", uid_payment: "0".repeat(22) } };

/** `pay`: the last call · `challenge`: the bank asks the payer, in a frame at `frame_url` · `stop`: over, nothing was taken. */
const CardNext = z.object({
  next: z.enum(["authenticate", "pay", "challenge", "wait", "stop"]),
  /** A page of ours that holds the bank's, for a frame; gone with its step. */
  frame_url: z.string().nullable(),
  reason: z.enum(failureReasons).nullable(),
});
export type CardNext = z.infer<typeof CardNext>;

export const card = {
  cardSession: call("GET /v1/payments/vpbank/transactionProcessor", {
    summary: "Begin paying an order by card: the gateway's session and the script that puts its fields into a page",
    who: "anyone",
    safe: false,
    answer_stored: false,
    input: TransactionInput,
    output: z.object({
      order_code: z.string(),
      uid_payment: z.string(),
      type: paymentMethod,
      session_id: z.string(),
      script: z.string(),
      expires_at: z.string().nullable(),
      /** Cards that may still be tried for this order. */
      tries_left: z.int(),
    }),
    errors,
    limit,
    example,
  }),
  cardForm: call("GET /v0/vpbank/get-info/form", {
    summary: "The card form: the gateway's fields with their labels, and what becomes of the card",
    who: "anyone",
    input: z.object({ lang: locale.optional() }),
    output: z.object({
      fields: z.array(z.object({ name: z.enum(cardFields), label: z.string() })),
      note: z.string(),
    }),
    example: { input: {} },
  }),
  cardChecked: call("POST /v1/payments/updatechecksession/vpbank/transactionProcessor", {
    summary: "Look at the session after the gateway's fields are filled, or choose a saved card",
    who: "anyone",
    answer_stored: false,
    input: z.object({
      ...step,
      saved_card: z.string().max(40).optional().meta({ description: "An own saved card, instead of the fields" }),
      save_card: z.enum(["1"]).optional().meta({ description: "The owner agrees to have it kept by the gateway" }),
    }),
    output: z.object({ ready: z.boolean(), card: MaskedCard.nullable() }),
    errors,
    limit,
    example,
  }),
  cardInitiated: call("POST /v1/payments/initiateAuthentication/vpbank/transactionProcessor", {
    summary: "Ask whether the card can be authenticated; this is one try of the card",
    who: "anyone",
    answer_stored: false,
    input: z.object({ ...step, captcha: z.string().max(8_000).optional() }),
    output: CardNext,
    errors: [...errors, "captcha_required"],
    limit,
    example,
  }),
  cardAuthenticated: call("POST /v1/payments/authenticatePayer/vpbank/transactionProcessor", {
    summary: "Have the bank authenticate the payer; it may ask for a challenge",
    who: "anyone",
    answer_stored: false,
    input: z.object({ ...step, browser: CardBrowser }),
    output: CardNext,
    errors,
    limit,
    example: {
      input: {
        ...example.input,
        browser: {
          user_agent: "Mozilla/5.0",
          language: "vi-VN",
          colour_depth: 24,
          screen_height: 1080,
          screen_width: 1920,
          time_zone_minutes: -420,
        },
      },
    },
  }),
  cardPaid: call("POST /v1/payments/vpbank/transactionProcessor", {
    summary: "Take the money, once the bank has authenticated the payer",
    who: "anyone",
    answer_stored: false,
    input: z.object({ ...step, type: z.string().max(40).optional(), url: z.string().max(2000).optional() }),
    output: z.object({
      order_code: z.string(),
      uid_payment: z.string(),
      type: paymentMethod,
      /** Of the attempt. */
      status: z.enum(paymentStatuses),
      next: z.enum(["done", "wait", "stop"]),
      reason: z.enum(failureReasons).nullable(),
      url: z.string(),
    }),
    errors,
    limit,
    example,
  }),
  savedCards: call("GET /v1/client/saved-cards", {
    summary: "The caller's saved cards: brand, last four digits and end, never a number",
    who: "customer",
    input: z.object({ lang: locale.optional() }),
    output: z.array(SavedCard),
    example: { input: {} },
  }),
  removeSavedCard: call("DELETE /v1/client/saved-cards/{code}", {
    summary: "Remove a saved card, here and at its gateway",
    who: "customer",
    input: z.object({ code: z.string().max(40), lang: locale.optional() }),
    output: z.object({ removed: z.literal(true) }),
    errors: ["not_found"],
    example: { input: { code: "23456789AB" } },
  }),
};
