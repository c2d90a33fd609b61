/**
 * "Did you mean": a second reading of a text whose words are all known and yet stand nowhere together. A phrase the shop
 * knows that is one slip away, or sounds the same, may have been meant: "bình dữ nhiệt", "máy sửi". Only offered where
 * the text as typed finds little; costs no statement. facts/vietnam.md 3.6.
 */
import { isOneSlip, shortened } from "./slips.ts";
import { keyOf, type Phrase, soundOfPhrase, type Vocabulary } from "./vocabulary.ts";
import type { Word } from "./words.ts";

const least_letters = 5;
const longest_window = 6; // words

/** The words with near phrases in their place; undefined where nothing is near. `isFixed`: words that mean something already. */
export function otherReading(
  words: readonly Word[],
  isFixed: (at: number) => boolean,
  lists: Vocabulary,
): Word[] | undefined {
  for (let size = Math.min(longest_window, words.length); size > 0; size--) {
    for (let at = 0; at + size <= words.length; at++) {
      const window = words.slice(at, at + size);
      if (window.some((word, index) => isFixed(at + index) || !/^[a-z]+$/.test(word.word))) continue;
      const phrase = nearest(window, lists);
      if (phrase) return [...words.slice(0, at), ...phrase, ...words.slice(at + size)];
    }
  }
  return undefined;
}

/** The nearest known phrase: the same sound before one slip, the longest of those. */
function nearest(window: Phrase, lists: Vocabulary): Phrase | undefined {
  const key = keyOf(window);
  if (key.length < least_letters || lists.weightless.has(key)) return undefined;
  const sound = soundOfPhrase(window);
  const found = [...shortened(sound)].flatMap((left) => lists.near.get(left) ?? []);
  const near = found
    .map((phrase) => ({ phrase, key: keyOf(phrase), sound: soundOfPhrase(phrase) }))
    .filter((each) => each.key !== key && isOneSlip(each.sound, sound))
    .filter((each) => each.sound === sound || each.key.length > least_letters)
    .sort((one, other) => distance(one, { key, sound }) - distance(other, { key, sound }));
  return near[0]?.phrase;
}

type Written = { key: string; sound: string };

function distance(one: Written, typed: Written): number {
  const apart = isOneSlip(one.key, typed.key) ? 0 : 1;
  return (one.sound === typed.sound ? 0 : 2) + apart + Math.abs(one.key.length - typed.key.length) / 10;
}
