/**
 * How near two terms are when typed in a hurry or by ear: sounds that Vietnamese ears confuse count as one,
 * and so does one typo (a letter too many, missing, wrong, or two swapped). Pure. rules/search#typos
 */

const onsets: Readonly<Record<string, string>> = {
  ...{ ngh: "ng", gh: "g", gi: "d", r: "d", z: "d", x: "s", tr: "ch", l: "n", k: "c", q: "c", ph: "f" },
};
const syllable = /^(ngh|ng|gh|gi|ch|tr|kh|nh|ph|th|[bcdfghjklmnpqrstvwxz])?(.*)$/;

/** A folded syllable as it sounds: `giat`, `dac` and `rat` are one. Of other words, what is left is still a fair key. */
export function soundOf(word: string): string {
  const [, onset = "", rest = ""] = syllable.exec(word) ?? [];
  const rhyme = (rest === "" && onset === "gi" ? "i" : rest)
    .replaceAll("y", "i")
    .replace(/(?:ch|c|t)$/, "t")
    .replace(/(?:nh|ng|n)$/, "n");
  return (onsets[onset] ?? onset) + rhyme;
}

/** True when at most one typo lies between them. */
export function isOneSlip(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  const room = Math.min(one.length, other.length) - start;
  while (end < room && one.at(-1 - end) === other.at(-1 - end)) end++;
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

const keyboard = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];

/** True when one letter stands for another that is neither a vowel like it nor beside it on the keyboard. */
export function hasFarCharacter(typed: string, meant: string): boolean {
  if (typed.length !== meant.length) return false;
  const at = [...typed].findIndex((letter, index) => letter !== meant[index]);
  const [one = "", other = ""] = [typed[at], meant[at]];
  if (at === -1 || typed.slice(at + 1) !== meant.slice(at + 1) || (isVowel(one) && isVowel(other))) return false;
  const [row, place] = keyOn(one);
  const [otherRow, otherPlace] = keyOn(other);
  return Math.abs(row - otherRow) > 1 || Math.abs(place - otherPlace) > 1;
}

function isVowel(letter: string): boolean {
  return /^[aeiouy]$/.test(letter);
}

function keyOn(letter: string): [row: number, place: number] {
  const row = keyboard.findIndex((characters) => characters.includes(letter));
  return [row, keyboard[row]?.indexOf(letter) ?? -1];
}

/** The text, and all that is left of it when one letter goes: two texts one typo apart have one of these in common. */
export function shortened(text: string): Set<string> {
  const found = new Set([text]);
  for (let at = 0; at < text.length; at++) found.add(text.slice(0, at) + text.slice(at + 1));
  return found;
}

const confused = ["ch tr", "gi d", "gi r", "s x", "l n", "ngh ng", "gh g", "c k", "ph f"].map((pair) =>
  pair.split(" "),
);
const alphabet = "abcdefghijklmnopqrstuvwxyz";

/** The word itself, every word one typo away (a letter too many, missing, wrong, or two swapped), and what sounds alike. */
export function slipsOf(typed: string): Set<string> {
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
