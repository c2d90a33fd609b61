/** Flash sales and promotion programmes on the wire. Spec §7 Products and content; rules/promotions#windows */
import { z } from "zod";
import { call, listOf, Meta } from "../call.ts";
import { ProductCard } from "../catalogue/catalogue.ts";
import { integerOr, limit, locale, page, rowNumber, slug } from "../values/fields.ts";
import { codeSlots } from "./code-slots.ts";

export const programmeTypes = ["gift", "trade_in", "tier", "price", "set"] as const;
export const programmeStates = ["coming", "running", "used_up", "ended"] as const;

export const Programme = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  lang: locale,
  type: z.enum(programmeTypes),
  /** As of the answer. One that is over or used up sells nothing more at its terms. */
  state: z.enum(programmeStates),
  starts_at: z.string(),
  ends_at: z.string(),
  minimum_order: z.int(),
  category_slugs: z.array(z.string()),
  /** The same with their names. */
  categories: z.array(z.object({ slug: z.string(), name: z.string() })),
  /** Orders that may use it and those that did; null where there is no limit. */
  quota: z.int().nullable(),
  used: z.int().nullable(),
  /** Orders of one customer. */
  per_customer: z.int().nullable(),
  /** Units of each of its products in one order. */
  minimum: z.int().nullable(),
  maximum: z.int().nullable(),
  with_flash: z.boolean(),
  /** The kinds of codes that go with its lines; null is every kind. */
  combines_with: z.array(z.enum(codeSlots)).nullable(),
  terms: z.discriminatedUnion("type", [
    z.object({ type: z.literal("gift"), product: ProductCard.nullable() }),
    z.object({ type: z.literal("tier"), tiers: z.array(z.object({ quantity: z.int(), percent: z.number() })) }),
    z.object({ type: z.literal("trade_in"), amount: z.int() }),
    z.object({ type: z.literal("percent"), percent: z.number() }),
    z.object({ type: z.literal("fixed_price"), price: z.int() }),
    z.object({ type: z.literal("buy_get"), buy: z.int(), free: z.int() }),
    z.object({ type: z.literal("bundle"), price: z.int() }),
  ]),
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
    details:
      "With those of 30 days before and after it runs; `state` says which. 24 products a page, the preferred ones first.",
    who: "anyone",
    input: z.object({
      slug_or_id: z.union([rowNumber, slug]),
      /** Products of one of its categories alone. */
      category: slug.optional(),
      page,
      limit: integerOr(24, 1, 100),
      lang: locale.optional(),
    }),
    output: Programme.extend({ products: z.array(ProductCard), meta: Meta }),
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
