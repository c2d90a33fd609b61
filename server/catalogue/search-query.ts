/**
 * What a typed text means: a price filter, and concepts to look for. A concept is a word, a phrase or a code, with
 * everything that means the same. Words without weight ("giá rẻ", "mua") are left out. facts/vietnam.md 4.
 */
import type { Dong } from "contract/money.ts";
import { splitPriceWords } from "contract/search-price.ts";
import { squash } from "contract/text.ts";
import type { Ctx } from "../context.ts";
import { phraseQuery, wordQuery } from "./search-document.ts";
import { spell, typedWords } from "./spelling.ts";
import { keyOf, type Phrase, spellingOf, textOf, type Vocabulary, vocabulary } from "./vocabulary.ts";
import type { Word } from "./words.ts";

export type Concept = {
  /** As typed or corrected, for people. */
  text: string;
  /** What was typed, or what it was corrected to. */
  words: Phrase;
  /** Any way of saying it, as a tsquery operand: anywhere, and within a name. */
  query: string;
  named: string;
  /** Categories it names. */
  categories: readonly number[];
};

export type SearchQuery = {
  concepts: Concept[];
  /** The words really looked for, as they are spelled. */
  looked_for: string;
  corrected: string | null;
  price: { min: Dong | null; max: Dong | null };
  /** The whole text as a code, where it may be one. */
  code: string | null;
};

/** `exact`: as typed, no other spelling and no other meaning. At most one statement; none where all words are known. */
export async function readQuery(ctx: Ctx, typed: string, exact: boolean): Promise<SearchQuery> {
  const lists = await vocabulary(ctx);
  const { min, max, rest } = splitPriceWords(typed);
  const phrases = (words: readonly Word[]) =>
    segmentsOf(words, lists).reduce((sum, { words }) => sum + (words.length > 1 ? words.length : 0), 0);
  const { words, is_corrected, guesses } = exact
    ? { words: typedWords(rest), is_corrected: false, guesses: new Map<string, string[]>() }
    : await spell(ctx, rest, lists, phrases);
  const segments = segmentsOf(words, lists);
  const weighty = segments.filter((segment) => !segment.is_weightless);
  const concepts = (weighty.length > 0 ? weighty : segments).map((segment) =>
    conceptOf(segment, lists, exact, guesses),
  );
  const code = squash(typed);
  return {
    concepts,
    looked_for: concepts.map((concept) => concept.text).join(" "),
    corrected: is_corrected ? segments.map((segment) => usualSpelling(segment, lists)).join(" ") : null,
    price: { min: min ?? null, max: max ?? null },
    code: /\d/.test(code) && code.length >= 3 && code.length <= 40 ? code : null,
  };
}

/** `code`: the parts belong together, as in "RC-15F". */
type Segment = { words: Word[]; is_weightless: boolean; code?: Word };

/** Phrases as long as possible, from left to right; codes with their parts; the rest word by word. */
export function segmentsOf(words: readonly Word[], lists: Vocabulary): Segment[] {
  const segments: Segment[] = [];
  for (let at = 0; at < words.length; ) {
    const first = words[at];
    if (!first) break;
    if (first.parts !== undefined) {
      segments.push({ words: words.slice(at + 1, at + 1 + first.parts), is_weightless: false, code: first });
      at += 1 + first.parts;
      continue;
    }
    const segment = longestPhrase(words, at, lists) ?? { words: [first], is_weightless: false };
    segments.push(segment);
    at += segment.words.length;
  }
  return segments;
}

function longestPhrase(words: readonly Word[], at: number, lists: Vocabulary): Segment | undefined {
  for (let length = Math.min(lists.longest, words.length - at); length > 0; length--) {
    const phrase = words.slice(at, at + length);
    if (phrase.some((word) => word.parts !== undefined)) continue;
    const key = keyOf(phrase);
    if (lists.meanings.has(key)) return { words: phrase, is_weightless: false };
    const spellings = lists.weightless.get(key);
    const isMeant = spellings && (phrase.every((word) => !word.marks) || spellings.has(spellingOf(phrase)));
    if (isMeant) return { words: phrase, is_weightless: true };
  }
  return undefined;
}

function conceptOf(
  { words, code }: Segment,
  lists: Vocabulary,
  exact: boolean,
  guesses: ReadonlyMap<string, readonly string[]>,
): Concept {
  const key = keyOf(words);
  const others = exact ? [] : (lists.meanings.get(key)?.others ?? []);
  const text = code?.spelled ?? textOf(words);
  const categories = exact ? [] : [...(lists.categories.get(key) ?? [])];
  const ways = (weight: "" | "A") => {
    const phrases = [words, ...others].map((phrase) => phraseQuery(phrase, weight));
    const single = variants(words, code, guesses).map(({ word, is_begun }) => wordQuery(word, weight, is_begun));
    return `(${[...phrases, ...single].join(" | ")})`;
  };
  return { text, words, query: ways(""), named: ways("A"), categories };
}

/** Other single words it may be. */
function variants(
  words: readonly Word[],
  code: Word | undefined,
  guesses: ReadonlyMap<string, readonly string[]>,
): { word: string; is_begun: boolean }[] {
  const [only] = words;
  const found = code ? [{ word: code.word, is_begun: true }] : [];
  if (!only || words.length > 1) return found;
  // A letter-and-figure word may be the beginning of a model; a lone Japanese sign the beginning of a pair.
  if (/^(?=.*\d)(?=.*[a-z])[a-z\d]{3,}$|^\P{ASCII}$/u.test(only.word)) found.push({ word: only.word, is_begun: true });
  return [...found, ...(guesses.get(only.word) ?? []).map((word) => ({ word, is_begun: false }))];
}

/** Where the shop has corrected a word it also sets the marks of the others. */
function usualSpelling({ words, code }: Segment, lists: Vocabulary): string {
  if (code) return code.spelled;
  const usual = (word: Word) => (word.marks ? word.spelled : (lists.spellings.get(word.word) ?? word.spelled));
  const phrase = lists.meanings.get(keyOf(words))?.phrase;
  return textOf(phrase ?? words.map((word) => ({ ...word, spelled: usual(word) })));
}
