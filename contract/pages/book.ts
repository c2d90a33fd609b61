/**
 * The catalogue that is turned over page by page: its definition, a closed list of layouts, and what is shown of it today.
 * Pages are numbered from 1; even ones lie left, odd ones right, the first and the last alone. Spec §2 /catalogue-fullscreen;
 * rules/pages#the-catalogue
 */
import { z } from "zod";
import { call } from "../call.ts";
import { ProductCard } from "../catalogue/catalogue.ts";
import { locale } from "../values/fields.ts";
import { ShownPicture } from "./pages.ts";

const words = (maximum: number) => {
  const text = z.string().max(maximum);
  return z.strictObject({ vi: text.min(1), en: text.optional(), ja: text.optional() });
};
const ownPath = z
  .string()
  .max(300)
  .regex(/^\/(?![/\\])[^\s<>"'\\]*$/);
const picture = z.strictObject({ art: z.string().regex(/^[a-z0-9-]+\.svg$/), alt: words(160) });
const page = z.int().min(1).max(64);
const title = words(120);
const text = words(1000);
const category = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);
/** Places of a page, in their order. */
const skus = z.array(z.string().max(40)).min(1).max(4);

const BookPageDocument = z.discriminatedUnion("layout", [
  z.strictObject({ page, layout: z.literal("cover"), title, text, picture }),
  z.strictObject({ page, layout: z.literal("letter"), title, text }),
  z.strictObject({
    page,
    layout: z.literal("contents"),
    title,
    entries: z.array(z.strictObject({ page, title })).max(40),
  }),
  z.strictObject({
    page,
    layout: z.literal("spread_intro"),
    title,
    text,
    picture,
    category: category.optional(),
    /** Says from what price the category begins today. */
    price_band: z.boolean().optional(),
  }),
  z.strictObject({
    page,
    layout: z.literal("grid_4"),
    skus,
    category: category.optional(),
    note: words(200).optional(),
  }),
  z.strictObject({ page, layout: z.literal("care_schedule"), title, text, skus }),
  z.strictObject({ page, layout: z.literal("care"), title, text, picture, link: ownPath.optional() }),
  z.strictObject({
    page,
    layout: z.literal("service"),
    title,
    text,
    qr: z
      .array(z.strictObject({ label: words(60), link: ownPath, needs: z.array(z.string()).max(5).default([]) }))
      .max(4),
  }),
  z.strictObject({ page, layout: z.literal("back_cover"), title, text, picture }),
]);
export type BookPageDocument = z.output<typeof BookPageDocument>;

export const BookDocument = z.strictObject({
  season: words(60),
  pages: z
    .array(BookPageDocument)
    .min(4)
    .max(64)
    .refine((pages) => pages.length % 2 === 0 && pages.every((each, at) => each.page === at + 1)),
});
export type BookDocument = z.output<typeof BookDocument>;

/** What a layout has none of is empty. */
export const BookPage = z.object({
  page: z.int(),
  layout: z.enum([
    "cover",
    "letter",
    "contents",
    "spread_intro",
    "grid_4",
    "care_schedule",
    "care",
    "service",
    "back_cover",
  ]),
  title: z.string(),
  /** Paragraphs and lists, as in articles. */
  text: z.string(),
  picture: ShownPicture.nullable(),
  entries: z.array(z.object({ page: z.int(), title: z.string() })),
  /** By their places; null where a product is not sold any more. */
  products: z.array(ProductCard.nullable()),
  note: z.string(),
  category_slug: z.string(),
  /** The lowest price of the category today. */
  from_price: z.int().nullable(),
  link: z.string(),
  qr: z.array(z.object({ label: z.string(), link: z.string(), size: z.int(), path: z.string() })),
});
export type BookPage = z.infer<typeof BookPage>;

export const pagesBook = {
  book: call("GET /v1/client/catalogue-book", {
    summary: "The catalogue that is turned over page by page, with today's products and prices",
    who: "anyone",
    input: z.object({ lang: locale.optional() }),
    output: z.object({
      key: z.string(),
      season: z.string(),
      /** `vi` where a text is missing in the language asked for. */
      lang: locale,
      languages: z.array(locale),
      /** The day its prices are of. */
      today: z.iso.date(),
      /** Until when it says this; a price may change earlier. */
      until: z.string(),
      pages: z.array(BookPage),
    }),
    errors: ["not_found"],
    example: { input: {} },
  }),
};
