/**
 * The vocabulary of the search: phrases that mean the same, phrases that name a category, stop words, and the
 * terms in the index, each with its spelling. Cached in the process (tag `catalogue`). rules/search#synonyms
 */
import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import { memo } from "../../platform/memo.ts";
import { phraseQuery } from "../index/search-document.ts";
import { type Word, wordsOf } from "../index/terms.ts";
import { type Categories, categories, unsorted } from "../products/categories.ts";
import { reference } from "../products/reference.ts";
import { listTerms, type SearchTerm } from "./search-terms.ts";
import { isOneSlip, shortened, soundOf } from "./typos.ts";

/** Words in their order; the key of a phrase is its folded words, joined. */
export type Phrase = readonly Word[];

export type Meaning = {
  phrase: Phrase;
  /** Other phrases for the same thing, and narrower ones it leads to. */
  others: Phrase[];
};

export type Vocabulary = {
  meanings: ReadonlyMap<string, Meaning>;
  /** Keys without their spaces, as they are often typed. */
  joined: ReadonlyMap<string, Phrase>;
  /** By key: the categories a phrase names. */
  categories: ReadonlyMap<string, ReadonlySet<number>>;
  /** Left out of a search unless nothing else is left; by key, with the spellings meant ("bán" is, "bàn" is not). */
  weightless: ReadonlyMap<string, ReadonlySet<string>>;
  /** Words in the longest of these phrases. */
  longest: number;
  abbreviations: ReadonlyMap<string, string>;
  /** Known words with their usual spelling: the most frequent ones; the database knows the rest. */
  spellings: ReadonlyMap<string, string>;
  /** How many products have it, of the same words. */
  products: ReadonlyMap<string, number>;
  /** Longer known words that begin so, the most frequent first; at most 200. */
  beginningWith(beginning: string): string[];
  /** Phrases by what is left of their sound when a letter goes: those near a mistyped one. */
  near: ReadonlyMap<string, readonly Phrase[]>;
  /** Phrases of several words that name a category, by what is left of their key when a letter goes. */
  near_names: ReadonlyMap<string, readonly Phrase[]>;
  /** All brands, also those that have nothing now, by key. */
  brands: ReadonlyMap<string, Brand>;
  /** Those of several words by their letters: "aosmith" is A.O. Smith, and so is "ao smith". */
  brands_compact: ReadonlyMap<string, Brand>;
  /** What can be suggested while typing: phrases that lead to products, best first; one of each `thing` is enough. */
  terms: readonly Offered[];
};

/** `others`: brands of the same letters, "AO Smith" beside "A.O. Smith". */
export type Brand = { key: string; name: string; phrase: Phrase; others: Phrase[] };

/** `languages`: of a category's name, where it stands in them; of anything else none. */
export type Offered = {
  key: string;
  /** The key without its blanks. */
  compact: string;
  text: string;
  thing: string;
  languages: readonly string[];
  is_brand: boolean;
};

const MAX_WORDS = 20_000;
const MIN_NEAR_LENGTH = 5; // letters: nearer phrases would be near to everything

export const vocabulary = memo("catalogue", async (ctx): Promise<Vocabulary> => {
  const [tree, terms, { rows: words }] = await Promise.all([
    categories(ctx),
    listTerms(ctx),
    sql<KnownWord>`select word, spelled, products from catalogue.words
      order by products desc, word limit ${MAX_WORDS}`.execute(ctx.sql),
  ]);
  const assembled = assemble(tree, terms, words);
  const [termsOffered, brandsOffered, { brands: names }] = await Promise.all([
    termsOf(ctx, tree, assembled),
    brandsOf(ctx),
    reference(ctx),
  ]);
  const brands = brandsNamed([...names.values()], assembled.categories);
  const longest = Math.max(assembled.longest, ...brands.map(({ phrase }) => phrase.length));
  return {
    ...assembled,
    longest,
    brands: new Map(brands.map((brand) => [brand.key, brand])),
    brands_compact: new Map(
      brands.flatMap((brand) => (brand.phrase.length > 1 ? [[brand.key.replaceAll(" ", ""), brand]] : [])),
    ),
    terms: [...termsOffered, ...brandsOffered],
  };
});

