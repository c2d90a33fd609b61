/**
 * What a stretch of a typed text may have said: as it stands, an abbreviation in full, keys of Telex or VNI, words typed
 * apart or in one go, a model with blanks in it, a typo, a word still being typed, a phrase one slip away.
 * Each candidate has a cost, how unlikely it is that a shopper who meant it typed this; readings.ts chooses among them.
 * rules/search#typos
 */
import { decodeTelex, decodeVni } from "contract/values/typing.ts";
import { sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import { phraseQuery, wordQuery } from "../index/search-document.ts";
import type { Word } from "../index/terms.ts";
import { isUnit } from "./measures.ts";
import { brandsAt } from "./typed-brands.ts";
import { codeWord, modelsWith } from "./typed-models.ts";
import { hasFarCharacter, isOneSlip, shortened, slipsOf, soundOf } from "./typos.ts";
import { areAlike, keyOf, type Phrase, phraseOf, soundOfPhrase, type Vocabulary } from "./vocabulary.ts";

export type Candidate = {
  /** Of the typed words, the last one excluded. */
  from: number;
  to: number;
  words: Phrase;
  cost: number;
  /** What else the one typed word may have been; looked for beside the chosen one where neither makes a phrase. */
  guesses?: readonly string[];
  /** A brand, written otherwise than it is typed: no correction. */
  is_brand?: true;
  /** The name of a category, near to a text that may well be meant as it stands (`stands`). */
  is_near_name?: true;
};

/**
 * Compared with each other, with `REWARD_OF_PHRASE` (readings.ts) and with `ease`. Set by the judged set and the
 * generated ones.
 */
const costs = {
  unknown: 5,
  abbreviation: 1.5,
  keys: 1.5,
  /** "sora" may be keys for "soả", and is rather the beginning of Sorami. */
  keys_unfinished: 2.2,
  /** No brand is meant where the words as they stand say as much. */
  brand: 0.1,
  joined: 1,
  phrase_in_one: 0.5,
  parts: 2,
  each_part: 0.7,
  begun: 2.2,
  /** Four letters of a brand are rather that than keys: "nesn" reads as "nén", too. */
  brand_begun: 0.4,
  completed: 2.5,
  slip: 2.5,
  /** Short words are one slip away from too many: only a phrase makes up for it. */
  unlikely_slip: 6,
  likeness: 4,
  sold_model: 0.5,
  model: 3.5,
  near_phrase: 3,
  near_name: 1.5,
  same_sound: 2,
} as const;

const MAX_OPTIONS = 16; // of one word
const MAX_GUESSES = 4;
const TRUSTED_LENGTH = 5; // letters
const MIN_BEGUN_LENGTH = 2; // letters
const MIN_OF_BRAND = 4; // letters
const MIN_SPLIT_LENGTH = 4; // letters: "wifi" is indexed as "Wi-Fi"
const MAX_PART_LENGTH = 14;
const MAX_JOINED = 3; // words
const MIN_JOINED = 4; // letters
const rare = 2; // products
const FAR_MORE = 20; // times

/** A frequent word is meant more often than a rare one: 0 for a word no product has, 1.5 for a thousand products. */
function ease(products: number): number {
  return Math.log10(products + 1) / 2;
}

/** Codes, measures and Japanese are never doubted, unless they read as VNI keys. */
export function isKnown(typed: Word, lists: Vocabulary): boolean {
  const { word, spelled } = typed;
  if (/^[a-z]+\d[a-z\d]*$/.test(word)) return decodeVni(spelled) === spelled;
  if (!/^[a-z]{2,}$/.test(word)) return true;
  const known: { has(word: string): boolean }[] = [lists.spellings, lists.meanings, lists.weightless, lists.brands];
  return known.some((each) => each.has(word)) || isUnit(typed);
}

/** Whether the last word may be the beginning of one, and whether it may be completed where that makes a phrase. */
export type Ending = "whole" | "begun" | "completed";

/** What needs no statement. */
export function ownCandidates(typed: readonly Word[], ending: Ending, lists: Vocabulary): Candidate[] {
  const found: Candidate[] = nearName(typed, lists);
  for (let at = 0; at < typed.length; at++) {
    const word = typed[at];
    if (!word) continue;
    const one = (words: Phrase, cost: number) => found.push({ from: at, to: at + 1, words, cost });
    const to = at + 1 + (word.parts ?? 0);
    if (word.parts !== undefined) {
      found.push({ from: at, to, words: typed.slice(at, to), cost: 0 });
      at = to - 1;
      continue;
    }
    const full = lists.abbreviations.get(word.word);
    if (full !== undefined) one(phraseOf(full), costs.abbreviation);
    // Where the index has the term itself, its long form must make a phrase: a fan with a DC motor.
    if (full === undefined || lists.products.has(word.word)) one([word], isKnown(word, lists) ? 0 : costs.unknown);
    found.push(...joinedAt(typed, at, false, lists), ...nearAt(typed, at, lists));
    for (const brand of brandsAt(typed, at, (each) => isKnown(each, lists), lists))
      found.push({ from: at, ...brand, cost: costs.brand, is_brand: true });
    if (full !== undefined || isKnown(word, lists)) continue;
    const isUnfinished = ending !== "whole" && to === typed.length && word.word.length >= MIN_BEGUN_LENGTH;
    const keys = isUnfinished ? costs.keys_unfinished : costs.keys;
    for (const form of new Set([decodeTelex(word.spelled), decodeVni(word.spelled)])) {
      const read = phraseOf(form);
      if (form !== word.spelled && read.every((each) => isKnown(each, lists)))
        one(read, keys - ease(leastFrequent(read, lists)));
    }
    const phrase = lists.joined.get(word.word);
    if (phrase) one(phrase, costs.phrase_in_one);
    else {
      const parts = partsOf(word.word, lists);
      if (parts) one(parts, costs.parts + parts.length * costs.each_part);
    }
    const longer = isUnfinished ? lists.beginningWith(word.word).filter((whole) => goesOn(word, whole, lists)) : [];
    if (longer.length > 0) {
      const begun = beginsBrand(word.word, lists) ? costs.brand_begun : costs.begun;
      one([{ ...word, begun: true }], begun - ease(sumOf(longer, lists)));
    }
    if (ending !== "completed") continue;
    for (const whole of longer.slice(0, MAX_OPTIONS))
      one(inPlaceOf(word, whole, lists), costs.completed - ease(lists.products.get(whole) ?? 0));
  }
  return found;
}

/**
 * The whole text one slip away from the name of a category, "may gia": a likelier reading than known words that make no phrase.
 * What is a phrase itself, or near to several names, is left alone.
 */
function nearName(typed: readonly Word[], lists: Vocabulary): Candidate[] {
  const key = keyOf(typed);
  if (
    typed.length < 2 ||
    lists.meanings.has(key) ||
    lists.brands.has(key) ||
    typed.some(({ marks, parts }) => marks || parts !== undefined)
  )
    return [];
  const near = new Map(
    [...shortened(key)].flatMap((left) => lists.near_names.get(left) ?? []).map((each) => [keyOf(each), each]),
  );
  const [words, ...others] = [...near]
    .filter(([name, phrase]) => isOneSlip(name, key) && areAlike(typed, phrase))
    .map(([, phrase]) => phrase);
  return words && others.length === 0
    ? [{ from: 0, to: typed.length, words, cost: costs.near_name, is_near_name: true }]
    : [];
}

/** True where a product's name has these words one after the other: "máy rửa mặt" is no slip of "máy rửa bát". */
export async function stands(ctx: Ctx, words: readonly Word[]): Promise<boolean> {
  const { rows } = await sql`select product_id from catalogue.matching(${phraseQuery(words, "A")}::tsquery, 1)`.execute(
    ctx.sql,
  );
  return rows.length > 0;
}

function beginsBrand(word: string, lists: Vocabulary): boolean {
  return word.length >= MIN_OF_BRAND && lists.terms.some(({ is_brand, key }) => is_brand && key.startsWith(word));
}

/** Marks that were typed stay as they are: "sửi" is not the beginning of "suits". */
function goesOn({ marks, spelled }: Word, whole: string, lists: Vocabulary): boolean {
  return !marks || (lists.spellings.get(whole) ?? whole).startsWith(spelled);
}

function sumOf(words: readonly string[], lists: Vocabulary): number {
  return words.reduce((sum, word) => sum + (lists.products.get(word) ?? 0), 0);
}

function leastFrequent(words: Phrase, lists: Vocabulary): number {
  return Math.min(...words.map(({ word }) => lists.products.get(word) ?? 0));
}

function inPlaceOf(typed: Word, meant: string, lists: Vocabulary): Word[] {
  return phraseOf(lists.spellings.get(meant) ?? meant).map((word) => ({ ...typed, ...word, marks: word.marks }));
}

/** Phrases one slip away from neighbours not all of which are known, also where the slip is the blank: "so cca". */
function nearAt(typed: readonly Word[], at: number, lists: Vocabulary): Candidate[] {
  const found: Candidate[] = [];
  for (let to = at + 2; to <= Math.min(typed.length, at + MAX_WINDOW_WORDS); to++) {
    const window = typed.slice(at, to);
    if (window.some(({ parts }) => parts !== undefined)) break;
    const near = window.every((word) => isKnown(word, lists)) ? undefined : nearPhrase(window, lists);
    if (near) found.push({ from: at, to, ...near });
  }
  return found;
}

/** Neighbours that are one term in the index: "sam sung". Marks make syllables of them: they stay. */
function joinedAt(typed: readonly Word[], at: number, allKnown: boolean, lists: Vocabulary): Candidate[] {
  const found: Candidate[] = [];
  for (let size = 2; size <= MAX_JOINED && at + size <= typed.length; size++) {
    const some = typed.slice(at, at + size);
    if (!some.every(({ word, marks, parts }) => parts === undefined && !marks && /^[a-z]+$/.test(word))) break;
    const whole = keyOf(some).replaceAll(" ", "");
    const known = some.every((word) => isKnown(word, lists) && !lists.abbreviations.has(word.word));
    if (known !== allKnown || whole.length < MIN_JOINED || !lists.spellings.has(whole)) continue;
    const cost = (known ? costs.model : costs.joined) - ease(lists.products.get(whole) ?? 0);
    found.push({ from: at, to: at + size, words: phraseOf(lists.spellings.get(whole) ?? whole), cost });
  }
  return found;
}

/** "quatdungsenko": the fewest known words that make it up. They belong together. */
function partsOf(word: string, lists: Vocabulary): Word[] | undefined {
  if (word.length < MIN_SPLIT_LENGTH || word.length > 40) return undefined;
  const best: (string[] | undefined)[] = [[]];
  for (let end = 1; end <= word.length; end++) {
    for (let start = Math.max(0, end - MAX_PART_LENGTH); start < end - 1; start++) {
      const before = best[start];
      const part = word.slice(start, end);
      if (!before || !lists.spellings.has(part)) continue;
      const found = best[end];
      if (!found || before.length + 1 < found.length) best[end] = [...before, part];
    }
  }
  const fewest = best[word.length];
  // Anything falls into syllables of two letters: "cerave" is a brand the shop does not sell.
  if (!fewest || (fewest.length > 2 && fewest.every((part) => part.length <= 2))) return undefined;
  const parts = fewest.flatMap((part) => phraseOf(lists.spellings.get(part) ?? part));
  return parts.map((part, at) => (at === 0 ? part : { ...part, joined: true }));
}

// ---- what the database knows

type Found = { kind: "word" | "begun" | "model"; typed: string; word: string; spelled: string; products: number };

/**
 * Of unknown terms: the indexed terms one typo away or alike, what begins with them, models they are part of. One
 * statement.
 */
export async function indexCandidates(
  ctx: Ctx,
  typed: readonly Word[],
  unknown: readonly number[],
  ending: Ending,
  lists: Vocabulary,
): Promise<Candidate[]> {
  const words = [...new Set(unknown.flatMap((at) => typed[at]?.word ?? []))].filter((word) => /^[a-z]+$/.test(word));
  const tries = words.flatMap((word) => [...slipsOf(word)].map((slip) => ({ typed: word, word: slip })));
  const last = typed.length - 1;
  const begun = ending !== "whole" && unknown.includes(last) && !typed[last]?.marks ? (typed[last]?.word ?? "") : "";
  const models = unknown.flatMap((at) => modelsWith(typed, at, lists));
  const { rows } = await sql<Found>`
    select 'word' as kind, t.typed, w.word, w.spelled, w.products
    from unnest(${tries.map((each) => each.typed)}::text[], ${tries.map((each) => each.word)}::text[]) as t (typed, word)
    join catalogue.words w on w.word = t.word
    union all
    select 'word', l.* from unnest(${words}::text[]) as t (typed),
      lateral (select t.typed, w.word, w.spelled, w.products from catalogue.words w
        where length(t.typed) >= 7 and w.word % t.typed and abs(length(w.word) - length(t.typed)) <= 2
        order by similarity(w.word, t.typed) desc, w.products desc limit ${MAX_GUESSES}) l
    union all
    select 'begun', ${begun}, min(w.word), '', coalesce(sum(w.products), 0)::int from catalogue.words w
      where length(${begun}::text) >= 3 and w.word like ${`${begun}%`} having count(*) > 0
    union all
    select 'model', m.code, m.code, m.code, 1 from unnest(${models.map(({ code }) => code)}::text[],
        ${models.map(({ code }) => wordQuery(code, "", true))}::text[]) as m (code, query)
      where exists (select from catalogue.matching(m.query::tsquery, 1))
    order by products desc, word`.execute(ctx.sql);
  const found: Candidate[] = unknown.flatMap((at) => slipsAt(at, typed[at], rows, lists));
  for (const row of rows) {
    const word = typed[last];
    if (row.kind === "begun" && word)
      found.push({
        from: last,
        to: last + 1,
        words: [{ ...word, begun: true }],
        cost: costs.begun - ease(row.products),
      });
    const model = row.kind === "model" ? models.find(({ code }) => code === row.word) : undefined;
    if (model) found.push({ ...model.span, words: [codeWord(model.code)], cost: costs.sold_model });
  }
  return found;
}

function slipsAt(at: number, word: Word | undefined, rows: readonly Found[], lists: Vocabulary): Candidate[] {
  if (!word) return [];
  const options = new Map<string, Found & { cost: number }>();
  for (const row of rows) {
    if (row.kind !== "word" || row.typed !== word.word || options.has(row.word)) continue;
    options.set(row.word, { ...row, cost: costOfSlip(word.word, row, lists) });
  }
  const best = [...options.values()].sort((one, other) => one.cost - other.cost).slice(0, MAX_OPTIONS);
  const guesses = [word.word, ...best.slice(0, MAX_GUESSES).map((each) => each.word)];
  return best.map((each) => ({
    from: at,
    to: at + 1,
    words:
      each.word === word.word
        ? [word]
        : phraseOf(each.spelled).map((read) => ({ ...word, ...read, marks: read.marks })),
    cost: each.cost,
    ...(each.word === word.word ? {} : { guesses }),
  }));
}

/** A word the database knows is its own correction. */
function costOfSlip(typed: string, { word, products }: Found, lists: Vocabulary): number {
  if (typed === word) return 0;
  // However many products have it, it is no likelier than the word as typed.
  if (!isLikely(typed, word, lists)) return Math.max(costs.unlikely_slip - ease(products), costs.unknown);
  return (isOneSlip(typed, word) || soundOf(typed) === soundOf(word) ? costs.slip : costs.likeness) - ease(products);
}

/** A short word must sound the same or be the same letters, or lack one of a longer word; a wrong letter is a near one. */
function isLikely(typed: string, meant: string, lists: Vocabulary): boolean {
  if (soundOf(typed) === soundOf(meant)) return true;
  if (typed.length >= TRUSTED_LENGTH)
    return typed.length > TRUSTED_LENGTH || !hasFarCharacter(typed, meant) || lists.brands.has(meant);
  if (meant.length >= TRUSTED_LENGTH && isOneSlip(typed, meant)) return true;
  const sorted = (word: string) => [...word].sort().join("");
  return sorted(typed) === sorted(meant);
}

// ---- what known words may have meant instead

const MIN_CHARACTERS = 5;
const MAX_WINDOW_WORDS = 6; // words

/**
 * Other readings of words that are all known: a phrase one slip away, neighbours that are one word, a model, and of a
 * word that hardly any product has a far more frequent one near it. `isFixed`: words that mean something already.
 */
export function otherCandidates(
  words: readonly Word[],
  isFixed: (at: number) => boolean,
  lists: Vocabulary,
): (Candidate & { is_asked: boolean })[] {
  const found: (Candidate & { is_asked: boolean })[] = [];
  for (let at = 0; at < words.length; at++) {
    for (let size = 1; size <= Math.min(MAX_WINDOW_WORDS, words.length - at) && !isFixed(at + size - 1); size++) {
      const near = nearPhrase(words.slice(at, at + size), lists);
      if (near) found.push({ from: at, to: at + size, ...near, is_asked: true });
    }
    if (isFixed(at)) continue;
    const isFree = ({ from, to }: Candidate) => words.slice(from, to).every((_, index) => !isFixed(from + index));
    found.push(
      ...joinedAt(words, at, true, lists)
        .filter(isFree)
        .map((each) => ({ ...each, is_asked: false })),
    );
    for (const { code, span } of modelsWith(words, at, lists)) {
      const model = { ...span, words: [codeWord(code)], cost: costs.model };
      if (isFree(model)) found.push({ ...model, is_asked: false });
    }
    const frequent = frequentNear(words[at], lists);
    if (frequent) found.push({ from: at, to: at + 1, ...frequent, is_asked: true });
  }
  return found;
}

/** The nearest known phrase: the same sound before one slip, the longest of those. */
function nearPhrase(window: Phrase, lists: Vocabulary): Pick<Candidate, "words" | "cost"> | undefined {
  const key = keyOf(window);
  if (window.length === 1 && (lists.products.get(key) ?? 0) > rare) return undefined;
  if (lists.brands.has(key) || key.length < MIN_CHARACTERS || lists.weightless.has(key) || !/^[a-z ]+$/.test(key))
    return undefined;
  const sound = soundOfPhrase(window);
  const found = [...shortened(sound)].flatMap((left) => lists.near.get(left) ?? []);
  const near = found
    .map((phrase) => ({ phrase, key: keyOf(phrase), sound: soundOfPhrase(phrase) }))
    .filter((each) => each.key !== key && isOneSlip(each.sound, sound))
    .filter((each) => each.sound === sound || (each.key.length > MIN_CHARACTERS && areAlike(window, each.phrase)))
    .map((each) => ({
      words: each.phrase,
      cost:
        (each.sound === sound ? costs.same_sound : costs.near_phrase) +
        (isOneSlip(each.key, key) ? 0 : 0.5) +
        Math.abs(each.key.length - key.length) / 20,
    }));
  return near.sort((one, other) => one.cost - other.cost)[0];
}

/** A spelling that stands once beside one that stands twenty times as often is a slip of who wrote the catalogue. */
function frequentNear(typed: Word | undefined, lists: Vocabulary): Pick<Candidate, "words" | "cost"> | undefined {
  if (!typed || typed.parts !== undefined || typed.word.length < MIN_CHARACTERS || typed.begun) return undefined;
  const products = lists.products.get(typed.word);
  if (products === undefined || products > rare) return undefined;
  const often = (word: string) => lists.products.get(word) ?? 0;
  const [best] = [...slipsOf(typed.word)]
    .filter((word) => word !== typed.word && often(word) >= FAR_MORE * Math.max(1, products))
    .sort((one, other) => often(other) - often(one));
  if (best === undefined) return undefined;
  return { words: inPlaceOf(typed, best, lists), cost: costs.slip - ease(often(best)) };
}
