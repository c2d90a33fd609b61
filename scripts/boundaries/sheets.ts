/**
 * Part of `npm run boundaries`: the style sheets. Each is loaded once, in a layer; colours are roles of tokens.css; what a
 * sheet names is there; and every class has both a rule and a use. decisions/0281-plain-sheets-in-layers.md
 */
import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { type Node, nameOf, visitSyntax } from "./syntax.ts";

/** The storefront's lists and the office's: two applications, whose sheets load each in their own. */
const LISTS = /^web\/app\/(?:office\/)?styles\//;
const OFFICE = "web/app/office/";
const STYLES = "web/app/styles/";
const TOKENS = `${STYLES}tokens.css`;
const OFFICE_TOKENS = `${OFFICE}styles/office-tokens.css`;
const BASE = `${STYLES}base.css`;
const IMPORT = /@import "([^"]+)"(?: layer\((\w+)\))?;/g;
const ORDER = "@layer base, component, page;";
const COLOUR = /#[\da-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\(/i;
/** Sheets with colours of their own, each with its reason. */
const PAINTED: Readonly<Record<string, string>> = {
  "web/app/home/hero.css": "the ground that a photograph fades into, the same by day and by night",
  "web/app/layouts/login.css": "the ground that a photograph fades into, the same by day and by night",
  "web/app/frame/account/account-card.css": "a drawing: a card with a pattern, the same by day and by night",
};

type Sheet = { file: string; text: string };

export function sheetViolations(root: string): string[] {
  const read = (pattern: string) =>
    globSync(pattern, { cwd: root, exclude: ["**/node_modules", "web/build", "**/.react-router"] })
      .map((path) => path.replaceAll("\\", "/"))
      .sort()
      .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
  const sheets = read("web/app/**/*.css").map(({ file, text }) => ({ file, text: withoutWords(text) }));
  const code = read("web/{app,runtime,plugins}/**/*.{ts,tsx}").filter(({ file }) => !/\.test\.tsx?$/.test(file));
  const isOffice = ({ file }: Sheet) => file.startsWith(OFFICE);
  const apart = <T extends Sheet>(files: readonly T[]) => files.filter((file) => !isOffice(file));
  if (sheets.length === 0) return [];
  const [shop, office] = [apart(sheets), sheets.filter(isOffice)];
  const shared = loadedBy(office).flatMap((name) => shop.filter(({ file }) => file === name));
  const ofShop = [...loading(shop, STYLES), ...values(shop, apart(code)), ...classes(shop, shop, apart(code))];
  if (office.length === 0) return ofShop;
  const own = code.filter(isOffice);
  return [
    ...ofShop,
    ...loading(office, `${OFFICE}styles/`),
    ...values(office, own, shared),
    ...classes(office, [...office, ...shared], own, apart(code)),
  ];
}

/** What the lists among these load. */
function loadedBy(sheets: readonly Sheet[]): string[] {
  return sheets
    .filter(({ file }) => LISTS.test(file))
    .flatMap(({ file, text }) => [...text.matchAll(IMPORT)].map(([, to = ""]) => posix.join(posix.dirname(file), to)));
}

function withoutWords(text: string): string {
  return text.replace(/\/\*.*?\*\//gs, "").replace(/url\([^)]*\)/g, "url()");
}

/** The lists of an application load every other sheet of it once, in the layer of a component or of a page. */
function loading(sheets: readonly Sheet[], lists: string): string[] {
  const layers = new Map<string, (string | undefined)[]>();
  for (const { file, text } of sheets.filter((sheet) => LISTS.test(sheet.file)))
    for (const [, to = "", layer] of text.matchAll(IMPORT)) {
      const sheet = posix.join(posix.dirname(file), to);
      layers.set(sheet, [...(layers.get(sheet) ?? []), layer]);
    }
  return sheets.flatMap(({ file, text }) => {
    const isList = LISTS.test(file) && ![TOKENS, OFFICE_TOKENS, BASE].includes(file);
    const loaded = layers.get(file) ?? [];
    const allowed: readonly (string | undefined)[] =
      file === TOKENS || file === OFFICE_TOKENS ? [undefined] : file === BASE ? ["base"] : ["component", "page"];
    const isLate = isList && !/@import "[./]*styles\/tokens\.css"|@import "\.\/tokens\.css"/.test(text);
    const declares = file === TOKENS || isLate;
    return [
      ...(isList || loaded.length === 1 ? [] : [`${file}: loaded ${loaded.length} times by the lists of ${lists}`]),
      ...loaded
        .filter((layer) => !allowed.includes(layer))
        .map((layer) => `${file}: in the layer ${layer ?? "of none"}; ${allowed.join(" or ")}`),
      ...(declares === text.includes(ORDER)
        ? []
        : [`${file}: ${declares ? `begins with ${ORDER}` : "tokens.css declares the order of layers"}`]),
      ...(text.replace(ORDER, "").includes("@layer") ? [`${file}: a layer of its own; the lists give it one`] : []),
    ];
  });
}

/** Colours stand in the tokens alone; every custom property that is read is set, and every token is read. */
function values(sheets: readonly Sheet[], code: readonly Sheet[], shared: readonly Sheet[] = []): string[] {
  const all = [...sheets, ...shared].map(({ text }) => text).join("\n");
  const set = new Set([...all.matchAll(/(--[\w-]+)\s*:/g)].map(([, name = ""]) => name));
  const read = new Set([...all.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name = ""]) => name));
  const isTokens = ({ file }: Sheet) => file === TOKENS || file === OFFICE_TOKENS;
  const tokens = sheets.find(isTokens)?.text ?? "";
  const own = new Set([...tokens.matchAll(/(--[\w-]+)\s*:/g)].map(([, name = ""]) => name));
  const isInCode = (name: string) => code.some(({ text }) => text.includes(name));
  return [
    ...sheets
      .filter((sheet) => !isTokens(sheet) && COLOUR.test(sheet.text) && !(sheet.file in PAINTED))
      .map(({ file, text }) => `${file}: the colour ${COLOUR.exec(text)?.[0]}…; take a role of tokens.css`),
    ...(shared.length > 0 ? [] : Object.keys(PAINTED))
      .filter((file) => !sheets.some((sheet) => sheet.file === file && COLOUR.test(sheet.text)))
      .map((file) => `${file}: has no colour of its own, and needs no exemption`),
    ...[...read].filter((name) => !set.has(name)).map((name) => `${name} is read by a sheet, and set by none`),
    ...[...own]
      .filter((name) => !read.has(name) && !isInCode(name))
      .map((name) => `${sheets.find(isTokens)?.file}: nothing reads ${name}`),
  ];
}

