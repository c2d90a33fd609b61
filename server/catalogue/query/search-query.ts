/**
 * What a typed text means: a price filter, and concepts to look for. A concept is a word, a phrase or a code, with
 * everything that means the same. Stop words ("giá rẻ", "mua") are left out. rules/search#stop-words
 */
import type { Dong } from "contract/values/money.ts";
import { type PriceSearch, splitPriceWords } from "contract/values/search-price.ts";
import { foldToAlphanumeric } from "contract/values/text.ts";
import type { Ctx } from "../../kernel/context.ts";
import { allOf, anyOf, pairOf, phraseLexemes, wordQuery } from "../index/search-document.ts";
import type { Word } from "../index/terms.ts";
import { type Ending, isKnown } from "./candidates.ts";
import { isMeasure, waysOfMeasure } from "./measures.ts";
import { otherReading, readWords, typedWords } from "./readings.ts";
import { isModel, modelsNear, type NearModel, withModels } from "./typed-models.ts";
import { keyOf, type Phrase, spellingOf, textOf, type Vocabulary, vocabulary } from "./vocabulary.ts";

export type Concept = {
  /** As typed or corrected, for display. */
  text: string;
  /** What was typed, or what it was corrected to. */
  words: Phrase;
  /** Any way of saying it, as a tsquery operand: anywhere, and within a name. */
  query: string;
  named: string;
  /** Categories it names. */
  categories: readonly number[];
  /** Products without it are found as well, after those that have it. */
  is_optional: boolean;
};

/** `is_asked`: worth a "did you mean" where the text as typed finds something; a model put together is not. */
type Other = { concepts: Concept[]; looked_for: string; text: string; is_asked: boolean };

export type SearchQuery = {
  concepts: Concept[];
  /** The words really looked for, as they are spelled. */
  looked_for: string;
  corrected: string | null;
  /** Another reading, looked for where this one finds little. */
  other: Other | null;
  price: { min: Dong | null; max: Dong | null };
  /** The whole text as a code, where it may be one. */
  code: string | null;
};

/**
 * `exact`: as typed, no other spelling and no other meaning. `ending`: what the last word may be. None, one or, where
 * a price may be the end of a model, two statements; none where all words are known and none is a code.
 */
export async function readQuery(
  ctx: Ctx,
  typed: string,
  exact: boolean,
  ending: Ending = "completed",
): Promise<SearchQuery> {
  const lists = await vocabulary(ctx);
  const { min, max, rest } = await priceIn(ctx, typed.replace(QUESTION_TAIL, "$1"));
  const phrases = (words: readonly Word[]) =>
    segmentsOf(words, lists).reduce((sum, { words }) => sum + (words.length > 1 ? words.length : 0), 0);
  const { words, is_corrected, guesses } = exact
    ? { words: typedWords(rest), is_corrected: false, guesses: new Map<string, string[]>() }
    : await readWords(ctx, rest, ending, lists, phrases);
  const { concepts, segments } = conceptsOf(words, lists, exact, guesses);
  const code = foldToAlphanumeric(typed);
  // A text with unknown terms has already cost a statement.
  const mayBeNear = !exact && ending === "completed" && words.every((word) => isKnown(word, lists));
  const near = mayBeNear ? await modelsNear(ctx, words) : [];
  return {
    concepts,
    looked_for: textOfAll(concepts),
    corrected: is_corrected ? segments.map((segment) => usualSpelling(segment, lists)).join(" ") : null,
    other: exact ? null : (modelsOf(words, near, lists) ?? otherOf(words, segments, lists, phrases)),
    price: { min: min ?? null, max: max ?? null },
    code: /\d/.test(code) && code.length >= 3 && code.length <= 40 ? code : null,
  };
}

/** What a text says of the price; figures behind letters are none where the shop sells a model spelled so: "sm 350k". */
async function priceIn(ctx: Ctx, text: string): Promise<PriceSearch> {
  const price = splitPriceWords(text);
  const [, characters = "", figure = ""] =
    /(?<![\p{L}\d])([a-z]{1,6})\s+(\d+[a-z]{1,3})(?![\p{L}\d])/iu.exec(text) ?? [];
  if (price.rest === text || characters === "" || price.rest.includes(figure)) return price;
  return (await isModel(ctx, foldToAlphanumeric(characters + figure))) ? { rest: text } : price;
}

