/** `npm run import -- FILE --serials`: which machines the shop knows. As the office's page does it. */
import { isShopError } from "contract/errors.ts";
import { openText } from "server/catalogue/import/reading/text-encoding.ts";
import type { Ctx } from "server/kernel/context.ts";
import { importSerials } from "server/warranty/serials/serial-import.ts";
import type { Voices } from "./import.ts";

type Values = { "dry-run": boolean; encoding?: string | undefined };

/** 0: all fine, 1: some were refused, 2: the file has no such columns. */
export async function importSerialFile(
  ctx: Ctx,
  path: string,
  values: Values,
  { out, err }: Voices,
): Promise<0 | 1 | 2> {
  const { chunks } = await openText(path, values.encoding);
  let csv = "";
  for await (const chunk of chunks) csv += chunk;
  try {
    const { rows, added, changed, refused } = await importSerials(ctx, { csv, dry_run: values["dry-run"] });
    for (const { row, serial, why } of refused) err(`refused: line ${row}: ${serial}: ${why}\n`);
    const done = values["dry-run"] ? "would be" : "were";
    out(`${rows} serials: ${added} ${done} added, ${changed} ${done} changed, ${refused.length} refused\n`);
    return refused.length > 0 ? 1 : 0;
  } catch (error) {
    if (!isShopError(error) || error.code !== "invalid") throw error;
    err(`${error.message_key}: the first line names the columns serial and sku, at most 50,000 lines follow\n`);
    return 2;
  }
}