/** Each rule of `own` is used by the code, or by `shared` code, and each class of the code has a rule among `all`. */
function classes(
  own: readonly Sheet[],
  all: readonly Sheet[],
  code: readonly Sheet[],
  shared: readonly Sheet[] = [],
): string[] {
  const named = (sheets: readonly Sheet[]) =>
    sheets.flatMap(({ text }) =>
      [...text.replace(/"[^"]*"/g, "").matchAll(/\.([a-z][\w-]*)/g)].map(([, name = ""]) => name),
    );
  const [ruled, ownRules] = [new Set(named(all)), new Set(named(own))];
  const { given, ...uses } = usesIn(code);
  const others = usesIn(shared);
  const [begun, words] = [[...uses.begun, ...others.begun], uses.words.union(others.words)];
  const isUsed = (name: string) => words.has(name) || begun.some((start) => name.startsWith(start));
  return [
    ...[...given].filter(([name]) => !ruled.has(name)).map(([name, file]) => `${file}: the class ${name} has no rule`),
    ...[...ownRules].filter((name) => !isUsed(name)).map((name) => `.${name} has rules, and nothing has that class`),
  ];
}

/** Classes given to elements, the beginnings of those put together (`badge-${tone}`), and the words of every string. */
function usesIn(code: readonly Sheet[]) {
  const given = new Map<string, string>();
  const begun: string[] = [];
  const words = new Set<string>();
  for (const { file, text } of code)
    visitSyntax(file, text, (node) => {
      for (const word of wordsOf(node)) words.add(word);
      const isCall = node.type === "CallExpression" && nameOf(node.callee) === "classes";
      const isValue = /^(JSXAttribute|Property)$/.test(node.type) && nameOf(node.name ?? node.key) === "className";
      for (const part of isCall ? (node.arguments as Node[]) : isValue ? [node.value as Node] : [])
        for (const end of endsOf(part)) {
          if (end.type === "TemplateLiteral") begun.push(...beginningsOf(end));
          else for (const word of wordsOf(end)) given.set(word, file);
        }
    });
  return { given, begun, words };
}

/** The values an expression may have, as far as they are strings; not what it compares. */
function endsOf(node: Node | null): Node[] {
  const of = (...names: string[]) => names.flatMap((name) => endsOf(node?.[name] as Node | null));
  switch (node?.type) {
    case "JSXExpressionContainer":
      return of("expression");
    case "LogicalExpression":
      return of("left", "right");
    case "ConditionalExpression":
      return of("consequent", "alternate");
    case "Literal":
    case "TemplateLiteral":
      return [node];
    default:
      return [];
  }
}

/** `progress-bar progress-bar-${phase}`: the word that is cut off by the value. */
function beginningsOf({ quasis }: Node): string[] {
  return textsOf(quasis as Node[])
    .slice(0, -1)
    .map((text) => text.split(/\s/).at(-1) ?? "")
    .filter((start) => start.endsWith("-"));
}

function wordsOf(node: Node): string[] {
  const texts = node.type === "TemplateLiteral" ? textsOf(node.quasis as Node[]) : [node.value];
  const isText = node.type === "Literal" || node.type === "TemplateLiteral";
  return isText ? texts.flatMap((text) => (typeof text === "string" ? text.split(/[^\w-]+/).filter(Boolean) : [])) : [];
}

function textsOf(quasis: readonly Node[]): string[] {
  return quasis.map(({ value }) => (value as { cooked?: string }).cooked ?? "");
}