/** "có ... không ạ?": what makes a question of a wish. `không` inside a phrase ("không dầu") means something. */
const QUESTION_TAIL =
  /^((?=.*(?:^|\s)(?:có|co)\s).*\S)\s+(?:không|khong|ko|hông|hong|chưa|chua)(?:\s+(?:ạ|vậy|thế|nhỉ|shop|ad|em|anh|chị))*\s*\??$/iu;

type Guesses = ReadonlyMap<string, readonly string[]>;

function conceptsOf(words: readonly Word[], lists: Vocabulary, exact: boolean, guesses: Guesses) {
  const segments = segmentsOf(words, lists);
  const weighty = segments.filter((segment) => !segment.is_weightless);
  const chosen = weighty.length > 0 ? weighty : segments;
  const read = chosen.map((segment) => conceptOf(segment, neighbours(segment, words), lists, exact, guesses));
  const joint = segments.findIndex((segment) => joints.has(keyOf(segment.words)));
  const isLoose = (concept: Concept, at: number) =>
    !exact && (isClassifier(concept) || isPurpose(concept, at, read, joint === -1 ? Infinity : joint, segments));
  const loose = read.map(isLoose);
  const concepts = read.map((concept, at) => ({
    ...concept,
    is_optional: loose.includes(false) && loose[at] === true,
  }));
  return { concepts, segments };
}

/** Words that stand before the name of nearly anything, and say nothing beside another. */
const classifiers: ReadonlySet<string> = new Set(["may", "bo"]); // máy, bộ
/** Behind these stands what the thing is for. */
const joints: ReadonlySet<string> = new Set(["cho", "for", "cua"]);

function isClassifier({ words }: Concept): boolean {
  return classifiers.has(keyOf(words));
}

/** "lõi lọc cho máy lọc nước": what follows is another thing, which the filter need not mention. */
function isPurpose(
  concept: Concept,
  at: number,
  all: readonly Concept[],
  joint: number,
  segments: readonly Segment[],
): boolean {
  const place = segments.findIndex(({ words }) => words[0]?.at === concept.words[0]?.at);
  const head = all.slice(0, at).find((each) => each.categories.length > 0);
  if (place <= joint || !head || concept.categories.length === 0) return false;
  return concept.categories.every((id) => !head.categories.includes(id));
}

function textOfAll(concepts: readonly Concept[]): string {
  return concepts.map((concept) => concept.text).join(" ");
}

/** A code nothing has, as the models nearest to it. */
function modelsOf(words: readonly Word[], near: readonly NearModel[], lists: Vocabulary): SearchQuery["other"] {
  const [first] = near;
  if (!first) return null;
  const { concepts } = conceptsOf(
    withModels(words, near),
    lists,
    false,
    new Map([[first.key, near.map(({ key }) => key)]]),
  );
  const text = textOfAll(concepts);
  return { concepts, looked_for: text, text, is_asked: true };
}

/** Words that are no phrase and no code may be a phrase mistyped. */
function otherOf(
  words: readonly Word[],
  segments: readonly Segment[],
  lists: Vocabulary,
  phrases: (words: readonly Word[]) => number,
): SearchQuery["other"] {
  const fixed = new Set(
    segments.flatMap((segment) => (segment.words.length > 1 || segment.code ? segment.words.map(({ at }) => at) : [])),
  );
  const plain = words.filter((word) => word.parts === undefined);
  const isFixed = (at: number) => fixed.has(plain[at]?.at ?? -1);
  const meant = otherReading(plain, isFixed, lists, phrases);
  if (!meant) return null;
  const { concepts, segments: read } = conceptsOf(meant.words, lists, false, new Map());
  return {
    concepts,
    looked_for: textOfAll(concepts),
    text: read.map((segment) => usualSpelling(segment, lists)).join(" "),
    is_asked: meant.is_asked,
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
    const measure = isMeasure(first, words[at + 1]) ? words.slice(at, at + 2) : undefined;
    const segment = measure
      ? { words: measure, is_weightless: false }
      : (longestPhrase(words, at, lists) ?? { words: joinedWords(words, at), is_weightless: false });
    segments.push(segment);
    at += segment.words.length;
  }
  return segments;
}

/** A word alone, or what was typed in one go. */
function joinedWords(words: readonly Word[], at: number): Word[] {
  const end = words.findIndex((word, index) => index > at && !word.joined);
  return words.slice(at, end === -1 ? undefined : end);
}

