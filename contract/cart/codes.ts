/** The codes of a cart on the wire, and those it could have. Spec §7 Coupons; rules/promotions#codes */
import { z } from "zod";
import { Meta } from "../call.ts";
import { codeSlots } from "../promotions/code-slots.ts";
import { locale } from "../values/fields.ts";

/** Blanks and case do not matter; blanks alone are nothing. Longer than any code there is: such a one is unknown, not malformed. */
export const typedCode = z.string().trim().min(1, "required").max(2_000);

/** A code in its slot. `amount` 0 with a `reason` takes nothing off now, and returns by itself when the reason is gone. */
export const CartCode = z.object({
  slot: z.enum(codeSlots),
  code: z.string(),
  title: z.string(),
  lang: locale,
  /** đồng it takes off. */
  amount: z.int(),
  /** đồng by which the chosen delivery is dearer with it, because the goods it leaves no longer earn a free one. */
  delivery_more: z.int(),
  /** đồng of eligible goods missing to its minimum. */
  missing: z.int(),
  reason: z.string().nullable(),
});
export type CartCode = z.infer<typeof CartCode>;

/** `used_up`: by others; `used`: by the caller. */
export const codeStates = ["usable", "unmet", "coming", "used", "used_up", "expired"] as const;

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
  /** What it takes off: a part of 100, and the most in đồng; one of both may be without. */
  percent: z.number().nullable(),
  most: z.int().nullable(),
  /** How often the caller may still use it. */
  uses_left: z.int().nullable(),
});
export type ShownCode = z.infer<typeof ShownCode>;

export const CodeList = z.object({
  data: z.array(ShownCode),
  meta: Meta,
  /** How many there are of each group. */
  counts: z.object({ usable: z.int(), used: z.int(), coming: z.int(), expired: z.int() }),
});
export type CodeList = z.infer<typeof CodeList>;