/** Of what is learned from terms, categories and words; brands are known apart. */
type Assembled = Omit<Vocabulary, "terms" | "brands" | "brands_compact">;

type KnownWord = { word: string; spelled: string; products: number };

function assemble(tree: Categories, terms: readonly SearchTerm[], words: readonly KnownWord[]): Assembled {
  const meanings = new Map<string, Meaning>();
  const weightless = new Map<string, Set<string>>();
  const abbreviations = new Map<string, string>();
  for (const { kind, term, meanings: others } of terms) {
    if (kind === "group") {
      const phrases = [term, ...others].map(phraseOf);
      for (const phrase of phrases) addMeanings(meanings, phrase, phrases);
    } else if (kind === "leads_to") addMeanings(meanings, phraseOf(term), others.map(phraseOf));
    else if (kind === "abbreviation") abbreviations.set(keyOf(phraseOf(term)), others[0] ?? term);
    else addTo(weightless, keyOf(phraseOf(term)), spellingOf(phraseOf(term)));
  }
  const named = categoryPhrases(tree, meanings);
  const keys = [...meanings.keys(), ...weightless.keys()];
  const spellings = new Map(words.map(({ word, spelled }) => [word, spelled]));
  // A word of a known phrase is known, also where no product has it: "máy rửa chén" leads to "máy rửa bát".
  for (const { phrase } of meanings.values()) {
    for (const { word, spelled } of phrase) if (!spellings.has(word)) spellings.set(word, spelled);
  }
  const products = new Map(words.map((each) => [each.word, each.products]));
  return {
    meanings,
    products,
    beginningWith: beginnings([...spellings.keys()].sort(), products),
    near: nearPhrases([...meanings.values()].map(({ phrase }) => phrase)),
    near_names: nearNames([...meanings].flatMap(([key, { phrase }]) => (named.has(key) ? [phrase] : []))),
    joined: new Map([...meanings].map(([key, { phrase }]) => [key.replaceAll(" ", ""), phrase])),
    categories: named,
    weightless,
    longest: Math.max(1, ...keys.map((key) => key.split(" ").length)),
    abbreviations,
    spellings,
  };
}

const MAX_LONGER = 200;

function beginnings(sorted: readonly string[], products: ReadonlyMap<string, number>) {
  return (beginning: string): string[] => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] ?? "") < beginning) low = middle + 1;
      else high = middle;
    }
    const found: string[] = [];
    for (let at = low; sorted[at]?.startsWith(beginning); at++)
      if (sorted[at] !== beginning) found.push(sorted[at] ?? "");
    return found.sort((one, other) => (products.get(other) ?? 0) - (products.get(one) ?? 0)).slice(0, MAX_LONGER);
  };
}

/** Codes and Japanese are never near to anything. */
function nearPhrases(phrases: readonly Phrase[]): Map<string, Phrase[]> {
  const near = new Map<string, Phrase[]>();
  for (const phrase of phrases) {
    const sound = soundOfPhrase(phrase);
    if (sound.length < MIN_NEAR_LENGTH || !/^[a-z]+$/.test(sound)) continue;
    for (const left of shortened(sound)) near.set(left, [...(near.get(left) ?? []), phrase]);
  }
  return near;
}

function nearNames(phrases: readonly Phrase[]): Map<string, Phrase[]> {
  const near = new Map<string, Phrase[]>();
  for (const phrase of phrases) {
    const key = keyOf(phrase);
    if (phrase.length < 2 || key.length < MIN_NEAR_LENGTH || !/^[a-z ]+$/.test(key)) continue;
    for (const left of shortened(key)) near.set(left, [...(near.get(left) ?? []), phrase]);
  }
  return near;
}

export function soundOfPhrase(phrase: Phrase): string {
  return phrase.map(({ word }) => soundOf(word)).join("");
}

