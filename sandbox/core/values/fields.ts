/** Checking the fields of a request against a vendor's table. */

export type FieldRule = { pattern: RegExp; optional?: boolean };

/** Names of fields that are missing or not as the table says. An empty text counts as missing. */
export function wrongFields(
  rules: Readonly<Record<string, FieldRule>>,
  fields: Readonly<Record<string, string | undefined>>,
): string[] {
  return Object.entries(rules)
    .filter(([name, { pattern, optional }]) => {
      const value = fields[name] ?? "";
      return value === "" ? !optional : !pattern.test(value);
    })
    .map(([name]) => name);
}

export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
