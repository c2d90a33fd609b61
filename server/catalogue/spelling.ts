/**
 * Words nobody knows, read again: as abbreviations, as Telex or VNI keys, as words typed in one go, as a slip of the
 * keys. A text whose words are all known is left alone and costs no statement. facts/vietnam.md 3.6.
 */
import { decodedForms, decodeVni } from "contract/typing.ts";
import { sql } from "kysely";
import type { Ctx } from "../context.ts";
import { isUnit, partMeasures } from "./measures.ts";
import { isOneSlip, soundOf } from "./slips.ts";
import { joinApart } from "./typed-apart.ts";
import { type Phrase, phraseOf, type Vocabulary } from "./vocabulary.ts";
import { type Word, wordsOf } from "./words.ts";

export type Spelled = {
  words: Word[];
  /** True when these are not the words that were typed. */
  is_corrected: boolean;
  /** By chosen word: what else the typed one may have been. */
  guesses: ReadonlyMap<string, readonly string[]>;
};

const most_words = 16;
const most_corrections = 4;
const trusted_length = 5; // letters; shorter words are corrected where that makes a phrase
const shortest_split = 4; // letters: "wifi" stands as "Wi-Fi" on the shelf
const longest_part = 14;
const most_options = 16; // of them the one that makes a phrase is chosen, however rare it is

export function typedWords(text: string): Word[] {
  return wordsOf(partMeasures(text)).slice(0, most_words);
}

/** At most one statement. `phrases` tells how many words of a text stand in phrases that mean something. */
export async function spell(
  ctx: Ctx,
  text: string,
  lists: Vocabulary,
  phrases: (words: readonly Word[]) => number,
): Promise<Spelled> {
  const typed = typedWords(text);
  const is_known = (word: Word) => isKnown(word, lists);
  const read = (words: readonly Word[]) =>
    expand(
      joinApart(words, (word) => is_known(word) && !lists.abbreviations.has(word.word), lists),
      lists,
    );
  const written = read(typed);
  if (written.every(is_known)) return result(typed, written);
  const unknown_count = (words: readonly Word[]) => words.filter((word) => !is_known(word)).length;
  const decoded = decodedForms(text)
    .map((form) => read(typedWords(form)))
    .find((words) => unknown_count(words) < unknown_count(written));
  const words = parted(decoded ?? written, is_known, (word) => {
    const parts = split(word, lists);
    const apart = parts?.map(({ joined: _joined, ...part }) => part) ?? [];
    return lists.joined.has(word.word) || phrases(apart) === apart.length ? parts : undefined;
  });
  const unknown = [...new Set(words.filter((word) => !is_known(word)).map(({ word }) => word))];
  if (unknown.length === 0) return result(typed, words);
  const meant = await corrections(ctx, unknown);
  // "sunhose" is nearer to Sunhouse than to three words nobody would type in one go.
  const chosen = parted(words, is_known, (word) =>
    meant.get(word.word)?.some((each) => isNear(word.word, each.word)) ? undefined : split(word, lists),
  );
  return choose(typed, chosen, meant, phrases);
}

/** The words with `partsOf` in the place of each that is not known; undefined leaves it. */
function parted(
  words: readonly Word[],
  is_known: (word: Word) => boolean,
  partsOf: (word: Word) => Phrase | undefined,
): Word[] {
  return words.flatMap((word) => (is_known(word) ? word : (partsOf(word) ?? word)));
}

function isNear(typed: string, meant: string): boolean {
  return typed === meant || (meant.length >= trusted_length && isOneSlip(typed, meant));
}

function result(typed: readonly Word[], words: readonly Word[], guesses = new Map<string, string[]>()): Spelled {
  const isSame = words.length === typed.length && words.every(({ word }, at) => word === typed[at]?.word);
  return { words: words.map((word, at) => ({ ...word, at })), is_corrected: !isSame, guesses };
}

/** Codes, measures and Japanese are never doubted, unless they read as VNI keys. */
function isKnown(typed: Word, lists: Vocabulary): boolean {
  const { word, spelled } = typed;
  if (/^[a-z]+\d[a-z\d]*$/.test(word)) return decodeVni(spelled) === spelled;
  if (!/^[a-z]{2,}$/.test(word)) return true;
  return lists.spellings.has(word) || lists.meanings.has(word) || lists.weightless.has(word) || isUnit(typed);
}

function expand(words: readonly Word[], lists: Vocabulary): Word[] {
  return words.flatMap((word) => {
    const meaning = lists.abbreviations.get(word.word);
    return meaning === undefined ? [word] : phraseOf(meaning);
  });
}

