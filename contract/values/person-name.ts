/**
 * A person's full name, in one field for every nationality. Normalised first and validated after, because phones append a
 * blank when they fill a form in. Spec §5; rules/identity#names
 */
import { lengthOf, nfc, stripMarks } from "./text.ts";

export type NameProblem = "one_part" | "characters" | "long";
export type ParsedName = { ok: true; name: string } | { ok: false; problem: NameProblem };

export const MAX_NAME_LENGTH = 60; // code points

// Letters with their marks; an apostrophe only between two letters (Y'Bhăm, H’Hen).
const part = /^\p{L}\p{M}*(?:['’]?\p{L}\p{M}*)*$/u;

/** Composed, single blanks, none at the ends; invisible characters of copied text dropped. */
export function normaliseName(text: string): string {
  return nfc(text)
    .replace(/\p{Cf}/gu, "")
    .replace(/\s+/g, " ")
    .trim();
}

export function parsePersonName(text: string): ParsedName {
  const name = normaliseName(text);
  if (lengthOf(name) > MAX_NAME_LENGTH) return { ok: false, problem: "long" };
  const parts = name.split(" ");
  if (!parts.every((each) => part.test(each))) return { ok: false, problem: "characters" };
  return parts.length < 2 ? { ok: false, problem: "one_part" } : { ok: true, name };
}

/** Capitals for a name typed in lower case; a name with any capital is left as its owner wrote it. */
export function capitaliseName(name: string): string {
  if (name !== name.toLowerCase()) return name;
  return name.replace(/(^|[\s'’])(\p{L})/gu, (_all, before: string, letter: string) => before + letter.toUpperCase());
}

/** How to address the person: the last word. "Nguyễn Văn An" → "An". */
export function givenName(name: string): string {
  return normaliseName(name).split(" ").at(-1) ?? "";
}

/** The letter of an avatar: the first of the given name. */
export function initial(name: string): string {
  return Array.from(givenName(name))[0]?.toUpperCase() ?? "";
}

/** Given name first, then the rest: sort these with `compareNames`. */
export function nameSortKey(name: string): string {
  const parts = normaliseName(name).split(" ");
  return [parts.at(-1), ...parts.slice(0, -1)].join(" ");
}

const vietnamese = new Intl.Collator("vi");

/** Order of a customer list: by given name, then the rest, in the Vietnamese alphabet. */
export function compareNames(one: string, other: string): number {
  return vietnamese.compare(nameSortKey(one), nameSortKey(other));
}

/** As on a bank account: capitals, no marks, letters only. "Nguyễn Văn Đạt" → "NGUYEN VAN DAT". */
export function nameAsOnBankAccount(name: string): string {
  return stripMarks(normaliseName(name))
    .toUpperCase()
    .replace(/[^A-Z ]/g, "")
    .replace(/ +/g, " ")
    .trim();
}
