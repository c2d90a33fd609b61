/** The property texts of a language; all three are loaded at the start, because only the server holds them. */
import type { Locale } from "contract/values/locale.ts";
import { properties as en } from "./en/catalogue/properties.ts";
import { properties as ja } from "./ja/catalogue/properties.ts";
import type { PropertyWords } from "./vi/catalogue/properties.ts";
import { properties as vi } from "./vi/catalogue/properties.ts";

export type { PropertyWords };

const words = { vi, en, ja } satisfies Record<Locale, PropertyWords>;

export function propertyWords(locale: Locale): PropertyWords {
  return words[locale];
}
