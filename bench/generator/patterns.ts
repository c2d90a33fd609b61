/**
 * What the generator imitates: for each category its products, split into values to be combined
 * again. The better the products it reads, the more realistic what it invents. Pure.
 */
import type { ImportedProduct } from "../../server/catalogue/import/imported-product.ts";
import type { Properties, PropertyValue } from "../../server/catalogue/products/property-values.ts";
import { inventedBrands } from "./invented-names.ts";
import { type Breadth, type Tail, tailOf } from "./long-tail.ts";
import { weighted } from "./random.ts";

export type Pattern = {
  category: string;
  /** Two letters of its models: "RC". */
  model_prefix: string;
  /** Property and the unit that is said in a name: "1,8 lít". */
  said: { code: string; unit: string } | undefined;
  /** Values seen, one for each product that has the property, and the share of products that have it. */
  properties: { code: string; values: PropertyValue[]; share: number }[];
  models: ImportedProduct[];
  colours: { colour: string; art_body: string }[];
};

export type CategoryOfPattern = { slug: string; filters: readonly string[] };
export type AttributeOfPattern = { code: string; type: string; unit: string };

const SPOKEN_UNITS: Readonly<Record<string, string>> = { L: "lít", W: "W", kg: "kg", cm: "cm", "m²": "m²", ml: "ml" };

export type Patterns = {
  pick: ReturnType<typeof weighted<Pattern>>;
  all: Pattern[];
  brandsOf(pattern: Pattern): Brands;
  tail: Tail;
};
type Brands = ReturnType<typeof weighted<string>>;

/** Cheap things come in more models than dear ones: the weight of a category falls with its median price. */
export function patternsOf(
  models: readonly ImportedProduct[],
  categories: readonly CategoryOfPattern[],
  attributes: readonly AttributeOfPattern[],
  breadth: Breadth,
): Patterns {
  const units = new Map(attributes.map((each) => [each.code, each]));
  const colours = coloursOf(models);
  const indexes = Map.groupBy(models, (product) => product.category);
  const all = categories.flatMap(({ slug, filters }): Pattern[] => {
    const own = indexes.get(slug);
    return own ? [patternOf(slug, filters, own, units, colours)] : [];
  });
  if (all.length === 0) throw new Error("the generator needs products to imitate");
  const brands = new Map(all.map((pattern, at) => [pattern.category, brandsFor(at)]));
  const brandsOf = ({ category }: Pattern): Brands => {
    const found = brands.get(category);
    if (!found) throw new Error(`no brands for ${category}`);
    return found;
  };
  return {
    pick: weighted(all.map((pattern) => [pattern, medianPrice(pattern.models) ** -0.4] as const)),
    all,
    brandsOf,
    tail: tailOf(
      all.map(({ category }) => category),
      breadth,
    ),
  };
}

function patternOf(
  category: string,
  filters: readonly string[],
  models: ImportedProduct[],
  units: ReadonlyMap<string, AttributeOfPattern>,
  colours: Pattern["colours"],
): Pattern {
  const codes = [...new Set(models.flatMap((product) => Object.keys(product.properties)))];
  const figures = filters.map((code) => units.get(code)).filter((each) => each !== undefined);
  const said = figures.find(({ type, unit }) => (type === "number" || type === "integer") && SPOKEN_UNITS[unit]);
  return {
    category,
    model_prefix: models[0]?.model.split("-")[0] ?? "XX",
    said: said && { code: said.code, unit: SPOKEN_UNITS[said.unit] ?? said.unit },
    properties: codes.map((code) => {
      const values = models.flatMap((product) => seenOf(product.properties, code));
      return { code, values, share: values.length / models.length };
    }),
    models,
    colours,
  };
}

function seenOf(properties: Properties, code: string): PropertyValue[] {
  const value = properties[code];
  return value === undefined ? [] : [value];
}

/** The words of a name before its brand: "Nồi cơm điện tử". */
export function nounOf({ texts, brand, category }: ImportedProduct): string {
  const [before = ""] = texts.vi.name.split(brand);
  return before.trim() || category.replaceAll("-", " ");
}

function coloursOf(models: readonly ImportedProduct[]): Pattern["colours"] {
  const seen = new Map<string, string>();
  for (const { variants } of models) {
    for (const { colour, art_body } of variants) if (colour !== null && !seen.has(colour)) seen.set(colour, art_body);
  }
  return [...seen].map(([colour, art_body]) => ({ colour, art_body }));
}

function medianPrice(models: readonly ImportedProduct[]): number {
  const prices = models
    .flatMap((product) => product.variants.map((variant) => variant.price))
    .sort((one, other) => one - other);
  return prices[prices.length >> 1] ?? 1;
}

/** A dozen brands a category, a few of them selling most: Zipf's law, which the sizes of brands follow. */
function brandsFor(categoryAt: number): Brands {
  const own = inventedBrands.filter((_brand, at) => at < 2 || (at * 7 + categoryAt * 5) % 5 < 2);
  return weighted(own.map((brand, at) => [brand, 1 / (((at + categoryAt) % 3) + at + 1)] as const));
}
