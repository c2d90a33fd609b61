/**
 * `npm run fonts`: writes web/app/ui/fonts from the package's files. Each face of tokens.css says by `unicode-range` and
 * `font-weight` what its file holds; nothing else of the package is used. `--check` writes nothing and fails when a file
 * is stale, so a glyph the style sheet promises cannot be missing. docs/decisions/0179
 */
import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import subsetFont from "subset-font";
import { ownOptions } from "./commands/command-line.ts";

const usage = "Writes web/app/ui/fonts; --check only says whether they are stale\n\n  npm run fonts [-- --check]\n";
const { check } = ownOptions(usage, { check: { type: "boolean", default: false } });

const web = resolve(import.meta.dirname, "../web/app");
const madeFrom = resolve(import.meta.dirname, "../node_modules/@fontsource-variable/hanken-grotesk/files");
/** Of the OpenType `name` table, beside what the subsetter always keeps: the licence, which must stay with each copy, and its URL. */
const licence = [13, 14];

const tokens = await readFile(resolve(web, "styles/tokens.css"), "utf8");
for (const [face] of tokens.matchAll(/@font-face \{[^}]*\}/g)) {
  const name = /ui\/fonts\/([a-z-]+)\.woff2/.exec(face)?.[1];
  const weights = /font-weight: (\d+) (\d+);/.exec(face);
  const range = /unicode-range:([^;]*);/.exec(face)?.[1];
  if (!name) continue; // a fallback, which is the device's own
  if (!weights || !range) throw new Error(`the face of ${name}.woff2 does not say its weights and letters`);
  const source = `hanken-grotesk-${name === "vietnamese" ? name : "latin"}-wght-normal.woff2`;
  const bytes = await subsetFont(await readFile(resolve(madeFrom, source)), charactersOf(range), {
    targetFormat: "woff2",
    variationAxes: { wght: { min: Number(weights[1]), max: Number(weights[2]) } },
    preserveNameIds: licence,
    noLayoutClosure: true,
  });
  const file = resolve(web, `ui/fonts/${name}.woff2`);
  if (!check) await writeFile(file, bytes);
  else if (!bytes.equals(await readFile(file))) {
    process.stderr.write(`${name}.woff2 is stale: run \`npm run fonts\`\n`);
    process.exitCode = 1;
  }
}

/** `U+0020-007E, U+00A0` as the characters it stands for. */
function charactersOf(unicodeRange: string): string {
  return unicodeRange
    .split(",")
    .map((range) => {
      const [first = 0, last = first] = range
        .trim()
        .replace("U+", "")
        .split("-")
        .map((digits) => Number.parseInt(digits, 16));
      return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at));
    })
    .join("");
}
