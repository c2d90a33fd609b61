/**
 * Part of `npm run boundaries`: no name and no phrase of the deny-list (`glossary.ts`) but what is persisted
 * (`persisted-names.ts`). Names are looked up in code without its comments and strings; phrases in the whole text.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { lapsedNames, persistedNames, quotingFiles } from "../persisted-names.ts";
import { files, identifiers, phrases, stems } from "./glossary.ts";
import { type Node, nameOf, visitSyntax } from "./syntax.ts";

const folders = "contract,messages,server,web,db,scripts,bench,e2e,sandbox,docs,bin";
const IS_CODE = /\.(tsx?|mjs)$/;
const IS_GENERATED = /^(web\/(build|first-pictures|\.react-router)|db\/(migrations|tables\.ts))|(^|\/)node_modules\//;
const persisted = new Set(persistedNames.map(({ name }) => name));

/** Every word that the glossary says otherwise, as one line: where, and what to say. */
export function plainWordViolations(root: string): string[] {
  const patterns = [`{${folders}}/**/*.{ts,tsx,mjs,css,sh,md}`, "*.{ts,md}", "bin/*", "bin/.*"];
  const found = globSync(patterns, { cwd: root, exclude: ["**/node_modules", "web/build", "**/.react-router"] });
  const sources = [...new Set(found.map((file) => file.replaceAll("\\", "/")))].filter(
    (file) => !IS_GENERATED.test(file),
  );
  return [
    ...lapsedNames(manifest.version),
    ...sources
      .sort()
      .flatMap((file) => wordsIn(file, readFileSync(join(root, file), "utf8")).map((problem) => `${file}: ${problem}`)),
  ];
}

export function wordsIn(file: string, text: string): string[] {
  return [
    ...fileName(file),
    ...(IS_CODE.test(file) && !quotingFiles.includes(file) ? names(file, text) : []),
    ...spoken(file, text),
  ];
}

function fileName(file: string): string[] {
  const path = file.replace(/(\.test)?\.(tsx?|mjs|css|sh|md)$/, "");
  if (file.endsWith(".md")) return [];
  const base = path.split("/").at(-1) ?? "";
  return Object.entries(files)
    .filter(([pattern]) =>
      pattern.includes("/") ? path === pattern || path.startsWith(`${pattern}/`) : base === pattern,
    )
    .map(([pattern, instead]) => `the file name "${pattern}"; say ${instead}`);
}

function names(file: string, text: string): string[] {
  const used = new Set<string>();
  const functions = new Set<string>();
  visitSyntax(file, text, (node) => {
    const name = nameOf(node);
    if (name !== undefined) used.add(name);
    const called = nameOf(functionOf(node));
    if (called !== undefined) functions.add(called);
  });
  return [...used].flatMap((name) => {
    const isDenied = ({ matches }: Denied) => matches(name, functions.has(name));
    if (persisted.has(name)) return [];
    const instead = denied.find(isDenied)?.instead ?? stemsIn(name)[0];
    return instead === undefined ? [] : [`the name "${name}"; say ${instead}`];
  });
}

const stem = (word: string): string | undefined => (Object.hasOwn(stems, word) ? stems[word] : undefined);

/** What to say instead of each denied stem of a name, which `un…`, `…s` and `…ed` may surround. */
function stemsIn(name: string): string[] {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[_$]+/);
  return words.flatMap((word) => stem(word) ?? stem(word.replace(/^un/, "").replace(/(s|ed)$/, "")) ?? []);
}

/**
 * What a node calls or declares as a function, our own methods included. A call of something else's method is not ours to
 * name: Playwright's `press`.
 */
function functionOf(node: Node): unknown {
  if (node.type === "CallExpression") return node.callee;
  if (node.type === "Property" && node.method) return node.key;
  if (node.type === "FunctionDeclaration") return node.id;
  return node.type === "VariableDeclarator" && /Function/.test((node.init as Node | null)?.type ?? "")
    ? node.id
    : undefined;
}

type Denied = { instead: string; matches: (name: string, isFunction: boolean) => boolean };

const denied: readonly Denied[] = Object.entries(identifiers).map(([pattern, instead]) => {
  const onlyFunctions = pattern.endsWith("(");
  const name = new RegExp(`^${pattern.replace("(", "").replaceAll("*", ".+")}$`);
  return {
    instead,
    matches: (each: string, isFunction: boolean) => name.test(each) && (isFunction || !onlyFunctions),
  };
});

function spoken(file: string, text: string): string[] {
  if (file.startsWith("messages/") || quotingFiles.includes(file)) return [];
  const small = text.toLowerCase();
  return Object.entries(phrases).flatMap(([phrase, instead]) => {
    const at = small.search(new RegExp(`(?<![\\p{L}])${phrase}(?![\\p{L}])`, "u"));
    if (at < 0) return [];
    return [`line ${text.slice(0, at).split("\n").length}: "${phrase}"; say ${instead}`];
  });
}
