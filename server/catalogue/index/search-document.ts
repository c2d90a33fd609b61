/**
 * What of a product can be found, as a tsvector literal: every word of its names, codes, category, brand, tags,
 * properties and short description, and every two neighbours as one word, because a Vietnamese word is several syllables
 * ("máy lọc nước" is `may loc` and `loc nuoc`). Words of names and codes have weight A, all
 * at one place (without any, PostgreSQL would not tell weights apart): a query for pairs is answered by the index
 * alone, one about places would read every product. Pure. rules/search#words
 */
import { type Word, wordsOf } from "./terms.ts";

export type Searchable = {
  /** In every language there is. */
  names: readonly string[];
  codes: readonly string[];
  /** Category, brand, tags, values of properties, in every language. */
  labels: readonly string[];
  short_descriptions: readonly string[];
  /** A part or supply of something else (parts.ts). */
  is_part: boolean;
};

/** Stands in the document of a part. No word is spelled so. */
export const partLexeme = "~part";

export function searchDocument(product: Searchable): string {
  const named = new Set<string>();
  for (const text of [...product.names, ...product.codes]) addAll(named, lexemesOf(text));
  for (const text of product.names) addAll(named, headsOf(text));
  const others = new Set<string>();
  for (const text of product.labels) addAll(others, lexemesOfLabel(text));
  for (const text of product.short_descriptions) addAll(others, lexemesOf(text));
  let document = "";
  for (const lexeme of named) document += `${quote(lexeme)}:1A `;
  if (product.is_part) document += `${quote(partLexeme)}:1 `;
  for (const lexeme of others) if (!named.has(lexeme)) document += `${quote(lexeme)}:1 `;
  return document;
}

function addAll(set: Set<string>, lexemes: Iterable<string>): void {
  for (const lexeme of lexemes) set.add(lexeme);
}

function lexemesOf(text: string): string[] {
  const words = wordsOf(text);
  const plain = words.filter((word) => word.parts === undefined);
  return [
    ...words.map(({ word }) => word),
    ...words.flatMap(({ marks }) => marks ?? []),
    ...plain.slice(1).map((word, index) => pairOf(plain[index], word)),
  ];
}

/** What a name begins with, as words of their own: "máy giặt" is the thing, "nước giặt cho máy giặt" is another. */
function headsOf(text: string): string[] {
  const [first, second] = wordsOf(text).filter((word) => word.parts === undefined);
  if (!first) return [];
  return second ? [`^${first.word}`, `^${pairOf(first, second)}`] : [`^${first.word}`];
}

/** Products whose name begins with these words, as a tsquery operand. */
export function headQuery(words: readonly Word[]): string {
  const [first, second] = words;
  if (!first) return "";
  return wordQuery(second ? `^${pairOf(first, second)}` : `^${first.word}`);
}

/** Two neighbours as the one word under which they are found. */
export function pairOf(one: Word | undefined, other: Word): string {
  return `${one?.word} ${other.word}`;
}

/** One lexeme as a tsquery operand; weight A means within a name. */
export function wordQuery(lexeme: string, weight: "" | "A" = "", isBegun = false): string {
  const flags = (isBegun ? "*" : "") + weight;
  return flags ? `${quote(lexeme)}:${flags}` : quote(lexeme);
}

/** These words one after the other: what a product has that has them. */
export function phraseLexemes(words: readonly Word[]): string[] {
  const [first, ...rest] = words;
  if (!first) return [];
  return rest.length === 0 ? [first.word] : rest.map((word, index) => pairOf(words[index], word));
}

/** These words one after the other. */
export function phraseQuery(words: readonly Word[], weight: "" | "A" = ""): string {
  return allOf(phraseLexemes(words), weight);
}

export function allOf(lexemes: readonly string[], weight: "" | "A" = ""): string {
  const operands = lexemes.map((lexeme) => wordQuery(lexeme, weight));
  return operands.length > 1 ? `(${operands.join(" & ")})` : (operands[0] ?? "");
}

/** Any of these, without those that say another one as well: who has "máy lọc nước" has "lọc nước" and "nước". */
export function anyOf(ways: readonly (readonly string[])[]): (readonly string[])[] {
  const sets = ways.map((lexemes) => new Set(lexemes));
  const said = ways.map((lexemes) => new Set([...lexemes, ...lexemes.flatMap((lexeme) => lexeme.split(" "))]));
  const says = (one: number, other: number) => sets[other]?.isSubsetOf(said[one] ?? new Set()) === true;
  return ways.filter(
    (_, at) => !ways.some((_other, index) => index !== at && says(at, index) && (index < at || !says(index, at))),
  );
}

/** A word, or a pair, whose last word is unfinished. */
export function beginningQuery(words: readonly Word[], weight: "" | "A" = ""): string {
  const [before, last] = words.length > 1 ? words.slice(-2) : [undefined, words[0]];
  return last ? wordQuery(before ? pairOf(before, last) : last.word, weight, true) : "";
}

/** Thousands of products share their labels. */
const labels = new Map<string, string[]>();
const MAX_LABELS = 10_000;

function lexemesOfLabel(text: string): string[] {
  const found = labels.get(text);
  if (found) return found;
  if (labels.size >= MAX_LABELS) labels.clear();
  const lexemes = lexemesOf(text);
  labels.set(text, lexemes);
  return lexemes;
}

/** A lexeme inside a tsvector or tsquery literal. */
function quote(lexeme: string): string {
  if (!/['\\]/.test(lexeme)) return `'${lexeme}'`;
  return `'${lexeme.replace(/\\/g, "\\\\").replace(/'/g, "''")}'`;
}
