/**
 * Suggestions while a shopper types: search terms, categories, products. The last word may be unfinished. Terms and
 * categories are read from memory and suggested only if they lead to a result; products cost one statement.
 * rules/search#suggestions
 */
import type { Suggestions } from "contract/catalogue/catalogue.ts";
import type { Locale } from "contract/values/locale.ts";
import { foldToAlphanumeric } from "contract/values/text.ts";
import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import { namesPart } from "../index/parts.ts";
import { beginningQuery, partLexeme, phraseQuery, wordQuery } from "../index/search-document.ts";
import { cardsWhere } from "../products/cards.ts";
import { type Categories, categories, crumb, type KnownCategory, unsorted } from "../products/categories.ts";
import { readQuery, type SearchQuery } from "../query/search-query.ts";
import { keyOf, type Offered, phraseOf, type Vocabulary, vocabulary } from "../query/vocabulary.ts";

const MAX_TERMS = 4; // the three limits together are at most ten: rules/search#suggestions
const MAX_CATEGORIES = 2;
const MAX_PRODUCTS = 4;
/** How many products with all words are ranked by popularity, at most. */
const MAX_MATCHES = 2_000;
/** How many of them are checked for the words in their name: the most popular ones. */
const MAX_READ = 100;

export async function suggest(ctx: Ctx, typed: string): Promise<Suggestions> {
  if (foldToAlphanumeric(typed) === "") return { terms: [], categories: [], products: [] };
  const [tree, terms, query] = await Promise.all([
    categories(ctx),
    vocabulary(ctx),
    readQuery(ctx, typed, false, /\s$/.test(typed) ? "whole" : "begun"),
  ]);
  const key = keyOf(phraseOf(query.corrected ?? typed));
  const places = suggestedCategories(tree, query, key);
  const wanted = /^[a-z]$/.test(key) ? mostPopularIn(places) : bestProducts(query, places, !/\s$/.test(typed));
  const cards = query.concepts.length > 0 ? await cardsWhere(ctx, wanted) : [];
  return {
    terms: suggestedTerms(terms, key, ctx.locale),
    categories: places.map((category) => crumb(category, ctx.locale)),
    products: cards.map(({ card }) => card),
  };
}

/** Where a word of `key` begins with the typed text: 0 is the first word, -1 none. */
function wordStart(key: string, typed: string): number {
  return ` ${key}`.indexOf(` ${typed}`);
}

function suggestedTerms(vocabulary: Vocabulary, typed: string, locale: Locale): string[] {
  const isForeign = /[^ -~]/.test(typed); // letters that folding leaves are Japanese
  const isInLanguage = ({ languages }: Offered) => isForeign || languages.length === 0 || languages.includes(locale);
  const compact = typed.replaceAll(" ", "");
  // "ao sm" begins A.O. Smith; one letter or two begin too much, and may be all there is.
  const isBrandBegun = ({ is_brand, ...term }: Offered) =>
    is_brand && (compact.length > 2 ? term.compact.startsWith(compact) : term.compact === compact);
  const begins = (term: Offered) => wordStart(term.key, typed) === 0 || isBrandBegun(term);
  const matching = vocabulary.terms.filter(
    (term) => typed !== "" && isInLanguage(term) && (wordStart(term.key, typed) >= 0 || isBrandBegun(term)),
  );
  const beginning = matching.filter(begins);
  const inside = matching.filter((term) => !begins(term));
  const textOfThing = new Map<string, string>();
  for (const term of [...beginning, ...inside])
    if (!textOfThing.has(term.thing)) textOfThing.set(term.thing, term.text);
  const first = [...textOfThing.values()].slice(0, MAX_TERMS);
  // A brand that begins with the typed text is meant as often as a kind of product.
  const brand = beginning.find(({ is_brand }) => is_brand);
  if (!brand || first.includes(brand.text)) return first;
  return [...first.slice(0, MAX_TERMS - 1), brand.text];
}

