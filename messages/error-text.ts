/**
 * A message key and its values as a sentence, for what the server answers. All three languages are at hand, because one
 * process serves every language; browsers get finished sentences and do not load this file. Spec §8.
 */
import type { ErrorParams } from "contract/errors.ts";
import type { Locale } from "contract/values/locale.ts";
import { errors as en } from "./en/errors.ts";
import { errors as ja } from "./ja/errors.ts";
import { textOf } from "./text-of.ts";
import { type Errors, errors as vi } from "./vi/errors.ts";

const languages: Record<Locale, Errors> = { vi, en, ja };

/**
 * `field` is the path on the wire (`items.0.quantity`); texts that name a field use its label. A key without
 * a text is answered with "please check", so that a missing text never hides a refusal.
 */
export function errorText(locale: Locale, key: string, params: ErrorParams = {}, field?: string): string {
  const texts = languages[locale];
  return textOf(texts, key, params, field) ?? texts.invalid;
}
