/**
 * `npm run additions`: what it costs to add a payment provider, a screen and a call for staff. Adds one of each to a copy of the
 * project below `.data`, checks its types and sends each a request there, and writes the counts into docs/additions.md.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ownOptions } from "../commands/command-line.ts";
import { type Addition, additions, type Edit } from "./pretended.ts";
import { copyProject, root } from "./project-copy.ts";

ownOptions(
  `What it costs to add a payment provider, a screen and a call for staff: adds one of each to a copy of the project, proves that
each works, and writes docs/additions.md

  npm run additions

Takes some minutes: types of the whole copy, and a shop of its own.
`,
  {},
);

const copy = copyProject();
try {
  copy.bring();
  for (const { edits } of additions) for (const edit of edits) apply(copy.folder, edit);
  run("types", ["npm", "run", "--silent", "types"]);
  run("requests", [process.execPath, "scripts/additions/prove.ts"]);
  writeFileSync(join(root, "docs/additions.md"), page());
  for (const line of additions.map(rowOf)) process.stdout.write(`${line}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  copy.remove();
}

function run(what: string, [program = "", ...words]: string[]): void {
  process.stdout.write(`${what} ...\n`);
  execFileSync(program, words, { cwd: copy.folder, stdio: "inherit" });
}

function apply(folder: string, edit: Edit): void {
  const path = join(folder, edit.path);
  if ("text" in edit) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, edit.text);
    return;
  }
  const text = readFileSync(path, "utf8");
  const place = "after" in edit ? edit.after : edit.before;
  if (text.split(place).length !== 2) throw new Error(`${edit.path} has "${place}" not once`);
  const put = "after" in edit ? place + edit.put : edit.put + place;
  writeFileSync(
    path,
    text.replace(place, () => put),
  );
}

function rowOf({ what, edits }: Addition): string {
  const added = new Set(edits.filter((edit) => "text" in edit).map(({ path }) => path));
  const changed = new Set(edits.map(({ path }) => path).filter((path) => !added.has(path)));
  const list = [...added, ...changed].map((path) => `\`${path.replaceAll("pretended", "<name>")}\``).join(", ");
  return `| ${what} | ${added.size} | ${changed.size} | ${list} |`;
}

function page(): string {
  return `# What an addition touches

Written by \`npm run additions\`: it adds one of each to a copy of the project, checks the types of all of it, and sends requests: the
provider's method is offered; the screen has its heading in three languages; the call refuses who has no token and who lacks the
permission, and answers an owner.

| to add | new files | changed files | which |
|---|---|---|---|
${additions.map(rowOf).join("\n")}

A provider is one folder and one list: its import and its name in \`index.ts\`. A screen is its file, its row and its texts, a file for each
language. A call is its row and its handler; its recorded answer (\`npm run api-examples\`) comes by itself. Logo, tests, samples and
a README come with a provider that exists (docs/providers.md).
`;
}
