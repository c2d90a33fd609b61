/**
 * The long tail of a large shop: many brands of few products each, and categories narrower than those of the demo shop.
 * Invented like everything of the generator, and by the same number and seed always the same. Pure, but for `addNarrower`.
 */
import { slugify } from "contract/text.ts";
import { sql } from "kysely";
import type { Sql } from "../../sql.ts";
import type { Chance } from "./chance.ts";
import { inventedBrands, inventedPurposes } from "./invented.ts";

/** How many there are in all; fewer than the generator always has add none. */
export type Breadth = { brands: number; categories: number };
export const usual_breadth: Breadth = { brands: 2_000, categories: 700 };
export const most_brands = 5_000;

export type Narrower = { slug: string; of: string; purpose: string };
export type Tail = { brands: readonly string[]; narrower: readonly Narrower[] };

/** This share of all products is of the tail. */
const of_rare_brands = 0.4;
const of_narrower = 0.45;

export function tailOf(categories: readonly string[], breadth: Breadth): Tail {
  const purposes = Math.ceil((breadth.categories - categories.length) / categories.length);
  const narrower = inventedPurposes
    .slice(0, Math.max(0, purposes))
    .flatMap((purpose) => categories.map((of) => ({ slug: `${of}-${slugify(purpose)}`, of, purpose })));
  return {
    brands: Array.from({ length: Math.max(0, breadth.brands - inventedBrands.length) }, (_each, at) => rareBrand(at)),
    narrower: narrower.slice(0, Math.max(0, breadth.categories - categories.length)),
  };
}

/** Undefined for a product of a brand many know. A few rare brands have many products, most have few. */
export function rareBrandOf({ brands }: Tail, chance: Chance): string | undefined {
  return chance.isBy(of_rare_brands) ? brands[Math.floor(brands.length * chance.share() ** 2)] : undefined;
}

/** Undefined for a product that stands in the category itself. */
export function narrowerOf({ narrower }: Tail, category: string, chance: Chance): string | undefined {
  if (!chance.isBy(of_narrower)) return undefined;
  const own = narrower.filter(({ of }) => of === category);
  return own[Math.floor(own.length * chance.share() ** 1.5)]?.slug;
}

const heads = [
  "Al",
  "Be",
  "Cor",
  "Da",
  "El",
  "Fi",
  "Gal",
  "Hes",
  "Iv",
  "Jo",
  "Ka",
  "Lu",
  "Mar",
  "Ne",
  "Or",
  "Pa",
  "Qui",
  "Re",
  "Sa",
  "Tor",
];
const middles = ["ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ra", "se", "ti", "vo", "xi", "zu"];
const ends = [
  "con",
  "dex",
  "lia",
  "mer",
  "nis",
  "pro",
  "ra",
  "san",
  "tec",
  "tron",
  "va",
  "via",
  "xo",
  "ya",
  "zen",
  "kin",
  "lux",
];

/** 20 × 15 × 17 names, in an order in which neighbours are not alike. */
function rareBrand(at: number): string {
  const place = (at * 1_999) % most_brands;
  const head = heads[place % heads.length];
  const middle = middles[Math.floor(place / heads.length) % middles.length];
  const end = ends[Math.floor(place / (heads.length * middles.length))];
  return `${head}${middle}${end}`;
}

/** Beside the category each is of, with its filters. Those that are there stay. */
export async function addNarrower(db: Sql, narrower: readonly Narrower[]): Promise<void> {
  await sql`
    with wanted as (
      select n.slug, n.of, n.purpose, n.at from jsonb_to_recordset(
        ${JSON.stringify(narrower.map((each, at) => ({ ...each, at })))}::jsonb) as n (slug text, of text, purpose text, at integer)),
    made as (
      insert into catalogue.categories (code, slug, parent_id, level, position, attributes, filters, key_specs, price_buckets)
      select w.slug, w.slug, c.parent_id, c.level, 1000 + w.at, c.attributes, c.filters, c.key_specs, c.price_buckets
      from wanted w join catalogue.categories c on c.slug = w.of
      on conflict (slug) do nothing returning id, slug)
    insert into catalogue.category_texts (category_id, locale, name)
    select m.id, t.locale, t.name || ' ' || w.purpose
    from made m join wanted w on w.slug = m.slug join catalogue.categories c on c.slug = w.of
    join catalogue.category_texts t on t.category_id = c.id and t.locale = 'vi'`.execute(db);
}
