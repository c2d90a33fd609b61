/**
 * Makes slugs, SKUs and variant names unique, deterministically: where the text they are made of is truncated or not in
 * Latin letters, a hash of the whole text follows. Names of products whose file names each variant are made here too.
 * The same text gives the same answer in every run. Pure.
 */
import { createHash } from "node:crypto";
import { fold, slugify } from "contract/values/text.ts";
import { cleanName } from "./values/clean-text.ts";

const MAX_SLUG = 80;
const HASH_SUFFIX_LENGTH = 9; // a dash and eight characters

/** A hash of a text in eight characters. */
function shortHash(whole: string): string {
  return createHash("sha256")
    .update(whole)
    .digest("hex")
    .slice(0, HASH_SUFFIX_LENGTH - 1);
}

/** At most `maxLength` characters; a longer text is cut and ends in a hash of `whole`. */
export function truncateWithHash(text: string, maxLength: number, whole = text): string {
  return text.length <= maxLength ? text : withHashSuffix(text, maxLength, whole);
}

/** The slug of a handle in the imported file; with a hash where the handle is too long or not in Latin letters. */
export function slugOfHandle(handle: string): string {
  const slug = slugify(handle);
  const isWhole = handle.trim().length <= MAX_SLUG && !/(?![a-z])\p{L}/u.test(fold(handle));
  return isWhole || slug === "" ? slug : withHashSuffix(slug, MAX_SLUG, handle);
}

/** The slug of one combination of options: no other product's, however long the words, whatever their script. */
export function disambiguateSlug(slug: string, options: string, taken: ReadonlySet<string>): string {
  const words = [slug, slugify(options)].filter((part) => part !== "").join("-");
  if (words !== slug && words.length <= MAX_SLUG && !taken.has(words)) return words;
  return withHashSuffix(words, MAX_SLUG, `${slug} ${options}`);
}

function withHashSuffix(text: string, maxLength: number, whole: string): string {
  return `${text.slice(0, maxLength - HASH_SUFFIX_LENGTH).replace(/-+$/, "")}-${shortHash(whole)}`;
}

/** The name that the variants of one product share: "Nồi X - Màu đỏ" and "Nồi X - Màu đen" are "Nồi X". */
export function commonVariantName(
  variants: readonly { name: string; colour: string | undefined }[],
): string | undefined {
  const [first] = variants;
  if (!first || variants.length < 2) return first?.name;
  const [bare, ...others] = variants.map(({ name, colour }) => withoutColour(cleanName(name), colour ?? ""));
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
