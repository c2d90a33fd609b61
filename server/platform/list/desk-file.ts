/**
 * A list as a CSV file: every column the caller may see, masked as in the list, and no cell that a spreadsheet would
 * calculate. That it was made is a security event. rules/office#files
 */

import { type DeskShape, MAX_FILE_ROWS } from "contract/desks/desk.ts";
import type { DeskQuery } from "contract/desks/desk-call.ts";
import { ShopError } from "contract/errors.ts";
import { unchecked } from "contract/unchecked.ts";
import { businessDay, formatNumber } from "contract/values/locale.ts";
import { stringify } from "csv-stringify/sync";
import type { Ctx } from "../../kernel/context.ts";
import { noteSecurity } from "../../security/security-events.ts";
import { type DeskCaller, holds } from "./desk-caller.ts";
import { countDesk, everyRow, type Query } from "./desk-query.ts";
import type { AnyDesk, DeskSource } from "./desk-source.ts";

/** Throws above_maximum for more rows than a file holds. `headings` are the names of columns in the caller's language. */
export async function deskFile<D extends DeskShape>(
  ctx: Ctx,
  source: DeskSource<D>,
  asked: DeskQuery<D>,
  caller: DeskCaller,
  headings: Readonly<Record<string, string>>,
) {
  const any = unchecked<AnyDesk>(source); // as any other desk's: the names fit each other
  const query = unchecked<Query>(asked); // its schema is the description's
  const { rows: fitting } = await countDesk(ctx, any, query, caller);
  if (fitting > MAX_FILE_ROWS)
    throw new ShopError("above_maximum", {
      message_key: "file_too_long",
      params: { maximum: formatNumber(MAX_FILE_ROWS) },
    });
  const columns = Object.entries(any.desk.columns).flatMap(([key, { right }]) =>
    right && !holds(caller, right) ? [] : [{ key, header: headings[key] ?? key }],
  );
  const rows: Record<string, unknown>[] = [];
  for await (const page of everyRow(ctx, any, query, caller)) rows.push(...page);
  const content = stringify(rows, {
    columns,
    header: true,
    bom: true,
    escape_formulas: true,
    record_delimiter: "windows",
    cast: { boolean: (value) => (value ? "1" : "0") },
  });
  await noteSecurity(ctx, "list_exported", {
    by: await ctx.actor(),
    desk: any.desk.name,
    rows: rows.length,
    filter: JSON.stringify({ ...query, ...(query.q && { q: "…" }) }),
  });
  return { name: `${any.desk.name}-${businessDay(ctx.now)}.csv`, rows: rows.length, content };
}
