/**
 * While typing: words to search for, categories, products. The last word may be unfinished. Words and categories come
 * from the process's memory and are shown only if they lead to a result; products cost one statement.
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

const MAX_TERMS = 4; // with the next two at most ten in all: rules/search#suggestions
const MAX_CATEGORIES = 2;
const MAX_PRODUCTS = 4;
const MAX_MATCHES = 2_000;
const MAX_READ = 100; // of them, to find which have the terms in their name

export async function suggest(ctx: Ctx, typed: string): Promise<Suggestions> {
  if (foldToAlphanumeric(typed) === "") return { terms: [], categories: [], products: [] };
  const [tree, lists, query] = await Promise.all([
    categories(ctx),
    vocabulary(ctx),
    readQuery(ctx, typed, false, /\s$/.test(typed) ? "whole" : "begun"),
  ]);
  const key = keyOf(phraseOf(query.corrected ?? typed));
  const places = categoriesLike(tree, query, key);
  const wanted = /^[a-z]$/.test(key) ? bestOf(places) : bestMatches(query, places, !/\s$/.test(typed));
  const cards = query.concepts.length > 0 ? await cardsWhere(ctx, wanted) : [];
  return {
    terms: termsLike(lists, key, ctx.locale),
    categories: places.map((category) => crumb(category, ctx.locale)),
    products: cards.map(({ card }) => card),
  };
}

/** A beginning counts more than a word inside. */
function startsAt(key: string, typed: string): number {
  return ` ${key}`.indexOf(` ${typed}`);
}

function termsLike(lists: Vocabulary, typed: string, locale: Locale): string[] {
  const isForeign = /[^ -~]/.test(typed); // letters that folding leaves are Japanese
  const speaks = ({ languages }: Offered) => isForeign || languages.length === 0 || languages.includes(locale);
  const compact = typed.replaceAll(" ", "");
  // "ao sm" begins A.O. Smith; one letter or two begin too much, and may be all there is.
  const isBrandBegun = ({ is_brand, ...term }: Offered) =>
    is_brand && (compact.length > 2 ? term.compact.startsWith(compact) : term.compact === compact);
  const begins = (term: Offered) => startsAt(term.key, typed) === 0 || isBrandBegun(term);
  const fitting = lists.terms.filter(
    (term) => typed !== "" && speaks(term) && (startsAt(term.key, typed) >= 0 || isBrandBegun(term)),
  );
  const beginning = fitting.filter(begins);
  const inside = fitting.filter((term) => !begins(term));
  const things = new Map<string, string>();
  for (const term of [...beginning, ...inside]) if (!things.has(term.thing)) things.set(term.thing, term.text);
  const first = [...things.values()].slice(0, MAX_TERMS);
  // A brand that begins with what was typed is meant as often as a thing that does.
  const brand = beginning.find(({ is_brand }) => is_brand);
  if (!brand || first.includes(brand.text)) return first;
  return [...first.slice(0, MAX_TERMS - 1), brand.text];
}

/** What the words name, then names in any language that have what was typed. Empty categories lead nowhere. */
function categoriesLike(tree: Categories, query: SearchQuery, typed: string): KnownCategory[] {
  const named = query.concepts.flatMap((concept) => concept.categories).flatMap((id) => tree.byId.get(id) ?? []);
  const like = [...tree.byId.values()].filter((category) =>
    Object.values(category.texts).some((text) => typed !== "" && startsAt(keyOf(phraseOf(text.name)), typed) >= 0),
  );
  const found = [...new Set([...named, ...like])].filter(
    ({ slug, products }) => products > 0 && slug !== unsorted.slug,
  );
  return found.slice(0, MAX_CATEGORIES);
}

/**
 * Products that have all words, the last one perhaps unfinished: first those with the words in their name. What the shop
 * likes best in the categories that were meant is asked first; only where too few of it fit, the index of all words.
 */
function bestMatches(query: SearchQuery, places: readonly KnownCategory[], isUnfinished: boolean): RawBuilder<unknown> {
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
  const asked = any.join(" & ");
  const categoryIds = concepts.flatMap((concept) => concept.categories);
  const ids = membersOf(places);
  const liked = sql`(category_id = any(${categoryIds}::int[])) desc, in_stock desc, popularity desc, product_id`;
  const isPart = namesPart(query.looked_for);
  const isThing = isPart ? sql`0` : sql`(not words @@ ${wordQuery(partLexeme)}::tsquery)::int`;
  const isNamed = sql`(select 2 * ((words @@ ${named.join(" & ")}::tsquery)::int
      + (words @@ ${begun.join(" & ")}::tsquery)::int) + ${isThing}
    from catalogue.shelf h where h.product_id = found.product_id)`;
  return sql`(
    with near as materialized (select h.product_id, h.variant_id, h.category_id, h.in_stock, h.popularity
      from unnest(${ids}::int[]) as c (id), lateral (select * from catalogue.shelf where category_id = c.id
        order by in_stock desc, popularity desc, product_id limit ${Math.ceil(MAX_READ / Math.max(1, ids.length))}) h
      where h.words @@ ${asked}::tsquery),
    far as materialized (select product_id, variant_id, category_id, in_stock, popularity
      from catalogue.matching(${asked}::tsquery, ${MAX_MATCHES})
      where (select count(*) < ${MAX_PRODUCTS} from near) order by ${liked} limit ${MAX_READ})
    select null as row, row_number() over (order by ${isNamed} desc, ${liked}) as place, variant_id
    from (select * from near union select * from far) found
    order by place limit ${MAX_PRODUCTS})`;
}

function membersOf(places: readonly KnownCategory[]): number[] {
  return [...new Set(places.flatMap((category) => [category, ...category.children]).map(({ id }) => id))];
}

/** One letter begins too many words: the most popular of the categories that begin with it. */
function bestOf(places: readonly KnownCategory[]): RawBuilder<unknown> {
  const ids = membersOf(places);
  return sql`(select null as row, row_number() over (order by h.in_stock desc, h.popularity desc, h.product_id) as place,
    h.variant_id from unnest(${ids}::int[]) as c (id), lateral (select * from catalogue.shelf where category_id = c.id
      order by in_stock desc, popularity desc, product_id limit ${MAX_PRODUCTS}) h
    order by place limit ${MAX_PRODUCTS})`;
}
