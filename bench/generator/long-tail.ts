/**
 * The long tail of a large shop: many brands of few products each, and categories narrower than those of the demo shop.
 * Invented like everything of the generator, and by the same number and seed always the same. Pure, but for `addNarrower`.
 */
import { slugify } from "contract/values/text.ts";
import { sql } from "kysely";
import type { Sql } from "../../server/database/sql.ts";
import { inventedBrands, inventedPurposes } from "./invented-names.ts";
import type { Random } from "./random.ts";

/** How many there are in all; fewer than the generator always has add none. */
export type Breadth = { brands: number; categories: number };
export const USUAL_BREADTH: Breadth = { brands: 2_000, categories: 700 };
export const MAX_BRANDS = 5_000;

export type Narrower = { slug: string; of: string; purpose: string };
export type Tail = { brands: readonly string[]; narrower: readonly Narrower[] };

/** This share of all products is of the tail. */
const OF_RARE_BRANDS = 0.4;
const OF_NARROWER = 0.45;

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
export function rareBrandOf({ brands }: Tail, random: Random): string | undefined {
  return random.isBy(OF_RARE_BRANDS) ? brands[Math.floor(brands.length * random.share() ** 2)] : undefined;
}

/** Undefined for a product that stands in the category itself. */
export function narrowerOf({ narrower }: Tail, category: string, random: Random): string | undefined {
  if (!random.isBy(OF_NARROWER)) return undefined;
  const own = narrower.filter(({ of }) => of === category);
  return own[Math.floor(own.length * random.share() ** 1.5)]?.slug;
}

const onsets = [..."bcdfghjklmnprstvwyz", "qu"];
const vowels = [..."aeiou"];
const codas = [..."nrlsmx"];
const ends = ["ra", "ko", "tec", "lia", "vo", "nix", "mar", "zen", "do", "phi", "sun"];

/** 6,600 names that begin differently, and of which hardly two are one slip apart. */
function rareBrand(at: number): string {
  const [first, second] = [(at * 211) % 600, (at * 37) % 100];
  const onset = onsets[first % 20] ?? "";
  const begin = onset + (vowels[Math.floor(first / 20) % 5] ?? "") + (codas[Math.floor(first / 100)] ?? "");
  const middle = (onsets[second % 20] ?? "") + (vowels[Math.floor(second / 20)] ?? "");
  const name = begin + middle + (ends[at % ends.length] ?? "");
  return name.charAt(0).toUpperCase() + name.slice(1);
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
