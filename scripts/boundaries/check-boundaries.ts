/**
 * `npm run boundaries`: who may import whom, who may write which schema, and the shape of files. It reads
 * text, not types, by regular expression: fast and approximate. Tests may import anything; what they test may not.
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

/** Domains by layer, the lowest first. A domain may import only domains of lower layers. */
const DOMAIN_LAYERS = [
  ["identity", "ledger"],
  ["staff"],
  ["reviews"],
  ["catalogue", "content", "recruitment", "notifications"],
  ["promotions", "loyalty", "collaborators", "fulfilment", "payments"],
  ["cart", "pages", "stores", "warranty"],
  ["orders"],
  ["contact", "partners", "chat", "service"],
  ["surveys"],
  ["privacy", "customers"],
  ["desks"],
];
const layerOf = new Map(DOMAIN_LAYERS.flatMap((names, layer) => names.map((name) => [name, layer] as const)));
/** Composition lists and test fixtures. request-context.ts is here because it looks up the owner of a token. */
const MAY_IMPORT_ANY_DOMAIN =
  /^server\/((shop|reactions|jobs|routes|settings|seeds|demo-accounts)\.ts$|http\/request-context\.ts$|testing\/)/;
const MAY_DEFAULT =
  /(\.config\.ts|^web\/app\/(office\/)?(root\.tsx|routes\.ts|entry\.\w+\.tsx|(layouts|resources|routes|desks)\/.+|\w+\/screens\/.+|(account|content|fulfilment|home|loyalty|notifications|privacy|stores|system)\/[^/]+))$/;
