/**
 * A promotion as it is written at the desk: every field may be empty until it is published. One form for all kinds; what a
 * kind does not have is not read. rules/promotions#desk
 */
import { z } from "zod";
import { shippingClasses } from "../fulfilment/fulfilment.ts";
import { ranks } from "../loyalty/ranks.ts";
import { flagOr, multiLine, optionalInteger, singleLine } from "../values/fields.ts";
import { codeSlots } from "./code-slots.ts";
import { actionTypes, askedAccounts, givenOccasions, promotionKinds } from "./promotions-desk.ts";

/** đồng of a single promotion, and uses. */
const MAX_DONG = 100_000_000_000;
const amount = optionalInteger(1, MAX_DONG);
const count = optionalInteger(1, 10_000_000);
/** A minute of Việt Nam: `2026-12-01T00:00`, as a field of the browser writes it. */
const minute = z
  .string()
  .regex(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d$/, "malformed_value")
  .optional();
const some = <const T extends readonly [string, ...string[]]>(options: T) =>
  z
    .array(z.enum(options, { error: "malformed_value" }))
    .max(options.length)
    .default([]);
/** As the shop names a way to pay. */
export const paymentCode = z.string().regex(/^[A-Za-z_]{2,20}$/, "malformed_value");
const slug = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "slug_invalid")
  .max(60, "slug_invalid");

export const PromotionTitle = z.object({
  vi: singleLine(120, 1),
  en: singleLine(120).default(""),
  ja: singleLine(120).default(""),
});

export const PromotionForm = z.object({
  kind: z.enum(promotionKinds, { error: "required_choice" }),
  action: z.enum(actionTypes, { error: "required_choice" }),
  title: PromotionTitle,
  /** Its public code; without one its codes come in batches. */
  public_code: singleLine(40).default(""),
  slug: slug.optional(),
  is_listed: flagOr(false),

  first_order: flagOr(false),
  ranks: some(ranks),
  accounts: some(askedAccounts),

  categories: z.array(slug).max(100).default([]),
  /** SKUs, apart by blanks, commas or lines. */
  products: multiLine(4000).default(""),
  shipping: some(shippingClasses),
  price_from: amount,
  price_to: amount,
  with_flash: flagOr(false),

  min_order: amount,
  min_quantity: optionalInteger(1, 1000),
  methods: z.array(paymentCode).max(30).default([]),
  /** Of the day in Việt Nam, [from, to). */
  hour_from: optionalInteger(0, 23),
  hour_to: optionalInteger(1, 24),

  percent: optionalInteger(1, 100),
  cap: amount,
  amount,
  price: amount,
  /** `2: 5` a line: from two units on five per cent. */
  tiers: multiLine(500).default(""),
  buy: optionalInteger(1, 100),
  free: optionalInteger(1, 100),
  /** SKUs of a set, or the one that is given. */
  variants: multiLine(1000).default(""),
  /** `SKU price quota minimum maximum` a line; the last two may be left out. */
  lots: multiLine(20_000).default(""),

  starts: minute,
  ends: minute,
  max_uses: count,
  per_customer: optionalInteger(1, 1000),
  budget: amount,

  combines: flagOr(false),
  combines_with: some(codeSlots),
  priority: optionalInteger(-100, 100),
  minimum: optionalInteger(1, 1000),
  maximum: optionalInteger(1, 1000),

  given_for: z.enum(givenOccasions, { error: "malformed_value" }).optional(),
  given_rank: z.enum(ranks, { error: "malformed_value" }).optional(),
  given_days: optionalInteger(1, 3650),
});
export type PromotionForm = z.infer<typeof PromotionForm>;
