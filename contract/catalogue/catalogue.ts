/**
 * Catalogue on the wire: categories, products, facets, suggestions. Prices are đồng with VAT included.
 * `product_id` always names the variant that is sold. Spec §3 Product, §7 Products and content; rules/catalogue#variants
 */
import { z } from "zod";
import { call, listOf, Meta } from "../call.ts";
import { SitemapEntry, SitemapPages } from "../content/sitemap.ts";
import { ProductReviews, Rating } from "../reviews/reviews.ts";
import {
  integerOr,
  limit,
  locale,
  optionalFlag,
  optionalInteger,
  page,
  rowNumber,
  singleLine,
  slug,
} from "../values/fields.ts";
import { productSort, sortBy } from "../values/sorting.ts";
import { FlashPrice, ProgrammePrice } from "./deal-prices.ts";

/** Up to this many units left, a page may say how many; above it only that there are some. */
export const lowStock = 5; // ASSUMED(0062)

/** A picture by its id under `/images/`; `alt` says what is new in it. */
export const Picture = z.object({ id: z.string(), alt: z.string() });
export type Picture = z.infer<typeof Picture>;

export const ProductCard = z.object({
  product_id: z.int(),
  code: z.string(),
  slug: z.string(),
  category_slug: z.string(),
  name: z.string(),
  /** Language of `name` and `specs`: `vi` where no translation exists. */
  lang: locale,
  image: Picture,
  price: z.int(),
  /** The former price, when `price` is lower. */
  list_price: z.int().nullable(),
  discount_percent: z.int(),
  flash_sale: FlashPrice.nullable(),
  programme: ProgrammePrice.nullable(),
  badges: z.array(z.enum(["new", "flash", "sale", "colours"])),
  /** Two or three key properties, ready to read: "5.5 L", "1,700 W". */
  specs: z.array(z.string()),
  colours: z.int(),
  available: z.boolean(),
  star_rating: Rating.nullable(),
});
export type ProductCard = z.infer<typeof ProductCard>;

export const Variant = z.object({
  product_id: z.int(),
  code: z.string(),
  barcode: z.string().nullable(),
  colour: z.object({ code: z.string(), label: z.string(), hex: z.string() }).nullable(),
  price: z.int(),
  list_price: z.int().nullable(),
  discount_percent: z.int(),
  flash_sale: FlashPrice.nullable(),
  programme: ProgrammePrice.nullable(),
  inventory: z.int(),
  is_default: z.boolean(),
  gallery: z.array(Picture),
});
export type Variant = z.infer<typeof Variant>;

export const Property = z.object({ code: z.string(), label: z.string(), value: z.string() });

export const Crumb = z.object({ slug: z.string(), name: z.string() });
export type Crumb = z.infer<typeof Crumb>;

export const Product = z.object({
  product_id: z.int(),
  code: z.string(),
  model: z.string(),
  slug: z.string(),
  name: z.string(),
  lang: locale,
  brand: z.string(),
  short_description: z.string(),
  /** Markdown subset: `###`, `-`, paragraphs. */
  description: z.string(),
  highlights: z.array(z.string()),
  price: z.int(),
  list_price: z.int().nullable(),
  discount_percent: z.int(),
  flash_sale: FlashPrice.nullable(),
  programme: ProgrammePrice.nullable(),
  vat_rate: z.int(),
  categories: z.array(Crumb),
  variants: z.array(Variant),
  properties: z.array(Property),
  inventory: z.int(),
  available: z.boolean(),
  ...ProductReviews.shape,
  warranty_months: z.int(),
  warranty_parts: z.array(z.object({ part: z.string(), months: z.int() })),
  package: z.object({ weight_grams: z.int(), length_mm: z.int(), width_mm: z.int(), height_mm: z.int() }),
  shipping_class: z.enum(["parcel", "bulky", "install"]),
  serial_prefix: z.string(),
  serial_number: z.string().nullable(),
  tags: z.array(z.object({ slug: z.string(), label: z.string() })),
  /** Programmes that run for it and are not used up. */
  promotion_programs: z.array(z.object({ slug: z.string(), title: z.string(), lang: locale })),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Product = z.infer<typeof Product>;

export const Category = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  lang: locale,
  description: z.string(),
  level: z.int(),
  order: z.int(),
  parent_slug: z.string().nullable(),
  /** Products on sale in it and below. */
  product_count: z.int(),
  image: Picture.nullable(),
});
export type Category = z.infer<typeof Category>;

export const CategoryNode = Category.extend({ children: z.array(Category) });
export type CategoryNode = z.infer<typeof CategoryNode>;

/** A filter of a list, with how many products each choice leaves. Choices of one facet add up, facets narrow. */
export const FacetOption = z.object({ value: z.string(), label: z.string(), count: z.int(), selected: z.boolean() });
export type FacetOption = z.infer<typeof FacetOption>;

