/**
 * What of a product can be found, as a tsvector literal: weight A its names and codes, B its category, brand, tags and
 * properties, C its short description. Built here and not by PostgreSQL's parser, because only this spelling of words
 * is the one a query is read with (words.ts). Pure.
 */
import { type Word, wordsOf } from "./words.ts";

export type Searchable = {
  /** In every language there is. */
  names: readonly string[];
  codes: readonly string[];
  /** Category, brand, tags, values of properties, in every language. */
  labels: readonly string[];
  short_descriptions: readonly string[];
};

type Weight = "A" | "B" | "C";
/** Room between two texts, so that no phrase reaches from one into the next. */
const gap = 8;
const last_place = 16_000; // PostgreSQL counts places up to 16,383

export function searchDocument(product: Searchable): string {
  const lexemes = new Map<string, string[]>();
  let place = 1;
  const add = (texts: readonly string[], weight: Weight) => {
    for (const text of texts) {
      const words = weight === "B" ? wordsOfLabel(text) : wordsOf(text);
      for (const word of words) put(lexemes, word, place, weight);
      place += (words.at(-1)?.at ?? 0) + gap;
    }
  };
  add(product.names, "A");
  add(product.codes, "A");
  add(product.labels, "B");
  add(product.short_descriptions, "C");
  return [...lexemes].map(([lexeme, places]) => `${quote(lexeme)}:${places.slice(0, 200).join(",")}`).join(" ");
}

function put(lexemes: Map<string, string[]>, word: Word, from: number, weight: Weight): void {
  for (const lexeme of [word.word, word.marks]) {
    if (!lexeme) continue;
    const places = lexemes.get(lexeme) ?? [];
    places.push(`${Math.min(from + word.at, last_place)}${weight}`);
    lexemes.set(lexeme, places);
  }
}

/** Thousands of products share their labels. */
const labels = new Map<string, Word[]>();
const most_labels = 10_000;

function wordsOfLabel(text: string): Word[] {
  const found = labels.get(text);
  if (found) return found;
  if (labels.size >= most_labels) labels.clear();
  const words = wordsOf(text);
  labels.set(text, words);
  return words;
}

/** A lexeme inside a tsvector or tsquery literal. */
export function quote(lexeme: string): string {
  return `'${lexeme.replace(/\\/g, "\\\\").replace(/'/g, "''")}'`;
}
