/**
 * `npm run boundaries`: who may import whom, who may write which schema, and the shape of files. It reads
 * text, not types: quick, and coarse on purpose. Tests may import anything; what they test may not.
 */
import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { ownOptions } from "../commands/command-line.ts";
import { casingViolations } from "./casing.ts";
import { castViolations } from "./casts.ts";
import { formNameViolations } from "./form-names.ts";
import { plainWordViolations } from "./plain-words.ts";
import { deadPointers } from "./pointers.ts";
import { sheetViolations } from "./sheets.ts";

/** Domains in order; an import goes to a strictly lower one. */
const SLOPE = [
  ["identity", "ledger"],
  ["staff"],
  ["catalogue", "stores", "content", "recruitment", "chat", "notifications"],
  ["promotions", "loyalty", "collaborators", "fulfilment", "warranty", "reviews", "payments"],
  ["cart"],
  ["orders"],
  ["privacy"],
];
const heights = new Map(SLOPE.flatMap((names, height) => names.map((name) => [name, height] as const)));
/** Modules above all domains, and what only tests and the composition use. request-context.ts looks up the owner of a token. */
const ABOVE = /^server\/((shop|reactions|jobs|routes|settings|seeds)\.ts$|http\/request-context\.ts$|testing\/)/;
const MAY_DEFAULT =
  /(\.config\.ts|^web\/app\/(office\/)?(root\.tsx|routes\.ts|entry\.\w+\.tsx|(layouts|resources|routes|desks)\/.+|\w+\/screens\/.+|(account|content|fulfilment|home|notifications|privacy|stores|system)\/[^/]+))$/;
const MAX_LINES = 400;
/** Source files of a folder, sheets among them, its tests apart. */
const MAX_FILES = 20;
/**
 * What a domain exports under such a name is joined by its list. The compiler finds a job or a setting that is missing,
 * but no routes and no personal data.
 */
