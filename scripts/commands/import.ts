/**
 * The import command: arguments in, an exit code out. Exit codes: 0 all fine, 1 some products were refused, 2 could not run.
 */
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isShopError } from "contract/errors.ts";
import { importDrafts, openRun, type Run } from "server/catalogue/import/import.ts";
import { readImportLookups } from "server/catalogue/import/lookups.ts";
import type { PictureRules } from "server/catalogue/import/pictures.ts";
import { columnLines } from "server/catalogue/import/reading/columns.ts";
import { recognise } from "server/catalogue/import/reading/formats.ts";
import { readMapping } from "server/catalogue/import/reading/mapping.ts";
import type { FeedRules } from "server/catalogue/import/reading/read-google.ts";
import { openText, type TextFile } from "server/catalogue/import/reading/text-encoding.ts";
import { type Outcome, openReport } from "server/catalogue/import/report.ts";
import { openUploads } from "server/images/uploads.ts";
import type { Ctx } from "server/kernel/context.ts";
import { setting } from "server/platform/settings.ts";
import { importSurveys } from "server/surveys/writing.ts";
import { z } from "zod";
import { jsonFault } from "./broken-json.ts";
import { readArguments, UsageError, usageOf } from "./command-line.ts";
import { assertReadable, FileTrouble } from "./files.ts";
import { importSerialFile } from "./import-serials.ts";

export const help = `Products of a file into the shop

  npm run import -- FILE [--dry-run] [--map FILE.json]

Takes JSON as npm run export writes it, the product CSV of Shopify and of WooCommerce, a Google Merchant feed (TSV or
XML), a CSV with our own column names, and with --map any other table. Packed files (.gz) too. Running it again changes
nothing. A file of surveys, { "polls": [...] }, is taken whole or not at all.

  --dry-run             says what would be done and does nothing
  --map FILE.json       which column is which field (docs/import.md)
  --categories create   categories the shop lacks are made (refuse: their products are refused)
  --brand NAME          of products that name none (default "Chưa rõ hãng")
  --vat 8               VAT rate of new products that name none, in percent
  --warehouse CODE      where pieces are counted whose warehouse the file does not name (default: the shop's first)
  --in-stock N          pieces of what a file calls in stock, or Shopify's or WooCommerce's export does not count
  --currency VND        of prices without a sign
  --rate USD=26000      đồng for one of another currency; may be repeated. Without it such prices are refused
  --encoding NAME       of a file that does not say it by its first bytes (windows-1258, utf-16le ...)
  --serials             the file holds serials of machines: serial, sku, place, sold_to, sold_on (docs/rules/warranty.md)
  --no-pictures         leaves pictures alone, whatever the setting import_pictures says

Each refused product is reported with line, field and reason, and nothing of it is changed.
Exit codes: 0 all fine, 1 some products refused, 2 could not run.
`;

/** In which a file says what it holds. */
const HEAD_BYTES = 4_096;

export type Voices = { out: (text: string) => void; err: (text: string) => void };

export const options = {
  "dry-run": { type: "boolean", default: false },
  categories: { type: "string", default: "create" },
  encoding: { type: "string" },
  brand: { type: "string", default: "Chưa rõ hãng" },
  vat: { type: "string", default: "8" },
  warehouse: { type: "string" },
  map: { type: "string" },
  "in-stock": { type: "string" },
  currency: { type: "string", default: "VND" },
  rate: { type: "string", multiple: true },
  serials: { type: "boolean", default: false },
  "no-pictures": { type: "boolean", default: false },
} as const;