/** The words before and after a lone word, in whose company it is sure to be meant. */
function neighbours({ words, code }: Segment, all: readonly Word[]): [Word | undefined, Word | undefined] {
  const [only] = words;
  if (!only || code || words.length > 1) return [undefined, undefined];
  const at = all.findIndex((word) => word.at === only.at && word.parts === undefined);
  return [all[at - 1], all[at + 1]];
}

function longestPhrase(words: readonly Word[], at: number, lists: Vocabulary): Segment | undefined {
  for (let length = Math.min(lists.longest, words.length - at); length > 0; length--) {
    const phrase = words.slice(at, at + length);
    if (phrase.some((word) => word.parts !== undefined)) continue;
    const key = keyOf(phrase);
    if (lists.meanings.has(key) || (length > 1 && lists.brands.has(key)))
      return { words: phrase, is_weightless: false };
    const spellings = lists.weightless.get(key);
    const isMeant = spellings && (phrase.every((word) => !word.marks) || spellings.has(spellingOf(phrase)));
    if (isMeant) return { words: phrase, is_weightless: true };
  }
  return undefined;
}

function conceptOf(
  { words, code }: Segment,
  [before, after]: readonly [Word | undefined, Word | undefined],
  lists: Vocabulary,
  exact: boolean,
  guesses: Guesses,
): Concept {
  const key = keyOf(words);
  const others = exact ? [] : ((lists.meanings.get(key) ?? lists.brands.get(key))?.others ?? []);
  const text = code?.spelled ?? (words.length > 1 ? lists.brands.get(key)?.name : undefined) ?? textOf(words);
  const categories = exact ? [] : [...(lists.categories.get(key) ?? [])];
  const [only] = words;
  // "bảng" is not "bằng": a lone word typed with its marks is taken without them only beside its neighbour.
  const own =
    only?.marks && words.length === 1 && !exact && !lists.meanings.has(key)
      ? [only.marks, ...(before ? [pairOf(before, only)] : []), ...(after ? [pairOf(only, after)] : [])].map((each) => [
          each,
        ])
      : [phraseLexemes(words)];
  const same = anyOf([...own, ...waysOfMeasure(words), ...others.map(phraseLexemes)]);
  const ways = (weight: "" | "A") => {
    const single = variants(words, code, guesses).map(({ word, is_begun }) => wordQuery(word, weight, is_begun));
    return `(${[...same.map((lexemes) => allOf(lexemes, weight)), ...single].join(" | ")})`;
  };
  return { text, words, query: ways(""), named: ways("A"), categories, is_optional: false };
}

/** Other single words it may be. */
function variants(
  words: readonly Word[],
  code: Word | undefined,
  guesses: Guesses,
): { word: string; is_begun: boolean }[] {
  const [only] = words;
  const found = code ? [{ word: code.word, is_begun: true }] : [];
  if (!only || words.length > 1) return found;
  if (only.begun) found.push({ word: only.word, is_begun: true });
  // A letter-and-figure word may be the beginning of a model, unless it is a measure; a lone Japanese sign the beginning of a pair.
  const isWhole = /^\d+(?:l|ml|w|kg|cm|mm|m2|bar|people)$/.test(only.word);
  if (!isWhole && /^(?=.*\d)(?=.*[a-z])[a-z\d]{3,}$|^\P{ASCII}$/u.test(only.word))
    found.push({ word: only.word, is_begun: true });
  // "20 lít" of a dehumidifier are litres a day.
  if (/^\d+(?:\.\d+)?l$/.test(only.word)) found.push({ word: `${only.word}pd`, is_begun: false });
  return [...found, ...(guesses.get(only.word) ?? []).map((word) => ({ word, is_begun: false }))];
}

/** Where the shop has corrected a word it also sets the marks of the others. */
function usualSpelling({ words, code }: Segment, lists: Vocabulary): string {
  if (code) return code.spelled;
  const usual = (word: Word) => (word.marks ? word.spelled : (lists.spellings.get(word.word) ?? word.spelled));
  const key = keyOf(words);
  const phrase = lists.meanings.get(key)?.phrase;
  const brand = words.length > 1 && !phrase ? lists.brands.get(key) : undefined;
  return brand?.name ?? textOf(phrase ?? words.map((word) => ({ ...word, spelled: usual(word) })));
}
