/**
 * The import command: words in, an exit code out. Exit codes: 0 all fine, 1 some products were refused, 2 could not run.
 */
import { parseArgs } from "node:util";
import { importDrafts, openRun, type Run } from "server/catalogue/exchange/import.ts";
import { readLists } from "server/catalogue/exchange/lists.ts";
import { dongOnly } from "server/catalogue/exchange/price-text.ts";
import { readJson } from "server/catalogue/exchange/read-json.ts";
import { type Outcome, openReport } from "server/catalogue/exchange/report.ts";
import { openText, type TextFile } from "server/catalogue/exchange/text-file.ts";
import type { Ctx } from "server/context.ts";
import { setting } from "server/settings.ts";

export const help = `Products of a file into the shop

  npm run import -- FILE [--dry-run]
`;

export type Voices = { out: (text: string) => void; err: (text: string) => void };

const options = {
  "dry-run": { type: "boolean", default: false },
  categories: { type: "string", default: "create" },
  encoding: { type: "string" },
  brand: { type: "string", default: "Chưa rõ hãng" },
  vat: { type: "string", default: "8" },
  warehouse: { type: "string" },
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
  const { values } = given;
  const warehouses = (await setting(ctx, "warehouses")).map(({ code }) => code);
  const report = openReport((kind, line) => (kind === "refused" ? err : out)(`${kind}: ${line}\n`));
  const rules = {
    brand: values.brand,
    vat_rate: Number(values.vat),
    warehouse: values.warehouse ?? warehouses[0] ?? "",
    may_create_categories: values.categories === "create",
    is_dry: values["dry-run"],
  };
  const run = openRun(ctx, await readLists(ctx.sql, warehouses), rules, report);
  try {
    const file = await openText(path, values.encoding);
    await importDrafts(run, readJson(file.chunks, dongOnly), progress(file, run, err));
  } catch (error) {
    if (!isReadable(error)) throw error;
    err(`${(error as Error).message}\n`);
    return 2;
  }
  out(summary(report.outcome, rules.is_dry));
  return report.outcome.refused > 0 ? 1 : 0;
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

function summary({ products, added, changed, unchanged, refused, notes }: Outcome, is_dry: boolean): string {
  const done = is_dry ? "would be" : "were";
  return `${products} products: ${added} ${done} added, ${changed} ${done} changed, ${unchanged} are as they were, ${refused} refused, ${notes} notes\n`;
}
