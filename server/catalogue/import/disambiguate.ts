/**
 * What must differ between products although the words it is made of are cut or nearly the same: addresses and SKUs
 * made here, and names of products whose file names each of their variants. The same words give the same answer in
 * every run. Pure.
 */
import { createHash } from "node:crypto";
import { fold, slugify } from "contract/values/text.ts";
import { cleanName } from "./values/clean-text.ts";

const MAX_SLUG = 80;
const SIGN_LENGTH = 9; // a dash and eight characters

/** A hash of a text in eight characters. */
function signOf(whole: string): string {
  return createHash("sha256")
    .update(whole)
    .digest("hex")
    .slice(0, SIGN_LENGTH - 1);
}

/** At most `most` characters; what is cut is distinguished by a hash of the whole. */
export function splitDisambiguated(text: string, most: number, whole = text): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - SIGN_LENGTH).replace(/-+$/, "")}-${signOf(whole)}`;
}

/** The slug of a foreign handle: a distinct one for each, where it is too long or not in Latin letters. */
export function slugOfHandle(handle: string): string {
  const slug = slugify(handle);
  const isWhole = handle.trim().length <= MAX_SLUG && !/(?![a-z])\p{L}/u.test(fold(handle));
  return isWhole || slug === "" ? slug : withSign(slug, handle);
}

/** The address of one combination of options: no other product's, however long the words, whatever their script. */
export function disambiguateSlug(slug: string, options: string, taken: ReadonlySet<string>): string {
  const words = [slug, slugify(options)].filter((part) => part !== "").join("-");
  if (words !== slug && words.length <= MAX_SLUG && !taken.has(words)) return words;
  return withSign(words, `${slug} ${options}`);
}

function withSign(slug: string, whole: string): string {
  return `${slug.slice(0, MAX_SLUG - SIGN_LENGTH).replace(/-+$/, "")}-${signOf(whole)}`;
}

/** What a feed calls its forms, as the name of them together: "Nồi X - Màu đỏ" and "Nồi X - Màu đen" are "Nồi X". */
export function nameOfForms(forms: readonly { name: string; colour: string | undefined }[]): string | undefined {
  const [first] = forms;
  if (!first || forms.length < 2) return first?.name;
  const [bare, ...others] = forms.map(({ name, colour }) => withoutColour(cleanName(name), colour ?? ""));
  return bare !== undefined && bare !== "" && others.every((other) => other === bare) ? bare : first.name;
}

function withoutColour(name: string, colour: string): string {
  const written = cleanName(colour).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  if (written === "") return name;
  const colours = new RegExp(
    `[\\s,|/(\\[–-]*(?<![\\p{L}\\p{N}])(?:(?:màu(?: sắc)?|colou?r)\\s*:?\\s*)?(?<![\\p{L}\\p{N}])${written}(?![\\p{L}\\p{N}])[)\\]]*`,
    "giu",
  );
  const last = [...name.matchAll(colours)].at(-1);
  if (!last) return name;
  const rest = `${name.slice(0, last.index)} ${name.slice(last.index + last[0].length)}`;
  return rest
    .replace(/\s+/g, " ")
    .replace(/^[\s,|/–-]+|[\s,|/–-]+$/g, "")
    .replace(/ ,/g, ",");
}
