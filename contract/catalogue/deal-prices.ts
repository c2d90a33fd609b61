/** The deals whose price a product is shown at. rules/promotions#public-price */
import { z } from "zod";
import { locale } from "../values/fields.ts";

/** The running flash sale of a variant. `sold` of `quota` is true at the time of the answer. */
export const FlashPrice = z.object({
  code: z.string(),
  price: z.int(),
  starts_at: z.string(),
  ends_at: z.string(),
  quota: z.int(),
  sold: z.int(),
  minimum: z.int(),
  maximum: z.int().nullable(),
});
export type FlashPrice = z.infer<typeof FlashPrice>;

/** The programme whose price is shown: what anybody pays for one unit, until `ends_at`. */
export const ProgrammePrice = z.object({ slug: z.string(), title: z.string(), lang: locale, ends_at: z.string() });
export type ProgrammePrice = z.infer<typeof ProgrammePrice>;