const MAX_LINES = 400;
/** Source files of a folder, style sheets included, not counting tests. */
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
const NO_LENGTH_LIMIT = /^(messages\/|db\/tables\.ts$)|\/samples\//;
const VAGUE = /\/(utils?|helpers?|managers?|services?|repositor(y|ies)|dto|types)\.tsx?$|\/(utils|helpers|services)\//;
const IMPORT =
  /^\s*(import|export)\s+(type\s)?[^"';]*?from\s+"([^"]+)"|\bimport\(\s*"([^"]+)"|^\s*import\s+"([^"]+)"/gm;
const WRITE =
  /\b(?:insert\s+into|update(?:\s+only)?|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+"?([a-z_]+)"?\s*\.\s*"?[a-z_]/gi;
const KYSELY_WRITE = /\b(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*["'`]([a-z_]+)\./g;

/** Prices have one writer, who writes their history with them: a test that needs a price asks it too. */
const PRICE_WRITER = "server/catalogue/products/prices.ts";
const PRICE_WRITE =
  /\b(?:insert\s+into|update(?:\s+only)?|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+"?catalogue"?\s*\.\s*"?(?:prices|price_history)\b|\b(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto|fill)\([^()]*["'`]catalogue\.(?:prices|price_history)\b/i;

const PROVIDERS = "server/payments/providers/";
/** A provider's name or method that means something else too: the cash a carrier collects, a card of a page, the default method. */
const AMBIGUOUS_PROVIDER_NAMES = new Set(["cash", "card"]);
/** Files outside a payment provider's folder that may name it, its method or its senders, each with its reason. */
const KNOWS_PROVIDERS: Readonly<Record<string, string>> = {
  "server/payments/providers/index.ts": "the registry",
  "server/kernel/config.ts": "names of variables and of generated secrets, which running shops hold",
  "server/content/settings.ts": "file names of the footer's tiles, a setting that running shops hold",
  "server/orders/test-orders.ts": "an order form as a shopper sends it",
  "server/api/files.ts": "the ipn URL that a sender is given",
  "contract/orders/orders.ts": "an example of the wire",
  "contract/cart/cart.ts": "an example of the wire",
  "contract/orders/gift-cards.ts": "an example of the wire",
  "contract/payments/payments.ts": "an example of the wire",
  "contract/payments/transactions.ts": "paths of the specification, one a provider",
};

/** What knows the demo shop: its data, the seeders that write it, its accounts. */
const DEMO = /^server\/(database\/demo-data|demo-accounts|seeds|([a-z-]+\/)?seed[a-z-]*)\.ts$/;
/** Who may: each other, what puts the shop together, commands and measurements. */
const KNOWS_DEMO = /^(open\.ts$|(scripts|bench|e2e)\/|server\/(start|testing)\/)/;
/** Fills a shop with whatever seeders it is given. */
const SEED = "server/database/seed.ts";

const NOT_PRODUCTION_CODE = /\.test\.tsx?$|\/test-[a-z-]+\.ts$|\/providers\/conformance\.ts$|^server\/testing\/|^e2e\//;
const IS_TEST = /\.test\.tsx?$|\/test-[a-z-]+\.ts$|\/providers\/conformance\.ts$/;

/** Every violation as one line: where, and what to do instead. Empty when there is none. */
export function violations(root: string): string[] {
  const patterns = ["*.ts", "{contract,messages,server,web,db,scripts,bench,e2e,sandbox}/**/*.{ts,tsx}"];
  const files = globSync(patterns, { cwd: root, exclude: ["**/node_modules", "web/build", "**/.react-router"] });
  const sheets = globSync("web/app/**/*.css", { cwd: root });
  const broken = files.sort().flatMap((path) => {
    const file = path.replaceAll("\\", "/");
    const text = readFileSync(join(root, path), "utf8");
    // A benchmark seeds a database of its own, as tests do.
    const rules = IS_TEST.test(file)
      ? [shape, prices]
      : file.startsWith("bench/")
        ? [shape, imports, prices]
        : [shape, imports, writes, prices, callPaths];
    return rules.flatMap((rule) => rule(file, text)).map((problem) => `${file}: ${problem}`);
  });
  return [
    ...broken,
    ...cycles(root, files),
    ...crowdedFolders([...files, ...sheets]),
    ...longSheets(root, sheets),
    ...sheetViolations(root),
    ...unregisteredFiles(root, files),
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
  for (const file of files
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !NOT_PRODUCTION_CODE.test(path))) {
    for (const [, , type, from, dynamic, bare] of readFileSync(join(root, file), "utf8").matchAll(IMPORT)) {
      const name = from ?? dynamic ?? bare ?? "";
      const target = name.startsWith(".") ? posix.join(posix.dirname(file), name) : name;
      if (!/^(contract|messages|server|web|db|scripts|bench|sandbox)\//.test(target)) continue;
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

/** Files of a domain that the list they belong to does not import. */
function unregisteredFiles(root: string, files: readonly string[]): string[] {
  const all = files.map((file) => file.replaceAll("\\", "/"));
  return Object.entries(LISTS).flatMap(([name, list]) => {
    if (!all.includes(list)) return [];
    const text = readFileSync(join(root, list), "utf8");
    const imported = [...text.matchAll(IMPORT)].map(([, , , from = ""]) => posix.join(posix.dirname(list), from));
    return all
      .filter((file) => new RegExp(`^server/[a-z-]+/${name}\\.ts$`).test(file) && !imported.includes(file))
      .map((file) => `${file}: is not imported by ${list}`);
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
      `["'\`](${[name, method, ...senders].filter((each) => each === undefined || !AMBIGUOUS_PROVIDER_NAMES.has(each)).join("|")})["'\`]|${PROVIDERS}${name}/`,
    );
    return files
      .filter(
        (file) =>
          !file.startsWith(`${PROVIDERS}${name}/`) &&
          !NOT_PRODUCTION_CODE.test(file) &&
          !/^(bench|sandbox)\//.test(file),
      )
      .filter((file) => !(file in KNOWS_PROVIDERS) && named.test(readFileSync(join(root, file), "utf8")))
      .map((file) => `${file}: names the payment provider ${name}; ask the registry (docs/providers.md)`);
  });
}

function crowdedFolders(files: readonly string[]): string[] {
  const sources = files.map((file) => file.replaceAll("\\", "/")).filter((file) => !IS_TEST.test(file));
  return [...Map.groupBy(sources, (file) => posix.dirname(file))]
    .filter(([, filesInFolder]) => filesInFolder.length > MAX_FILES)
    .map(([folder, { length }]) => `${folder}: ${length} source files; ${MAX_FILES} at most, so give them folders`);
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
    ...(lines > MAX_LINES && !NO_LENGTH_LIMIT.test(file) ? [`${lines} lines; ${MAX_LINES} at most`] : []),
    ...(/^export default\b/m.test(text) && !MAY_DEFAULT.test(file) ? ["a default export; name it"] : []),
    ...(/\/index\.tsx?$/.test(file) && !/\/providers\/index\.ts$/.test(file)
      ? ["an index file; name it after what it holds"]
      : []),
    ...(/^export \* from\b/m.test(text) ? ["re-exports another file; import from that file"] : []),
    ...(VAGUE.test(file) ? ["a vague name; a function lives in the file of the noun it is about"] : []),
  ];
}

/** A page's own calls go through `browserShop`; what is a route and no call (a stream, a file) has its path in a paths.ts. */
function callPaths(file: string, text: string): string[] {
  const isOurs = file.startsWith("web/app/") && !/^web\/app\/((\w+\/)?paths|resources\/robots)\.ts$/.test(file);
  return isOurs && /["'`]\/v[01]\//.test(text)
    ? ["contains the path of a call; use web/app/navigation/browser-shop.ts"]
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
  const ours = ["contract", "messages", "server", "web", "db", "scripts", "e2e", "bench", "sandbox"].includes(to);
  if (from === "contract" && to !== "contract" && to !== "zod") return "contract may import only zod";
  const isValue = /^contract\/values\/(locale|money|points)\.ts$/.test(target); // pure, without zod, so fit for the browser
  if (from === "messages" && to === "contract" && !isType && !isValue)
    return "messages may import only types of the contract";
  if (from === "messages" && ours && to !== "messages" && to !== "contract")
    return "messages may import only types of the contract";
  if (from === "sandbox" && ours && to !== "sandbox" && target !== "scripts/commands/command-line.ts")
    return "the sandbox gateway may import nothing of the shop";
  if (to === "sandbox" && ["web", "server", "messages"].includes(from))
    return "the shop may not import the sandbox gateway; it is configured with its addresses";
  if (from === "web" && ours && !["web", "contract", "messages"].includes(to))
    return "the site may import only the contract and messages";
  if (from === "server" && to === "web") return "the server may not import the site";
  if (from === "server" && to === "db" && target !== "db/tables.ts")
    return "of db, the server may import only tables.ts";
  if (file.startsWith("web/app/ui/") && to === "contract") return "ui may not import a domain";
  const office = officeViolation(file, target);
  if (office) return office;
  if (DEMO.test(target) && target !== SEED && !DEMO.test(file) && !KNOWS_DEMO.test(file))
    return "only seeders and open.ts may import the demo; take a setting or what the composition gives";
  const [screen, other] = [screenOf(file), screenOf(target)];
  if (screen && other && screen !== other)
    return "a domain's screens may not import another's; move what both need to ui/ or shared/";
  return from === "server" && to === "server" ? layerViolation(file, target) : undefined;
}

const OFFICE = "web/app/office/";
/** Of the storefront, what the office uses too. */
const SHARED = /^web\/(app\/(ui\/|forms\/|session\/theme\.ts)|runtime\/|plugins\/|art\/)/;

/** Two applications: the storefront knows nothing of the office; the office takes what knows no page of the storefront. */
function officeViolation(file: string, target: string): string | undefined {
  const [fromOffice, toOffice] = [file.startsWith(OFFICE), target.startsWith(OFFICE)];
  if (toOffice && !fromOffice) return "nothing outside the office imports from it";
  const isOwn = toOffice || !target.startsWith("web/") || SHARED.test(target);
  return fromOffice && !isOwn ? "the office shares ui/, forms/ and the theme with the storefront, no more" : undefined;
}

function layerViolation(file: string, target: string): string | undefined {
  const [own, other] = [domainOf(file), domainOf(target)];
  if (target.endsWith("/calls.ts") && file !== "server/shop.ts")
    return "calls.ts only maps calls to functions; import the file that defines the function";
  if (other === undefined || own === other || MAY_IMPORT_ANY_DOMAIN.test(file)) return undefined;
  if (own === undefined) return "the kernel may not import a domain";
  const isHigher = (layerOf.get(own) ?? -1) > (layerOf.get(other) ?? Number.POSITIVE_INFINITY);
  return isHigher
    ? undefined
    : `${own} is not in a higher layer than ${other}; announce an event, or enqueue a job by name`;
}

function writes(file: string, text: string): string[] {
  const schemas = [...text.matchAll(WRITE), ...text.matchAll(KYSELY_WRITE)].map(([, schema = ""]) =>
    schema.toLowerCase(),
  );
  const own = domainOf(file) ?? (file.startsWith("server/") ? "kernel" : "");
  const foreign = new Set(schemas.filter((schema) => (layerOf.has(schema) || schema === "kernel") && schema !== own));
  return [...foreign].map(
    (schema) => `writes schema ${schema}, which only ${schema === "kernel" ? "the kernel" : `server/${schema}/`} may`,
  );
}

/** Tests that show what the database refuses name the tables too; they stand beside the writer. */
function prices(file: string, text: string): string[] {
  const mayWrite = file === PRICE_WRITER || file === PRICE_WRITER.replace(".ts", ".test.ts");
  const isRule = file.startsWith("scripts/boundaries/");
  return !mayWrite && !isRule && PRICE_WRITE.test(text) ? [`writes prices; call setPrices of ${PRICE_WRITER}`] : [];
}

function domainOf(file: string): string | undefined {
  const folder = /^server\/([a-z-]+)\//.exec(file)?.[1];
  return folder !== undefined && layerOf.has(folder) ? folder : undefined;
}

/** The domain a screen or a part of one belongs to. */
function screenOf(file: string): string | undefined {
  return /^web\/app\/(account|cart|catalogue|content|fulfilment|home|identity|loyalty|notifications|orders|privacy|stores|system)\//.exec(
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