export async function importCommand(ctx: Ctx, words: readonly string[], { out, err }: Voices): Promise<0 | 1 | 2> {
  let given: Given;
  try {
    given = read(words);
  } catch (error) {
    err(usageOf(error, help));
    return 2;
  }
  const { path, values, rules } = given;
  const report = openReport((kind, line) => (kind === "refused" ? err : out)(`${kind}: ${line}\n`));
  try {
    await assertReadable(path);
    if (values.serials) return await importSerialFile(ctx, path, values, { out, err });
    const warehouses = (await setting(ctx, "warehouses")).map(({ code }) => code);
    const warehouse = rules.warehouse ?? warehouses[0] ?? "";
    if (rules.warehouse && !warehouses.includes(warehouse))
      throw new SyntaxError(`There is no warehouse "${warehouse}".`);
    const mapping = values.map === undefined ? undefined : await mappingIn(values.map);
    const pictures = values["no-pictures"] ? undefined : await pictureRules(ctx);
    const run = openRun(
      ctx,
      await readImportLookups(ctx.sql, warehouses),
      { ...rules, warehouse, drawn: await drawings() },
      report,
      pictures,
    );
    const surveys = await surveysIn(path);
    if (surveys !== null) return await takeSurveys(ctx, surveys, rules.is_dry, { out, err });
    const file = await openText(path, values.encoding ?? mapping?.encoding);
    const { format, drafts, columns, constants } = await recognise(file.chunks, rules, mapping);
    err(`${path}: ${format}, ${file.encoding()}\n`);
    report.constants = new Set(constants);
    if (columns) err(`${columnLines(columns).join("\n")}\n`);
    await importDrafts(run, drafts, progress(file, run, err));
  } catch (error) {
    if (!isReadable(error)) throw error;
    err(`${(error as Error).message}\n`);
    return 2;
  }
  out(summary(report.outcome, rules.is_dry));
  return report.outcome.refused > 0 ? 1 : 0;
}

