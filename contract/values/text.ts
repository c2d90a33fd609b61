/**
 * Text as Vietnamese needs it: one stored form, one folded form for comparing without marks, slugs, and the comparison
 * that ignores only where the tone mark stands (hòa, hoà). Folding is for comparing; stored text keeps its spelling.
 * Spec §9 (truncation); rules/platform#text, rules/search#folding
 */

/** The one form we store and compare: composed, so that a Mac's "ế" equals a phone's. */
export function nfc(text: string): string {
  return text.normalize("NFC");
}

/** Length in code points of the composed text. */
export function lengthOf(text: string): number {
  return Array.from(nfc(text)).length;
}

/** Letters without any mark, case kept: "Nguyễn Văn Đô" → "Nguyen Van Do". */
export function stripMarks(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/đ/g, "d") // đ does not decompose
    .replace(/Đ/g, "D")
    .normalize("NFC");
}

/** Between the parts of one emoji (👩‍🚒), where it is a part of what one sees. */
const emojiJoiner = String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`;
const invisibleCharacters = new RegExp(String.raw`${emojiJoiner}|(\p{Cf}|(?![\n\t])\p{Cc})`, "gu");
/** Anything but blanks, marks without a letter, and characters without a glyph (Hangul fillers, the empty Braille cell). */
const visibleCharacter = /[^\s\p{M}\p{Cf}\u115f\u1160\u3164\uffa0\u2800]/u;

/**
 * What a reader sees of a text, composed and trimmed: no zero-width characters, no bidirectional
 * control characters, no other control characters; every kind of line end is `\n`. Empty when there is nothing to see.
 */
export function visibleText(text: string): string {
  const lines = nfc(text).replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n");
  const shown = lines.replace(invisibleCharacters, (sign: string, hidden: string | undefined) =>
    hidden === undefined ? sign : "",
  );
  return visibleCharacter.test(shown) ? shown.trim() : "";
}

/** Line breaks, tabs and repeated blanks as one blank. */
export function foldLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

const zeroWidth = /[\u00ad\u200b-\u200d\u2060\ufeff]/g; // soft hyphen, zero-width characters, byte order mark

/** For comparing without marks, case and width: "Ｎồi  Chiên" → "noi chien". Japanese voicing marks stay. */
export function fold(text: string): string {
  return stripMarks(text.normalize("NFKC").replace(zeroWidth, "").toLowerCase()).replace(/\s+/g, " ").trim();
}

/** The folded text reduced to letters and digits: finds "may loc nuoc" in `maylocnuoc`, a model without its dashes. */
export function foldToAlphanumeric(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]+/gu, "");
}

const SLUG_LENGTH = 80;

/**
 * "Nồi chiên 5,5 lít" → `noi-chien-5-5-lit`, at most 80 characters, cut between words. Empty when nothing Latin is
 * left.
 */
export function slugify(text: string): string {
  return cutSlug(
    fold(text)
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, ""),
    SLUG_LENGTH,
  );
}

/** `slug`, or the first of `slug-2`, `slug-3`, … that is free: two names may fold to one slug. */
export function freeSlug(slug: string, isTaken: (candidate: string) => boolean): string {
  let candidate = slug;
  for (let number = 2; isTaken(candidate); number++) {
    const ending = `-${number}`;
    candidate = cutSlug(slug, SLUG_LENGTH - ending.length) + ending;
  }
  return candidate;
}

function cutSlug(slug: string, length: number): string {
  if (slug.length <= length) return slug;
  const cut = slug.slice(0, length + 1).lastIndexOf("-");
  return slug.slice(0, cut > 0 ? cut : length);
}

/** At most `length` characters, the last three of them "..." where something is left out; never inside a syllable if avoidable. */
export function truncate(text: string, length: number): string {
  const characters = Array.from(nfc(text));
  if (characters.length <= length) return characters.join("");
  const available = Math.max(0, length - 3);
  const head = characters.slice(0, available);
  const between = characters[available] === " " ? available : head.lastIndexOf(" ");
  const end = between >= available / 2 ? between : available;
  return `${head.slice(0, end).join("").trimEnd()}...`; // Spec §9
}

const tones = /[\u0300\u0301\u0303\u0309\u0323]/g; // huyền, sắc, ngã, hỏi, nặng

/**
 * Two correct spellings of a word get the same key, different words do not: each syllable's letters with their
 * quality marks, and its tone wherever it stands. "hoà" = "hòa", "quí" = "quý"; "bàn" ≠ "bán" ≠ "ban".
 */
export function spellingKey(text: string): string {
  return nfc(text)
    .toLowerCase()
    .replace(/[\p{L}\p{M}]+/gu, (syllable) => {
      const parts = syllable.normalize("NFD");
      const tone = parts.match(tones)?.join("") ?? "";
      const characters = nfc(parts.replace(tones, "")).replace(/^quy$/, "qui");
      return characters + tone;
    })
    .replace(/\s+/g, " ")
    .trim();
}

/** True when both are the same words, wherever their tone marks stand. */
export function sameSpelling(one: string, other: string): boolean {
  return spellingKey(one) === spellingKey(other);
}

/** True when the text carries a letter that only Vietnamese typing produces (a mark, or đ). */
export function hasMarks(text: string): boolean {
  return stripMarks(text) !== nfc(text);
}
