/** The export command: words in, a file and an exit code out. Exit codes: 0 done, 2 could not run. */
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { exportCatalogue } from "server/catalogue/exchange/export.ts";
import type { Ctx } from "server/context.ts";
import { setting } from "server/settings.ts";

export const help = `The catalogue as a file that npm run import reads

  npm run export -- [--out FILE] [--format json|csv] [--category SLUG]

Without --out it goes to the screen (say npm run -s). The format follows the file's name, else it is JSON. CSV can be
opened in a spreadsheet: cells that look like formulas have an apostrophe in front, which the import takes away again.
Exit codes: 0 done, 2 could not run.
`;

const options = {
  out: { type: "string" },
  format: { type: "string" },
  category: { type: "string" },
} as const;

export async function exportCommand(
  ctx: Ctx,
  words: readonly string[],
  screen: Writable,
  say: (text: string) => void,
): Promise<0 | 2> {
  const sorry = (why: string): 2 => {
    say(`${why}\nnpm run export -- --help\n`);
    return 2;
  };
  try {
    const { values } = parseArgs({ args: [...words], options });
    const format = values.format ?? (values.out?.endsWith(".csv") ? "csv" : "json");
    if (format !== "json" && format !== "csv") return sorry("--format takes json or csv.");
    const warehouses = (await setting(ctx, "warehouses")).map(({ code }) => code);
    const file = Readable.from(exportCatalogue(ctx.sql, { format, category: values.category, warehouses }));
    if (values.out === undefined) await pipeline(file, screen, { end: false });
    else await whole(file, values.out);
    return 0;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (error instanceof SyntaxError || String(code).startsWith("ERR_PARSE_ARGS"))
      return sorry((error as Error).message);
    if (typeof code === "string" && /^E(NOENT|ACCES|ISDIR|NOSPC)$/.test(code)) return sorry((error as Error).message);
    throw error;
  }
}

/** The file appears when it is whole. */
async function whole(file: Readable, path: string): Promise<void> {
  const unfinished = `${path}.part`;
  try {
    await pipeline(file, createWriteStream(unfinished));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
