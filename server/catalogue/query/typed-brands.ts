/**
 * Brands as they are typed: "lock & lock", "ao smith" and "aosmith" for A.O. Smith. Punctuation and blanks do not
 * count.
 */
import type { Word } from "../index/terms.ts";
import { type Brand, keyOf, type Phrase, type Vocabulary } from "./vocabulary.ts";

const MAX_TYPED = 6; // words

/** The brand a whole text is the name of. Marks that were typed must be the brand's own: "áo" is not AO. */
export function brandNamed(typed: readonly Word[], lists: Vocabulary): Brand | undefined {
  const key = keyOf(typed);
  const brand = lists.brands.get(key) ?? lists.brands_compact.get(key.replaceAll(" ", ""));
  if (!brand || typed.some(({ parts }) => parts !== undefined) || !hasItsMarks(typed, brand)) return undefined;
  return brand;
}

/** Brands among the words, that are written otherwise; a known word stays what it is. */
export function brandsAt(
  typed: readonly Word[],
  at: number,
  isKnown: (word: Word) => boolean,
  lists: Vocabulary,
): { to: number; words: Phrase }[] {
  const found: { to: number; words: Phrase }[] = [];
  for (let to = at + 1; to <= Math.min(typed.length, at + MAX_TYPED); to++) {
    const some = typed.slice(at, to);
    const brand = brandNamed(some, lists);
    if (!brand || brand.key === keyOf(some)) continue;
    const [only] = some;
    if (some.length === 1 && only && isKnown(only)) continue;
    found.push({ to, words: brand.phrase });
  }
  return found;
}

function hasItsMarks(typed: readonly Word[], { phrase }: Brand): boolean {
  const marks = new Set(phrase.map((word) => word.marks));
  return typed.every((word) => word.marks === undefined || marks.has(word.marks));
}
