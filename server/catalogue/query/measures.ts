/**
 * Measures in a query whose unit the index does not join to the figure: "9000btu", "1.5 HP", "55in". Every way a
 * shop may have written it is looked for, so imported products are found however they spell it. Pure.
 */
import type { Word } from "../index/terms.ts";

/** By its folded spelling, the other spellings of the same unit. Sources: product names in exports of other shops. */
const spellings: readonly (readonly string[])[] = [
  ["btu"],
  ["hp", "ngua"],
  ["inch", "inches", "in"],
  ["pa"],
  ["kpa"],
  ["mah"],
  ["hz"],
  ["gb"],
  ["tb"],
];
const units = new Map(spellings.flatMap((same) => same.map((unit) => [unit, same] as const)));

// "in" is a word as well: only what stands right behind its figure is an inch.
const measured =
  /(?<![\p{L}\d.,\-/])(\d+(?:[.,]\d+)*)(?:\s*(btu|hp|ngựa|ngua|inch(?:es)?|k?pa|mah|hz|gb|tb)|(in|["”″]|''|′′))(?![\p{L}\d])/giu;

/** A typed text with its measures in two words each: "12.000BTU" → "12000 btu", `55"` → "55 inch". */
export function partMeasures(text: string): string {
  return text.normalize("NFKC").replace(measured, (_all, figure: string, unit?: string) => {
    const plain = /^\d{1,3}(?:[.,]\d{3})+$/.test(figure) ? figure.replace(/[.,]/g, "") : figure.replace(",", ".");
    return ` ${plain} ${unit ?? "inch"} `;
  });
}

/** True when these two are a figure and its unit. */
export function isMeasure(figure: Word | undefined, unit: Word | undefined): boolean {
  return /^\d+(?:\.\d+)?$/.test(figure?.word ?? "") && units.has(unit?.word ?? "");
}

export function isUnit({ word }: Word): boolean {
  return units.has(word);
}

/** Every way a measure may be indexed, each as the lexemes it consists of. */
export function waysOfMeasure(words: readonly Word[]): string[][] {
  const [figure, unit] = words;
  if (words.length !== 2 || !figure || !unit || !isMeasure(figure, unit)) return [];
  return (units.get(unit.word) ?? []).flatMap((name) =>
    spellingsOf(figure.word).flatMap((parts) => {
      const last = parts.at(-1) ?? "";
      const before = parts.slice(1).map((part, at) => `${parts[at]} ${part}`);
      const glued = parts.length > 1 ? [`${parts.at(-2)} ${last}${name}`] : [`${last}${name}`];
      return [
        [...before, `${last} ${name}`],
        [...before.slice(0, -1), ...glued],
      ];
    }),
  );
}

/** "1.5" is also "1,5", and "12000" "12.000" and "12,000": a comma parts words. */
function spellingsOf(figure: string): string[][] {
  const [whole = "", cents] = figure.split(".");
  if (cents !== undefined) return [[figure], [whole, cents]];
  const grouped = /^(\d{1,3})(\d{3})$/.exec(whole);
  return grouped ? [[whole], [`${grouped[1]}.${grouped[2]}`], [grouped[1] ?? "", grouped[2] ?? ""]] : [[whole]];
}