/** Categories the words name, then those whose name in any language has a word that begins with the typed text. Empty categories are left out. */
function suggestedCategories(tree: Categories, query: SearchQuery, typed: string): KnownCategory[] {
  const named = query.concepts.flatMap((concept) => concept.categories).flatMap((id) => tree.byId.get(id) ?? []);
  const similar = [...tree.byId.values()].filter((category) =>
    Object.values(category.texts).some((text) => typed !== "" && wordStart(keyOf(phraseOf(text.name)), typed) >= 0),
  );
  const found = [...new Set([...named, ...similar])].filter(
    ({ slug, products }) => products > 0 && slug !== unsorted.slug,
  );
  return found.slice(0, MAX_CATEGORIES);
}

/**
 * Products that have all words, the last one perhaps unfinished: first those with the words in their name. The most popular
 * products of the named categories are read first; only where too few of them match, the index of all words.
 */
function bestProducts(
  query: SearchQuery,
  places: readonly KnownCategory[],
  isUnfinished: boolean,
): RawBuilder<unknown> {
  const concepts = query.concepts.filter((concept) => !concept.is_optional);
  const any = concepts.map((concept) => concept.query);
  const named = concepts.map((concept) => phraseQuery(concept.words, "A"));
  const end = concepts.flatMap((concept) => concept.words).slice(-2);
  const begun = [...named];
  if (isUnfinished && end.length > 0) {
    const [last] = concepts.at(-1)?.words.slice(-1) ?? [];
    // "nồi cơm cuc": the brand stands further on in the name. One letter begins too many words.
    const isAlone = concepts.length > 1 && concepts.at(-1)?.words.length === 1 && (last?.word.length ?? 0) > 1;
    const alone = (weight: "" | "A") => (last && isAlone ? ` | ${wordQuery(last.word, weight, true)}` : "");
    any[any.length - 1] = `(${any.at(-1)} | ${beginningQuery(end)}${alone("")})`;
    named[named.length - 1] = beginningQuery(end, "A");
    begun[begun.length - 1] = `(${beginningQuery(end, "A")}${alone("A")})`;
  }
  const matchingAll = any.join(" & ");
  const categoryIds = concepts.flatMap((concept) => concept.categories);
  const ids = membersOf(places);
  const byPopularity = sql`(category_id = any(${categoryIds}::int[])) desc, in_stock desc, popularity desc, product_id`;
  const isPart = namesPart(query.looked_for);
  const isThing = isPart ? sql`0` : sql`(not words @@ ${wordQuery(partLexeme)}::tsquery)::int`;
  const isNamed = sql`(select 2 * ((words @@ ${named.join(" & ")}::tsquery)::int
      + (words @@ ${begun.join(" & ")}::tsquery)::int) + ${isThing}
    from catalogue.shelf h where h.product_id = found.product_id)`;
  return sql`(
    with near as materialized (select h.product_id, h.variant_id, h.category_id, h.in_stock, h.popularity
      from unnest(${ids}::int[]) as c (id), lateral (select * from catalogue.shelf where category_id = c.id
        order by in_stock desc, popularity desc, product_id limit ${Math.ceil(MAX_READ / Math.max(1, ids.length))}) h
      where h.words @@ ${matchingAll}::tsquery),
    far as materialized (select product_id, variant_id, category_id, in_stock, popularity
      from catalogue.matching(${matchingAll}::tsquery, ${MAX_MATCHES})
      where (select count(*) < ${MAX_PRODUCTS} from near) order by ${byPopularity} limit ${MAX_READ})
    select null as row, row_number() over (order by ${isNamed} desc, ${byPopularity}) as place, variant_id
    from (select * from near union select * from far) found
    order by place limit ${MAX_PRODUCTS})`;
}

function membersOf(places: readonly KnownCategory[]): number[] {
  return [...new Set(places.flatMap((category) => [category, ...category.children]).map(({ id }) => id))];
}

/** For one typed letter, which begins too many words: the most popular products of the categories that begin with it. */
function mostPopularIn(places: readonly KnownCategory[]): RawBuilder<unknown> {
  const ids = membersOf(places);
  return sql`(select null as row, row_number() over (order by h.in_stock desc, h.popularity desc, h.product_id) as place,
    h.variant_id from unnest(${ids}::int[]) as c (id), lateral (select * from catalogue.shelf where category_id = c.id
      order by in_stock desc, popularity desc, product_id limit ${MAX_PRODUCTS}) h
    order by place limit ${MAX_PRODUCTS})`;
}