export const Facet = z.object({
  code: z.string(),
  label: z.string(),
  /** One line that explains a technical filter, or empty. */
  hint: z.string(),
  more: z.boolean().meta({ description: "Counting stopped early: each choice leaves at least its count" }),
  /** At most twenty, those that leave most, and whatever is chosen. */
  options: z.array(FacetOption),
  /** How many choices there are beside these: `facet-options` answers them. */
  rest: z.int().min(0),
});
export type Facet = z.infer<typeof Facet>;

const many = z
  .union([z.string(), z.array(z.string())])
  .transform((v) => (Array.isArray(v) ? v : v.split(",")).map((s) => s.trim()).filter(Boolean))
  .pipe(z.array(z.string().max(80)).max(50));

const manyIds = many.pipe(z.array(rowNumber as z.ZodType<number, string>).max(24));

/** Filters shared by list, search, filter and facet calls. Facet choices travel as `properties[code]=a,b`. */
export const ProductFilter = z.object({
  name: singleLine(120).optional(),
  category: slug.optional(),
  /** The specification's name for `category`. */
  cat: slug.optional(),
  brand: many.optional(),
  tag: slug.optional(),
  price_min: optionalInteger(0, 1_000_000_000),
  price_max: optionalInteger(0, 1_000_000_000),
  rating_min: optionalInteger(1, 5),
  in_stock: optionalFlag,
  on_sale: optionalFlag,
  properties: z.record(z.string().max(60), many).optional(),
  /** Search for the words as typed: no corrected spelling, no other meaning. */
  exact: optionalFlag,
});
export type ProductFilter = z.infer<typeof ProductFilter>;

const Listing = ProductFilter.extend({
  sort: productSort.optional(),
  order: z.enum(["asc", "desc"]).optional(),
  page,
  limit,
  lang: locale.optional(),
});
export type Listing = z.infer<typeof Listing>;

export const ProductList = z.object({
  data: z.array(ProductCard),
  meta: Meta,
  /** True where counting stopped: there are more than `meta.total`, and counts of facets are at least what they say. */
  more: z.boolean(),
  facets: z.array(Facet),
  price_range: z.object({ minimum: z.int(), maximum: z.int() }).nullable(),
  /** What the search understood: the words it really looked for, a price it read out of them, a corrected spelling. */
  understood: z
    .object({
      query: z.string(),
      corrected: z.string().nullable(),
      did_you_mean: z.string().nullable(), // where few products have the words as typed
      /** True when no product has all the words and these have most of them. */
      partial: z.boolean(),
      price_min: z.int().nullable(),
      price_max: z.int().nullable(),
      exact_product: z.object({ slug: z.string(), category_slug: z.string() }).nullable(),
    })
    .nullable(),
});
export type ProductList = z.infer<typeof ProductList>;

export const Suggestions = z.object({
  terms: z.array(z.string()),
  categories: z.array(Crumb),
  products: z.array(ProductCard),
});
export type Suggestions = z.infer<typeof Suggestions>;

/** A row of cards; `title` is `suggested` where best-sellers have no sales to show. */
export const Row = z.object({ data: z.array(ProductCard), meta: Meta, title: z.enum(["best_selling", "suggested"]) });
export type Row = z.infer<typeof Row>;

/** Every product row of the home page, in one answer. */
export const HomeRows = z.object({
  flash_sale: z.array(ProductCard),
  best_selling: z.array(ProductCard),
  best_selling_title: z.enum(["best_selling", "suggested"]),
  top_sale: z.array(ProductCard),
  sale_off: z.array(ProductCard),
  featured: z.array(ProductCard),
  newest: z.array(ProductCard),
});
export type HomeRows = z.infer<typeof HomeRows>;

const forAll = { who: "anyone", same_for_all: true } as const; // the answer does not depend on the caller
const withLang = z.object({ lang: locale.optional() });
const pageInput = withLang.extend({ limit, page });
const rowInput = withLang.extend({ limit: integerOr(20, 1, 100), page });

