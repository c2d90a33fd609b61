/**
 * One product's listing row, made from everything it is derived from. Pure: listing-index.ts reads what is needed and
 * writes the row; an import has it at hand already and reads nothing. docs/decisions/0060-the-shelf.md
 */
import { type Locale, locales } from "contract/values/locale.ts";
import { say, type Words } from "../../platform/settings.ts";
import { facetValueIdsOf } from "../products/facet-values.ts";
import { type Attribute, isRange, type Properties, valueText } from "../products/property-values.ts";
import type { Reference } from "../products/reference.ts";
import { isPart } from "./parts.ts";
import { type Searchable, searchDocument } from "./search-document.ts";

export type Source = {
  id: number;
  model: string;
  category_id: number;
  root_id: number;
  brand: string;
  brand_name: string;
  properties: Properties;
  popularity: number;
  created_at: Date;
  texts: { locale: Locale; name: string; short_description: string }[];
  category_names: string[];
  tags: { slug: string; label: Words }[];
  variants: SourceVariant[];
};
export type SourceVariant = {
  id: number;
  sku: string;
  barcode: string | null;
  colour: string | null;
  is_default: boolean;
  available: number;
};

/** Rises when what a row is made of changes; a job rebuilds older rows (outdated.ts). */
export const INDEX_VERSION = 1;

export type ListingRow = ReturnType<typeof listingRow>;

export function listingRow(product: Source, document: Searchable, lists: Reference) {
  const shown = product.variants.find((variant) => variant.is_default) ?? product.variants[0];
  if (!shown) throw new Error(`product ${product.id} has no variant`);
  const colours = coloursOf(product);
  const indexed = { ...product, colours, tags: product.tags.map((tag) => tag.slug) };
  return {
    product_id: product.id,
    variant_id: shown.id,
    category_id: product.category_id,
    root_id: product.root_id,
    popularity: product.popularity,
    in_stock: product.variants.some((variant) => variant.available > 0),
    colours: product.variants.length > 1 ? colours.length : 1,
    created_at: product.created_at,
    names: Object.fromEntries(product.texts.map(({ locale, name }) => [locale, name])),
    choices: facetValueIdsOf(indexed, lists.attributes, lists.facetValues),
    words: searchDocument(document),
    version: INDEX_VERSION,
  };
}

export function searchableOf(product: Source, attributes: ReadonlyMap<string, Attribute>): Searchable {
  return {
    names: product.texts.map(({ name }) => name),
    codes: [product.model, ...product.variants.flatMap(({ sku, barcode }) => [sku, barcode ?? ""])],
    labels: labelsOf(product, coloursOf(product), attributes),
    short_descriptions: product.texts.map(({ short_description }) => short_description),
    is_part: isPart(
      Object.fromEntries(product.texts.map(({ locale, name }) => [locale, name])),
      product.category_names,
    ),
  };
}

function coloursOf(product: Source): string[] {
  const own = product.variants.map((variant) => variant.colour).filter((colour) => colour !== null);
  return [...new Set(own)];
}

/** What can be found beside the name: category, brand, tags, and the properties a shopper would name. */
function labelsOf(product: Source, colours: readonly string[], attributes: ReadonlyMap<string, Attribute>): string[] {
  const labels = new Set([...product.category_names, product.brand_name]);
  const addAll = (words: Words) => {
    for (const locale of locales) labels.add(say(words, locale));
  };
  for (const tag of product.tags) addAll(tag.label);
  const colour = attributes.get("colour");
  for (const code of colours) addAll(colour?.options.get(code) ?? { vi: "", en: "", ja: "" });
  for (const [code, value] of Object.entries(product.properties)) {
    const attribute = attributes.get(code);
    if (!attribute || code === "colour" || !(attribute.filterable || attribute.type === "list")) continue;
    if (attribute.type === "bool") {
      if (value === true) addAll(attribute.label);
    } else for (const locale of locales) labels.add(valueText(attribute, value, locale));
    if (isRange(value))
      for (let size = value.min; size <= Math.min(value.max, value.min + 20); size++) labels.add(`${size} người`);
  }
  labels.delete("");
  return [...labels];
}