/**
 * A mistyped or misheard word begins right: "cốc" is no slip of "rót", nor "vi sóng" of "dyson".
 * Word by word where there are as many.
 */
export function areAlike(typed: Phrase, meant: Phrase): boolean {
  const begins = (word: string) => soundOf(word).charAt(0);
  if (typed.length !== meant.length)
    return begins(keyOf(typed)) === begins(keyOf(meant)) || isOneSlip(keyOf(typed), keyOf(meant));
  return typed.every(({ word }, at) => begins(word) === begins(meant[at]?.word ?? ""));
}

/**
 * Phrases worth offering: those that name a category with products, and others that some product carries. Of phrases
 * that differ in marks alone the marked one; abbreviations are typed, not read.
 */
async function termsOf(ctx: Ctx, tree: Categories, lists: Assembled): Promise<Vocabulary["terms"]> {
  const phrases = [...lists.meanings.values()].flatMap(({ phrase, others }) => [phrase, ...others]);
  const byKey = new Map<string, Phrase>();
  for (const phrase of phrases.filter((each) => spellingOf(each).length > 4)) {
    if (!byKey.has(keyOf(phrase)) || phrase.some((word) => word.marks)) byKey.set(keyOf(phrase), phrase);
  }
  const unsure = [...byKey.keys()].filter((key) => !lists.categories.has(key));
  const queries = unsure.map((key) => phraseQuery(byKey.get(key) ?? []));
  const { rows } = await carriedOf(unsure, queries).execute(ctx.sql);
  const found = new Set(rows.map((row) => row.key));
  const named = new Map<string, string[]>();
  const composed = new Set<string>();
  for (const category of tree.byId.values()) {
    for (const [language, { name }] of Object.entries(category.texts)) {
      const key = keyOf(phraseOf(name));
      named.set(key, [...(named.get(key) ?? []), language]);
      // "Nồi & chảo" is a good category name and a poor search phrase; so is the category of unsorted products.
      if (joints.test(name) || category.slug === unsorted.slug) composed.add(key);
    }
  }
  const products = (key: string) =>
    [...(lists.categories.get(key) ?? [])].reduce((sum, id) => sum + (tree.byId.get(id)?.products ?? 0), 0);
  return [...byKey]
    .filter(([key]) => !composed.has(key) && (found.has(key) || products(key) > 0))
    .map(([key, phrase]) => {
      const thing = [key, ...(lists.meanings.get(key)?.others ?? []).map(keyOf)].sort()[0] ?? key;
      const languages = named.get(key) ?? [];
      return {
        key,
        compact: key.replaceAll(" ", ""),
        text: textOf(phrase),
        thing,
        languages,
        is_brand: false,
        rank: (languages.length > 0 ? 1_000_000 : 0) + products(key),
      };
    })
    .sort((one, other) => other.rank - one.rank || one.key.length - other.key.length);
}

/**
 * Keys whose query some product answers. By the index of terms: hundreds of phrases would read the listing index
 * hundreds of times.
 */
export function carriedOf(keys: readonly string[], queries: readonly string[]): RawBuilder<{ key: string }> {
  return sql<{ key: string }>`select key from unnest(${keys}::text[], ${queries}::text[]) as t (key, query)
    where exists (select from catalogue.matching(t.query::tsquery, 1))`;
}

/** Brands that have products, those with most of them first. */
async function brandsOf(ctx: Ctx): Promise<Offered[]> {
  const { brands, facetValues } = await reference(ctx);
  const offered = new Map((facetValues.get("brand") ?? []).map(({ id, value }) => [id, value]));
  const { rows } = await sql<{ id: number; products: number }>`select value_id as id, sum(products)::int as products
    from catalogue.shelf_counts where value_id = any(${[...offered.keys()]}::int[])
    group by value_id having sum(products) > 0 order by products desc, value_id`.execute(ctx.sql);
  return rows.flatMap(({ id }) => {
    const code = offered.get(id) ?? "";
    const text = brands.get(code) ?? code;
    const key = keyOf(phraseOf(text));
    const compact = key.replaceAll(" ", "");
    return key === "" ? [] : [{ key, compact, text, thing: key, languages: [], is_brand: true }];
  });
}

