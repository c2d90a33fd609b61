/** JSON without loss: vendors send 64-bit numbers, which a JavaScript number would round. */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

/** Whole numbers beyond 2^53 arrive as their digits, a text. Nothing where the text is not a JSON object. */
export function readObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text, withDigits);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined; // the caller answers what its vendor says to a body that cannot be read
  }
}

function withDigits(_name: string, value: unknown, context?: { source: string }): unknown {
  return typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? "")
    ? context?.source
    : value;
}

/** A bigint is written as its digits, without quotes. */
export function writeJson(value: unknown): string {
  const text = JSON.stringify(value, (_name, each: unknown) => (typeof each === "bigint" ? `\u0000${each}` : each));
  return text.replace(/"\\u0000(-?\d+)"/g, "$1");
}

/** As a signed text has it; nothing where it is an object, an array or absent. */
export function textOf(value: Json | undefined): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}
