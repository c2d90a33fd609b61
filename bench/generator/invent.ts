/**
 * Invents products: a product's number and a seed determine everything about it, so any part of a catalogue of any size
 * can be made anywhere, in any order, twice the same. Pure.
 */
import { formatNumber } from "contract/values/locale.ts";
import { slugify } from "contract/values/text.ts";
import type { ImportedProduct, ImportedVariant } from "../../server/catalogue/import/imported-product.ts";
import type { PropertyValue } from "../../server/catalogue/products/property-values.ts";
import { inventedCare, inventedEndings, inventedTraits, inventedUses } from "./invented-names.ts";
import { narrowerOf, rareBrandOf } from "./long-tail.ts";
import { nounOf, type Pattern, type Patterns } from "./patterns.ts";
import { type Random, randomOf } from "./random.ts";

export const MAX_INVENTED = 20_000_000;
export const MAX_SEED = 89;

const firstDay = Date.UTC(2024, 5, 1);
const lastDay = Date.UTC(2026, 10, 1);
const DAY_MS = 24 * 60 * 60 * 1000;

/** The product of a number from 0; `seed` from 1 to `MAX_SEED`. */
export function inventProduct(patterns: Patterns, seed: number, number: number): ImportedProduct {
  const random = randomOf(seed, number);
  const pattern = patterns.pick(random);
  const knownBrand = patterns.brandsOf(pattern)(random);
  const tailRandom = randomOf(seed + MAX_SEED, number); // of its own: a wider catalogue has the same products otherwise
  const brand = rareBrandOf(patterns.tail, tailRandom) ?? knownBrand;
  const modelOf = random.pick(pattern.models);
  const model = `${pattern.model_prefix}-${codeOf(seed, number)}`;
  const properties = propertiesOf(pattern, modelOf, random);
  const name = nameOf(pattern, modelOf, properties, brand, model, random);
  // Codes are of the brand many know: a catalogue that is generated again with other brands finds what is there.
  const { variants, default_variant_index } = variantsOf(pattern, modelOf, knownBrand, model, seed, number, random);
  return {
    slug: slugify(name),
    model,
    brand,
    category: narrowerOf(patterns.tail, pattern.category, tailRandom) ?? pattern.category,
    status: "active",
    vat_class: modelOf.vat_class,
    weight_grams: about(modelOf.weight_grams, random),
    length_mm: about(modelOf.length_mm, random),
    width_mm: about(modelOf.width_mm, random),
    height_mm: about(modelOf.height_mm, random),
    shipping_class: modelOf.shipping_class,
    warranty_months: random.pick([12, 12, 12, 24, 24, 36]),
    warranty_parts: [],
    serial_prefix: model.replace("-", ""),
    properties,
    art_kind: modelOf.art_kind,
    commission_rate_bp: random.pick([300, 500, 500, 800, 1000]),
    popularity: Math.floor(100 * random.share() ** 2.5), // few are liked much
    created_at: new Date(firstDay + random.below((lastDay - firstDay) / DAY_MS) * DAY_MS).toISOString(),
    texts: { vi: textOf(name, properties, random) },
    tags: random.isBy(0.6) ? modelOf.tags.slice(0, 2) : [],
    related: [],
    accessories: [],
    variants,
    default_variant_index,
  };
}

const alphabet = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ"; // without I and O, which look like 1 and 0
const codes = alphabet.length ** 5; // 34⁵; the factor below shares no divisor with it, so no two numbers meet

/** Looks random and never repeats: a model code for each number. */
function codeOf(seed: number, number: number): string {
  let rest = (number * 7_368_787 + 1_234_567) % codes;
  let code = "";
  for (let place = 0; place < 5; place++) {
    code = (alphabet[rest % alphabet.length] ?? "") + code;
    rest = Math.floor(rest / alphabet.length);
  }
  return seed === 1 ? code : `${code}${seed}`;
}

/** Mostly what the imitated product has, so that figures fit each other; now and then what others of its category have. */
function propertiesOf(pattern: Pattern, modelOf: ImportedProduct, random: Random): Record<string, PropertyValue> {
  const properties: Record<string, PropertyValue> = {};
  for (const { code, values, share } of pattern.properties) {
    const own = modelOf.properties[code];
    if (own === undefined && !random.isBy(share / 4)) continue;
    const value = own === undefined || random.isBy(0.25) ? random.pick(values) : own;
    properties[code] = typeof value === "number" ? figureNear(value, random) : value;
  }
  return properties;
}

const factors = [0.8, 0.9, 1, 1, 1, 1, 1.1, 1.25];

