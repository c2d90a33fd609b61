/**
 * An imported product: one product with its variants and stock in one value, between files and the shop. Every format is
 * read into this type and every export is written from it, so import, export, the seeder and the generator agree on what
 * a product is. It refers to the shop's lists as a file can: to a category by its slug, to a brand by its name.
 */
import type { Locale } from "contract/values/locale.ts";
import type { Dong } from "contract/values/money.ts";
import type { Words } from "../../platform/settings.ts";
import type { Properties } from "../products/property-values.ts";
import type { VatClass } from "../products/vat.ts";

export type ImportedText = { name: string; short_description: string; description: string; highlights: string[] };

/** What is sold and counted: a variant. */
export type ImportedVariant = {
  sku: string;
  barcode: string | null;
  /** Option of the attribute `colour`. */
  colour: string | null;
  /** The colour of its drawing, `#rrggbb`. */
  art_body: string;
  price: Dong;
  sale_price: Dong | null;
  /** The window of the sale price in RFC 3339; null leaves that side open. */
  sale_from: string | null;
  sale_until: string | null;
  /** Units on hand by warehouse. */
  stock: Readonly<Record<string, number>>;
};

export type ImportedProduct = {
  slug: string;
  model: string;
  brand: string;
  category: string;
  status: "active" | "hidden";
  vat_class: VatClass;
  weight_grams: number;
  length_mm: number;
  width_mm: number;
  height_mm: number;
  shipping_class: "parcel" | "bulky" | "install";
  warranty_months: number;
  warranty_parts: { part: Words; months: number }[];
  serial_prefix: string;
  /** Without `colour`, which the variants have. */
  properties: Properties;
  art_kind: string;
  commission_rate_bp: number;
  popularity: number;
  /** RFC 3339. */
  created_at: string;
  texts: Partial<Record<Locale, ImportedText>> & { vi: ImportedText };
  tags: readonly string[];
  /** SKUs of others. */
  related: readonly string[];
  accessories: readonly string[];
  /** At least one. */
  variants: readonly ImportedVariant[];
  /** The variant a product card shows. */
  default_variant_index: number;
};
