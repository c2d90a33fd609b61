/** The check of a form's fields in the browser, fetched when the first field of a form is entered. Decision 0240. */
import type { Locale } from "contract/values/locale.ts";
import { textOf } from "messages/text-of.ts";
import type { FormRules } from "../../plugins/field-rules.ts";
import { fieldRefusal } from "./field-refusal.ts";

/** The sentence for a field of `form`, in the server's text; null when it is valid. */
export type FieldCheck = (name: string, form: HTMLFormElement) => string | null;

const texts = {
  vi: () => import("messages/vi/field-errors.ts"),
  en: () => import("messages/en/field-errors.ts"),
  ja: () => import("messages/ja/field-errors.ts"),
};

export async function fieldCheck(rules: FormRules, locale: Locale): Promise<FieldCheck> {
  const { fieldErrors } = await texts[locale]();
  return (name, form) => {
    const control = form.elements.namedItem(name) as Partial<HTMLInputElement> | null;
    const refusal = fieldRefusal(rules, name, new FormData(form), control?.required);
    return refusal ? (textOf(fieldErrors, refusal.key, refusal.params ?? {}, name) ?? null) : null;
  };
}
