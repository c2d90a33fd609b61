/**
 * Names that stay although the glossary would say them otherwise, because they are data: a database, a browser or a
 * script of the shopkeeper holds them. Everything else follows `glossary.ts`. Migrations are never judged.
 */

/** `until`: the version that reads only the new name. */
type Persisted = { name: string; holds: string; until?: string };

export const persistedNames: readonly Persisted[] = [
  { name: "most_per_product", holds: "a key inside the setting `import_pictures`" },
  { name: "most_megabytes", holds: "a key inside the setting `import_pictures`" },
];

/** Files that quote phrases of the deny-list: the list, the test of its check, and what reads an earlier version's output. */
export const quotingFiles: readonly string[] = [
  "scripts/boundaries/glossary.ts",
  "scripts/boundaries/plain-words.test.ts",
  "bench/compare.ts",
];
