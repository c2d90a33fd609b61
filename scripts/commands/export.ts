/** The export command: arguments in, a file and an exit code out. Exit codes: 0 done, 2 could not run. */
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { exportCatalogue } from "server/catalogue/import/export.ts";
import type { Ctx } from "server/kernel/context.ts";
import { setting } from "server/platform/settings.ts";
import { readArguments, UsageError, usageOf } from "./command-line.ts";
import { assertWritable, FileTrouble, writeWhole } from "./files.ts";

export const help = `The catalogue as a file that npm run import reads

  npm run export -- [--out FILE] [--format json|csv] [--category SLUG]

Without --out it goes to the screen (say npm run -s). The format follows the file's name, else it is JSON. CSV can be
opened in a spreadsheet: cells that look like formulas have an apostrophe in front, which the import takes away again.
Exit codes: 0 done, 2 could not run.
`;

export const options = {
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
  try {
    const { values } = readArguments(words, options);
    const format = values.format ?? (values.out?.endsWith(".csv") ? "csv" : "json");
    if (format !== "json" && format !== "csv") throw new UsageError("--format takes json or csv.");
    if (values.out !== undefined) await assertWritable(values.out);
    const warehouses = (await setting(ctx, "warehouses")).map(({ code }) => code);
    const file = Readable.from(exportCatalogue(ctx.sql, { format, category: values.category, warehouses }));
    if (values.out === undefined) await pipeline(file, screen, { end: false });
    else await writeWhole(file, values.out);
    return 0;
  } catch (error) {
    say(
      error instanceof SyntaxError || error instanceof FileTrouble
        ? `${(error as Error).message}\n`
        : usageOf(error, help),
    );
    return 2;
  }
}
