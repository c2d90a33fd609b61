/**
 * The import command: words in, an exit code out. Exit codes: 0 all fine, 1 some products were refused, 2 could not run.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { recognise } from "server/catalogue/exchange/formats.ts";
import { importDrafts, openRun, type Run } from "server/catalogue/exchange/import.ts";
import { readLists } from "server/catalogue/exchange/lists.ts";
import { readMapping } from "server/catalogue/exchange/mapping.ts";
import type { PictureRules } from "server/catalogue/exchange/pictures.ts";
import type { FeedRules } from "server/catalogue/exchange/read-google.ts";
import { type Outcome, openReport } from "server/catalogue/exchange/report.ts";
import { openText, type TextFile } from "server/catalogue/exchange/text-file.ts";
import type { Ctx } from "server/context.ts";
import { openUploads } from "server/images/uploads.ts";
import { setting } from "server/settings.ts";
import { z } from "zod";

export const help = `Products of a file into the shop

  npm run import -- FILE [--dry-run] [--map FILE.json]

Takes JSON as npm run export writes it, the product CSV of Shopify and of WooCommerce, a Google Merchant feed (TSV or
XML), a CSV with our own column names, and with --map any other table. Packed files (.gz) too. Running it again changes
nothing.

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
  --no-pictures         leaves pictures alone, whatever the setting import_pictures says

Each refused product is reported with line, field and reason, and nothing of it is changed.
Exit codes: 0 all fine, 1 some products refused, 2 could not run.
`;

export type Voices = { out: (text: string) => void; err: (text: string) => void };

const options = {
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
  "no-pictures": { type: "boolean", default: false },
} as const;

export async function importCommand(ctx: Ctx, words: readonly string[], { out, err }: Voices): Promise<0 | 1 | 2> {
  let given: ReturnType<typeof parse>;
  try {
    given = parse(words);
  } catch (error) {
    err(`${(error as Error).message}\nnpm run import -- --help\n`); // parseArgs names the option it does not know
    return 2;
  }
  const [path, ...more] = given.positionals;
  if (path === undefined || more.length > 0) {
    err("Say which file, and one at a time: npm run import -- FILE\n");
    return 2;
  }
  const rules = rulesOf(given.values);
  if (typeof rules === "string") {
    err(`${rules}\nnpm run import -- --help\n`);
    return 2;
  }
  const report = openReport((kind, line) => (kind === "refused" ? err : out)(`${kind}: ${line}\n`));
  try {
    const warehouses = (await setting(ctx, "warehouses")).map(({ code }) => code);
    const warehouse = rules.warehouse ?? warehouses[0] ?? "";
    if (rules.warehouse && !warehouses.includes(warehouse))
      throw new SyntaxError(`There is no warehouse "${warehouse}".`);
    const mapping = given.values.map === undefined ? undefined : readMapping(await readFile(given.values.map, "utf8"));
    const pictures = given.values["no-pictures"] ? undefined : await pictureRules(ctx);
    const run = openRun(
      ctx,
      await readLists(ctx.sql, warehouses),
      { ...rules, warehouse, drawn: await drawings() },
      report,
      pictures,
    );
    const file = await openText(path, given.values.encoding ?? mapping?.encoding);
    const { format, drafts } = await recognise(file.chunks, { ...rules, now: ctx.now }, mapping);
    err(`${path}: ${format}, ${file.encoding()}\n`);
    await importDrafts(run, drafts, progress(file, run, err));
  } catch (error) {
    if (!isReadable(error)) throw error;
    err(`${(error as Error).message}\n`);
    return 2;
  }
  out(summary(report.outcome, rules.is_dry));
  return report.outcome.refused > 0 ? 1 : 0;
}

const Archetypes = z.object({ kinds: z.record(z.string(), z.unknown()), bodies: z.array(z.string()) });

/** What the shop can draw (docs/decisions/0030-pictures.md). */
async function drawings(): Promise<Run["rules"]["drawn"]> {
  const file = join(import.meta.dirname, "../web/art/products/archetypes.json");
  const { kinds, bodies } = Archetypes.parse(JSON.parse(await readFile(file, "utf8")));
  return { kinds: new Set(Object.keys(kinds)), bodies: new Set(bodies) };
}

async function pictureRules(ctx: Ctx): Promise<PictureRules | undefined> {
  const { fetch, hosts, most_per_product, most_megabytes } = await setting(ctx, "import_pictures");
  if (!fetch) return undefined;
  const limits = { most_bytes: most_megabytes * 1024 * 1024, timeout_ms: 15_000 };
  return { uploads: openUploads(ctx.config.data_dir), limits, most_per_product, hosts };
}

type Rules = Omit<Run["rules"], "warehouse" | "drawn"> & Omit<FeedRules, "now"> & { warehouse: string | undefined };

/** What the words ask for, or what is wrong with them. */
function rulesOf(values: ReturnType<typeof parse>["values"]): Rules | string {
  const vat_rate = Number(values.vat);
  if (!Number.isInteger(vat_rate) || vat_rate < 0 || vat_rate > 100) return "--vat takes a whole percent.";
  if (!["create", "refuse"].includes(values.categories)) return "--categories takes create or refuse.";
  const in_stock_pieces = values["in-stock"] === undefined ? undefined : Number(values["in-stock"]);
  if (in_stock_pieces !== undefined && !(Number.isInteger(in_stock_pieces) && in_stock_pieces >= 0)) {
    return "--in-stock takes a number of pieces.";
  }
  const rates: Record<string, number> = {};
  for (const each of values.rate ?? []) {
    const [, code = "", rate = ""] = /^([A-Z]{3})=(\d+(?:\.\d+)?)$/.exec(each) ?? [];
    if (code === "" || Number(rate) <= 0) return "--rate takes a currency and its đồng: USD=26000.";
    rates[code] = Number(rate);
  }
  return {
    brand: values.brand,
    vat_rate,
    warehouse: values.warehouse,
    may_create_categories: values.categories === "create",
    is_dry: values["dry-run"],
    in_stock_pieces,
    currency: values.currency.toUpperCase(),
    rates,
  };
}

const parse = (words: readonly string[]) => parseArgs({ args: [...words], options, allowPositionals: true });

/** What is wrong with the file itself, as a person can mend it. */
function isReadable(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return error instanceof SyntaxError || code === "ENOENT" || code === "EACCES" || code === "EISDIR";
}

const every_ms = 2_000;

function progress(file: TextFile, { report }: Run, err: Voices["err"]): () => void {
  const began = performance.now();
  let last = began;
  return () => {
    const now = performance.now();
    if (now - last < every_ms) return;
    last = now;
    const { products } = report.outcome;
    const rate = Math.round((products * 1000) / (now - began));
    err(`${Math.round((100 * file.bytesRead()) / file.bytes)} %: ${products} products, ${rate} a second\n`);
  };
}

function summary(outcome: Outcome, is_dry: boolean): string {
  const { products, added, changed, unchanged, refused, notes, pictured, unpictured, uncounted } = outcome;
  const pictures =
    (pictured > 0 ? `${pictured} products and forms got other pictures\n` : "") +
    (unpictured > 0 ? `${unpictured} name pictures, which were not fetched: see the setting import_pictures\n` : "");
  const pieces =
    uncounted > 0 ? `${uncounted} new ones come without a number of pieces and are sold out: see --in-stock\n` : "";
  const done = is_dry ? "would be" : "were";
  return `${products} products: ${added} ${done} added, ${changed} ${done} changed, ${unchanged} are as they were, ${refused} refused, ${notes} notes\n${pictures}${pieces}`;
}