/** A file of surveys names them at its top: `{ "polls": […] }`. Null for every other file. */
async function surveysIn(path: string): Promise<unknown> {
  if (!path.endsWith(".json")) return null;
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    if (!/^\uFEFF?\s*\{[^[{]*"polls"\s*:/.test(buffer.subarray(0, bytesRead).toString())) return null;
  } finally {
    await handle.close();
  }
  const text = (await readFile(path, "utf8")).replace(/^\uFEFF/, "");
  const fault = jsonFault(text);
  if (fault) throw new FileTrouble(`"${path}" is broken JSON: ${fault.reason}`);
  return JSON.parse(text);
}

async function takeSurveys(ctx: Ctx, file: unknown, isDry: boolean, { out, err }: Voices): Promise<0 | 1> {
  try {
    const { added, changed, unchanged } = await importSurveys(ctx, file, { isDry });
    const done = isDry ? "would be" : "were";
    out(`Surveys: ${added} ${done} added, ${changed} ${done} changed, ${unchanged} are as they were\n`);
    return 0;
  } catch (error) {
    if (!isShopError(error)) throw error;
    const places = Object.entries(error.fields).map(([place, [wrong]]) => `${place}: ${wrong?.key ?? ""}`);
    for (const line of places.length > 0 ? places : [error.message_key]) err(`refused: ${line}\n`);
    return 1;
  }
}

async function mappingIn(path: string) {
  await assertReadable(path);
  const text = (await readFile(path, "utf8")).replace(/^\uFEFF/, "");
  const fault = jsonFault(text);
  if (!fault) return readMapping(text);
  const lines = text.slice(0, fault.place).split("\n");
  const place = `line ${lines.length}, character ${(lines.at(-1) ?? "").length + 1}`;
  throw new FileTrouble(`"${path}" is broken JSON, in ${place}: ${fault.reason}`);
}

const Archetypes = z.object({ kinds: z.record(z.string(), z.unknown()), bodies: z.array(z.string()) });

/** What the shop can draw (docs/decisions/0030-pictures.md). */
async function drawings(): Promise<Run["rules"]["drawn"]> {
  const file = join(import.meta.dirname, "../../web/art/products/archetypes.json");
  const { kinds, bodies } = Archetypes.parse(JSON.parse(await readFile(file, "utf8")));
  return { kinds: new Set(Object.keys(kinds)), bodies: new Set(bodies) };
}

async function pictureRules(ctx: Ctx): Promise<PictureRules | undefined> {
  const { fetch, hosts, most_per_product, most_megabytes } = await setting(ctx, "import_pictures");
  if (!fetch) return undefined;
  const limits = { max_bytes: most_megabytes * 1024 * 1024, timeout_ms: 15_000 };
  return { uploads: openUploads(ctx.config.data_dir), limits, most_per_product, hosts };
}

type Rules = Omit<Run["rules"], "warehouse" | "drawn"> & FeedRules & { warehouse: string | undefined };

const parse = (words: readonly string[]) => readArguments(words, options, 1);
type Values = ReturnType<typeof parse>["values"];
type Given = { path: string; values: Values; rules: Rules };

function read(words: readonly string[]): Given {
  const { values, positionals } = parse(words);
  const [path] = positionals;
  if (path === undefined) throw new UsageError("Say which file: npm run import -- FILE");
  return { path, values, rules: rulesOf(values) };
}

function rulesOf(values: Values): Rules {
  const vat_rate = Number(values.vat);
  if (!Number.isInteger(vat_rate) || vat_rate < 0 || vat_rate > 100)
    throw new UsageError("--vat takes a whole percent.");
  if (!["create", "refuse"].includes(values.categories)) throw new UsageError("--categories takes create or refuse.");
  const inStockPieces = values["in-stock"] === undefined ? undefined : Number(values["in-stock"]);
  if (inStockPieces !== undefined && !(Number.isInteger(inStockPieces) && inStockPieces >= 0)) {
    throw new UsageError("--in-stock takes a number of pieces.");
  }
  const rates: Record<string, number> = {};
  for (const each of values.rate ?? []) {
    const [, code = "", rate = ""] = /^([A-Z]{3})=(\d+(?:\.\d+)?)$/.exec(each) ?? [];
    if (code === "" || Number(rate) <= 0) throw new UsageError("--rate takes a currency and its đồng: USD=26000.");
    rates[code] = Number(rate);
  }
  return {
    brand: values.brand,
    vat_rate,
    warehouse: values.warehouse,
    may_create_categories: values.categories === "create",
    is_dry: values["dry-run"],
    in_stock_pieces: inStockPieces,
    currency: values.currency.toUpperCase(),
    rates,
  };
}

/** What is wrong with the file itself, so that the operator can correct it. */
function isReadable(error: unknown): boolean {
  return error instanceof SyntaxError || error instanceof FileTrouble;
}

const EVERY_MS = 2_000;

function progress(file: TextFile, { report }: Run, err: Voices["err"]): () => void {
  const began = performance.now();
  let last = began;
  return () => {
    const now = performance.now();
    if (now - last < EVERY_MS) return;
    last = now;
    const { products } = report.outcome;
    const rate = Math.round((products * 1000) / (now - began));
    err(`${Math.round((100 * file.bytesRead()) / file.sizeBytes)} %: ${products} products, ${rate} a second\n`);
  };
}

function summary(outcome: Outcome, isDry: boolean): string {
  const { products, added, changed, unchanged, refused, notes, pictured, unpictured, uncounted } = outcome;
  const pictures =
    (pictured > 0 ? `${pictured} products and variants got other pictures\n` : "") +
    (unpictured > 0 ? `${unpictured} name pictures, which were not fetched: see the setting import_pictures\n` : "");
  const pieces =
    uncounted > 0 ? `${uncounted} new ones come without a number of pieces and are sold out: see --in-stock\n` : "";
  const done = (count: number) => (isDry ? "would be" : count === 1 ? "was" : "were");
  const same = unchanged === 1 ? "is as it was" : "are as they were";
  const counts = [
    `${added} ${done(added)} added`,
    `${changed} ${done(changed)} changed`,
    `${unchanged} ${same}`,
    `${refused} refused`,
    notes === 1 ? "1 note" : `${notes} notes`,
  ];
  const made = (what: string, names: readonly string[]) =>
    names.length > 0 ? `${what} ${isDry ? "that would be made" : "made"}: ${listed(names)}\n` : "";
  const names = made("categories", outcome.categories) + made("brands", outcome.brands);
  return `${products} ${products === 1 ? "product" : "products"}: ${counts.join(", ")}\n${names}${pictures}${pieces}`;
}

const MAX_LISTED = 40; // names

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_LISTED).join(", ");
  return names.length > MAX_LISTED ? `${shown} and ${names.length - MAX_LISTED} more` : shown;
}
