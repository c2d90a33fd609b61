/**
 * A draft: what a file says about one product, before the shop's own knowledge is added. What a file does not say is
 * undefined and changes nothing; what it says wrongly is a problem, and a draft with a problem is refused whole.
 */
import type { Locale } from "contract/values/locale.ts";
import type { ImportedProduct, ImportedText, ImportedVariant } from "./imported-product.ts";

/** More variants of one product mean that a column was read wrongly. */
export const MAX_VARIANTS = 100;
export const TOO_MANY_VARIANTS = `there are more than ${MAX_VARIANTS} variants of one product`;

/** One thing wrong with a row, as the report prints it. */
export type Problem = { line: number; field: string; reason: string };

export type DraftPicture = { address: string; alt: string };

export type DraftVariant = Partial<Omit<ImportedVariant, "colour" | "pictures">> & {
  line: number;
  /** The variant's number in the file. */
  number?: string | undefined;
  /** Code or name of a colour, as written. */
  colour?: string | undefined;
  /** Units in all, where the file does not say in which warehouse. */
  pieces?: number | undefined;
  is_shown?: boolean | undefined;
  /** The file names none: the SKU is made of handle or name. */
  is_sku_made?: boolean;
  /** Undefined says nothing; empty says none. */
  pictures?: readonly DraftPicture[] | undefined;
};

type Same = Omit<
  ImportedProduct,
  "texts" | "variants" | "default_variant_index" | "properties" | "pictures" | "vat_class"
>;

export type Draft = Partial<Same> & {
  /** Where the product begins. */
  line: number;
  problems: Problem[];
  /** Whole percent: the class by the rate it had when there was no reduction, or one. */
  vat_rate?: number | undefined;
  texts: Partial<Record<Locale, Partial<ImportedText>>>;
  /** By code or name; typed where the shop knows the property. */
  properties?: Readonly<Record<string, unknown>> | undefined;
  /** "A > B > C", where the category is not a slug. */
  category_path?: readonly string[] | undefined;
  pictures?: readonly DraftPicture[] | undefined;
  variants: DraftVariant[];
  /** Labels of tags; `tags` are slugs. */
  tag_names?: readonly string[] | undefined;
};

export function emptyDraft(line: number): Draft {
  return { line, problems: [], texts: {}, variants: [] };
}
