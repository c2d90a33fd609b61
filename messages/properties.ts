/** The property texts of a language; all three are loaded at the start, because only the server holds them. */
import type { Locale } from "contract/locale.ts";
import { properties as en } from "./en/properties.ts";
import { properties as ja } from "./ja/properties.ts";
import type { PropertyWords } from "./vi/properties.ts";
import { properties as vi } from "./vi/properties.ts";

export type { PropertyWords };

const words = { vi, en, ja } satisfies Record<Locale, PropertyWords>;

export function propertyWords(locale: Locale): PropertyWords {
  return words[locale];
}