export const catalogue = {
  products: call("GET /v1/client/products", {
    summary: "Products by category, text and filters, with facets",
    ...forAll,
    input: Listing,
    output: ProductList,
    envelope: "bare",
    example: { input: { category: "noi-com-dien", sort: "price_asc", page: 1 } },
  }),
  filter: call("PUT /v1/client/product-filter", {
    summary: "Products by filters sent in a body",
    ...forAll,
    safe: true,
    input: Listing,
    output: ProductList,
    envelope: "bare",
    example: { input: { category: "noi-com-dien", properties: { origin: ["VN"] } } },
  }),
  searchProperties: call("POST /v1/client/search-properties", {
    summary: "Facets with counts for a set of filters",
    ...forAll,
    safe: true,
    input: ProductFilter.extend({ lang: locale.optional() }),
    output: z.object({ facets: z.array(Facet), total: z.int(), more: z.boolean() }),
    example: { input: { category: "noi-com-dien" } },
  }),
  facetOptions: call("GET /v1/client/facet-options", {
    summary: "All choices of one facet, those with a text in their label first asked for",
    ...forAll,
    input: ProductFilter.extend({ facet: z.string().max(60), find: singleLine(60).optional(), ...pageInput.shape }),
    output: listOf(FacetOption),
    envelope: "bare",
    example: { input: { category: "noi-com-dien", facet: "brand" } },
  }),
  searchableProperties: call("GET /v1/client/list-properties-can-search", {
    summary: "Properties of a category that can be filtered",
    ...forAll,
    input: withLang.extend({ category_slug: slug.optional() }),
    output: z.array(Facet),
    example: { input: { category_slug: "noi-com-dien" } },
  }),
  suggest: call("GET /v1/client/suggestions", {
    summary: "Terms, categories and products while typing",
    ...forAll,
    input: withLang.extend({ name: singleLine(120) }),
    output: Suggestions,
    limit: { times: 120, seconds: 60, per: "client" },
    example: { input: { name: "noi com" } },
  }),
  productBySlug: call("GET /v1/client/product-detail-by-slug/{slug}", {
    summary: "One product by its slug",
    ...forAll,
    input: withLang.extend({ slug }),
    output: Product,
    errors: ["not_found"],
    example: { input: { slug: "may-ep-cham-sorami-ju-75-mieng-75-mm" } },
  }),
  product: call("GET /v1/client/product-detail/{id}", {
    summary: "One product by its id",
    ...forAll,
    input: withLang.extend({ id: rowNumber }),
    output: Product,
    errors: ["not_found"],
    example: { input: { id: 1082 } },
  }),
  compare: call("GET /v1/client/products/compare", {
    summary: "Up to four products of one category, for comparing",
    ...forAll,
    input: withLang.extend({ slugs: many.pipe(z.array(slug).min(1).max(4)) }),
    output: z.array(Product),
    example: { input: { slugs: "may-ep-cham-sorami-ju-75-mieng-75-mm" } },
  }),
  related: call("GET /v1/client/advance-related-product/{id}", {
    summary: "Related products and fitting accessories",
    ...forAll,
    input: withLang.extend({ id: rowNumber }),
    output: z.object({ related: z.array(ProductCard), accessories: z.array(ProductCard) }),
    errors: ["not_found"],
    example: { input: { id: 1082 } },
  }),
  /** Cards in the order of the ids asked for; what is gone is left out. */
  cards: call("GET /v1/client/products/cards", {
    summary: "Cards of given products, for recently viewed",
    ...forAll,
    input: withLang.extend({ ids: manyIds }),
    output: z.array(ProductCard),
    example: { input: { ids: "1082" } },
  }),
  bestsellers: call("GET /v0/shop/bestsellers", {
    summary: "Best-selling products of the last 30 days",
    ...forAll,
    input: rowInput,
    output: Row,
    envelope: "bare",
    example: { input: { limit: 20 } },
  }),
  topSale: call("GET /v1/client/products/top-sale", {
    summary: "Products with the largest discounts in đồng",
    ...forAll,
    input: rowInput,
    output: listOf(ProductCard),
    envelope: "bare",
    example: { input: { limit: 20 } },
  }),
  saleOff: call("GET /v1/client/product/sale-off", {
    summary: "Products below their list price, by percent",
    ...forAll,
    input: rowInput,
    output: listOf(ProductCard),
    envelope: "bare",
    example: { input: { limit: 20 } },
  }),
  homeRows: call("GET /v1/client/home-rows", {
    summary: "The product rows of the home page",
    ...forAll,
    input: withLang,
    output: HomeRows,
    example: { input: {} },
  }),
  categoryTree: call("GET /v1/client/categories/hierarchy", {
    summary: "Categories of level 1 with their children",
    who: "anyone",
    input: withLang,
    output: z.array(CategoryNode),
    example: { input: {} },
  }),
  categories: call("GET /v1/client/categories", {
    summary: "Categories, by level",
    who: "anyone",
    input: pageInput.extend({ level: optionalInteger(1, 2), sort: sortBy(["order", "name"]).optional() }),
    output: listOf(Category),
    envelope: "bare",
    example: { input: { level: 1, sort: { order: "asc" } } },
  }),
  category: call("GET /v1/client/categories/{id}", {
    summary: "One category by id or slug, with its children and path",
    who: "anyone",
    input: withLang.extend({ id: z.union([rowNumber, slug]) }),
    output: CategoryNode.extend({ path: z.array(Crumb) }),
    errors: ["not_found"],
    example: { input: { id: "noi-com-dien" } },
  }),
  addressPages: call("GET /v1/client/products/address-pages", {
    summary: "Pages of product addresses, for sitemaps",
    who: "anyone",
    input: z.object({}),
    output: SitemapPages,
    example: { input: {} },
  }),
  addresses: call("GET /v1/client/products/addresses", {
    summary: "Addresses of products on sale, by page",
    who: "anyone",
    input: z.object({ page }),
    output: z.array(SitemapEntry),
    errors: ["not_found"],
    example: { input: { page: 1 } },
  }),
};
