/** Trying promotions on a cart that nobody has: the calculation is that of every cart. rules/promotions#try-a-cart */
import { z } from "zod";
import { call } from "../call.ts";
import { ranks } from "../loyalty/ranks.ts";
import { promotionCode } from "../promotions/desk-promotions.ts";
import { PromotionForm, paymentCode } from "../promotions/promotion-form.ts";
import { promotionKinds } from "../promotions/promotions-desk.ts";
import { flagOr, multiLine } from "../values/fields.ts";

/** Why a rule does not apply, in the order in which conditions are judged. `lower_price`: another price is lower already. */
export const trialFailures = [
  ...["not_yours", "not_begun", "expired", "used_up", "per_customer", "first_order", "rank", "account_kind", "hours"],
  ...["payment_method", "unit", "area", "channel", "no_such_goods", "flash_only", "not_combinable", "min_quantity"],
  ...["min_order", "lower_price", "nothing", "no_gift"],
] as const as readonly [
  ...["not_yours", "not_begun", "expired", "used_up", "per_customer", "first_order", "rank", "account_kind", "hours"],
  ...["payment_method", "unit", "area", "channel", "no_such_goods", "flash_only", "not_combinable", "min_quantity"],
  ...["min_order", "lower_price", "nothing", "no_gift"],
];
export type TrialFailure = (typeof trialFailures)[number];

export const TriedRule = z.object({
  code: z.string(),
  name: z.string(),
  kind: z.enum(promotionKinds),
  /** The one that is tried. */
  is_asked: z.boolean(),
  /** What it takes off alone, and from which lines. */
  amount: z.int(),
  shares: z.array(z.object({ sku: z.string(), amount: z.int() })),
  /** Lost to the rule that nothing is lowered by more than half. */
  cut: z.int(),
  /** It counts in the total: of the codes that fit those with which the order costs least. */
  is_used: z.boolean(),
  /** The first condition that fails, with what is missing of it. */
  failure: z.object({ why: z.enum(trialFailures), missing: z.int() }).nullable(),
});
export type TriedRule = z.infer<typeof TriedRule>;

export const TriedCart = z.object({
  at: z.string(),
  /** Lines that name no product on sale. */
  unknown: z.array(z.string()),
  lines: z.array(
    z.object({
      sku: z.string(),
      name: z.string(),
      quantity: z.int(),
      list_price: z.int(),
      unit_price: z.int(),
      is_flash: z.boolean(),
      /** The programme whose price it has. */
      programme: z.string().nullable(),
      amount: z.int(),
    }),
  ),
  gifts: z.array(z.object({ sku: z.string(), name: z.string() })),
  rules: z.array(TriedRule),
  totals: z.object({
    goods: z.int(),
    discount: z.int(),
    voucher: z.int(),
    shipping: z.int(),
    shipping_discount: z.int(),
    total: z.int(),
  }),
});
export type TriedCart = z.infer<typeof TriedCart>;

export const cartTrial = {
  tryCart: call("GET /v1/staff/promotions/try", {
    summary:
      "Try promotions on lines, a kind of customer and a time: what each takes off, or the first condition that fails",
    details:
      "A line is `SKU quantity`. Calculated by the functions of every cart; nothing is stored. `promotion` may be a draft.",
    who: { staff: "promotions:read" },
    input: z.object({
      lines: multiLine(2000, 1),
      promotion: promotionCode.optional(),
      /** Without an account, else of this rank. */
      rank: z.enum(["guest", ...ranks], { error: "malformed_value" }).default("member"),
      first_order: flagOr(false),
      at: PromotionForm.shape.starts,
      city_code: z
        .string()
        .regex(/^\d{2}$/, "malformed_value")
        .optional(),
      payment_method: paymentCode.optional(),
    }),
    output: TriedCart,
    errors: ["not_found"],
    example: { input: { lines: "SRM-KT17-SV 1", rank: "gold" } },
  }),
};