/** "maylocnuoc" → máy lọc nước: a known phrase without its spaces, or else the fewest known words. */
function split({ word }: Word, lists: Vocabulary): Phrase | undefined {
  const phrase = lists.joined.get(word);
  if (phrase) return phrase;
  if (word.length < shortest_split || word.length > 40) return undefined;
  const best: (string[] | undefined)[] = [[]];
  for (let end = 1; end <= word.length; end++) {
    for (let start = Math.max(0, end - longest_part); start < end - 1; start++) {
      const before = best[start];
      const part = word.slice(start, end);
      if (!before || !lists.spellings.has(part)) continue;
      const found = best[end];
      if (!found || before.length + 1 < found.length) best[end] = [...before, part];
    }
  }
  const fewest = best[word.length];
  // Anything falls into syllables of two letters: "cerave" is a brand nobody sells here.
  if (!fewest || (fewest.length > 2 && fewest.every((part) => part.length <= 2))) return undefined;
  const parts = fewest.flatMap((part) => phraseOf(lists.spellings.get(part) ?? part));
  return parts.map((part, at) => (at === 0 ? part : { ...part, joined: true }));
}

type Correction = { word: string; spelled: string };

/** Of several corrections the one that makes a phrase with its neighbours, else the most frequent word. */
function choose(
  typed: readonly Word[],
  words: readonly Word[],
  meant: ReadonlyMap<string, readonly Correction[]>,
  phrases: (words: readonly Word[]) => number,
): Spelled {
  let chosen = [...words];
  const guesses = new Map<string, string[]>();
  for (const [at, word] of words.entries()) {
    const options = (meant.get(word.word) ?? []).map((each) => ({ ...word, ...phraseOf(each.spelled)[0], at }));
    if (options.length === 0 || options[0]?.word === word.word) continue;
    const ranked = options
      .map((option) => ({ option, score: phrases(chosen.with(at, option)) }))
      .sort((one, other) => other.score - one.score);
    const best = ranked[0];
    if (!best) continue;
    const makes_phrase = best.score > phrases(chosen);
    if (!makes_phrase && !isLikely(word.word, best.option.word)) continue;
    chosen = chosen.with(at, best.option);
    if (makes_phrase) continue;
    const likely = options.slice(0, most_corrections).map((option) => option.word);
    guesses.set(best.option.word, [word.word, ...likely]);
  }
  return result(typed, chosen, guesses);
}

/** A short word is one slip away from too many: it must sound the same or be the same letters, or lack one of a longer word. */
function isLikely(typed: string, meant: string): boolean {
  if (typed.length >= trusted_length || isNear(typed, meant) || soundOf(typed) === soundOf(meant)) return true;
  const letters = (word: string) => [...word].sort().join("");
  return letters(typed) === letters(meant);
}

// ---- slips of the keys

const confused = ["ch tr", "gi d", "gi r", "s x", "l n", "ngh ng", "gh g", "c k", "ph f"].map((pair) =>
  pair.split(" "),
);
const alphabet = "abcdefghijklmnopqrstuvwxyz";

/**
 * Known words that unknown ones may have meant, best first: one slip, what Vietnamese ears confuse, likeness in longer
 * words. A word the database knows is its own correction.
 */
async function corrections(ctx: Ctx, unknown: readonly string[]): Promise<Map<string, Correction[]>> {
  const tries = unknown.flatMap((typed) => [...slipsOf(typed)].map((word) => ({ typed, word })));
  const { rows } = await sql<Correction & { typed: string }>`
    select typed, word, spelled from (
      select t.typed, w.word, w.spelled, w.products, t.typed = w.word as is_known, 1 as likeness
      from unnest(${tries.map((each) => each.typed)}::text[], ${tries.map((each) => each.word)}::text[]) as t (typed, word)
      join catalogue.words w on w.word = t.word
      union all
      select t.typed, l.word, l.spelled, l.products, false, l.likeness from unnest(${unknown}::text[]) as t (typed),
        lateral (select w.word, w.spelled, w.products, similarity(w.word, t.typed) as likeness from catalogue.words w
          where length(t.typed) >= 7 and w.word % t.typed and abs(length(w.word) - length(t.typed)) <= 2
          order by likeness desc, w.products desc limit ${most_corrections}) l
    ) found order by typed, is_known desc, likeness desc, products desc, word`.execute(ctx.sql);
  const found = new Map<string, Correction[]>();
  for (const { typed, word, spelled } of rows) {
    const list = found.get(typed) ?? [];
    found.set(typed, list);
    if (list.length < most_options && !list.some((each) => each.word === word)) list.push({ word, spelled });
  }
  return found;
}

/** The word itself, every word one slip away (a letter too many, missing, wrong, or two swapped), and what sounds alike. */
function slipsOf(typed: string): Set<string> {
  const slips = new Set([typed]);
  for (const [one = "", other = ""] of confused) {
    if (typed.startsWith(one)) slips.add(other + typed.slice(one.length));
    if (typed.startsWith(other)) slips.add(one + typed.slice(other.length));
  }
  slips.add(typed.replace(/[iy]/g, (letter) => (letter === "i" ? "y" : "i")));
  if (typed.length < 3 || typed.length > 14) return slips;
  for (let at = 0; at <= typed.length; at++) {
    const [before, after] = [typed.slice(0, at), typed.slice(at)];
    if (after) slips.add(before + after.slice(1));
    if (after.length > 1) slips.add(before + after[1] + after[0] + after.slice(2));
    for (const letter of alphabet) {
      slips.add(before + letter + after);
      if (after) slips.add(before + letter + after.slice(1));
    }
  }
  return slips;
}
