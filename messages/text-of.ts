/** One sentence of a list of texts. Apart from the lists, so that a browser can say what is wrong with a field. Spec §8. */
import type { ErrorParams } from "contract/errors.ts";

type Texts = { fields: { other: string } };

/** `field` is the path on the wire (`items.0.quantity`). Undefined for a key the list has no text for. */
export function textOf(texts: Texts, key: string, params: ErrorParams, field?: string): string | undefined {
  const text: unknown = Object.hasOwn(texts, key) ? texts[key as keyof Texts] : undefined;
  if (typeof text === "string") return text;
  if (typeof text !== "function") return undefined;
  return (text as (p: ErrorParams) => string)({ field: fieldName(texts.fields, field), ...params });
}

function fieldName(names: Texts["fields"], path: string | undefined): string {
  const name = path?.split(".").findLast((part) => !/^\d*$/.test(part)) ?? "";
  return Object.hasOwn(names, name) ? names[name as keyof typeof names] : names.other;
}
