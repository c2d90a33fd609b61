/**
 * Search queries generated from a catalogue, each with the products it must find: Telex keys, missing blanks and letters,
 * split codes, unfinished brands. The same catalogue gives the same queries. Pure.
 */
import { fold } from "contract/values/text.ts";

export type ImportedProduct = {
  id: number;
  slug: string;
  name: string;
  brand: string;
  category: string;
  category_name: string;
  model: string;
};
/** `wants`: what a product among the first five must be. `is_typing`: for the suggestions. */
type SetText = { query: string; wants: (product: ImportedProduct) => boolean };
export type TextSet = { name: string; texts: SetText[]; is_typing?: true };

const MAX_TEXTS = 60;
const MIN_CHARACTERS = 4;

export function textSets(products: readonly ImportedProduct[]): TextSet[] {
  const brands = largest(products, ({ brand }) => brand).filter((brand) => fold(brand).length >= MIN_CHARACTERS);
  const categories = [...new Map(products.map((product) => [product.category, product.category_name])).entries()].slice(
    0,
    MAX_TEXTS,
  );
  const some = products
    .filter((_, at) => at % Math.max(1, Math.floor(products.length / MAX_TEXTS)) === 0)
    .slice(0, MAX_TEXTS);
  const ofBrand = (change: (brand: string) => string): SetText[] =>
    brands.map((brand) => ({ query: change(fold(brand)), wants: (product) => product.brand === brand }));
  const ofCategory = (change: (name: string) => string): SetText[] =>
    categories.map(([category, name]) => ({ query: change(name), wants: (product) => product.category === category }));
  const ofModel = (change: (model: string) => string): SetText[] =>
    some.map(({ id, model }) => ({ query: change(model), wants: (product) => product.id === id }));
  return [
    { name: "category", texts: ofCategory((name) => name) },
    { name: "category in Telex keys", texts: ofCategory(telexOf) },
    { name: "category without blanks", texts: ofCategory((name) => fold(name).replaceAll(" ", "")) },
    { name: "category, last letter missing", texts: ofCategory((name) => fold(name).slice(0, -1)) },
    { name: "category, one letter missing", texts: ofCategory((name) => without(fold(name), middle(fold(name)))) },
    { name: "category, two letters swapped", texts: ofCategory((name) => swapped(fold(name))) },
    { name: "category, one letter wrong", texts: ofCategory((name) => wrong(fold(name))) },
    { name: "brand", texts: ofBrand((brand) => brand) },
    { name: "brand, one letter missing", texts: ofBrand((brand) => without(brand, middle(brand))) },
    { name: "brand, two letters swapped", texts: ofBrand(swapped) },
    { name: "brand, one letter wrong", texts: ofBrand(wrong) },
    { name: "brand and three words of a name", texts: some.map(wordsOfName) },
    { name: "code", texts: ofModel((model) => model) },
    { name: "code without dash", texts: ofModel((model) => model.replaceAll("-", "")) },
    { name: "code with a blank", texts: ofModel((model) => model.replaceAll("-", " ").toLowerCase()) },
    { name: "four letters of a brand, while typing", texts: ofBrand((brand) => brand.slice(0, 4)), is_typing: true },
  ];
}

function wordsOfName({ name, brand }: ImportedProduct): SetText {
  const words = name.split(/[\s,]+/).filter((word) => fold(word) !== fold(brand));
  const query = [brand, ...words.slice(0, 3)].join(" ");
  const named = words.slice(0, 3).map(fold);
  const hasAll = (product: ImportedProduct) => named.every((word) => ` ${fold(product.name)} `.includes(` ${word}`));
  return { query, wants: (product) => product.brand === brand && hasAll(product) };
}

function largest(products: readonly ImportedProduct[], of: (product: ImportedProduct) => string): string[] {
  const counts = new Map<string, number>();
  for (const product of products) counts.set(of(product), (counts.get(of(product)) ?? 0) + 1);
  const sorted = [...counts].sort(([one, more], [other, less]) => less - more || (one < other ? -1 : 1));
  return sorted.slice(0, MAX_TEXTS).map(([name]) => name);
}

const middle = (text: string) => Math.floor(text.length / 2);

function without(text: string, at: number): string {
  return text[at] === " " ? without(text, at + 1) : text.slice(0, at) + text.slice(at + 1);
}

function swapped(text: string): string {
  const at = middle(text) - 1;
  return text.slice(0, at) + (text[at + 1] ?? "") + (text[at] ?? "") + text.slice(at + 2);
}

function wrong(text: string): string {
  const at = text[middle(text)] === " " ? middle(text) + 1 : middle(text);
  return `${text.slice(0, at)}${text[at] === "o" ? "u" : "o"}${text.slice(at + 1)}`;
}

const quality = { "\u0306": "w", "\u031b": "w" } as Readonly<Record<string, string>>;
const tones = { "\u0300": "f", "\u0301": "s", "\u0309": "r", "\u0303": "x", "\u0323": "j" } as Readonly<
  Record<string, string>
>;

/** As it is typed without an input method: "nồi chiên" → "nooif chieen". */
function telexOf(text: string): string {
  return text.toLowerCase().split(" ").map(telexSyllable).join(" ");
}

function telexSyllable(syllable: string): string {
  let [typed, tone] = ["", ""];
  for (const sign of syllable.normalize("NFD")) {
    if (sign === "đ") typed += "dd";
    else if (sign === "\u0302") typed += typed.at(-1) ?? "";
    else if (quality[sign]) typed += quality[sign];
    else if (tones[sign]) tone = tones[sign] ?? "";
    else typed += sign;
  }
  return typed + tone;
}