/** As round as what it is near: 1.8 gives 1.4 to 2.3, 2,000 gives 1,600 to 2,500. */
function figureNear(value: number, random: Random): number {
  const near = value * random.pick(factors);
  if (!Number.isInteger(value)) return Math.max(0.1, Number(near.toFixed(1)));
  const step = value >= 1000 ? 100 : value >= 100 ? 10 : 1;
  return Math.max(1, Math.round(near / step) * step);
}

function about(size: number, random: Random): number {
  return Math.max(1, Math.round(size * (0.85 + random.share() * 0.3)));
}

function nameOf(
  pattern: Pattern,
  modelOf: ImportedProduct,
  properties: Readonly<Record<string, PropertyValue>>,
  brand: string,
  model: string,
  random: Random,
): string {
  const noun = nounOf(modelOf);
  const trait = random.isBy(0.3) ? ` ${random.pick(inventedTraits)}` : "";
  const figure = pattern.said && properties[pattern.said.code];
  const measure = typeof figure === "number" ? `, ${formatNumber(figure, 4)} ${pattern.said?.unit}` : "";
  const ending = random.isBy(0.4) ? `, ${random.pick(inventedEndings)}` : "";
  return `${noun}${trait} ${brand} ${model}${measure}${ending}`;
}

function textOf(
  name: string,
  properties: Readonly<Record<string, PropertyValue>>,
  random: Random,
): ImportedProduct["texts"]["vi"] {
  const first = random.below(inventedUses.length);
  const use = (step: number) => inventedUses[(first + step) % inventedUses.length] ?? "";
  const short_description = use(0);
  const figures = Object.keys(properties).length;
  return {
    name,
    short_description,
    description: [
      short_description,
      `### Vì sao chọn ${name.split(",")[0]}`,
      `${use(1)} ${use(3)}`,
      `- ${use(2)}\n- ${use(5)}\n- Bảng thông số đầy đủ với ${figures} mục.`,
      "### Sử dụng và bảo quản",
      inventedCare,
    ].join("\n\n"),
    highlights: [use(1), use(2)],
  };
}

function variantsOf(
  pattern: Pattern,
  modelOf: ImportedProduct,
  brand: string,
  model: string,
  seed: number,
  number: number,
  random: Random,
): Pick<ImportedProduct, "variants" | "default_variant_index"> {
  const base = random.pick(modelOf.variants);
  const price = roundPrice(base.price * Math.exp(random.bell() * 0.6) * brandFactor(brand));
  const sale_price = random.isBy(0.35) ? roundPrice(price * (0.6 + random.share() * 0.35)) : null;
  const count = pattern.colours.length > 3 && random.isBy(0.2) ? 2 + random.below(2) : 1;
  const first = random.below(pattern.colours.length);
  const variants = Array.from({ length: count }, (_each, at): ImportedVariant => {
    const { colour, art_body } = pattern.colours[(first + at * 3) % pattern.colours.length] ?? {
      colour: null,
      art_body: base.art_body,
    };
    return {
      sku: `${brand.slice(0, 3).toUpperCase()}-${model.replace("-", "")}-${at + 1}`,
      barcode: barcodeOf(seed, number, at),
      colour,
      art_body,
      price,
      sale_price: sale_price !== null && sale_price < price ? sale_price : null,
      sale_from: null,
      sale_until: null,
      stock: stockOf(random),
    };
  });
  return { variants, default_variant_index: 0 };
}

/** Some brands cost more for the same thing. */
function brandFactor(brand: string): number {
  return 0.7 + ((brand.charCodeAt(0) * 31 + brand.charCodeAt(1) * 7) % 80) / 100;
}

/** As shops write prices: 490,000, 1,290,000, 12,900,000. */
function roundPrice(price: number): number {
  const step = price < 1_000_000 ? 10_000 : price < 10_000_000 ? 100_000 : 1_000_000;
  const less = price < 1_000_000 ? 0 : price < 10_000_000 ? 10_000 : 100_000;
  return Math.max(20_000, Math.round(price / step) * step - less);
}

/** One in eight is sold out; most have few units, some have many. */
function stockOf(random: Random): ImportedVariant["stock"] {
  if (random.isBy(0.125)) return { HN: 0, DN: 0, HCM: 0 };
  const pieces = () => Math.floor(-12 * Math.log(1 - random.share()));
  return { HN: pieces(), DN: Math.floor(pieces() / 3), HCM: 1 + pieces() };
}

/** Thirteen digits of the in-store range, so never a real product's. */
function barcodeOf(seed: number, number: number, variant: number): string {
  const digits = `2${String(seed + 10)}${String(number * 4 + variant).padStart(9, "0")}`;
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
