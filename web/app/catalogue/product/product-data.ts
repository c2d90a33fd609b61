/** The product page's data: reduced for the browser, and structured data for search engines. */
import type { Product, Variant } from "contract/catalogue/catalogue.ts";
import { imageUrl } from "contract/values/images.ts";
import { LARGEST_QUANTITY } from "contract/values/quantity.ts";

/** Up to this many units left, a page says how many: `lowStock` of contract/catalogue/catalogue.ts, without its schemas. */
export const LOW_STOCK = 5;

type Unshown =
  | "programme"
  | "serial_prefix"
  | "serial_number"
  | "tags"
  | "created_at"
  | "inventory"
  | "variants"
  | "vat_rate";
/** `stock` says no more than a page may: above `low_stock` only that there are some. */
export type ShownVariant = Omit<Variant, "barcode" | "inventory" | "discount_percent" | "programme"> & {
  stock: number;
  /** Left out where there is none. */
  programme?: NonNullable<Variant["programme"]>;
};
export type ShownProduct = Omit<Product, Unshown> & { variants: readonly ShownVariant[] };

/** Of a product, what its texts show. */
export type TextsOf = Pick<
  ShownProduct,
  | "brand"
  | "description"
  | "highlights"
  | "model"
  | "package"
  | "promotion_programs"
  | "properties"
  | "warranty_months"
  | "warranty_parts"
>;
export function textsOf(product: ShownProduct): TextsOf {
  const { brand, description, highlights, model, package: box, promotion_programs } = product;
  const { properties, warranty_months, warranty_parts } = product;
  return {
    ...{ brand, description, highlights, model, package: box, promotion_programs },
    ...{ properties, warranty_months, warranty_parts },
  };
}

export function shownOf(product: Product): ShownProduct {
  const { programme, serial_prefix, serial_number, tags, created_at, inventory, vat_rate, variants, ...shown } =
    product;
  return { ...shown, variants: variants.map(shownVariant) };
}

function shownVariant({ barcode, inventory, discount_percent, programme, ...variant }: Variant): ShownVariant {
  return { ...variant, stock: Math.min(inventory, LOW_STOCK + 1), ...(programme && { programme }) };
}

/** The variant a URL names by its code; the default one otherwise. */
export function variantFor(variants: readonly ShownVariant[], search: URLSearchParams): ShownVariant | undefined {
  const code = (search.get("sku") ?? search.get("code") ?? "").toLowerCase();
  const named = variants.find((variant) => variant.code.toLowerCase() === code);
  return named ?? variants.find((variant) => variant.is_default) ?? variants[0];
}

export function categoryOf(product: Pick<Product, "categories">): string {
  return product.categories.at(-1)?.slug ?? "";
}

/** How many a line of the cart may hold, by stock and by the sale. Above the low-stock limit only the cart knows how many there are. */
export function limitsOf({ stock, flash_sale }: ShownVariant): { minimum: number; maximum: number } {
  const byStock = stock > LOW_STOCK ? LARGEST_QUANTITY : stock;
  const bySale = flash_sale
    ? Math.min(flash_sale.maximum ?? LARGEST_QUANTITY, flash_sale.quota - flash_sale.sold)
    : byStock;
  const minimum = flash_sale?.minimum ?? 1;
  return { minimum, maximum: Math.max(minimum, Math.min(byStock, bySale)) };
}

const priceEnd = (deal?: { ends_at: string }) => deal && { priceValidUntil: deal.ends_at };

type ShownReview = { author: string; stars: number; text: string; at: string };
const reviewLd = ({ author, stars, text, at }: ShownReview) => ({
  "@type": "Review",
  author: { "@type": "Person", name: author },
  reviewRating: { "@type": "Rating", ratingValue: stars },
  reviewBody: text,
  datePublished: at,
});

/** schema.org, with true values only: no rating without ratings, no code that is not one. */
export function productLd(product: ShownProduct, address: string, addressOf: (sku: string) => string) {
  const rating = product.star_rating;
  return {
    "@type": "Product",
    name: product.name,
    description: product.short_description,
    sku: product.code,
    mpn: product.model,
    brand: { "@type": "Brand", name: product.brand },
    category: product.categories.map(({ name }) => name).join(" > "),
    url: address,
    image: product.variants.flatMap(({ gallery }) => gallery.slice(0, 1).map(({ id }) => imageUrl(id, 1200))),
    ...(rating && {
      aggregateRating: { "@type": "AggregateRating", ratingValue: rating.average_x10 / 10, reviewCount: rating.count },
      review: product.comments.items.flatMap(({ author, stars, text, at }) =>
        author.name === null ? [] : [reviewLd({ author: author.name, stars: stars ?? 0, text, at })],
      ),
    }),
    offers: product.variants.map((variant) => ({
      "@type": "Offer",
      sku: variant.code,
      url: product.variants.length > 1 ? addressOf(variant.code) : address,
      price: variant.price,
      priceCurrency: "VND",
      ...priceEnd(variant.flash_sale ?? variant.programme),
      availability: `https://schema.org/${variant.stock > 0 ? "InStock" : "OutOfStock"}`,
      itemCondition: "https://schema.org/NewCondition",
    })),
  };
}
