/**
 * The values of a facet: options of a choice, yes and no, and numbers put into a handful of ranges that fit the category.
 * Each value has an id (catalogue.facet_values.id), and the ids of a product's values are one integer array in its listing row.
 * Pure; server/catalogue/index/listing-index.ts writes what is decided here. rules/catalogue#facets
 */
import { type Attribute, isList, isRange, type Properties } from "./property-values.ts";

/**
 * A facet value, stored or not yet. `category_id` null: the same value in every category. `low` is inclusive; `high` is
 * exclusive, unless it equals `low`: then the value is that one number. Null is an open end. A range's `value` is
 * "low~high", with an open end left out: "~500".
 */
export type FacetValue = {
  facet: string;
  category_id: number | null;
  value: string;
  low: number | null;
  high: number | null;
  position: number;
};

const MAX_SINGLE_VALUES = 6;
/** Shoppers do not look for 1,290 W: of watts fewer are listed one by one. */
const MAX_SINGLE_WATTS = 3;
const MAX_RANGES = 5;
const MIN_PRODUCTS_PER_RANGE = 3;
/** Household sizes a shopper thinks in; a range of people yields every size within it. */
const HOUSEHOLD_SIZES = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100];

/**
 * Few different numbers, at most `maxSingle`, are listed one by one; more are put into ranges of about equally many
 * products.
 */
export function bucketNumbers(
  numbers: readonly number[],
  maxSingle = MAX_SINGLE_VALUES,
): Pick<FacetValue, "value" | "low" | "high">[] {
  const sorted = numbers.toSorted((one, other) => one - other);
  const different = [...new Set(sorted)];
  if (different.length <= maxSingle) {
    return different.map((number) => ({ value: String(number), low: number, high: number }));
  }
  const boundaries = new Set<number>();
  const rangesWanted = Math.min(MAX_RANGES, Math.max(2, Math.floor(sorted.length / MIN_PRODUCTS_PER_RANGE)));
  for (let part = 1; part < rangesWanted; part++) {
    const boundary = roundBoundary(sorted[Math.floor((part * sorted.length) / rangesWanted)] ?? 0);
    if (boundary > (sorted[0] ?? 0) && boundary <= (sorted.at(-1) ?? 0)) boundaries.add(boundary);
  }
  const edges = [null, ...[...boundaries].sort((one, other) => one - other), null];
  const ranges: Pick<FacetValue, "value" | "low" | "high">[] = [];
  for (const [index, low] of edges.slice(0, -1).entries()) {
    const high = edges[index + 1] ?? null;
    if (sorted.some((number) => contains({ low, high }, number)))
      ranges.push({ value: `${low ?? ""}~${high ?? ""}`, low, high });
  }
  return ranges;
}

/** Boundaries are rounded to two significant figures: 1,180 → 1,200. */
function roundBoundary(number: number): number {
  return Number(number.toPrecision(2));
}

function contains({ low, high }: Pick<FacetValue, "low" | "high">, number: number): boolean {
  if (low !== null && low === high) return number === low;
  return (low === null || number >= low) && (high === null || number < high);
}

/** All values of one category's filters, from what its products have. */
export function facetValuesOf(
  category: { id: number; filters: readonly string[] },
  attributes: ReadonlyMap<string, Attribute>,
  products: readonly Properties[],
): FacetValue[] {
  const found: FacetValue[] = [];
  for (const code of category.filters) {
    const attribute = attributes.get(code);
    if (attribute) found.push(...facetValuesOfAttribute(attribute, category.id, products));
  }
  return found;
}

function facetValuesOfAttribute(
  attribute: Attribute,
  category_id: number,
  products: readonly Properties[],
): FacetValue[] {
  const facet = attribute.code;
  const values = products.map((properties) => properties[facet]).filter((value) => value !== undefined);
  switch (attribute.type) {
    case "enum":
    case "list":
      return [...attribute.options.keys()].map((value, position) => facetValue({ facet, value, position }));
    case "bool":
      return ["true", "false"].map((value, position) => facetValue({ facet, value, position }));
    case "number":
    case "integer": {
      const maxSingle = attribute.unit === "W" ? MAX_SINGLE_WATTS : MAX_SINGLE_VALUES;
      const numbers = values.filter((value) => typeof value === "number");
      return bucketNumbers(numbers, maxSingle).map((range, position) =>
        facetValue({ facet, category_id, position, ...range }),
      );
    }
    case "range": {
      const covered = HOUSEHOLD_SIZES.filter((size) => values.some((value) => covers(value, size)));
      return covered.map((size) => facetValue({ facet, value: String(size), low: size, high: size, position: size }));
    }
    case "text":
      return [];
  }
}

function facetValue(parts: Partial<FacetValue> & Pick<FacetValue, "facet" | "value">): FacetValue {
  return { category_id: null, low: null, high: null, position: 0, ...parts };
}

function covers(value: Properties[string], size: number): boolean {
  return isRange(value) && value.min <= size && value.max >= size;
}

export type StoredFacetValue = FacetValue & { id: number };
/** Values by facet, for quick look-up while products are indexed. */
export type FacetValuesByFacet = ReadonlyMap<string, readonly StoredFacetValue[]>;

export function byFacet(stored: readonly StoredFacetValue[]): FacetValuesByFacet {
  return Map.groupBy(stored, (each) => each.facet);
}

/** What of a product its facet values follow from. */
export type IndexedProduct = {
  category_id: number;
  brand: string;
  tags: readonly string[];
  colours: readonly string[];
  properties: Properties;
};

/** The ids of every value a product has, ascending. */
export function facetValueIdsOf(
  product: IndexedProduct,
  attributes: ReadonlyMap<string, Attribute>,
  stored: FacetValuesByFacet,
): number[] {
  const found = new Set<number>();
  const addAll = (facet: string, matches: (value: StoredFacetValue) => boolean) => {
    for (const each of stored.get(facet) ?? []) {
      if ((each.category_id === null || each.category_id === product.category_id) && matches(each)) found.add(each.id);
    }
  };
  addAll("brand", (each) => each.value === product.brand);
  addAll("tag", (each) => product.tags.includes(each.value));
  addAll("colour", (each) => product.colours.includes(each.value));
  for (const [code, value] of Object.entries(product.properties)) {
    const attribute = attributes.get(code);
    if (!attribute || code === "colour") continue;
    if (isList(value)) addAll(code, (each) => value.includes(each.value));
    else if (isRange(value)) addAll(code, (each) => covers(value, each.low ?? 0));
    else if (typeof value === "number") addAll(code, (each) => contains(each, value));
    else addAll(code, (each) => each.value === String(value));
  }
  return [...found].sort((one, other) => one - other);
}
