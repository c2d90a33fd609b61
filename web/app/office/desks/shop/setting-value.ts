/**
 * A setting as fields of a form, and back: a flat name for each input, its path through the value. What is not filled in
 * is left to the setting's own schema to judge. rules/office#forms
 */
import type { FormField } from "contract/platform/platform.ts";
import type { FormInput } from "../../../forms/forms.ts";

export type Path = readonly (string | number)[];

/** No dot and no bracket: forms.ts would nest the name. */
export const nameAt = (path: Path) => ["value", ...path].join("/");
export const countAt = (path: Path) => `${nameAt(path)}/-count`;
export const keyAt = (path: Path) => `${nameAt(path)}/-key`;
export const dropAt = (path: Path) => `${nameAt(path)}/-drop`;

export const languages = ["vi", "en", "ja"] as const;
const MAX_ROWS = 100;

/** What a form sent, as the value of its setting. */
export function valueIn(input: FormInput, form: FormField, path: Path = []): unknown {
  const text = (at: Path) => {
    const sent = input[nameAt(at)];
    return typeof sent === "string" ? sent : "";
  };
  switch (form.kind) {
    case "text":
    case "choice":
      return text(path);
    case "words":
      return Object.fromEntries(languages.map((each) => [each, text([...path, each])]));
    case "number":
      return numberIn(text(path));
    case "flag":
      return text(path) !== "";
    case "group":
      return Object.fromEntries(
        form.fields.flatMap((field) => {
          const value = valueIn(input, field, [...path, field.name]);
          return value === undefined && !field.required ? [] : [[field.name, value]];
        }),
      );
    case "list":
      return rowsIn(input, form, path).map(({ value }) => value);
    case "record":
      return Object.fromEntries(rowsIn(input, form, path).map(({ key, value }) => [key, value]));
  }
}

/** Rows that are not dropped and not all empty. */
function rowsIn(input: FormInput, { fields }: FormField, path: Path): { key: string; value: unknown }[] {
  const [item] = fields;
  const count = Math.min(MAX_ROWS, Number(input[countAt(path)] ?? 0) || 0);
  return Array.from({ length: item ? count : 0 }, (_, row) => [...path, row]).flatMap((at) => {
    if (!item || input[dropAt(at)] !== undefined) return [];
    const value = valueIn(input, item, at);
    const key = String(input[keyAt(at)] ?? "");
    return key === "" && isEmpty(value) ? [] : [{ key, value }];
  });
}

function numberIn(text: string): number | string | undefined {
  if (text.trim() === "") return undefined;
  const number = Number(text.replaceAll(/[\s,]/g, ""));
  return Number.isNaN(number) ? text : number; // the schema says what is wrong with it
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "" || value === false) return true;
  return typeof value === "object" && Object.values(value).every(isEmpty);
}
