/**
 * Text as search counts it: folded words in their order, figures with their unit as one word ("1,8 lít" is `1.8l`),
 * model codes whole and in parts, Japanese in pairs of characters. Indexed terms and a typed query pass through here
 * alike, which is why they meet. Pure. rules/search#words
 */
import { joinUnits } from "contract/values/search-price.ts";
import { fold, hasMarks, spellingKey } from "contract/values/text.ts";

export type Word = {
  /** Folded: what is compared. */
  word: string;
  /** As written, in lower case: what is shown. */
  spelled: string;
  /** Distinguishes "bàn" from "bán": a second lexeme for words that carry marks. */
  marks?: string | undefined;
  /** Its place in the text; the parts of a code, which follow it, share the places of the whole. */
  at: number;
  /** Of a whole code: how many parts follow. */
  parts?: number;
  /** Typed in one go with the words before it: they belong together. */
  joined?: true;
  /** Perhaps only the beginning of a word. */
  begun?: true;
};

const people = /(?<![\p{L}\p{N}.,-])(\d{1,3}) ?(?:người|nguoi|people|persons|人)(?![\p{L}\p{N}])/gu;
const family = /(?<![\p{L}\p{N}])family of (\d{1,3})(?![\p{L}\p{N}])/gu;

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
      words.push({ ...wordOf(written.replace(/[.\-/]/g, "")), spelled: written, at, parts: pieces.length });
    }
    for (const piece of pieces) words.push({ ...wordOf(piece), at: at++ });
  }
  return words.filter((each) => each.word !== "");
}

/** A catalogue has few words and uses them often; Unicode's normalisation is by far the dearest step. */
const known = new Map<string, Omit<Word, "at" | "parts">>();
const MAX_KNOWN = 20_000;

function wordOf(spelled: string): Omit<Word, "at" | "parts"> {
  const found = known.get(spelled);
  if (found) return found;
  if (known.size >= MAX_KNOWN) known.clear();
  const word = sameMeasure(fold(spelled));
  const marks = spelled !== word && hasMarks(spelled) ? `=${spellingKey(spelled)}` : undefined;
  const made = { word, spelled, marks };
  known.set(spelled, made);
  return made;
}

/** Figures and their units as one word each: "1,8 lít" → `1.8l`, "4 người" → `4people`. */
function withMeasures(text: string): string {
  const small = text.normalize("NFKC").toLowerCase();
  return /\d/.test(small) ? joinUnits(small).replace(family, "$1 people").replace(people, "$1people") : small;
}

/** One spelling of a measure: `0.5l` is `500ml`, `1500ml` is `1.5l`, `1.2kw` is `1200w`. */
function sameMeasure(word: string): string {
  const found = /^(\d+(?:\.\d+)?)(l|ml|kw)$/.exec(word);
  if (!found) return word;
  const value = Number(found[1]);
  if (found[2] === "l" && value < 1) return `${Number((value * 1000).toFixed(3))}ml`;
  if (found[2] === "ml" && value >= 1000) return `${Number((value / 1000).toFixed(3))}l`;
  return found[2] === "kw" ? `${Number((value * 1000).toFixed(3))}w` : `${value}${found[2]}`;
}

/** 炊飯器 → 炊飯, 飯器. A lone sign stays alone. */
function pairs(run: string): string[] {
  const signs = Array.from(run);
  if (signs.length < 2) return signs;
  return signs.slice(0, -1).map((sign, index) => sign + signs[index + 1]);
}
