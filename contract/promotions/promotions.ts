/** Flash sales and promotion programmes on the wire. Spec §7 Products and content; rules/promotions#windows */
import { z } from "zod";
import { call, listOf, Meta } from "../call.ts";
import { ProductCard } from "../catalogue/catalogue.ts";
import { integerOr, limit, locale, page, rowNumber, slug } from "../values/fields.ts";

export const Programme = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  lang: locale,
  type: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  minimum_order: z.int(),
  category_slugs: z.array(z.string()),
});
export type Programme = z.infer<typeof Programme>;

/** The running flash sale, or the next one, with its products. */
export const FlashSale = z.object({
  code: z.string(),
  title: z.string(),
  lang: locale,
  starts_at: z.string(),
  ends_at: z.string(),
  running: z.boolean(),
});
export type FlashSale = z.infer<typeof FlashSale>;

export const promotions = {
  programmes: call("GET /v1/client/promotion-program", {
    summary: "Promotion programmes that run now",
    who: "anyone",
    input: z.object({ lang: locale.optional(), page, limit }),
    output: listOf(Programme),
    envelope: "bare",
    example: { input: {} },
  }),
  programme: call("GET /v1/client/promotion-program/{slug_or_id}", {
    summary: "One promotion programme with its products",
    details: "404 unless a programme of this name runs now.",
    who: "anyone",
    input: z.object({ slug_or_id: z.union([rowNumber, slug]), lang: locale.optional() }),
    output: Programme.extend({ products: z.array(ProductCard) }),
    errors: ["not_found"],
    example: { input: { slug_or_id: "bep-sach-nha-am" } },
  }),
  flashSale: call("GET /v1/client/product-promotion-flash-sale", {
    summary: "Products of the running flash sale; `status=1` means running, `0` the next one",
    who: "anyone",
    input: z.object({
      status: integerOr(1, 0, 1),
      page,
      limit: integerOr(100, 1, 100), // Spec §9
      lang: locale.optional(),
    }),
    output: z.object({
      data: z.array(ProductCard),
      meta: Meta,
      sale: FlashSale.nullable(),
      next: FlashSale.nullable(),
    }),
    envelope: "bare",
    example: { input: { limit: 100, status: 1 } },
  }),
};
