/**
 * Names that stay although the project says them otherwise by now, because a database, a browser or a script of the
 * shopkeeper holds them. Everything else follows `glossary.ts`. Migrations are never judged. What holds them is upgraded
 * in `server/testing/upgrade`.
 */

/** `until`: the version that no longer reads the name; from then on the check asks for it to be removed, here and there. */
type Persisted = { name: string; holds: string; until?: `${number}.${number}.${number}` };

export const persistedNames: readonly Persisted[] = [
  { name: "most_per_product", holds: "a key inside the setting `import_pictures`" },
  { name: "most_megabytes", holds: "a key inside the setting `import_pictures`" },
  { name: "chrome", holds: "the name of a call" },
  { name: "sealed", holds: "a field of the wire: Google sign-in" },
  { name: "sealed_code", holds: "a column of identity.otp_codes" },
  { name: "sealed_phone", holds: "a payload key of the job tell_old_phone" },
  { name: "npm run words", holds: "scripts that call `npm run terms` by its name before 1.1", until: "1.2.0" },
  { name: "bin/bench rush", holds: "scripts that call `bin/bench load-test` by its name before 1.1", until: "1.2.0" },
];

/** Files that quote phrases of the deny-list: the list, the test of its check, and what reads an earlier version's output. */
export const quotingFiles: readonly string[] = [
  "scripts/boundaries/glossary.ts",
  "scripts/boundaries/plain-words.test.ts",
  "bench/compare.ts",
];

/** Each name that this version still reads although it need not any more, as a line of the check. */
export function lapsedNames(version: string, names: readonly Persisted[] = persistedNames): string[] {
  return names
    .filter(({ until }) => until !== undefined && version.localeCompare(until, "en", { numeric: true }) >= 0)
    .map(({ name, until }) => `scripts/persisted-names.ts: "${name}" was read until ${until}; remove what reads it`);
}
