/**
 * Words typed apart that are one on the shelf: brands and loan words in syllables ("sam sung", "ti vi"), a model with
 * blanks in it ("sth 3010", "ua 55 du 8000"). Pure. facts/vietnam.md 3.6.
 */
import { phraseOf, type Vocabulary } from "./vocabulary.ts";
import type { Word } from "./words.ts";

const most_parts = 3;
const least_letters = 4;
const most_code_letters = 6; // before a figure; behind it fewer, because a unit or another word may follow
const most_middle_letters = 3;

/** Neighbours the shop does not know both of, as the word it knows. Marks make syllables of them: they stay. */
export function joinApart(words: readonly Word[], isKnown: (word: Word) => boolean, lists: Vocabulary): Word[] {
  const joined: Word[] = [];
  for (let at = 0; at < words.length; ) {
    const size = sizes.find((size) => {
      const some = words.slice(at, at + size);
      return some.length === size && !some.every(isKnown) && knownTogether(some, lists);
    });
    const word = words[at];
    if (word) joined.push(...(size === undefined ? [word] : together(words.slice(at, at + size), lists)));
    at += size ?? 1;
  }
  return joined;
}

const sizes = Array.from({ length: most_parts - 1 }, (_, less) => most_parts - less);

/** The same of words that are all known, and of models; undefined where nothing belongs together. */
export function joinedReading(
  words: readonly Word[],
  isFixed: (at: number) => boolean,
  lists: Vocabulary,
): Word[] | undefined {
  for (const [at, word] of words.entries()) {
    if (isFixed(at)) continue;
    for (const size of sizes) {
      const some = words.slice(at, at + size);
      if (some.length < size || some.some((_, index) => isFixed(at + index)) || !knownTogether(some, lists)) continue;
      return [...words.slice(0, at), ...together(some, lists), ...words.slice(at + size)];
    }
    const length = lengthOfModel(words, at, lists);
    if (length === 0) continue;
    const code = words
      .slice(at, at + length)
      .map((part) => part.word)
      .join("");
    return [...words.slice(0, at), { word: code, spelled: code, at: word.at }, ...words.slice(at + length)];
  }
  return undefined;
}

function knownTogether(words: readonly Word[], lists: Vocabulary): boolean {
  if (!words.every(({ word, marks, parts }) => parts === undefined && !marks && /^[a-z]+$/.test(word))) return false;
  const whole = words.map(({ word }) => word).join("");
  return whole.length >= least_letters && lists.spellings.has(whole);
}

function together(words: readonly Word[], lists: Vocabulary): Word[] {
  const whole = words.map(({ word }) => word).join("");
  return [...phraseOf(lists.spellings.get(whole) ?? whole)];
}

/** How many words from here on are one model: letters, a figure, and what else of both follows. */
function lengthOfModel(words: readonly Word[], at: number, lists: Vocabulary): number {
  const isCode = (index: number, most: number) =>
    !words[index]?.marks && new RegExp(`^[a-z]{1,${most}}$`).test(words[index]?.word ?? "");
  const hasFigure = (index: number) => /^[a-z]*\d[a-z\d]*$/.test(words[index]?.word ?? "");
  if (!isCode(at, most_code_letters) || !hasFigure(at + 1)) return 0;
  let length = 2;
  const isNothingElse = (index: number) => hasFigure(index + 1) || !lists.spellings.has(words[index]?.word ?? "");
  while (hasFigure(at + length) || (isCode(at + length, most_middle_letters) && isNothingElse(at + length))) {
    length++;
  }
  return length;
}