const MAX_BRAND_WORDS = 6;

/** A name with that of a category in it is read as that category and a word: "Quạt Việt". */
function brandsNamed(names: readonly string[], categories: Vocabulary["categories"]): Brand[] {
  const byCompact = new Map<string, Brand[]>();
  for (const name of names) {
    const phrase = phraseOf(name);
    const key = keyOf(phrase);
    if (key === "" || phrase.length > MAX_BRAND_WORDS || stretchesOf(phrase).some((each) => categories.has(each)))
      continue;
    const brand: Brand = { key, name, phrase, others: [] };
    const compact = key.replaceAll(" ", "");
    const same = byCompact.get(compact) ?? [];
    for (const other of same.filter((each) => each.key !== key)) {
      other.others.push(phrase);
      brand.others.push(other.phrase);
    }
    byCompact.set(compact, [...same, brand]);
  }
  return [...byCompact.values()].flat();
}

function stretchesOf(phrase: Phrase): string[] {
  return phrase.flatMap((_, from) =>
    phrase.slice(from).map((_word, more) => keyOf(phrase.slice(from, from + more + 1))),
  );
}

/** Pairs of Japanese signs overlap; words of other scripts have a space between them. */
export function textOf(phrase: Phrase): string {
  return phrase.reduce((text, { spelled }) => {
    if (!/^[\u3040-\u30ff\u3400-\u9fff]/.test(spelled)) return text === "" ? spelled : `${text} ${spelled}`;
    return text.endsWith(spelled.slice(0, 1)) ? text + spelled.slice(1) : text + spelled;
  }, "");
}

export function phraseOf(text: string): Phrase {
  return wordsOf(text).filter((word) => word.parts === undefined);
}

export function keyOf(phrase: Phrase): string {
  return phrase.map(({ word }) => word).join(" ");
}

export function spellingOf(phrase: Phrase): string {
  return phrase.map(({ spelled }) => spelled).join(" ");
}

function addMeanings(meanings: Map<string, Meaning>, phrase: Phrase, others: readonly Phrase[]): void {
  const key = keyOf(phrase);
  const meaning = meanings.get(key) ?? { phrase, others: [] };
  meanings.set(key, meaning);
  const keys = new Set([key, ...meaning.others.map(keyOf)]);
  for (const other of others) {
    if (!keys.has(keyOf(other))) meaning.others.push(other);
    keys.add(keyOf(other));
  }
}

/** What holds the parts of a category's name together. */
const joints = /[&,・、]|\s(?:and|và)\s/;

/** A category is named by its names, and by whatever means the same as one of them. */
function categoryPhrases(tree: Categories, meanings: Map<string, Meaning>): Map<string, Set<number>> {
  const named = new Map<string, Set<number>>();
  for (const category of tree.byId.values()) {
    const ids = category.children.length > 0 ? category.children.map(({ id }) => id) : [category.id];
    for (const text of Object.values(category.texts)) {
      for (const phrase of [phraseOf(text.name), ...partsOf(text.name)]) {
        addMeanings(meanings, phrase, []);
        for (const each of [phrase, ...(meanings.get(keyOf(phrase))?.others ?? [])]) {
          for (const id of ids) addTo(named, keyOf(each), id);
        }
      }
    }
  }
  return named;
}

/** "Lõi lọc và phụ kiện" is also named by "Lõi lọc"; a part of one word ("Nồi & chảo") would name too much. */
function partsOf(name: string): Phrase[] {
  const parts = name.split(joints);
  return parts.length > 1 ? parts.map(phraseOf).filter((phrase) => phrase.length > 1) : [];
}

function addTo<V>(sets: Map<string, Set<V>>, key: string, value: V): void {
  sets.set(key, (sets.get(key) ?? new Set<V>()).add(value));
}
