/**
 * Serials of a file: which machine is in our stock, which was sold to whom. CSV with a head: serial, sku, place, sold_to,
 * sold_on. What is wrong is refused by its row and changes nothing. rules/warranty#import
 */
import { ShopError } from "contract/errors.ts";
import type { SerialsReport } from "contract/warranty/desk-warranties.ts";
import { sql } from "kysely";
import { csvRows, delimiterOf } from "../../catalogue/import/reading/csv.ts";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { addMonths } from "../periods/periods.ts";
import { serialPrefixes } from "./known-serials.ts";
import { readSerial } from "./serials.ts";

type Name = "serial" | "sku" | "place" | "sold_to" | "sold_on";
type Cells = Readonly<Record<Name, string>> & { row: number };
type Row = {
  row: number;
  serial: string;
  product_id: number;
  state: "unsold" | "sold";
  place: string;
  sold_to: string;
  sold_on: string | null;
};

const MAX_ROWS = 50_000;

/** With `dry_run` nothing is written. Throws invalid at `csv` where the file has no such columns. Safe to repeat. */
export async function importSerials(
  ctx: Ctx,
  { csv, dry_run }: { csv: string; dry_run: boolean },
): Promise<SerialsReport> {
  const cells = await readCells(csv);
  const { rows, refused } = await validate(ctx, cells);
  const report = (added: number, changed: number): SerialsReport => ({ rows: cells.length, added, changed, refused });
  const known = await statesOf(ctx, rows);
  const wanted = rows.filter(({ serial }) => known.get(serial) !== "order");
  const added = wanted.filter(({ serial }) => !known.has(serial)).length;
  if (dry_run || wanted.length === 0) return report(added, wanted.length - added);
  return inTransaction(ctx, async (tx) => {
    const { rows: written } = await sql<{ is_new: boolean }>`
      insert into warranty.serials as s (serial, product_id, state, place, sold_to, sold_on, known_at)
      select serial, product_id, state, place, sold_to, sold_on, ${tx.now}
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (serial text, product_id integer, state text, place text,
        sold_to text, sold_on date) order by serial
      on conflict (serial) do update set state = excluded.state, place = excluded.place, sold_to = excluded.sold_to,
        sold_on = excluded.sold_on where s.state <> 'order'
      returning xmax = 0 as is_new`.execute(tx.sql);
    const fresh = written.filter(({ is_new }) => is_new).length;
    return report(fresh, written.length - fresh);
  });
}

async function statesOf(ctx: Ctx, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const { rows: found } = await sql<{ serial: string; state: string }>`
    select serial, state from warranty.serials where serial = any (${rows.map(({ serial }) => serial)}::text[])`.execute(
    ctx.sql,
  );
  return new Map(found.map(({ serial, state }) => [serial, state]));
}

async function* whole(text: string): AsyncGenerator<string> {
  yield text;
}

async function readCells(csv: string): Promise<Cells[]> {
  const head = csv.replace(/^\uFEFF/, "").split(/\r?\n/, 1)[0] ?? "";
  const delimiter = delimiterOf(head);
  const names = head.split(delimiter).map((name) => name.trim().replaceAll('"', ""));
  if (!names.includes("serial") || !names.includes("sku")) throw fileRefused("serials_columns");
  const rows: Cells[] = [];
  try {
    for await (const { line, cells } of csvRows(whole(csv), { delimiter, allowQuotes: true })) {
      if (rows.length === MAX_ROWS) throw fileRefused("serials_too_many");
      const cell = (name: Name) => (cells[name] ?? "").trim();
      const [serial, sku, place, sold_to, sold_on] = [
        cell("serial"),
        cell("sku"),
        cell("place"),
        cell("sold_to"),
        cell("sold_on"),
      ];
      rows.push({ row: line, serial, sku, place, sold_to, sold_on });
    }
  } catch (error) {
    if (error instanceof SyntaxError) throw fileRefused("serials_unreadable");
    throw error;
  }
  return rows;
}

const fileRefused = (key: string) => new ShopError("invalid", { message_key: key, fields: { csv: [{ key }] } });

async function validate(ctx: Ctx, cells: readonly Cells[]) {
  const prefixes = await serialPrefixes(ctx);
  const { rows: products } = await sql<{ sku: string; product_id: number; prefix: string }>`
    select v.sku, p.id as product_id, p.serial_prefix as prefix from catalogue.variants v
    join catalogue.products p on p.id = v.product_id and p.warranty_months > 0
    where v.sku = any (${cells.map(({ sku }) => sku)}::text[])`.execute(ctx.sql);
  const bySku = new Map(products.map((each) => [each.sku, each]));
  const seen = new Set<string>();
  const rows: Row[] = [];
  const refused: SerialsReport["refused"] = [];
  for (const { row, serial: typed, sku, place, sold_to, sold_on } of cells) {
    const read = readSerial(typed, prefixes);
    const product = bySku.get(sku);
    const why = !read.ok
      ? read.problem
      : !product || product.prefix !== read.prefix
        ? "product"
        : seen.has(read.serial)
          ? "twice"
          : sold_on !== "" && !isDay(sold_on)
            ? "day"
            : null;
    if (why !== null || !read.ok || !product) {
      refused.push({ row, serial: typed.slice(0, 60), why: why ?? "product" });
      continue;
    }
    seen.add(read.serial);
    const isSold = sold_to !== "" || sold_on !== "";
    rows.push({
      ...{ row, serial: read.serial, product_id: product.product_id, state: isSold ? "sold" : "unsold" },
      ...{ place: place.slice(0, 60), sold_to: sold_to.slice(0, 120), sold_on: sold_on === "" ? null : sold_on },
    });
  }
  return { rows, refused };
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && addMonths(text, 0) === text;
