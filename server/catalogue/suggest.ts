/**
 * While typing: words to search for, categories, products. The last word may be unfinished. Words and categories come
 * from the process's memory and are offered only if they lead somewhere; products cost one statement. facts/ux.md 2.3.
 */
import type { Suggestions } from "contract/catalogue.ts";
import { squash } from "contract/text.ts";
import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "../context.ts";
import { cardsWhere } from "./cards.ts";
import { type Categories, categories, crumb, type KnownCategory } from "./categories.ts";
import { quote } from "./search-document.ts";
import { readQuery, type SearchQuery } from "./search-query.ts";
import { followedBy, keyOf, phraseOf, type Vocabulary, vocabulary } from "./vocabulary.ts";

const most_terms = 4; // with the next two at most ten in all, facts/ux.md 2.3
const most_categories = 2;
const most_products = 4;
const most_matches = 2_000;

export async function suggest(ctx: Ctx, typed: string): Promise<Suggestions> {
  if (squash(typed) === "") return { terms: [], categories: [], products: [] };
  const [tree, lists, query] = await Promise.all([categories(ctx), vocabulary(ctx), readQuery(ctx, typed, false)]);
  const key = keyOf(phraseOf(query.corrected ?? typed));
  const cards = query.concepts.length > 0 ? await cardsWhere(ctx, bestMatches(query, !/\s$/.test(typed))) : [];
  return {
    terms: termsLike(lists, key),
    categories: categoriesLike(tree, query, key).map((category) => crumb(category, ctx.locale)),
    products: cards.map(({ card }) => card),
  };
}

/** A beginning counts more than a word inside. */
function startsAt(key: string, typed: string): number {
  return ` ${key}`.indexOf(` ${typed}`);
}

function termsLike(lists: Vocabulary, typed: string): string[] {
  const fitting = lists.terms.filter((term) => typed !== "" && startsAt(term.key, typed) >= 0);
  const beginning = fitting.filter((term) => startsAt(term.key, typed) === 0);
  const inside = fitting.filter((term) => startsAt(term.key, typed) > 0);
  const things = new Map<string, string>();
  for (const term of [...beginning, ...inside]) if (!things.has(term.thing)) things.set(term.thing, term.text);
  return [...things.values()].slice(0, most_terms);
}

/** What the words name, then names in any language that have what was typed. Empty categories lead nowhere. */
function categoriesLike(tree: Categories, query: SearchQuery, typed: string): KnownCategory[] {
  const named = query.concepts.flatMap((concept) => concept.categories).flatMap((id) => tree.byId.get(id) ?? []);
  const like = [...tree.byId.values()].filter((category) =>
    Object.values(category.texts).some((text) => typed !== "" && startsAt(keyOf(phraseOf(text.name)), typed) >= 0),
  );
  const found = [...new Set([...named, ...like])].filter((category) => category.products > 0);
  return found.slice(0, most_categories);
}

/** Products that have all words, the last one perhaps unfinished: first those with the words in their name. */
function bestMatches({ concepts }: SearchQuery, is_unfinished: boolean): RawBuilder<unknown> {
  const any = concepts.map((concept) => concept.query);
  const named = concepts.map((concept) => followedBy(concept.words, ":A"));
  const last = concepts.at(-1)?.words ?? [];
  const end = last.at(-1);
  if (is_unfinished && end) {
    const before = last.slice(0, -1).map(({ word }) => quote(word));
    named[named.length - 1] = `(${[...before.map((word) => `${word}:A`), `${quote(end.word)}:*A`].join(" <-> ")})`;
    any[any.length - 1] = `(${any.at(-1)} | (${[...before, `${quote(end.word)}:*`].join(" <-> ")}))`;
  }
  const category_ids = concepts.flatMap((concept) => concept.categories);
  return sql`(select null as row, row_number() over (order by fit desc, in_stock desc, popularity desc, product_id) as place,
    variant_id from (select product_id, variant_id, in_stock, popularity,
      (words @@ ${named.join(" & ")}::tsquery)::int + (category_id = any(${category_ids}::int[]))::int * 2 as fit
      from catalogue.shelf where words @@ ${any.join(" & ")}::tsquery limit ${most_matches}) found
    order by place limit ${most_products})`;
}
