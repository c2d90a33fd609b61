/**
 * Text as search counts it: folded words in their order, figures with their unit as one word ("1,8 lít" is `1.8l`),
 * model codes whole and in parts, Japanese in pairs of signs. The shelf's words and a typed query pass through here
 * alike, which is why they meet. Pure. facts/vietnam.md 3.4, 4.
 */
import { fold, hasMarks, spellingKey } from "contract/text.ts";

export type Word = {
  /** Folded: what is compared. */
  word: string;
  /** As written, in small letters: what is shown. */
  spelled: string;
  /** Tells "bàn" from "bán": a second lexeme for words that carry marks. */
  marks?: string | undefined;
  /** Its place in the text; the parts of a code share the places of the whole. */
  at: number;
};

/** Folded names of each unit, as people type them. Source: the shop's search vocabulary, facts/vietnam.md 4. */
const unitNames: Readonly<Record<string, readonly string[]>> = {
  l: ["l", "lit", "litre", "litres", "liter", "liters", "リットル"],
  ml: ["ml", "mililit"],
  w: ["w", "watt", "watts", "oat", "ワット"],
  kw: ["kw"],
  kg: ["kg", "ky", "ki", "kilo"],
  cm: ["cm", "phan"],
  mm: ["mm"],
  m2: ["m2", "met vuong", "平米", "sqm"],
  m3h: ["m3/h", "m3h"],
  pa: ["pa"],
  db: ["db"],
  bar: ["bar"],
  lpd: ["lit/ngay", "l/ngay", "l/day", "l/日"],
  lph: ["lit/gio", "l/gio", "l/h", "lph"],
  people: ["nguoi", "people", "persons", "人"],
};
const unitOf = new Map(
  Object.entries(unitNames).flatMap(([unit, names]) => names.map((name) => [name, unit] as const)),
);
const longestFirst = [...unitOf.keys()]
  .sort((one, other) => other.length - one.length)
  .map((name) => RegExp.escape(name));
const measure = new RegExp(
  `(?<![\\p{L}\\p{N}.,-])(\\d{1,3}(?:[.,]\\d{3})+|\\d+(?:[.,]\\d+)?) ?(${longestFirst.join("|")})(?![a-z0-9])`,
  "gu",
);

/** 1,8 and 1.8 are the same figure; "1.800" and "1,800" are eighteen hundred, "0.500" is a half. */
export function figure(written: string): number {
  const thousands = /^[1-9]\d{0,2}(?:[.,]\d{3})+$/.test(written);
  return Number(thousands ? written.replace(/[.,]/g, "") : written.replace(",", "."));
}

/** `1.8l`, `2200w`; litres below one also meet millilitres. */
export function measureWord(value: number, unit: string): string {
  if (unit === "ml" && value >= 1000) return `${round(value / 1000)}l`;
  if (unit === "l" && value < 1) return `${round(value * 1000)}ml`;
  if (unit === "kw") return `${round(value * 1000)}w`;
  return `${round(value)}${unit}`;
}

function round(value: number): number {
  return Number(value.toFixed(3));
}

const japanese = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;
const parts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|[[\p{L}\p{M}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]]+(?:[.\-\/][[\p{L}\p{M}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]]+)*/gv;

/** The words of a text in their order. A code such as "RC-15F" gives `rc`, `15f` and, over both places, `rc15f`. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let at = 0;
  for (const [written] of withMeasures(text).matchAll(parts)) {
    if (japanese.test(written)) {
      for (const pair of pairs(written)) words.push({ word: pair, spelled: pair, at: at++ });
      continue;
    }
    const pieces = /^\d+\.\d+[a-z\d]*$/.test(written) ? [written] : written.split(/[.\-/]/);
    if (pieces.length > 1 && /\d/.test(written)) {
      words.push({ ...wordOf(written.replace(/[.\-/]/g, "")), spelled: written, at });
    }
    for (const piece of pieces) words.push({ ...wordOf(piece), at: at++ });
  }
  return words.filter((each) => each.word !== "");
}

/** A catalogue has few words and uses them often; Unicode's normalisation is by far the dearest step. */
const known = new Map<string, Omit<Word, "at">>();
const most_known = 20_000;

function wordOf(spelled: string): Omit<Word, "at"> {
  const found = known.get(spelled);
  if (found) return found;
  if (known.size >= most_known) known.clear();
  const word = fold(spelled);
  const marks = spelled !== word && hasMarks(spelled) ? `=${spellingKey(spelled)}` : undefined;
  const made = { word, spelled, marks };
  known.set(spelled, made);
  return made;
}

/** Figures and units pulled together: "1,8 lít" → "1.8l". Units are recognised without their marks, too. */
function withMeasures(text: string): string {
  const composed = text.normalize("NFKC").toLowerCase();
  if (!/\d/.test(composed)) return composed;
  const folded = fold(composed);
  // Folding keeps the number of signs only for composed text with single spaces; otherwise measures are read in the fold.
  const tidy = composed.replace(/\s+/g, " ").trim();
  const source = Array.from(tidy).length === Array.from(folded).length ? tidy : folded;
  const signs = Array.from(source);
  let result = "";
  let end = 0;
  for (const found of folded.matchAll(measure)) {
    const start = Array.from(folded.slice(0, found.index)).length;
    result += signs.slice(end, start).join("");
    result += ` ${measureWord(figure(found[1] ?? ""), unitOf.get(found[2] ?? "") ?? "")} `;
    end = start + Array.from(found[0]).length;
  }
  return result + signs.slice(end).join("");
}

/** 炊飯器 → 炊飯, 飯器. A lone sign stays alone. */
function pairs(run: string): string[] {
  const signs = Array.from(run);
  if (signs.length < 2) return signs;
  return signs.slice(0, -1).map((sign, index) => sign + signs[index + 1]);
}