const LISTS: Readonly<Record<string, string>> = {
  calls: "server/shop.ts",
  events: "server/reactions.ts",
  jobs: "server/jobs.ts",
  "personal-data": "server/privacy/personal-data-map.ts",
  routes: "server/routes.ts",
  settings: "server/settings.ts",
};
const FREE_LENGTH = /^(messages\/|db\/tables\.ts$)|\/samples\//;
const VAGUE = /\/(utils?|helpers?|managers?|services?|repositor(y|ies)|dto|types)\.tsx?$|\/(utils|helpers|services)\//;
const IMPORT =
  /^\s*(import|export)\s+(type\s)?[^"';]*?from\s+"([^"]+)"|\bimport\(\s*"([^"]+)"|^\s*import\s+"([^"]+)"/gm;
const WRITE =
  /\b(?:insert\s+into|update(?:\s+only)?|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+"?([a-z_]+)"?\s*\.\s*"?[a-z_]/gi;
const KYSELY_WRITE = /\b(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*["'`]([a-z_]+)\./g;

const PROVIDERS = "server/payments/providers/";
/** A provider's name that is a word of orders too: what a carrier collects. */
const ORDINARY = "cash";
/** Files outside a payment provider's folder that may name it, its method or its senders, each with its reason. */
const KNOWS_PROVIDERS: Readonly<Record<string, string>> = {
  "server/payments/providers/index.ts": "the registry",
  "server/kernel/config.ts": "names of variables and of made secrets, which running shops hold",
  "server/content/settings.ts": "file names of the footer's tiles, a setting that running shops hold",
  "server/orders/test-orders.ts": "a form as a shopper sends it",
  "server/api/files.ts": "an address as a sender is given it",
  "contract/orders/orders.ts": "an example of the wire",
  "contract/cart/cart.ts": "an example of the wire",
  "contract/payments/payments.ts": "an example of the wire",
};

const NO_PRODUCT = /\.test\.tsx?$|\/test-[a-z-]+\.ts$|\/providers\/conformance\.ts$|^server\/testing\/|^e2e\//;
const IS_TEST = /\.test\.tsx?$|\/test-[a-z-]+\.ts$|\/providers\/conformance\.ts$/;

/** Every broken rule as one line: where, and what to do instead. Empty when none is broken. */
export function violations(root: string): string[] {
  const patterns = ["*.ts", "{contract,messages,server,web,db,scripts,bench,e2e}/**/*.{ts,tsx}"];
  const files = globSync(patterns, { cwd: root, exclude: ["**/node_modules", "web/build", "**/.react-router"] });
  const sheets = globSync("web/app/**/*.css", { cwd: root });
  const broken = files.sort().flatMap((path) => {
    const file = path.replaceAll("\\", "/");
    const text = readFileSync(join(root, path), "utf8");
    // A measurement seeds a database of its own, as tests do.
    const rules = IS_TEST.test(file)
      ? [shape]
      : file.startsWith("bench/")
        ? [shape, imports]
        : [shape, imports, writes, callPaths];
    return rules.flatMap((rule) => rule(file, text)).map((problem) => `${file}: ${problem}`);
  });
  return [
    ...broken,
    ...cycles(root, files),
    ...crowdedFolders([...files, ...sheets]),
    ...longSheets(root, sheets),
    ...sheetViolations(root),
    ...leftOut(root, files),
    ...namedProviders(root, files),
    ...casingViolations(root),
    ...castViolations(root),
    ...formNameViolations(root),
    ...plainWordViolations(root),
  ];
}

/** Pairs of folders that import values of each other both ways; a folder and one inside it count as one. */
function cycles(root: string, files: readonly string[]): string[] {
  const imported = new Map<string, string>();
  for (const file of files.map((path) => path.replaceAll("\\", "/")).filter((path) => !NO_PRODUCT.test(path))) {
    for (const [, , type, from, dynamic, bare] of readFileSync(join(root, file), "utf8").matchAll(IMPORT)) {
      const name = from ?? dynamic ?? bare ?? "";
      const target = name.startsWith(".") ? posix.join(posix.dirname(file), name) : name;
      if (!/^(contract|messages|server|web|db|scripts|bench)\//.test(target)) continue;
      const [here, there] = [posix.dirname(file), posix.dirname(target)];
      if (type || here === there || here.startsWith(`${there}/`) || there.startsWith(`${here}/`)) continue;
      if (!imported.has(`${here} ${there}`)) imported.set(`${here} ${there}`, `${file} imports ${target}`);
    }
  }
  return [...imported].flatMap(([pair, one]) => {
    const [here = "", there = ""] = pair.split(" ");
    const other = imported.get(`${there} ${here}`);
    return other && here < there ? [`${here} and ${there} import each other: ${one}; ${other}`] : [];
  });
}

/** Files of a domain that their list does not import. */
function leftOut(root: string, files: readonly string[]): string[] {
  const all = files.map((file) => file.replaceAll("\\", "/"));
  return Object.entries(LISTS).flatMap(([name, list]) => {
    if (!all.includes(list)) return [];
    const text = readFileSync(join(root, list), "utf8");
    const imported = [...text.matchAll(IMPORT)].map(([, , , from = ""]) => posix.join(posix.dirname(list), from));
    return all
      .filter((file) => new RegExp(`^server/[a-z-]+/${name}\\.ts$`).test(file) && !imported.includes(file))
      .map((file) => `${file}: is not in its list, ${list}`);
  });
}

/** Files outside a provider's folder that import from it or have its name, its method or a sender as a text. */
function namedProviders(root: string, listed: readonly string[]): string[] {
  const files = listed.map((file) => file.replaceAll("\\", "/"));
  const folders = new Set(files.flatMap((file) => /^server\/payments\/providers\/([a-z-]+)\//.exec(file)?.[1] ?? []));
  return [...folders].flatMap((name) => {
    const main = `${PROVIDERS}${name}/${name}.ts`;
    if (!files.includes(main)) return [];
    const text = readFileSync(join(root, main), "utf8");
    const method = /^ {2}method: "(\w+)"/m.exec(text)?.[1] ?? name;
    const senders = [...(/^ {2}senders: \{(.*)\}/m.exec(text)?.[1] ?? "").matchAll(/([a-z-]+)"?:/g)].map(
      ([, one]) => one,
    );
    const named = new RegExp(
      `["'\`](${[name, method, ...senders].filter((each) => each !== ORDINARY).join("|")})["'\`]|${PROVIDERS}${name}/`,
    );
    return files
      .filter(
        (file) => !file.startsWith(`${PROVIDERS}${name}/`) && !NO_PRODUCT.test(file) && !file.startsWith("bench/"),
      )
      .filter((file) => !(file in KNOWS_PROVIDERS) && named.test(readFileSync(join(root, file), "utf8")))
      .map((file) => `${file}: names the payment provider ${name}; ask the registry (docs/providers.md)`);
  });
}

function crowdedFolders(files: readonly string[]): string[] {
  const sources = files.map((file) => file.replaceAll("\\", "/")).filter((file) => !IS_TEST.test(file));
  return [...Map.groupBy(sources, (file) => posix.dirname(file))]
    .filter(([, held]) => held.length > MAX_FILES)
    .map(([folder, held]) => `${folder}: ${held.length} source files; ${MAX_FILES} at most, so give them folders`);
}

function longSheets(root: string, sheets: readonly string[]): string[] {
  return sheets.flatMap((file) => {
    const lines = readFileSync(join(root, file), "utf8").split("\n").length - 1;
    return lines > MAX_LINES ? [`${file}: ${lines} lines; ${MAX_LINES} at most`] : [];
  });
}

function shape(file: string, text: string): string[] {
  const lines = text.split("\n").length - 1;
  return [
    ...(lines > MAX_LINES && !FREE_LENGTH.test(file) ? [`${lines} lines; ${MAX_LINES} at most`] : []),
    ...(/^export default\b/m.test(text) && !MAY_DEFAULT.test(file) ? ["a default export; name it"] : []),
    ...(/\/index\.tsx?$/.test(file) && !/\/providers\/index\.ts$/.test(file)
      ? ["an index file; name it after what it holds"]
      : []),
    ...(/^export \* from\b/m.test(text) ? ["passes on another file's exports; import from that file"] : []),
    ...(VAGUE.test(file) ? ["a name that says nothing; a function lives with the noun it is about"] : []),
  ];
}

/** A page's own calls go through `browserShop`; what is a route and no call (a stream, a file) has its path in paths.ts. */
function callPaths(file: string, text: string): string[] {
  const isOurs = file.startsWith("web/app/") && !/^web\/app\/(paths|resources\/robots)\.ts$/.test(file);
  return isOurs && /["'`]\/v[01]\//.test(text)
    ? ["spells the path of a call; use web/app/navigation/browser-shop.ts"]
    : [];
}

function imports(file: string, text: string): string[] {
  return [...text.matchAll(IMPORT)].flatMap(([, , type, from, dynamic, bare]) => {
    const name = from ?? dynamic ?? bare ?? "";
    const target = name.startsWith(".") ? posix.join(posix.dirname(file), name) : name;
    const refusal = importRefusal(file, target, type !== undefined);
    return refusal ? [`imports ${target}: ${refusal}`] : [];
  });
}

function importRefusal(file: string, target: string, isType: boolean): string | undefined {
  const [from = "", to = ""] = [file.split("/")[0], target.split("/")[0]];
  const ours = ["contract", "messages", "server", "web", "db", "scripts", "e2e", "bench"].includes(to);
  if (from === "contract" && to !== "contract" && to !== "zod") return "contract stands on zod alone";
  const isValue = /^contract\/values\/(locale|money|points)\.ts$/.test(target); // pure, without zod, so fit for the browser
  if (from === "messages" && to === "contract" && !isType && !isValue)
    return "messages knows the contract's types only";
  if (from === "messages" && ours && to !== "messages" && to !== "contract")
    return "messages knows the contract's types only";
  if (from === "web" && ours && !["web", "contract", "messages"].includes(to))
    return "the site reaches the shop through the contract";
  if (from === "server" && to === "web") return "the server never knows the site";
  if (from === "server" && to === "db" && target !== "db/tables.ts") return "of db, the server knows tables.ts";
  if (file.startsWith("web/app/ui/") && to === "contract") return "ui knows no domain";
  const office = officeRefusal(file, target);
  if (office) return office;
  const [screen, other] = [screenOf(file), screenOf(target)];
  if (screen && other && screen !== other) return "two domains share through ui/ or shared/";
  return from === "server" && to === "server" ? slopeRefusal(file, target) : undefined;
}

const OFFICE = "web/app/office/";
/** Of the storefront, what the office uses too. */
const SHARED = /^web\/(app\/(ui\/|forms\/|session\/theme\.ts)|runtime\/|plugins\/|art\/)/;

/** Two applications: the storefront knows nothing of the office; the office takes what knows no page of the storefront. */
function officeRefusal(file: string, target: string): string | undefined {
  const [fromOffice, toOffice] = [file.startsWith(OFFICE), target.startsWith(OFFICE)];
  if (toOffice && !fromOffice) return "nothing outside the office imports from it";
  const isOwn = toOffice || !target.startsWith("web/") || SHARED.test(target);
  return fromOffice && !isOwn ? "the office shares ui/, forms/ and the theme with the storefront, no more" : undefined;
}

function slopeRefusal(file: string, target: string): string | undefined {
  const [own, other] = [domainOf(file), domainOf(target)];
  if (target.endsWith("/calls.ts") && file !== "server/shop.ts") return "calls.ts is a door; import the noun's file";
  if (other === undefined || own === other || ABOVE.test(file)) return undefined;
  if (own === undefined) return "the kernel knows no domain";
  const below = (heights.get(own) ?? -1) > (heights.get(other) ?? Number.POSITIVE_INFINITY);
  return below ? undefined : `${own} does not stand above ${other}; announce it, or enqueue by name`;
}

function writes(file: string, text: string): string[] {
  const schemas = [...text.matchAll(WRITE), ...text.matchAll(KYSELY_WRITE)].map(([, schema = ""]) =>
    schema.toLowerCase(),
  );
  const own = domainOf(file) ?? (file.startsWith("server/") ? "kernel" : "");
  const foreign = new Set(schemas.filter((schema) => (heights.has(schema) || schema === "kernel") && schema !== own));
  return [...foreign].map(
    (schema) => `writes schema ${schema}, which only ${schema === "kernel" ? "the kernel" : `server/${schema}/`} may`,
  );
}

function domainOf(file: string): string | undefined {
  const folder = /^server\/([a-z-]+)\//.exec(file)?.[1];
  return folder !== undefined && heights.has(folder) ? folder : undefined;
}

/** The domain a screen or a part of one belongs to. */
function screenOf(file: string): string | undefined {
  return /^web\/app\/(account|cart|catalogue|content|fulfilment|home|identity|notifications|orders|privacy|stores|system)\//.exec(
    file,
  )?.[1];
}

if (process.argv[1] === import.meta.filename) {
  ownOptions("Who may import whom, who may write which schema, the shape of files\n\n  npm run boundaries\n", {});
  const root = join(import.meta.dirname, "../..");
  const found = [...violations(root), ...deadPointers(root)];
  for (const line of found) process.stderr.write(`${line}\n`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
