/** The codes of a cart on the wire, and those it could have. Spec §7 Coupons; rules/promotions#codes */
import { z } from "zod";
import { codeSlots } from "../promotions/promotions.ts";
import { locale } from "../values/fields.ts";

/** A code in its slot. `amount` 0 with a `reason` takes nothing off now, and returns by itself when the reason is gone. */
export const CartCode = z.object({
  slot: z.enum(codeSlots),
  code: z.string(),
  title: z.string(),
  lang: locale,
  /** đồng it takes off. */
  amount: z.int(),
  /** đồng of eligible goods missing to its minimum. */
  missing: z.int(),
  reason: z.string().nullable(),
});
export type CartCode = z.infer<typeof CartCode>;

export const codeStates = ["usable", "unmet", "coming", "used", "expired"] as const;

/** A code that the caller sees: in the list of everybody, or in the own wallet. */
export const ShownCode = CartCode.extend({
  state: z.enum(codeStates),
  /** It stands in the cart. */
  is_chosen: z.boolean(),
  /** Of the caller alone. */
  is_own: z.boolean(),
  starts_at: z.string(),
  ends_at: z.string(),
  minimum_order: z.int(),
});
export type ShownCode = z.infer<typeof ShownCode>;
