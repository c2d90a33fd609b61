/**
 * How a typed text is read: of everything its words may have said (candidates.ts) the likeliest whole. Candidates cost, and
 * words that make phrases pay for them. A text whose words are all known is left alone; what else it may have said is the
 * other reading, looked for where the text as typed finds little. docs/decisions/0270-one-reader-of-typed-words.md
 */
import type { Ctx } from "../../kernel/context.ts";
import { type Word, wordsOf } from "../index/terms.ts";
import {
  type Candidate,
  type Ending,
  indexCandidates,
  isKnown,
  otherCandidates,
  ownCandidates,
  stands,
} from "./candidates.ts";
import { partMeasures } from "./measures.ts";
import { brandNamed } from "./typed-brands.ts";
import type { Vocabulary } from "./vocabulary.ts";

export type Reading = {
  words: Word[];
  /** True when these are not the words that were typed. */
  is_corrected: boolean;
  /** By chosen word: what else the typed one may have been. */
  guesses: ReadonlyMap<string, readonly string[]>;
};

/** How many of these words stand in phrases of several words. */
type PhraseCount = (words: readonly Word[]) => number;

const MAX_WORDS = 16;
const MAX_PATHS = 12;
const REWARD_OF_PHRASE = 1.2; // for each of its words; compared with the costs of candidates.ts
/** Cheaper readings need no look into the database. */
const doubtful = 1.5;

export function typedWords(text: string): Word[] {
  return wordsOf(partMeasures(text)).slice(0, MAX_WORDS);
}

/** The name of a brand is never corrected. At most one statement, none where all words are known and the text is not near to the name of a category. */
export async function readWords(
  ctx: Ctx,
  text: string,
  ending: Ending,
  lists: Vocabulary,
  inPhrases: PhraseCount,
): Promise<Reading> {
  const typed = typedWords(text);
  const brand = brandNamed(typed, lists);
  if (brand) return { words: numbered(brand.phrase), is_corrected: false, guesses: new Map() };
  const all = ownCandidates(typed, ending, lists);
  const mayStand = all.some((each) => each.is_near_name) && typed.every((word) => isKnown(word, lists));
  const candidates = mayStand && (await stands(ctx, typed)) ? all.filter((each) => !each.is_near_name) : all;
  const own = likeliest(typed.length, candidates, inPhrases);
  const doubted = doubtedPlaces(typed, own, lists);
  if (doubted.length === 0) return readingOf(typed, own, inPhrases);
  const found = await indexCandidates(ctx, typed, doubted, ending, lists);
  return readingOf(typed, likeliest(typed.length, [...candidates, ...found], inPhrases), inPhrases);
}

/** Another reading of words that were read; undefined where there is none. */
export function otherReading(
  words: readonly Word[],
  isFixed: (at: number) => boolean,
  lists: Vocabulary,
  inPhrases: PhraseCount,
): { words: Word[]; is_asked: boolean } | undefined {
  const whole = (candidate: Candidate) => [
    ...words.slice(0, candidate.from),
    ...candidate.words,
    ...words.slice(candidate.to),
  ];
  const [best] = otherCandidates(words, isFixed, lists)
    .map((candidate) => ({ candidate, worth: worthOf(candidate.cost, whole(candidate), inPhrases) }))
    .sort((one, other) => other.worth - one.worth);
  return best && { words: numbered(whole(best.candidate)), is_asked: best.candidate.is_asked };
}

type Path = { candidates: Candidate[]; words: Word[]; cost: number; worth: number };

function worthOf(cost: number, words: readonly Word[], inPhrases: PhraseCount): number {
  // That words were typed in one go makes no phrase of them.
  const apart = words.map(({ joined: _joined, ...word }) => word);
  return inPhrases(apart) * REWARD_OF_PHRASE - cost;
}

/** The way through the text that is worth most; of many only the most promising are followed. */
function likeliest(length: number, candidates: readonly Candidate[], inPhrases: PhraseCount): Path {
  const starting = Map.groupBy(candidates, ({ from }) => from);
  const reached = new Map<number, Path[]>([[0, [{ candidates: [], words: [], cost: 0, worth: 0 }]]]);
  for (let at = 0; at < length; at++) {
    const paths = (reached.get(at) ?? []).sort((one, other) => other.worth - one.worth).slice(0, MAX_PATHS);
    for (const path of paths) {
      for (const candidate of starting.get(at) ?? []) {
        const words = [...path.words, ...candidate.words];
        const cost = path.cost + candidate.cost;
        const next = {
          candidates: [...path.candidates, candidate],
          words,
          cost,
          worth: worthOf(cost, words, inPhrases),
        };
        const others = reached.get(candidate.to);
        if (others) others.push(next);
        else reached.set(candidate.to, [next]);
      }
    }
  }
  const [best] = (reached.get(length) ?? []).sort((one, other) => other.worth - one.worth);
  return best ?? { candidates: [], words: [], cost: 0, worth: 0 };
}

/** Unknown terms whose best reading so far is a guess. */
function doubtedPlaces(typed: readonly Word[], { candidates }: Path, lists: Vocabulary): number[] {
  return candidates
    .filter(({ cost }) => cost > doubtful)
    .flatMap(({ from, to }) =>
      typed.slice(from, to).flatMap((word, index) => (isKnown(word, lists) ? [] : from + index)),
    );
}

function readingOf(typed: readonly Word[], { candidates, words }: Path, inPhrases: PhraseCount): Reading {
  const isSame = candidates.every(
    ({ from, to, words: read, is_brand }) =>
      is_brand || (read.length === to - from && read.every(({ word }, at) => word === typed[from + at]?.word)),
  );
  const guesses = new Map<string, readonly string[]>();
  for (const [at, candidate] of candidates.entries()) {
    const [only] = candidate.words;
    if (!candidate.guesses || !only) continue;
    const without = candidates.flatMap((other, index) => (index === at ? [nothing] : other.words));
    if (inPhrases(words) === inPhrases(without)) guesses.set(only.word, candidate.guesses);
  }
  return { words: numbered(words), is_corrected: !isSame, guesses };
}

/** In the place of a word, to see whether a phrase was made with it. */
const nothing: Word = { word: "", spelled: "", at: 0 };

function numbered(words: readonly Word[]): Word[] {
  return words.map((word, at) => ({ ...word, at }));
}
