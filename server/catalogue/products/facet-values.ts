/**
 * The values of a facet: options of a choice, yes and no, and figures cut into a handful of ranges that fit the category.
 * Each value has a number (catalogue.facet_values.id), and a product's values are one integer array in its listing row.
 * Pure; server/catalogue/index/listing-index.ts writes what is decided here. rules/catalogue#facets
 */
import { type Attribute, isList, isRange, type Properties } from "./property-values.ts";

/** A facet value before or after it has its number. `category_id` null: the same value in every category. */
export type Offer = {
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
const PRODUCTS_A_RANGE = 3;
/** Household sizes a shopper thinks in; a range of people yields every size within it. */
const HOUSEHOLD_SIZES = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100];

/**
 * Few different figures, at most `maxSingle`, are listed one by one; more are cut into ranges of about equally many
 * products.
 */
export function cutFigures(
  figures: readonly number[],
  maxSingle = MAX_SINGLE_VALUES,
): Pick<Offer, "value" | "low" | "high">[] {
  const sorted = figures.toSorted((one, other) => one - other);
  const different = [...new Set(sorted)];
  if (different.length <= maxSingle) {
    return different.map((figure) => ({ value: String(figure), low: figure, high: figure }));
  }
  const cuts = new Set<number>();
  const rangesWanted = Math.min(MAX_RANGES, Math.max(2, Math.floor(sorted.length / PRODUCTS_A_RANGE)));
  for (let part = 1; part < rangesWanted; part++) {
    const cut = roundCut(sorted[Math.floor((part * sorted.length) / rangesWanted)] ?? 0);
    if (cut > (sorted[0] ?? 0) && cut <= (sorted.at(-1) ?? 0)) cuts.add(cut);
  }
  const bounds = [null, ...[...cuts].sort((one, other) => one - other), null];
  const ranges: Pick<Offer, "value" | "low" | "high">[] = [];
  for (const [index, low] of bounds.slice(0, -1).entries()) {
    const high = bounds[index + 1] ?? null;
    if (sorted.some((figure) => reaches({ low, high }, figure)))
      ranges.push({ value: `${low ?? ""}~${high ?? ""}`, low, high });
  }
  return ranges;
}

/** Limits are rounded to two significant figures: 1,180 → 1,200. */
function roundCut(figure: number): number {
  return Number(figure.toPrecision(2));
}

function reaches(offer: Pick<Offer, "low" | "high">, figure: number): boolean {
  if (offer.low !== null && offer.low === offer.high) return figure === offer.low;
  return (offer.low === null || figure >= offer.low) && (offer.high === null || figure < offer.high);
}

/** All values of one category's filters, from what its products have. */
export function offersOf(
  category: { id: number; filters: readonly string[] },
  attributes: ReadonlyMap<string, Attribute>,
  products: readonly Properties[],
): Offer[] {
  const offers: Offer[] = [];
  for (const code of category.filters) {
    const attribute = attributes.get(code);
    if (attribute) offers.push(...offersOfAttribute(attribute, category.id, products));
  }
  return offers;
}

function offersOfAttribute(attribute: Attribute, category_id: number, products: readonly Properties[]): Offer[] {
  const facet = attribute.code;
  const values = products.map((properties) => properties[facet]).filter((value) => value !== undefined);
  switch (attribute.type) {
    case "enum":
    case "list":
      return [...attribute.options.keys()].map((value, position) => offer({ facet, value, position }));
    case "bool":
      return ["true", "false"].map((value, position) => offer({ facet, value, position }));
    case "number":
    case "integer": {
      const maxSingle = attribute.unit === "W" ? MAX_SINGLE_WATTS : MAX_SINGLE_VALUES;
      const figures = values.filter((value) => typeof value === "number");
      const cut = cutFigures(figures, maxSingle);
      return cut.map((range, position) => offer({ facet, category_id, position, ...range }));
    }
    case "range": {
      const reached = HOUSEHOLD_SIZES.filter((size) => values.some((value) => covers(value, size)));
      return reached.map((size) => offer({ facet, value: String(size), low: size, high: size, position: size }));
    }
    case "text":
      return [];
  }
}

function offer(parts: Partial<Offer> & Pick<Offer, "facet" | "value">): Offer {
  return { category_id: null, low: null, high: null, position: 0, ...parts };
}

function covers(value: Properties[string], size: number): boolean {
  return isRange(value) && value.min <= size && value.max >= size;
}

export type Numbered = Offer & { id: number };
/** Values by facet, for quick look-up while products are indexed. */
export type Offers = ReadonlyMap<string, readonly Numbered[]>;

export function byFacet(offers: readonly Numbered[]): Offers {
  return Map.groupBy(offers, (each) => each.facet);
}

export type Chosen = {
  category_id: number;
  brand: string;
  tags: readonly string[];
  colours: readonly string[];
  properties: Properties;
};

/** The numbers of every value a product has, ascending. */
export function choicesOf(product: Chosen, attributes: ReadonlyMap<string, Attribute>, offers: Offers): number[] {
  const found = new Set<number>();
  const addAll = (facet: string, meets: (offer: Numbered) => boolean) => {
    for (const each of offers.get(facet) ?? []) {
      if ((each.category_id === null || each.category_id === product.category_id) && meets(each)) found.add(each.id);
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
    else if (typeof value === "number") addAll(code, (each) => reaches(each, value));
    else addAll(code, (each) => each.value === String(value));
  }
  return [...found].sort((one, other) => one - other);
}
